/**
 * The columns of a thinned chart, filled from left to right with records and with blocks that stand for 64 of them. M4:
 * of each column the first, least, most and last value, among equals the first, and one gap. Pure.
 */
import type { Blocks, Extremes } from './summary.ts';

export interface Column {
  /** Records in order of time; `flags` 0 or null = none. */
  records(times: Float64Array, values: Float64Array, flags: Float64Array | null): void;
  /** Blocks no wider than a column; a block that lies on the border of two is of the first. */
  blocks(grid: Blocks, of: Extremes, flagAt: ((ms: number) => number) | null): void;
  /** Blocks without a value. */
  missing(grid: Blocks): void;
  finish(): {
    times: Float64Array;
    values: Float64Array;
    flags: Int16Array | null;
    total: number;
    thinned: boolean;
  };
}

/** Columns of `columnMs` from `fromMs` on. Up to `most` records, all of them are given as they are. */
export function openColumns(fromMs: number, columnMs: number, max: number): Column {
  const times: number[] = [];
  const values: number[] = [];
  const flags: number[] = [];
  let total = 0;
  let flagged = false;
  let summed = false;
  /** Every record, while there are few. */
  let all: { times: number[]; values: number[]; flags: number[] } | null = { times: [], values: [], flags: [] };

  let current = Number.NEGATIVE_INFINITY;
  let first = Number.NaN;
  let firstAt = 0;
  let firstFlag = 0;
  let last = 0;
  let lastAt = 0;
  let lastFlag = 0;
  let min = 0;
  let minAt = 0;
  let minFlag = 0;
  let greatest = 0;
  let maxAt = 0;
  let maxFlag = 0;
  let gapAt = Number.NaN;
  let gapFlag = 0;

  function put(at: number, value: number, flag: number) {
    if (times.length > 0 && times[times.length - 1] === at) return;
    times.push(at);
    values.push(value);
    flags.push(flag);
    if (flag !== 0) flagged = true;
  }
  /** Puts the gap where it belongs, before the points from a time on. */
  function gapBefore(at: number) {
    if (!(gapAt < at)) return;
    put(gapAt, Number.NaN, gapFlag);
    gapAt = Number.NaN;
  }
  /** Ends the column: its points in order of time, each once. */
  function flush() {
    if (!Number.isNaN(first)) {
      gapBefore(firstAt);
      put(firstAt, first, firstFlag);
      if (minAt <= maxAt) {
        gapBefore(minAt);
        put(minAt, min, minFlag);
        gapBefore(maxAt);
        put(maxAt, greatest, maxFlag);
      } else {
        gapBefore(maxAt);
        put(maxAt, greatest, maxFlag);
        gapBefore(minAt);
        put(minAt, min, minFlag);
      }
      gapBefore(lastAt);
      put(lastAt, last, lastFlag);
    }
    if (!Number.isNaN(gapAt)) put(gapAt, Number.NaN, gapFlag);
    first = Number.NaN;
    gapAt = Number.NaN;
  }
  function columnOf(at: number) {
    const column = Math.floor((at - fromMs) / columnMs);
    if (column === current) return;
    flush();
    current = column;
  }
  function begin(at: number, value: number, flag: number) {
    first = value;
    firstAt = at;
    firstFlag = flag;
    min = value;
    minAt = at;
    minFlag = flag;
    greatest = value;
    maxAt = at;
    maxFlag = flag;
  }

  return {
    records(at, of, found) {
      total += at.length;
      if (all && total <= max) {
        for (let i = 0; i < at.length; i++) {
          all.times.push(at[i]!);
          all.values.push(of[i]!);
          all.flags.push(found?.[i] ?? 0);
        }
      } else all = null;
      for (let i = 0; i < at.length; i++) {
        const time = at[i]!;
        const value = of[i]!;
        const flag = found === null ? 0 : found[i]!;
        columnOf(time);
        if (Number.isNaN(value)) {
          if (Number.isNaN(gapAt)) {
            gapAt = time;
            gapFlag = flag;
          }
          continue;
        }
        if (Number.isNaN(first)) begin(time, value, flag);
        else if (value < min) {
          min = value;
          minAt = time;
          minFlag = flag;
        } else if (value > greatest) {
          greatest = value;
          maxAt = time;
          maxFlag = flag;
        }
        last = value;
        lastAt = time;
        lastFlag = flag;
      }
    },
    blocks(grid, of, flagAt) {
      summed = true;
      all = null;
      const flag = flagAt ?? (() => 0);
      for (let b = 0; b < grid.first.length; b++) {
        total += grid.records[b]!;
        columnOf(grid.first[b]!);
        if (Number.isNaN(gapAt) && !Number.isNaN(of.gapAt[b]!)) {
          gapAt = of.gapAt[b]!;
          gapFlag = flag(gapAt);
        }
        const value = of.first[b]!;
        if (Number.isNaN(value)) continue;
        if (Number.isNaN(first)) begin(of.firstAt[b]!, value, flag(of.firstAt[b]!));
        if (of.min[b]! < min) {
          min = of.min[b]!;
          minAt = of.minAt[b]!;
          minFlag = flag(minAt);
        }
        if (of.max[b]! > greatest) {
          greatest = of.max[b]!;
          maxAt = of.maxAt[b]!;
          maxFlag = flag(maxAt);
        }
        last = of.last[b]!;
        lastAt = of.lastAt[b]!;
        lastFlag = flag(lastAt);
      }
    },
    missing(grid) {
      summed = true;
      all = null;
      for (let b = 0; b < grid.first.length; b++) {
        total += grid.records[b]!;
        columnOf(grid.first[b]!);
        if (Number.isNaN(gapAt)) {
          gapAt = grid.first[b]!;
          gapFlag = 0;
        }
      }
    },
    finish() {
      flush();
      const given = all ?? { times, values, flags };
      const out = Float64Array.from(given.values);
      const has = all ? all.flags.some((flag) => flag !== 0) : flagged;
      return {
        times: Float64Array.from(given.times),
        values: out,
        flags: has ? Int16Array.from(given.flags, (flag, i) => flag || (Number.isNaN(out[i]!) ? 9 : 1)) : null,
        total,
        thinned: summed || all === null,
      };
    },
  };
}
