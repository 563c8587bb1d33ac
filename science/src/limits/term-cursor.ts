/** A term of a condition on its way through time: what it measures at each moment, and whether that holds. */
import { changeBetween } from '../series/changes.ts';
import { changeOverSpan, plainChange, rateOverSpan, type Timed, type TimedValues } from '../series/rates.ts';
import {
  type Changing,
  lookbackOf,
  type MeasuredTerm,
  reaches,
  type Series,
  type Term,
  type TermData,
  type TermState,
} from './condition-terms.ts';
import { hoursToFailure } from './failure-window.ts';
import { placeAfter } from './place-after.ts';
import { TermWindow } from './term-window.ts';
import type { Truth } from './truth.ts';

const noData: TermData = { series: { times: [], values: [] } };

/** The data from a moment on. */
const dataSince = ({ series, other, base, period }: TermData, fromMs: number): TermData => ({
  series: seriesSince(series, fromMs),
  ...(other && { other: seriesSince(other, fromMs) }),
  ...(base !== undefined && { base }),
  ...(period !== undefined && { period }),
});

function seriesSince(series: Series, fromMs: number): Series {
  const first = placeAfter(series.times, fromMs - 1);
  if (first === 0) return series;
  const cut = (list: ArrayLike<number>) =>
    list instanceof Float64Array ? list.subarray(first) : Array.prototype.slice.call(list, first);
  const { times, values, places, partial, changing } = series;
  return {
    times: cut(times),
    values: cut(values),
    ...(places && { places: cut(places) }),
    ...(partial && { partial: cut(partial) }),
    ...(changing && { changing: { ...changing, columns: changing.columns.map(cut) } }),
  };
}

/** The window of a term that looks back over a span; null = it has none, or none that is kept. */
function windowOf(term: Term, series: Series, at: number): TermWindow | null {
  if (term.kind === 'completeness')
    return new TermWindow(series, { ...term, intervalMs: term.intervalMs }, at - delayOf(term));
  if (term.kind !== 'sum' && term.kind !== 'event' && term.kind !== 'failure') return null;
  return new TermWindow(series, { ...term, intervalMs: null }, at);
}

const rowAt = ({ columns }: Changing, i: number): number[] => columns.map((column) => column[i] as number);
const numberOrNull = (number: number): number | null => (Number.isNaN(number) ? null : number);

/** The change of a reading since the one that a term counts from. */
function changeFrom(
  { values, changing }: Series,
  i: number,
  base: NonNullable<TermData['base']>,
  period: number | null,
): number | null {
  if (!changing || !base.values) return plainChange(base.value, values[i] as number, period);
  return numberOrNull(changeBetween(changing.change, rowAt(changing, i), base.values));
}

/** A reading less one of another point; of two magnitudes of the same components, by those. */
function differenceOf(one: Series, i: number, other: Series, j: number, period: number | null): number | null {
  const [a, b] = [one.changing, other.changing];
  const isAlike = a && b && a.change.kind !== 'direction' && a.change.keys.join() === b.change.keys.join();
  if (!isAlike) return plainChange(other.values[j] as number, one.values[i] as number, period);
  return numberOrNull(changeBetween(a.change, rowAt(a, i), rowAt(b, j)));
}

/** The window of a term ends so long before now. */
const delayOf = (term: Term): number => (term.kind === 'completeness' ? term.intervalMs / 2 : 0);

/** Returns whether `valueAt` is when the newest reading of its point was measured, also where the value is not known. */
const valueIsOfLast = ({ kind }: Term): boolean => kind !== 'completeness' && kind !== 'event' && kind !== 'status';

const finiteOf = (at: number): number | null => (Number.isFinite(at) ? at : null);

/** A term on its way through time: `moveTo` each of its instants in order. */
export class TermCursor {
  readonly #term: Term;
  readonly #data: TermData;
  readonly #startAt: number;
  readonly #isThere: boolean;
  readonly #untilMs: number;
  /** The last reading before those that are given. */
  readonly #priorAt: number;
  #on: boolean;
  #run: number;
  #value: number | null;
  #valueAt: number | null;
  #truth: Truth;
  #sinceAt: number;
  #at: number;
  #place: number | null;
  /** It can be told, and is nothing that is reached: no failure is predicted. */
  #isNone: boolean;
  /** Readings that were passed, of its point and of the other. */
  #passed: number;
  #otherPassed = 0;
  /** The base of a rate. */
  #left: number;
  readonly #window: TermWindow | null;

