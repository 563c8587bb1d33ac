/**
 * The columns of a thinned chart, filled from left to right with records and with blocks that stand for 64 of them. M4:
 * of each column the first, least, most and last value, among equals the first, and one gap. Pure.
 */
import type { Blocks, Extremes } from './summary.ts';

/** Points of a series that are drawn, in order of time. */
export interface ThinnedSeries {
  times: Float64Array;
  values: Float64Array;
  flags: Int16Array | null;
  total: number;
  thinned: boolean;
}

/** Points in order of time, each time once. Flag 0 = none. */
class PointList {
  readonly times: number[] = [];
  readonly values: number[] = [];
  readonly flags: number[] = [];
  #flagged = false;

  add(at: number, value: number, flag: number): void {
    this.times.push(at);
    this.values.push(value);
    this.flags.push(flag);
    if (flag !== 0) this.#flagged = true;
  }

  put({ at, value, flag }: Mark): void {
    if (this.times.length === 0 || this.times[this.times.length - 1] !== at) this.add(at, value, flag);
  }

  series(): Pick<ThinnedSeries, 'times' | 'values' | 'flags'> {
    const flags = this.#flagged
      ? Int16Array.from(this.flags, (flag, i) => flag || (Number.isNaN(this.values[i]) ? 9 : 1))
      : null;
    return { times: Float64Array.from(this.times), values: Float64Array.from(this.values), flags };
  }
}

/** A point of a column that is not full yet. */
class Mark {
  at = 0;
  value = Number.NaN;
  flag = 0;

  set(at: number, value: number, flag: number): void {
    this.at = at;
    this.value = value;
    this.flag = flag;
  }
}

/** Columns of `columnMs` from `fromMs` on. Up to `max` records, all of them are given as they are. */
export class Columns {
  readonly #fromMs: number;
  readonly #columnMs: number;
  readonly #max: number;
  readonly #points = new PointList();
  /** Every record, while there are few. */
  #all: PointList | null = new PointList();
  #total = 0;
  #summed = false;

  #current = Number.NEGATIVE_INFINITY;
  /** Of the column, as far as it is known; none = its first value is NaN. */
  readonly #first = new Mark();
  readonly #last = new Mark();
  readonly #lowest = new Mark();
  readonly #highest = new Mark();
  /** The first gap; `at` NaN = none. Its value stays NaN. */
  readonly #gap = new Mark();

  constructor(fromMs: number, columnMs: number, max: number) {
    this.#fromMs = fromMs;
    this.#columnMs = columnMs;
    this.#max = max;
    this.#gap.at = Number.NaN;
  }

  /** Records in order of time; `flags` 0 or null = none. */
  records(times: Float64Array, values: Float64Array, flags: Float64Array | null): void {
    this.#total += times.length;
    if (this.#total > this.#max) this.#all = null;
    if (this.#all) for (let i = 0; i < times.length; i++) this.#all.add(times[i]!, values[i]!, flags?.[i] ?? 0);
    const [first, last, lowest, highest] = [this.#first, this.#last, this.#lowest, this.#highest];
    for (let i = 0; i < times.length; i++) {
      const time = times[i]!;
      const value = values[i]!;
      const flag = flags === null ? 0 : flags[i]!;
      this.#turnTo(time);
      if (Number.isNaN(value)) {
        this.#noteGap(time, flag);
        continue;
      }
      if (Number.isNaN(first.value)) this.#begin(time, value, flag);
      else if (value < lowest.value) lowest.set(time, value, flag);
      else if (value > highest.value) highest.set(time, value, flag);
      last.set(time, value, flag);
    }
  }

  /** Blocks no wider than a column; a block that lies on the border of two is of the first. */
  blocks(grid: Blocks, of: Extremes, flagAt: ((ms: number) => number) | null): void {
    this.#summed = true;
    this.#all = null;
    const flag = flagAt ?? (() => 0);
    for (let b = 0; b < grid.first.length; b++) {
      this.#total += grid.records[b]!;
      this.#turnTo(grid.first[b]!);
      const gapAt = of.gapAt[b]!;
      if (Number.isNaN(this.#gap.at) && !Number.isNaN(gapAt)) this.#noteGap(gapAt, flag(gapAt));
      if (Number.isNaN(of.first[b]!)) continue;
      const { value } = this.#first;
      if (Number.isNaN(value)) this.#begin(of.firstAt[b]!, of.first[b]!, flag(of.firstAt[b]!));
      if (of.min[b]! < this.#lowest.value) this.#lowest.set(of.minAt[b]!, of.min[b]!, flag(of.minAt[b]!));
      if (of.max[b]! > this.#highest.value) this.#highest.set(of.maxAt[b]!, of.max[b]!, flag(of.maxAt[b]!));
      this.#last.set(of.lastAt[b]!, of.last[b]!, flag(of.lastAt[b]!));
    }
  }

  /** Blocks without a value. */
  missing(grid: Blocks): void {
    this.#summed = true;
    this.#all = null;
    for (let b = 0; b < grid.first.length; b++) {
      this.#total += grid.records[b]!;
      this.#turnTo(grid.first[b]!);
      this.#noteGap(grid.first[b]!, 0);
    }
  }

  finish(): ThinnedSeries {
    this.#flush();
    const series = this.#all ?? this.#points;
    return { ...series.series(), total: this.#total, thinned: this.#summed || this.#all === null };
  }

  /** The column of a time: that before it ends. */
  #turnTo(at: number): void {
    const column = Math.floor((at - this.#fromMs) / this.#columnMs);
    if (column === this.#current) return;
    this.#flush();
    this.#current = column;
  }

  #begin(at: number, value: number, flag: number): void {
    this.#first.set(at, value, flag);
    this.#lowest.set(at, value, flag);
    this.#highest.set(at, value, flag);
  }

  #noteGap(at: number, flag: number): void {
    if (Number.isNaN(this.#gap.at)) this.#gap.set(at, Number.NaN, flag);
  }

  /** Ends the column: its points in order of time, each once. */
  #flush(): void {
    const isRising = this.#lowest.at <= this.#highest.at;
    if (!Number.isNaN(this.#first.value)) {
      this.#put(this.#first);
      this.#put(isRising ? this.#lowest : this.#highest);
      this.#put(isRising ? this.#highest : this.#lowest);
      this.#put(this.#last);
    }
    if (!Number.isNaN(this.#gap.at)) this.#points.put(this.#gap);
    this.#first.value = Number.NaN;
    this.#gap.at = Number.NaN;
  }

  /** Puts a point, and the gap before it where it belongs there. */
  #put(mark: Mark): void {
    if (this.#gap.at < mark.at) {
      this.#points.put(this.#gap);
      this.#gap.at = Number.NaN;
    }
    this.#points.put(mark);
  }
}
