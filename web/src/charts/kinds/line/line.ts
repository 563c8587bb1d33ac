import { LineChart } from 'echarts/charts';
import { MarkLineComponent } from 'echarts/components';
import type { TFunction } from 'i18next';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { ChartKind, Dot, Entry } from '../../frame/kind.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { ageColour, fileNumber, metreWords, placesOf, valueAtPlace } from '../survey-curves.ts';
import { draw } from './draw.ts';
import type { LineContent, LineCurve } from './shapes.ts';

/** Values along a line: a settlement trough, a row of cells, at several times, the newest strongest. */
export const line: ChartKind<LineContent> = {
  parts: [LineChart, MarkLineComponent],
  direction: 'x',
  minSpan: 0.5,
  draw,
  // The newest first: where there is room for few, it is seen.
  entriesOf: (content, at, tokens) => content.curves.map((curve) => entryOf(content, curve, at, tokens)).reverse(),
  without: (content, hidden) => ({ ...content, curves: content.curves.filter(({ id }) => !hidden.has(id)) }),
  stopsOf: ({ curves }) => chainagesOf(curves),
  dotsAt: ({ curves }, at, tokens) => curves.flatMap((curve) => dotOf(curve, at, tokens)),
  positionWords: (content, at) => {
    const name = stationAt(content, at);
    return {
      whole: name === null ? `${metreWords(at)} m` : `${name}, ${metreWords(at)} m`,
      short: name ?? metreWords(at),
    };
  },
  restsAt: ({ pinnedM }) => pinnedM ?? null,
  hasValues: ({ curves }) => curves.some(({ values }) => values.some((value) => value !== null)),
  captionOf: ({ axisName, unit }) => `${axisName}, ${unit}`,
  tableOf,
};

const chainagesOf = (curves: readonly LineCurve[]): number[] => placesOf(curves.map(({ chainagesM }) => chainagesM));

const valueAt = ({ chainagesM, values }: LineCurve, atM: number): number | null =>
  valueAtPlace(chainagesM, values, atM);

/** What stands there by name; null = nothing that has one. */
const stationAt = ({ stations = [] }: LineContent, atM: number): string | null =>
  stations.find(({ chainageM }) => Math.abs(chainageM - atM) < 0.005)?.name ?? null;

function entryOf({ unit, precision }: LineContent, curve: LineCurve, at: number | null, tokens: Tokens): Entry {
  const value = at === null ? null : valueAt(curve, at);
  return {
    id: curve.id,
    name: curve.name,
    unit,
    value: formatNumber(value, precision),
    swatch: { colour: ageColour(curve.age, tokens), shape: 'line' },
  };
}

function dotOf(curve: LineCurve, at: number, tokens: Tokens): Dot[] {
  const value = valueAt(curve, at);
  return value === null ? [] : [{ id: curve.id, value, colour: ageColour(curve.age, tokens) }];
}

/** A line for each place, with its name where places have names, and a column for each survey. */
function tableOf(content: LineContent, view: Range, t: TFunction): (string | number | null)[][] {
  const { curves, unit, stations = [] } = content;
  const named = stations.length > 0;
  const head = [
    `${t('common:chart.chainage')} (m)`,
    ...(named ? [t('common:chart.station')] : []),
    ...curves.map(({ name }) => `${name} (${unit})`),
  ];
  const lines = chainagesOf(curves)
    .filter((atM) => isWithin(atM, view))
    .map((atM) => [
      fileNumber(atM),
      ...(named ? [stationAt(content, atM)] : []),
      ...curves.map((curve) => fileNumber(valueAt(curve, atM))),
    ]);
  return [head, ...lines];
}
