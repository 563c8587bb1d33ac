import {
  chainsOf,
  curveDays,
  type EnlargedKind,
  type FigureKind,
  factorLimits,
} from '@plumbline/contract/site/drawings.figures';
import { casingDirections } from '@plumbline/science/plane-figures/casing';
import { scaleBar } from '@plumbline/science/plane-figures/enlarged';
import { InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed, Outdated } from '../../../design/States.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import type { DrawnFigures, Enlarged } from './drawn-figures.ts';
import type { FigureCounts } from './figure-shapes.ts';
import type { useLineMovements, useRingMembers, useShapes, useSmallCurves } from './plane-figures.queries.ts';
import { TurnSelect } from './TurnSelect.tsx';
import type { FigureChoice } from './use-figures.ts';

interface FigurePaneProps {
  choice: FigureChoice;
  drawn: DrawnFigures;
  /** Azimuth of right by the coordinates of the points. */
  found: number | null;
  shapes: ReturnType<typeof useShapes>;
  /** The line of a master that did not come, or is no longer new. */
  lines: ReturnType<typeof useLineMovements>['failed'];
  /** The same of a section. */
  sections: ReturnType<typeof useRingMembers>['failed'];
  curves: ReturnType<typeof useSmallCurves>['query'];
  /** Curves that find no room at this size. */
  withoutSpace: number;
  pxPerUnit: number;
}

/**
 * Long because each figure has its row here.
 * Under the drawing, a row for each figure: what it is, how far it is enlarged, what it lacks.
 */
export function FigurePane({
  choice,
  drawn,
  found,
  shapes,
  lines,
  sections,
  curves,
  withoutSpace,
  pxPerUnit,
}: FigurePaneProps) {
  const { t } = useTranslation();
  const has = (kind: FigureKind): boolean => choice.chosen.some((offer) => offer.kind === kind);
  const scale = (kind: EnlargedKind, figure: Enlarged) => <Scale {...{ kind, figure, choice, pxPerUnit }} />;
  const { vectors, casings, rings, water, trough, sparklines } = drawn;
  const hasChains = choice.chosen.some(({ kind, points }) => kind === 'rings' && chainsOf(points).length > 0);
  const isLining = choice.chosen.some((offer) => offer.masters.size > 0 && offer.kind !== 'trough');
  return (
    <div className="fg-pane" aria-busy={shapes.isFetching || curves.isFetching}>
      {!isLining && (has('vectors') || has('casings')) && <RightAzimuth choice={choice} found={found} />}
      {has('vectors') && (
        <Row kind="vectors" isDrawn={vectors !== null}>
          {vectors ? scale('vectors', vectors) : <span className="pl-b">{t('planeFigures:azimuthNeeded')}</span>}
          {vectors && <Counts {...vectors.counts} />}
          {isLining && sections && <Answered query={sections} />}
        </Row>
      )}
      {rings && (
        <Row kind="rings" isDrawn>
          {sections && <Answered query={sections} />}
          {scale('rings', rings)}
          <span className="pl-3">{t('planeFigures:outRight')}</span>
          {hasChains && <Answered query={shapes} />}
          <Counts {...rings.counts} />
          <Lack words="turnMissing" count={rings.turnMissing} />
          {hasChains && <span className="pl-3">{t('planeFigures:turn')}</span>}
          {hasChains && <TurnSelect value={choice.turn} onChange={choice.setTurn} size="small" />}
        </Row>
      )}
      {has('casings') && (
        <Row kind="casings" isDrawn={casings !== null}>
          <Bend choice={choice} />
          <Answered query={shapes} />
          {casings && scale('casings', casings)}
          {casings && <Counts {...casings.counts} isPastLeftOut />}
          {casings && <Lack words="missingJoints" count={casings.missingJoints} />}
          {casings && <Lack words="byAxis" count={casings.byAxis} />}
        </Row>
      )}
      {water && (
        <Row kind="water" isDrawn>
          <Counts {...water.counts} />
          <Lack words="outside" count={water.outside} />
        </Row>
      )}
      {trough && (
        <Row kind="trough" isDrawn>
          {lines && <Answered query={lines} />}
          {scale('trough', trough)}
          <Counts {...trough.counts} />
        </Row>
      )}
      {sparklines && (
        <Row kind="sparklines" isDrawn>
          <span>{t('planeFigures:curvesOver', { count: curveDays })}</span>
          <Answered query={curves} />
          {curves.data && <Lack words="withoutCurve" count={sparklines.missing} />}
          {pxPerUnit > 0 && <Lack words="withoutSpace" count={withoutSpace} />}
        </Row>
      )}
    </div>
  );
}

