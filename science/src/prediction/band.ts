/**
 * The band of 95 per cent around a fit and its continuation.
 *
 * The band of a curve with parameters p is 1.96 sqrt(s^2 + c g'(J'J)^-1 g s^2): s the deviation of the residuals, g the
 * derivatives of the curve by p at that time, J those at the times of the fit (Draper and Smith, Applied Regression Analysis,
 * 24.6). Readings follow one another closely, so c = (1 + r)/(1 - r) with r the correlation of neighbouring residuals: as
 * many readings as say something of their own.
 */
import { solveLinearFit } from '../estimation/linear-fit.ts';

/** Normal deviate of a band of 95 per cent. */
export const deviate = 1.96;

/** Derivatives by the parameters, by differences. */
export function gradientOf(parameters: readonly number[], read: (parameters: readonly number[]) => number): number[] {
  return parameters.map((parameter, i) => {
    const step = 1e-6 * Math.max(Math.abs(parameter), 1e-6);
    const moved = (by: number): number => read(parameters.map((each, j) => (j === i ? each + by : each)));
    return (moved(step) - moved(-step)) / (2 * step);
  });
}

/** Standard deviation of the residuals; null without redundancy. */
export function sigmaOf(values: readonly number[], fits: readonly number[], unknowns: number): number | null {
  const redundancy = values.length - unknowns;
  const squares = values.reduce((sum, value, i) => sum + (value - (fits[i] ?? 0)) ** 2, 0);
  return redundancy > 0 ? Math.sqrt(squares / redundancy) : null;
}

/** Correlation of neighbouring residuals, from 0 to 0.98. */
export function correlationOf(values: readonly number[], fits: readonly number[]): number {
  const residuals = values.map((value, i) => value - (fits[i] ?? 0));
  const squares = residuals.reduce((sum, each) => sum + each * each, 0);
  const beside = residuals.slice(1).reduce((sum, each, i) => sum + each * (residuals[i] ?? 0), 0);
  return squares > 0 ? Math.min(0.98, Math.max(0, beside / squares)) : 0;
}

/** Half the width of the band at each row of `next`; null where the fit does not say. */
export function bandOf(
  rows: readonly (readonly number[])[],
  next: readonly (readonly number[])[],
  sigma: number | null,
  correlation: number,
): (number | null)[] {
  const n = rows[0]?.length ?? 0;
  // Columns of one size: their parameters may differ by powers of ten.
  const sizes = Array.from({ length: n }, (_, i) => Math.hypot(...rows.map((row) => row[i] ?? 0)) || 1);
  const scaled = (row: readonly number[]): number[] => row.map((value, i) => value / (sizes[i] ?? 1));
  const columns = rows.map(scaled);
  const normal = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => columns.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
  );
  const inflation = (1 + correlation) / (1 - correlation);
  return next.map((row) => {
    const g = scaled(row);
    const solved = solveLinearFit(normal, g);
    if (sigma === null || solved === null) return null;
    const leverage = g.reduce((sum, value, i) => sum + value * (solved.solution[i] ?? 0), 0);
    return deviate * sigma * Math.sqrt(1 + inflation * Math.max(0, leverage));
  });
}

export const banded = (times: readonly number[], values: readonly number[], half: readonly (number | null)[]) => ({
  times,
  values,
  lower: values.map((value, k) => withHalf(value, half[k] ?? null, -1)),
  upper: values.map((value, k) => withHalf(value, half[k] ?? null, 1)),
});
const withHalf = (value: number, half: number | null, side: 1 | -1): number | null =>
  half === null ? null : value + side * half;