  /** At `at`, where it stood so; null = nothing is known of what was before. Without data (its point is gone) it is unknown. `startAt`: silence counts from then at most. */
  constructor(term: Term, termData: TermData | null, at: number, startAt: number, state: TermState | null) {
    // What is given beyond the lookback must not change what it says.
    const data =
      term.kind === 'status'
        ? (termData ?? noData)
        : dataSince(termData ?? noData, at - (state ? lookbackOf(term) : 0));
    [this.#term, this.#data, this.#at, this.#startAt] = [term, data, at, startAt];
    this.#isThere = termData !== null;
    this.#untilMs = termData?.untilMs ?? Number.POSITIVE_INFINITY;
    this.#on = state?.on ?? false;
    this.#run = state?.run ?? 0;
    this.#value = state?.value ?? null;
    this.#valueAt = state?.valueAt ?? null;
    this.#place = state?.place ?? null;
    // What can be told without a value: of the other kinds a value that is missing is not known.
    this.#isNone = term.kind === 'failure' && state?.value === null && state.truth !== null;
    this.#truth = state?.truth ?? null;
    this.#sinceAt = state?.sinceAt ?? at;
    this.#priorAt = (valueIsOfLast(term) ? state?.valueAt : null) ?? Number.NEGATIVE_INFINITY;
    const { times } = data.series;
    this.#passed = placeAfter(times, at);
    this.#left = placeAfter(times, at - lookbackOf(term) - 1);
    if (data.other) this.#otherPassed = placeAfter(data.other.times, at);
    this.#window = windowOf(term, data.series, at);
  }

  get truth(): Truth {
    return this.#truth;
  }

  state(): TermState {
    return {
      on: this.#on,
      run: this.#run,
      value: this.#value,
      valueAt: this.#valueAt,
      place: this.#place,
      truth: this.#truth,
      sinceAt: this.#sinceAt,
    };
  }

  /** The next moment at which it may say something else; `readings` false = by the passing of time alone. */
  nextAt(readings = true): number {
    const { series, other } = this.#data;
    const term = this.#term;
    let next = readings ? timeAt(series, this.#passed) : Number.POSITIVE_INFINITY;
    if (readings && other) next = Math.min(next, timeAt(other, this.#otherPassed));
    const later = (at: number) => {
      if (at > this.#at && at < next) next = at;
    };
    later(this.#untilMs);
    if (term.kind === 'silence') later(Math.max(this.#lastAt(), this.#startAt) + term.spanMs);
    else if (term.kind !== 'status') {
      if (term.kind !== 'completeness') later(this.#lastAt() + term.maxAgeMs + 1);
      if (other) later(this.#otherLastAt() + term.maxAgeMs + 1);
      if (this.#window) later(this.#window.nextAt(this.#at - delayOf(term)) + delayOf(term));
    }
    return next;
  }

  /** Goes on to a moment, not past one of its own. */
  moveTo(at: number): void {
    const before = this.#lastAt();
    const otherBefore = this.#otherLastAt();
    this.#at = at;
    const { times } = this.#data.series;
    const first = this.#passed;
    while (this.#passed < times.length && (times[this.#passed] as number) <= at) this.#passed++;
    let hasNew = this.#passed > first;
    const { other } = this.#data;
    if (other) for (; timeAt(other, this.#otherPassed) <= at; this.#otherPassed++) hasNew = true;
    const term = this.#term;
    this.#window?.moveTo(at - delayOf(term));
    if (term.kind === 'silence') {
      this.#value = (at - Math.max(this.#lastAt(), this.#startAt)) / 1000;
      this.#valueAt = finiteOf(this.#lastAt());
    } else if (term.kind === 'status') {
      this.#value = this.#passed === 0 ? null : (this.#data.series.values[this.#passed - 1] as number);
      this.#valueAt = this.#passed === 0 ? null : this.#lastAt();
    } else if (hasNew || (this.#window && term.kind !== 'failure')) {
      const oldest = other && term.kind !== 'event' ? Math.min(before, otherBefore) : before;
      this.#judge(term, hasNew, hasNew && at - oldest > term.maxAgeMs);
    }
    const truth = this.#truthNow();
    if (truth !== this.#truth) [this.#truth, this.#sinceAt] = [truth, at];
  }

  #judge(term: MeasuredTerm, hasNew: boolean, afterGap: boolean): void {
    const measured = this.#measure(term);
    this.#isNone = measured === Number.POSITIVE_INFINITY;
    this.#value = this.#isNone ? null : measured;
    if (term.kind === 'completeness') this.#valueAt = this.#at;
    else if (hasNew && term.kind !== 'event') this.#valueAt = finiteOf(this.#lastAt());
    if (afterGap) this.#run = 0;
    if (measured === null) this.#run = 0;
    else if (this.#on) {
      this.#on = reaches(term.bounds, measured, true);
      this.#run = 0;
    } else if (!reaches(term.bounds, measured, false)) this.#run = 0;
    else if (hasNew || term.kind === 'completeness') {
      this.#run++;
      if (this.#run >= term.consecutive) [this.#on, this.#run] = [true, 0];
    }
  }

  #measure(term: MeasuredTerm): number | null {
    if (term.kind === 'sum') return this.#window?.sum ?? null;
    if (term.kind === 'completeness') return this.#window?.completeness(this.#at - delayOf(term)) ?? null;
    if (term.kind === 'event') return this.#strongest();
    const { series, other, base, period = null } = this.#data;
    const i = this.#passed - 1;
    if (i < 0) return null;
    const now = { atMs: series.times[i] as number, value: series.values[i] as number };
    if (term.kind === 'value') return this.#found(term, i);
    if (term.kind === 'change') return base && base.atMs <= now.atMs ? changeFrom(series, i, base, period) : null;
    if (term.kind === 'difference') {
      const j = this.#otherPassed - 1;
      if (!other || j < 0 || !this.#isFresh(term.maxAgeMs)) return null;
      return differenceOf(series, i, other, j, period);
    }
    if (term.kind === 'failure')
      return this.#window?.isWhole(now.atMs) ? hoursToFailure(series, this.#passed, term) : null;
    if (term.kind === 'rate') return this.#rateOf(now, term.spanMs, term.maxAgeMs);
    if (term.kind !== 'tangent') return null;
    const rate = this.#rateOf(now, term.spanMs, term.maxAgeMs);
    return rate === null ? null : (Math.atan(rate / term.uniformRate) * 180) / Math.PI;
  }

  #rateOf(now: Timed, spanMs: number, maxAgeMs: number): number | null {
    const { times, values } = this.#data.series;
    const moment = now.atMs - spanMs;
    const timed = (i: number): Timed | null =>
      i < this.#passed ? { atMs: times[i] as number, value: values[i] as number } : null;
    while (this.#left + 1 < this.#passed && (times[this.#left + 1] as number) <= moment) this.#left++;
    const before = timed(this.#left);
    if (before === null || before.atMs > moment || before.atMs < moment - Math.max(spanMs, maxAgeMs)) return null;
    const { changing } = this.#data.series;
    if (!changing) return rateOverSpan(now, before, timed(this.#left + 1), spanMs, this.#data.period ?? null);
    const rowOf = (i: number): TimedValues => ({ atMs: times[i] as number, values: rowAt(changing, i) });
    const after = this.#left + 1 < this.#passed ? rowOf(this.#left + 1) : null;
    return changeOverSpan(changing.change, rowOf(this.#passed - 1), rowOf(this.#left), after, spanMs);
  }

  /** A reading with its place; what others that are missing could change is not known. */
  #found(term: MeasuredTerm, i: number): number | null {
    const { values, places, partial } = this.#data.series;
    const value = values[i] as number;
    this.#place = places?.[i] ?? null;
    return partial?.[i] === 1 && !reaches(term.bounds, value, this.#on) ? null : value;
  }

  /** The strongest event of the window, 0 where nothing happened. */
  #strongest(): number {
    const { times, values, places } = this.#data.series;
    const i = this.#window?.largest() ?? null;
    this.#place = i === null ? null : (places?.[i] ?? null);
    this.#valueAt = i === null ? null : (times[i] as number);
    return i === null ? 0 : (values[i] as number);
  }

  #truthNow(): Truth {
    const term = this.#term;
    if (!this.#isThere || this.#at >= this.#untilMs) return null;
    if (term.kind === 'silence') return this.#at - Math.max(this.#lastAt(), this.#startAt) >= term.spanMs;
    if (term.kind === 'status') return this.#value === null ? null : this.#value === 1;
    if (term.kind === 'completeness') return this.#value === null ? null : this.#on;
    // What happened has happened, and rain that was measured has fallen, whatever is missing beside it.
    if ((term.kind === 'sum' || term.kind === 'event') && this.#on) return true;
    if (term.kind === 'event') return this.#at - this.#otherLastAt() <= term.maxAgeMs ? false : null;
    const fresh = this.#isFresh(term.maxAgeMs);
    if (term.kind === 'sum') return fresh && this.#window?.isWhole(this.#at) ? false : null;
    return fresh && (this.#value !== null || this.#isNone) ? this.#on : null;
  }

  #isFresh(maxAgeMs: number): boolean {
    const oldest = this.#data.other ? Math.min(this.#lastAt(), this.#otherLastAt()) : this.#lastAt();
    return this.#at - oldest <= maxAgeMs;
  }

  /** The newest reading that was passed. */
  #lastAt(): number {
    return this.#passed === 0 ? this.#priorAt : timeAt(this.#data.series, this.#passed - 1);
  }

  #otherLastAt(): number {
    const { other } = this.#data;
    return !other || this.#otherPassed === 0 ? Number.NEGATIVE_INFINITY : timeAt(other, this.#otherPassed - 1);
  }
}

const timeAt = ({ times }: Series, place: number): number => times[place] ?? Number.POSITIVE_INFINITY;
