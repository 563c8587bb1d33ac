/** What curves of surveys have in common, whether they hang down a casing or lie along a line. Pure. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { numberForFile } from '@plumbline/science/display/number';
import type { Tokens } from '../../design/tokens.ts';
import { isWithin, nearest, type Range } from '../frame/range.ts';
import { extentOf, type Scale, scaleOf } from '../frame/scale.ts';
import { glyphUrl } from '../level-glyph.ts';
import type { ChartThreshold } from './time-value/shapes.ts';

const ramp = ['ramp1', 'ramp2', 'ramp3', 'ramp4', 'ramp5', 'ramp6', 'ramp7'] as const;

/** From pale (oldest, 0) to strong (newest, 1). */
export const ageColour = (age: number, tokens: Tokens): string =>
  tokens[elementAt(ramp, Math.round(Math.min(1, Math.max(0, age)) * (ramp.length - 1)))];

/** A number at a place to the centimetre, m: 11.0, 10.25. */
export const metreWords = (metres: number): string => metres.toFixed(2).replace(/0$/, '');

/** The value of a curve at a place: of the joint there, none where it has no joint. Positions ascend, m. */
export function valueAtPlace(
  positions: readonly number[],
  values: readonly (number | null)[],
  atM: number,
): number | null {
  const place = nearest(positions, atM);
  return Math.abs((positions[place] ?? Number.NaN) - atM) < 0.005 ? (values[place] ?? null) : null;
}

/** Every place at which a curve has a joint, ascending. */
export const placesOf = (positions: readonly (readonly number[])[]): number[] =>
  [...new Set(positions.flat())].sort((a, b) => a - b);

/** The limits on a side to which something has gone a quarter of the way: the others would halve the picture for nothing. */
function approached(thresholds: readonly ChartThreshold[], values: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  return thresholds
    .map(({ value }) => value)
    .filter((limit) => (limit < 0 ? lowest <= limit / 4 : highest >= limit / 4));
}

/** A survey as its kind of chart draws it: which places it has, m, ascending, and its values there. */
export interface PlacedValues {
  readonly positionsM: readonly number[];
  readonly values: readonly (number | null)[];
}

/** The scale of the values in view and the limits that are near. Zero is where everything lay: always in the picture. */
export function surveyScale(
  curves: readonly PlacedValues[],
  view: Range,
  { thresholds = [], steps, isReversed = false }: SurveyScaleOptions,
): Scale {
  const heights = curves
    .flatMap(({ positionsM, values }) => values.filter((_, i) => isWithin(positionsM[i] ?? 0, view)))
    .filter((value) => value !== null);
  const [low, high] = extentOf([0, ...heights], approached(thresholds, heights));
  return { ...scaleOf(low, high, steps), ...(isReversed ? { reversed: true } : {}) };
}
interface SurveyScaleOptions {
  readonly thresholds?: readonly ChartThreshold[] | undefined;
  /** How many the axis has room for. */
  readonly steps: number;
  readonly isReversed?: boolean | undefined;
}

/** A limit that one joint has of its own, where that joint is. */
export interface PlacedLimit extends ChartThreshold {
  readonly joint: number;
  readonly atM: number;
}

/** How far the line of a joint without neighbours goes to both sides of it, m. */
const loneHalfM = 0.25;

/**
 * Limits of single joints as lines that step half-way from joint to joint, one for each level and side: pairs of a value and a
 * place. A joint without such a limit leaves a gap (NaN).
 */
export function stepsOf(
  limits: readonly PlacedLimit[],
): { readonly level: number; readonly steps: readonly (readonly [value: number, atM: number])[] }[] {
  const sides = Map.groupBy(limits, ({ level, value }) => `${level} ${Math.sign(value)}`);
  return [...sides.values()].map((side) => {
    const byJoint = new Map(side.map((limit) => [limit.joint, limit]));
    const steps = side
      .toSorted((a, b) => a.joint - b.joint)
      .flatMap((limit): (readonly [number, number])[] => {
        const [before, after] = [byJoint.get(limit.joint - 1), byJoint.get(limit.joint + 1)];
        const { atM } = limit;
        const half = before ? (atM - before.atM) / 2 : after ? (after.atM - atM) / 2 : loneHalfM;
        const beyond = after ? (after.atM - atM) / 2 : half;
        const gap: readonly [number, number][] = before ? [] : [[Number.NaN, atM]];
        return [...gap, [limit.value, atM - half], [limit.value, atM + beyond]];
      });
    return { level: elementAt(side, 0).level, steps };
  });
}

