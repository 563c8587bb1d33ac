/**
 * What alerts would a rule have raised over a history: the judge of limits/judge.ts itself, run through the readings in
 * order of time, with rates as the gateway takes them. So a back-test and live judging cannot differ.
 */
import { quality, qualityOf } from '../quality/flags.ts';
import { ratesOf } from '../series/rates.ts';
import {
  type Input,
  judge,
  type Level,
  type Measure,
  normalState,
  type Raised,
  type Rule,
  type State,
} from './judge.ts';

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
  /** The state of the rule at the end. */
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
  const log = new EpisodeLog(rule);
  const secondsAt: [number, number, number, number, number] = [0, 0, 0, 0, 0];
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
    // Most readings of a history are far below every limit: nothing is on, nothing begins, and judge says normal.
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
    log.add(at, input, level, result.raised);
  }
  return { episodes: log.end(), raised: log.raised, secondsAt, readings, level };
}

/** The episodes of a rule, reading by reading: the one that is on, and those that have ended. */
class EpisodeLog {
  readonly raised: [number, number, number, number] = [0, 0, 0, 0];
  readonly #rule: Rule;
  readonly #ended: Episode[] = [];
  #open: { -readonly [K in keyof Episode]: Episode[K] } | null = null;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** A reading that was judged: what the rule measured, the level that it is at then, the alert that was raised. */
  add(at: number, input: Input, level: Level, alert: Raised | undefined): void {
    if (alert) this.#raise(at, alert);
    const open = this.#open;
    if (open === null) return;
    const measured = input[open.measure];
    if (measured !== null && sizeOf(this.#rule, open.measure, measured) > sizeOf(this.#rule, open.measure, open.peak)) {
      open.peak = measured;
      open.peakAt = at;
    }
    if (level > 0) return;
    open.to = at;
    this.#ended.push(open);
    this.#open = null;
  }

  /** All of them; one that is still on has no end. */
  end(): Episode[] {
    return this.#open === null ? this.#ended : [...this.#ended, this.#open];
  }

  #raise(at: number, { level, value, measure }: Raised): void {
    this.raised[(level - 1) as 0 | 1 | 2 | 3]++;
    this.#open ??= { level: 0, from: at, to: null, peak: value, peakAt: at, measure, raises: 0 };
    this.#open.raises++;
    if (level > this.#open.level) this.#open.level = level;
  }
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
