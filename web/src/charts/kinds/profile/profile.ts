import { numberForFile } from '@plumbline/science/display/number';
import { LineChart } from 'echarts/charts';
import { MarkLineComponent } from 'echarts/components';
import type { TFunction } from 'i18next';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { ChartKind, Dot, Entry } from '../../frame/kind.ts';
import { isWithin, nearest, type Range } from '../../frame/range.ts';
import { depthWords } from './depth-words.ts';
import { ageColour, draw } from './draw.ts';
import type { ProfileContent, ProfileCurve } from './shapes.ts';

/** Values against depth, downwards: the shape of a casing at several times, the newest brightest. */
export const profile: ChartKind<ProfileContent> = {
  parts: [LineChart, MarkLineComponent],
  direction: 'y',
  minSpan: 0.5,
  picture: { widthPx: 600, heightPx: 800 },
  draw,
  // The newest first: where there is room for few, it is seen.
  entriesOf: (content, at, tokens) => content.curves.map((curve) => entryOf(content, curve, at, tokens)).reverse(),
  without: (content, hidden) => ({ ...content, curves: content.curves.filter(({ id }) => !hidden.has(id)) }),
  stopsOf: ({ curves }) => depthsOf(curves),
  dotsAt: ({ curves }, at, tokens) => curves.flatMap((curve) => dotOf(curve, at, tokens)),
  positionWords: (_, at) => ({ whole: `${depthWords(at)} m`, short: depthWords(at) }),
  restsAt: ({ pinnedM }) => pinnedM ?? null,
  hasValues: ({ curves }) => curves.some(({ values }) => values.some((value) => value !== null)),
  captionOf: ({ axisName, unit }) => `${axisName}, ${unit}`,
  tableOf,
};

/** Every depth at which a curve has a joint, ascending. */
const depthsOf = (curves: readonly ProfileCurve[]): number[] =>
  [...new Set(curves.flatMap(({ depths }) => depths))].sort((a, b) => a - b);

/** The value of a curve at a depth: of the joint there, none where it has no joint. */
function valueAt({ depths, values }: ProfileCurve, depthM: number): number | null {
  const place = nearest(depths, depthM);
  return Math.abs((depths[place] ?? Number.NaN) - depthM) < 0.005 ? (values[place] ?? null) : null;
}

function entryOf({ unit, precision }: ProfileContent, curve: ProfileCurve, at: number | null, tokens: Tokens): Entry {
  const value = at === null ? null : valueAt(curve, at);
  return {
    id: curve.id,
    name: curve.name,
    unit,
    value: formatNumber(value, precision),
    swatch: { colour: ageColour(curve, tokens), shape: 'line' },
  };
}

function dotOf(curve: ProfileCurve, at: number, tokens: Tokens): Dot[] {
  const value = valueAt(curve, at);
  return value === null ? [] : [{ id: curve.id, value, colour: ageColour(curve, tokens) }];
}

/** A line for each depth, a column for each survey. */
function tableOf({ curves, unit }: ProfileContent, view: Range, t: TFunction): (string | number | null)[][] {
  const head = [`${t('common:chart.depth')} (m)`, ...curves.map(({ name }) => `${name} (${unit})`)];
  const lines = depthsOf(curves)
    .filter((depthM) => isWithin(depthM, view))
    .map((depthM) => [
      numberForFile(depthM),
      ...curves.map((curve) => {
        const value = valueAt(curve, depthM);
        return value === null ? null : numberForFile(value);
      }),
    ]);
  return [head, ...lines];
}
