import { layerAt } from '@plumbline/science/profiles/strata';
import { CustomChart, LineChart } from 'echarts/charts';
import { MarkLineComponent } from 'echarts/components';
import type { TFunction } from 'i18next';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { ChartKind, Dot, Entry } from '../../frame/kind.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { fileNumber, placesOf, valueAtPlace } from '../survey-curves.ts';
import { depthWords } from './depth-words.ts';
import { curveColour, draw } from './draw.ts';
import type { ProfileContent, ProfileCurve } from './shapes.ts';

/** Values against depth, downwards: the shape of a casing at several times, the newest brightest. */
export const profile: ChartKind<ProfileContent> = {
  parts: [LineChart, CustomChart, MarkLineComponent],
  direction: 'y',
  minSpan: 0.5,
  pictureOf: () => ({ widthPx: 600, heightPx: 800 }),
  draw,
  // The newest first: where there is room for few, it is seen.
  entriesOf: (content, at, tokens) => content.curves.map((curve) => entryOf(content, curve, at, tokens)).reverse(),
  without: (content, hidden) => ({ ...content, curves: content.curves.filter(({ id }) => !hidden.has(id)) }),
  stopsOf: ({ curves }) => depthsOf(curves),
  dotsAt: ({ curves }, at, tokens) => curves.flatMap((curve) => dotOf(curve, at, tokens)),
  positionWords: ({ layers = [] }, at) => {
    const layer = layerAt(layers, at);
    return { whole: `${depthWords(at)} m${layer ? ` · ${layer.name}` : ''}`, short: depthWords(at) };
  },
  restsAt: ({ pinnedM }) => pinnedM ?? null,
  hasValues: ({ curves }) => curves.some(({ values }) => values.some((value) => value !== null)),
  captionOf: ({ axisName, unit }) => `${axisName}, ${unit}`,
  tableOf,
};

const depthsOf = (curves: readonly ProfileCurve[]): number[] => placesOf(curves.map(({ depths }) => depths));

const valueAt = ({ depths, values }: ProfileCurve, depthM: number): number | null =>
  valueAtPlace(depths, values, depthM);

function entryOf({ unit, precision }: ProfileContent, curve: ProfileCurve, at: number | null, tokens: Tokens): Entry {
  const value = at === null ? null : valueAt(curve, at);
  return {
    id: curve.id,
    name: curve.name,
    unit,
    value: formatNumber(value, precision),
    swatch: { colour: curveColour(curve, tokens), shape: 'line' },
  };
}

function dotOf(curve: ProfileCurve, at: number, tokens: Tokens): Dot[] {
  const value = valueAt(curve, at);
  return value === null ? [] : [{ id: curve.id, value, colour: curveColour(curve, tokens) }];
}

/** A line for each depth, a column for each survey. */
function tableOf(
  { curves, unit, isUpward = false }: ProfileContent,
  view: Range,
  t: TFunction,
): (string | number | null)[][] {
  const head = [
    `${t(isUpward ? 'common:chart.elevation' : 'common:chart.depth')} (m)`,
    ...curves.map(({ name }) => `${name} (${unit})`),
  ];
  const lines = depthsOf(curves)
    .filter((depthM) => isWithin(depthM, view))
    .map((depthM) => [fileNumber(depthM), ...curves.map((curve) => fileNumber(valueAt(curve, depthM)))]);
  return [head, ...lines];
}
