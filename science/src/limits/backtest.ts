/**
 * What alerts would a rule have raised over a history: the judge of limits/judge.ts itself, run through the readings in
 * order of time, with rates as the gateway takes them. So a back-test and live judging cannot differ.
 */
import { quality, qualityOf } from '../quality/flags.ts';
import { ratesOf } from '../series/rates.ts';
import { type Input, judge, type Level, type Measure, normalState, type Rule, type State } from './judge.ts';

/** The time that a rule is above level 0: from the reading that raised it to the one that released it. */
export interface Episode {
  /** The highest level. */
  readonly level: Level;
  readonly from: number;
  /** Null: still on at the end of the history. */
  readonly to: number | null;
  /** The value of largest size in the direction of the rule, of what reached the limit (`measure`); and when. */
  readonly peak: number;
  readonly peakAt: number;
  readonly measure: Measure;
  /** Alerts raised in it: one for each rise. */
  readonly raises: number;
}

export interface Backtest {
  readonly episodes: readonly Episode[];
  /** Alerts raised of level 1, 2, 3, 4. */
  readonly raised: readonly [number, number, number, number];
  /** How long the rule stood at level 0, 1, 2, 3, 4, seconds, from the first reading to the last. */
  readonly secondsAt: readonly [number, number, number, number, number];
  /** Readings that were judged: with a value that had not failed its quality tests. */
  readonly readings: number;
  /** Where the rule stands in the end. */
  readonly level: Level;
}

export interface BacktestOptions {
  /** Of the field; null: none, so rules on the cumulative change say nothing. */
  readonly initial: number | null;
  /** Below a day the rate is the change over 24 hours, else since the reading before. */
  readonly intervalSeconds: number;
  /** Quality flags (quality + 16 * tests); what failed is not judged. Null: everything passed. */
  readonly flags?: ArrayLike<number> | null;
  /** The cumulative change where it is more than value less initial (a point that was zeroed again). */
  readonly cumulative?: ArrayLike<number> | null;
  /** Rates per day, reading by reading, where more is known than the readings given; default: those of `ratesOf`. */
  readonly rates?: ArrayLike<number> | null;
}

const hasFailed = (flags: ArrayLike<number> | null, i: number) =>
  flags !== null && qualityOf(flags[i] ?? quality.pass) === quality.fail;

/**
 * Times in ms, ascending, no two the same; values after corrections, NaN missing. Works through half a million readings
 * in a small part of a second.
 */
export function backtest(
  rule: Rule,
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  options: BacktestOptions,
): Backtest {
  const { initial, flags = null, cumulative = null } = options;
  const rates =
    rule.kind === 'rate' || rule.kind === 'multi' ? (options.rates ?? ratesIn(times, values, options)) : null;
  const raised: [number, number, number, number] = [0, 0, 0, 0];
  const secondsAt: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  const episodes: Episode[] = [];
  let open: { -readonly [K in keyof Episode]: Episode[K] } | null = null;
  let state: State | null = null;
  let level: Level = 0;
  let readings = 0;
  let lastAt = Number.NaN;
  const quiet = quietBelow(rule);
  // One input for all readings: judge reads it and keeps nothing of it.
  const input: { -readonly [K in keyof Input]: Input[K] } = { value: null, cumulative: null, rate: null };

  for (let i = 0; i < times.length; i++) {
    const at = times[i] as number;
    const value = values[i] as number;
    if (Number.isNaN(value) || hasFailed(flags, i)) continue;
    if (readings > 0) secondsAt[level] += (at - lastAt) / 1000;
    [lastAt, readings] = [at, readings + 1];
    input.value = value;
    input.cumulative =
      cumulative !== null ? nullOf(cumulative[i] as number) : initial === null ? null : value - initial;
    input.rate = rates === null ? null : nullOf(rates[i] as number);
    // Most readings of a history are far below every limit: nothing stands, nothing begins, and judge says calm.
    if (level === 0 && rule.kind !== 'multi') {
      const measured = input[rule.kind];
      if (measured === null) continue;
      if (sizeOf(rule, rule.kind, measured) < quiet) {
        state = normalState;
        continue;
      }
    }
    const result = judge(rule, state, input);
    ({ state } = result);
    level = state.level;
    if (result.raised) {
      const { raised: alert } = result;
      raised[(alert.level - 1) as 0 | 1 | 2 | 3]++;
      open ??= { level: 0, from: at, to: null, peak: alert.value, peakAt: at, measure: alert.measure, raises: 0 };
      open.raises++;
      open.level = alert.level > open.level ? alert.level : open.level;
    }
    if (open === null) continue;
    const now = input[open.measure];
    if (now !== null && sizeOf(rule, open.measure, now) > sizeOf(rule, open.measure, open.peak)) {
      open.peak = now;
      open.peakAt = at;
    }
    if (level === 0) {
      open.to = at;
      episodes.push(open);
      open = null;
    }
  }
  if (open !== null) episodes.push(open);
  return { episodes, raised, secondsAt, readings, level };
}

/** The lowest limit of a rule of one measure: below it nothing is reached. */
const quietBelow = ({ levels }: Rule): number =>
  levels.reduce<number>((min, each) => (each !== null && each < min ? each : min), Number.POSITIVE_INFINITY);

const nullOf = (value: number) => (Number.isNaN(value) ? null : value);

function sizeOf(rule: Rule, measure: Measure, value: number): number {
  const method = rule.kind === 'multi' && measure === 'rate' ? (rule.rate?.method ?? rule.method) : rule.method;
  return method === 'twoSided' ? Math.abs(value) : method === 'upper' ? value : -value;
}

function ratesIn(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  { intervalSeconds, flags = null }: BacktestOptions,
): Float64Array {
  const usable = Float64Array.from(values, (value, i) => (hasFailed(flags, i) ? Number.NaN : value));
  return ratesOf(times, usable, intervalSeconds);
}
