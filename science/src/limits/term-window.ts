/** What lies in the window of a term that looks back over a span: kept up to date reading by reading, whatever its length. */
import { missingBetween } from '../series/rates.ts';
import type { Series } from './condition-terms.ts';

/** Sums are of millionths, as readings are stored: whole numbers add up to the same in whatever order and pieces. */
const scale = 1e6;

export interface WindowSpan {
  readonly spanMs: number;
  /** Readings that lie farther apart have a hole between them. */
  readonly maxAgeMs: number;
  /** completeness: readings are due so far apart, and the window holds its begin too; null = it does not. */
  readonly intervalMs: number | null;
}

export class TermWindow {
  readonly #series: Series;
  readonly #span: WindowSpan;
  /** The first reading within, and the one after the last. */
  #left: number;
  #right: number;
  #millionths = 0;
  /** Readings that are missing between those within. */
  #missing = 0;
  /** The reading after the newest hole. */
  #holeEndAt = Number.NEGATIVE_INFINITY;

  /** At `at`; the readings up to then are passed. */
  constructor(series: Series, span: WindowSpan, at: number) {
    [this.#series, this.#span, this.#left, this.#right] = [series, span, 0, 0];
    this.moveTo(at);
  }

  get sum(): number {
    return this.#millionths / scale;
  }

  /** No hole lies within, and a reading at its begin or shortly before. */
  isWhole(at: number): boolean {
    return this.#holeEndAt <= at - this.#span.spanMs;
  }

  moveTo(at: number): void {
    const { times } = this.#series;
    for (; this.#right < times.length && this.#timeOf(this.#right) <= at; this.#right++) this.#take(this.#right);
    const { spanMs, intervalMs } = this.#span;
    const from = intervalMs === null ? at - spanMs : at - spanMs - 1;
    while (this.#left < this.#right && this.#timeOf(this.#left) <= from) this.#letGo();
  }

  /** The next moment after `at` at which something leaves it, a hole does, or a reading is missed. */
  nextAt(at: number): number {
    const { spanMs, intervalMs } = this.#span;
    const moments = [this.#holeEndAt + spanMs];
    const isEmpty = this.#left >= this.#right;
    if (!isEmpty) moments.push(this.#timeOf(this.#left) + spanMs + (intervalMs === null ? 0 : 1));
    // It ends before now: a reading that has come enters it later.
    if (intervalMs !== null && this.#right < this.#series.times.length) moments.push(this.#timeOf(this.#right));
    if (intervalMs !== null && !isEmpty) {
      // One more is missed each interval after the newest reading, and fewer as the first one nears the begin; rounding
      // changes at such a moment or just after it.
      const last = this.#timeOf(this.#right - 1);
      const exit = this.#timeOf(this.#left) + spanMs;
      const missed = last + Math.floor((at - last) / intervalMs) * intervalMs;
      const neared = exit - Math.ceil((exit - at) / intervalMs) * intervalMs;
      for (const moment of [missed, neared]) moments.push(moment + 1, moment + intervalMs, moment + intervalMs + 1);
    }
    let next = Number.POSITIVE_INFINITY;
    for (const moment of moments) if (moment > at && moment < next) next = moment;
    return next;
  }

  /** How much of what the window should hold is there, in percent: as `completenessOf` counts it. */
  completeness(at: number): number {
    const { spanMs, intervalMs } = this.#span;
    const interval = intervalMs ?? spanMs;
    const expected = Math.floor(spanMs / interval);
    const [from, to] = [at - spanMs - interval / 2, at + interval / 2];
    const isEmpty = this.#left >= this.#right;
    const ends = isEmpty
      ? missingBetween(from, to, interval)
      : missingBetween(from, this.#timeOf(this.#left), interval) +
        missingBetween(this.#timeOf(this.#right - 1), to, interval);
    const missing = Math.min(expected, ends + this.#missing);
    return expected === 0 ? 100 : ((expected - missing) / expected) * 100;
  }

  /** The place of the largest value within; null = nothing is. Of equals the newest. */
  largest(): number | null {
    const { values } = this.#series;
    let largest: number | null = null;
    for (let i = this.#left; i < this.#right; i++)
      if (largest === null || (values[i] as number) >= (values[largest] as number)) largest = i;
    return largest;
  }

  #take(i: number): void {
    const { maxAgeMs, intervalMs } = this.#span;
    this.#millionths += this.#millionthsOf(i);
    if (i === 0 || this.#timeOf(i) - this.#timeOf(i - 1) > maxAgeMs) this.#holeEndAt = this.#timeOf(i);
    if (i > this.#left && intervalMs !== null)
      this.#missing += missingBetween(this.#timeOf(i - 1), this.#timeOf(i), intervalMs);
  }

  #letGo(): void {
    const { intervalMs } = this.#span;
    this.#millionths -= this.#millionthsOf(this.#left);
    if (this.#left + 1 < this.#right && intervalMs !== null)
      this.#missing -= missingBetween(this.#timeOf(this.#left), this.#timeOf(this.#left + 1), intervalMs);
    this.#left++;
  }

  #timeOf = (i: number): number => this.#series.times[i] as number;
  #millionthsOf = (i: number): number => Math.round((this.#series.values[i] as number) * scale);
}
