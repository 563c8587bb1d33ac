/**
 * What follows another quantity: regression of a value on a temperature or a pressure, and the value without it.
 * Compensation shows raw and compensated side by side; nothing stored is changed by it.
 */
import { solveLinearFit } from '../estimation/linear-fit.ts';

export interface Regression {
  /** v = intercept + slope x (+ trend t). */
  readonly intercept: number;
  readonly slope: number;
  /** Per unit of t; 0 where no trend was fitted. */
  readonly trend: number;
  /** Share of the variance that the fit explains, 0 to 1; null where the values do not vary. */
  readonly r2: number | null;
  /** Pearson correlation of v and x alone; null where one of them does not vary. */
  readonly correlation: number | null;
  /** Pairs that counted. */
  readonly count: number;
}

/** Below this correlation a compensation is refused: it would add more than it takes away. */
export const minimumCorrelation = 0.5;

/**
 * Fits v = a + b x, and with `times` v = a + b x + c t, to the records where all are known. Null for fewer than three (four
 * with times), or an x that does not vary.
 */
export function regress(x: ArrayLike<number>, v: ArrayLike<number>, times?: ArrayLike<number>): Regression | null {
  const rows: { readonly x: number; readonly v: number; readonly t: number }[] = [];
  for (let i = 0; i < Math.min(x.length, v.length); i++) {
    const row = { x: x[i] as number, v: v[i] as number, t: times ? (times[i] ?? Number.NaN) : 0 };
    if (Number.isFinite(row.x + row.v + row.t)) rows.push(row);
  }
  if (rows.length < (times ? 4 : 3)) return null;
  // Centred, so that a time in seconds since 1970 costs no digits.
  const mean = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const [mx, mv, mt] = [mean((row) => row.x), mean((row) => row.v), mean((row) => row.t)];
  const solved = solveLinearFit(
    rows.map((row) => (times ? [1, row.x - mx, row.t - mt] : [1, row.x - mx])),
    rows.map((row) => row.v - mv),
  );
  if (solved === null) return null;
  const [a = 0, slope = 0, trend = 0] = solved.solution;
  const [vv, xx, xv] = rows.reduce(
    ([vv, xx, xv], row) => [vv + (row.v - mv) ** 2, xx + (row.x - mx) ** 2, xv + (row.v - mv) * (row.x - mx)],
    [0, 0, 0] as [number, number, number],
  );
  const unexplained = solved.residuals.reduce((sum, value) => sum + value * value, 0);
  return {
    intercept: mv + a - slope * mx - trend * mt,
    slope,
    trend,
    r2: vv > 0 ? 1 - unexplained / vv : null,
    correlation: vv > 0 && xx > 0 ? xv / Math.sqrt(vv * xx) : null,
    count: rows.length,
  };
}

/** Compensated value: v - slope (x - reference); NaN where either is missing. */
export const compensated = (v: number, x: number, slope: number, reference: number): number =>
  v - slope * (x - reference);