/** Puts a value and its place in the order of the axes of a kind: places lie across, or hang down. */
type Placing = (value: number, atM: number) => readonly [x: number, y: number];

/** How the steps of a level are drawn: dashed, in its colour. */
export const stepsStyle = (level: number, tokens: Tokens): object => ({
  type: 'line',
  silent: true,
  symbol: 'none',
  lineStyle: { ...limitStyle(level, '', tokens).lineStyle },
  z: 2,
});

/** The limits that joints have of their own, each at its joint, as steps. */
export const jointLimitSeries = (limits: readonly PlacedLimit[], placed: Placing, tokens: Tokens): object[] =>
  stepsOf(limits).map(({ level, steps }, i) => ({
    ...stepsStyle(level, tokens),
    id: `limits of joints ${i}`,
    data: steps.map(([value, atM]) => placed(value, atM)),
  }));

/** The polyline of a survey. A joint without a value breaks it; one that stands alone between two of them keeps its mark. */
export function surveySeries(
  { id, positionsM, values, isChosen = false }: PlacedValues & { readonly id: string; readonly isChosen?: boolean },
  placed: Placing,
  colour: string,
): object {
  const isAlone = (i: number): boolean => (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null;
  return {
    type: 'line',
    id,
    silent: true,
    data: positionsM.map((atM, i) => ({
      value: placed(values[i] ?? Number.NaN, atM),
      symbolSize: isChosen || isAlone(i) ? 5 : 0.1,
    })),
    lineStyle: { color: colour, width: isChosen ? 2 : 1.2 },
    itemStyle: { color: colour },
    symbol: 'circle',
    showSymbol: true,
    showAllSymbol: true,
    z: isChosen ? 4 : 3,
  };
}

/** The chosen one last: it is drawn over the others. */
export const chosenLast = <T extends { readonly isChosen?: boolean }>(curves: readonly T[]): T[] =>
  [...curves].sort((a, b) => Number(a.isChosen ?? false) - Number(b.isChosen ?? false));

/** Returns the marks behind the curves, as a series without a line of its own. */
export const marksSeries = (data: readonly object[]): object => ({
  type: 'line',
  id: 'marks',
  silent: true,
  data: [],
  markLine: { silent: true, animation: false, symbol: 'none', data },
});

/** How a limit is drawn: dashed, with the mark of its level and `words` at its end. */
export function limitStyle(level: number, words: string, tokens: Tokens): { lineStyle: object; label: object } {
  const [fill, edge] = [tokens[`lv${level}` as 'lv1'], tokens[`lv${level}-edge` as 'lv1-edge']];
  return {
    lineStyle: { color: edge, width: 1.2, type: [6, 4] },
    label: {
      show: true,
      position: 'end',
      color: tokens[`lv${level}-text` as 'lv1-text'],
      fontSize: 11,
      fontWeight: 500,
      formatter: words === '' ? '{mark|}' : `{mark|} ${words}`,
      rich: {
        mark: { width: 12, height: 12, backgroundColor: { image: glyphUrl(level, fill, edge, tokens['lv-ink']) } },
      },
    },
  };
}

/** A line without words behind the curves: zero, the pinned place. */
export const plainMark = (place: object, colour: string, more: object = {}): object => ({
  ...place,
  label: { show: false },
  lineStyle: { color: colour, width: 1, type: 'solid', ...more },
});

/** A value for a file; null stays empty. */
export const fileNumber = (value: number | null): string | number | null =>
  value === null ? null : numberForFile(value);