function Row({ kind, isDrawn, children }: { kind: FigureKind; isDrawn: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="row pl-sm" data-row={kind} data-drawn={isDrawn}>
      <b>{t(`planeFigures:kinds.${kind}`)}</b>
      {children}
    </div>
  );
}

/** An answer that did not come, or is no longer new. */
const Answered = ({ query }: { query: Parameters<typeof Outdated>[0]['query'] }) => (
  <>
    <Outdated query={query} />
    {query.data === undefined && query.error !== null && (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    )}
  </>
);

/** A bar of a round number of mm at the size at which the drawing is shown. */
export function ScaleBar({
  unitsPerMm,
  pxPerUnit,
  barPx = 110,
}: {
  unitsPerMm: number;
  pxPerUnit: number;
  barPx?: number;
}) {
  const { t } = useTranslation();
  const bar = scaleBar(unitsPerMm * pxPerUnit, barPx);
  return (
    bar && (
      <span className="bar" role="img" aria-label={t('planeFigures:bar', { length: `${bar.mm} mm` })}>
        <i style={{ width: bar.px }} />
        <span>{bar.mm} mm</span>
      </span>
    )
  );
}

/** The factor, which may be typed, and the bar. */
function Scale({
  kind,
  figure: { factor, unitsPerMm },
  choice,
  pxPerUnit,
}: {
  kind: EnlargedKind;
  figure: Enlarged;
  choice: FigureChoice;
  pxPerUnit: number;
}) {
  const { t } = useTranslation();
  return (
    <>
      <span className="pl-3">{t('planeFigures:enlarged')}</span>
      <InputNumber<number>
        size="small"
        className="number"
        prefix="×"
        aria-label={t('planeFigures:enlargedOf', { what: t(`planeFigures:kinds.${kind}`) })}
        placeholder={t('planeFigures:asFits', { factor: formatNumber(factor, 0) })}
        value={choice.factor(kind)}
        min={factorLimits[0]}
        max={factorLimits[1]}
        controls={false}
        changeOnWheel={false}
        onChange={(next) => choice.setFactor(kind, next)}
      />
      <ScaleBar unitsPerMm={unitsPerMm} pxPerUnit={pxPerUnit} />
    </>
  );
}

/** Towards where the right of the drawing is: found by the coordinates of its points, or typed. */
function RightAzimuth({ choice, found }: { choice: FigureChoice; found: number | null }) {
  const { t } = useTranslation();
  return (
    <div className="row pl-sm">
      <span>{t('planeFigures:rightIs')}</span>
      <InputNumber<number>
        size="small"
        className="number"
        suffix="°"
        aria-label={t('planeFigures:rightIs')}
        placeholder={found === null ? t('planeFigures:notKnown') : formatNumber(found, 1)}
        value={choice.rightAzimuth}
        min={0}
        max={360}
        controls={false}
        changeOnWheel={false}
        onChange={choice.setRightAzimuth}
      />
      <span className="pl-3">
        {t(
          choice.rightAzimuth !== null
            ? 'planeFigures:rightTyped'
            : found === null
              ? 'planeFigures:rightUnknown'
              : 'planeFigures:rightFound',
        )}
      </span>
    </div>
  );
}

function Bend({ choice }: { choice: FigureChoice }) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      aria-label={t('planeFigures:bend')}
      value={choice.direction}
      options={casingDirections.map((value) => ({ value, label: t(`planeFigures:bends.${value}`) }))}
      popupMatchSelectWidth={false}
      onChange={choice.setDirection}
    />
  );
}

export function Counts({
  now,
  past,
  missing,
  isPastLeftOut = false,
  isNowSilent = false,
}: FigureCounts & {
  isPastLeftOut?: boolean;
  /** How many are drawn is not said. */
  isNowSilent?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      {!isNowSilent && <span>{t('planeFigures:drawn', { count: now })}</span>}
      {past > 0 && (
        <span className="pl-b">
          {t(isPastLeftOut ? 'planeFigures:silentLeftOut' : 'planeFigures:silent', { count: past })}
        </span>
      )}
      {missing > 0 && <span className="pl-b">{t('planeFigures:leftOut', { count: missing })}</span>}
    </>
  );
}

export function Lack({
  words,
  count,
}: {
  words: 'missingJoints' | 'byAxis' | 'outside' | 'turnMissing' | 'withoutCurve' | 'withoutSpace';
  count: number;
}) {
  const { t } = useTranslation();
  return count > 0 ? <span className="pl-b">{t(`planeFigures:${words}`, { count })}</span> : null;
}
