import type { Point } from '@plumbline/contract/points/points';
import type { Excavation, Strata } from '@plumbline/contract/points/strata';
import { jointDepths } from '@plumbline/science/profiles/survey';
import { chainOf } from '@plumbline/science/sensors/chain';
import { Settings } from '@plumbline/science/sensors/settings';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { hatchOf, linesOf, tintOf } from '../../../charts/kinds/profile/hatch.ts';
import type { ProfileLayer } from '../../../charts/kinds/profile/shapes.ts';
import { metreWords } from '../../../charts/kinds/survey-curves.ts';
import { useFormPlace } from '../../../design/form/place.ts';
import { drawnLayers } from './drawn-layers.parts.ts';
import { drawable, type ExcavationRow, type LayerRow } from './strata-rows.ts';

const [widthPx, heightPx, topPx] = [300, 400, 14];
/** The column of soil, px. */
const [left, right] = [44, 150];
const casingPx = right + 10;

type Y = (depthM: number) => number;

/** The strata of the form it stands in, as the profile will draw them: layers, casing, levels with their days. */
export function StrataSketch({ point }: { point: Point }) {
  const { t } = useTranslation();
  const { form } = useFormPlace();
  const layers = Form.useWatch<LayerRow[] | undefined>('layers', form) ?? [];
  const excavations = Form.useWatch<ExcavationRow[] | undefined>('excavations', form) ?? [];
  const strata = drawable(layers, excavations);
  const depths = casingDepths(point);
  const deepest = deepestOf(strata, depths);
  const y: Y = (depthM) => topPx + (depthM / deepest) * (heightPx - topPx - 10);
  const isEmpty = strata.layers.length + strata.excavations.length === 0;
  return (
    <div className="strata-sketch">
      <svg viewBox={`0 0 ${widthPx} ${heightPx}`} role="img" aria-label={t('strata:sketch')}>
        <Boundaries strata={strata} deepest={deepest} y={y} />
        {drawnLayers(strata.layers, t).map((layer) => (
          <Layer key={layer.topM} layer={layer} y={y} />
        ))}
        <line className="casing" x1={casingPx} x2={casingPx} y1={y(depths.top)} y2={y(depths.foot)} />
        <text className="quiet" x={casingPx + 6} y={y(depths.foot) - 2}>
          {t('strata:casing')}
        </text>
        {visibleLevels(strata.excavations, y).map((level) => (
          <Level key={level.on} {...level} y={y} />
        ))}
      </svg>
      {isEmpty && <p className="pl-3 pl-sm">{t('strata:sketchEmpty')}</p>}
    </div>
  );
}

function casingDepths({ parameters, nodeCount, depthM }: Point): { readonly top: number; readonly foot: number } {
  const { lengthsMm, fixedEnd } = chainOf(new Settings(parameters), nodeCount);
  const depths = jointDepths({ lengthsMm, fixedEnd, topDepthM: depthM ?? 0 });
  return { top: depths[0] ?? 0, foot: depths.at(-1) ?? 0 };
}

const deepestOf = ({ layers, excavations }: Strata, { foot }: { readonly foot: number }): number =>
  Math.max(1, foot, ...layers.map(({ bottomM }) => bottomM), ...excavations.map(({ depthM }) => depthM));

/** The depths at which layers meet, as far as there is room for their words. */
function Boundaries({ strata: { layers }, deepest, y }: { strata: Strata; deepest: number; y: Y }) {
  const depths = [...new Set([0, ...layers.flatMap(({ topM, bottomM }) => [topM, bottomM])])].sort((a, b) => a - b);
  const all = depths.at(-1) === deepest ? depths : [...depths, deepest];
  let lastPx = Number.NEGATIVE_INFINITY;
  return all.map((depthM) => {
    if (y(depthM) - lastPx < 11) return null;
    lastPx = y(depthM);
    return (
      <text key={depthM} className="quiet end" x={left - 5} y={lastPx + 3.5}>
        {metreWords(depthM)}
      </text>
    );
  });
}

function Layer({ layer: { topM, bottomM, soil, name }, y }: { layer: ProfileLayer; y: Y }) {
  const box = { x: left, y: y(topM), width: right - left, height: y(bottomM) - y(topM) };
  const { lines, dots } = hatchOf(soil, box);
  const tint = `var(--pl-${tintOf(soil)})`;
  const words = linesOf(name, { width: box.width - 8, height: box.height - 2 }, 11);
  return (
    <g>
      <rect className="layer" {...box} style={{ fill: tint }} />
      <path className="lines" d={lines} />
      <path className="dots" d={dots} />
      {words.map((line, i) => (
        <text
          key={line}
          className="name"
          style={{ stroke: tint }}
          x={(left + right) / 2}
          y={box.y + box.height / 2 + 4 + (i - (words.length - 1) / 2) * 14}
        >
          {line}
        </text>
      ))}
    </g>
  );
}

interface ShownLevel extends Excavation {
  /** False where the words of a later level stand there already. */
  readonly isNamed: boolean;
  readonly isNewest: boolean;
}

function visibleLevels(excavations: readonly Excavation[], y: Y): ShownLevel[] {
  const named: number[] = [];
  return excavations
    .toReversed()
    .map((level, i) => {
      const isNamed = named.every((other) => Math.abs(other - y(level.depthM)) >= 13);
      if (isNamed) named.push(y(level.depthM));
      return { ...level, isNamed, isNewest: i === 0 };
    })
    .toReversed();
}

function Level({ on, depthM, isNamed, isNewest, y }: ShownLevel & { y: Y }) {
  return (
    <g className={isNewest ? 'level newest' : 'level'}>
      <line x1={right} x2={widthPx - 6} y1={y(depthM)} y2={y(depthM)} />
      {isNamed && (
        <text x={widthPx - 6} y={y(depthM) - 3}>
          {on} · {metreWords(depthM)} m
        </text>
      )}
    </g>
  );
}
