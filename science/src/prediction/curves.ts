/**
 * Curves through a settlement or displacement over time, and what they foretell. Times in any unit counted from the begin
 * of the curve, values in the unit of the series. Every fit is null when it cannot be made: too few points, points that
 * determine nothing, or a result that makes no sense. The caller says so; no curve is guessed.
 */
import { solveLinearFit } from '../estimation/linear-fit.ts';

export interface Curve {
  /** Value at a time. */
  readonly at: (t: number) => number;
  /** 0 to 1; null where the values do not vary. */
  readonly r2: number | null;
  /** Standard deviation of the residuals; null without redundancy. */
  readonly sigma: number | null;
}

type Series = ArrayLike<number>;

function curveOf(t: Series, s: Series, unknowns: number, at: (t: number) => number): Curve | null {
  const residuals = Array.from(t, (time, i) => (s[i] as number) - at(time));
  if (residuals.some((value) => !Number.isFinite(value))) return null;
  const mean = Array.from(s).reduce((sum, value) => sum + value, 0) / s.length;
  const total = Array.from(s).reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const vv = residuals.reduce((sum, value) => sum + value * value, 0);
  const redundancy = residuals.length - unknowns;
  return { at, r2: total > 0 ? 1 - vv / total : null, sigma: redundancy > 0 ? Math.sqrt(vv / redundancy) : null };
}

/** Polynomial of degree 1 or 2 by least squares; coefficients from the constant upwards. */
export function fitPolynomial(
  t: Series,
  s: Series,
  degree: 1 | 2,
): (Curve & { readonly coefficients: readonly number[] }) | null {
  const solved = solveLinearFit(
    Array.from(t, (time) => Array.from({ length: degree + 1 }, (_, power) => time ** power)),
    Array.from(s),
  );
  if (solved === null) return null;
  const coefficients = solved.solution;
  const curve = curveOf(t, s, degree + 1, (time) => coefficients.reduceRight((sum, c) => sum * time + c, 0));
  return curve && { ...curve, coefficients };
}

/**
 * Hyperbola s = t / (a + b t) by regression of t/s on t (Tan 1991); the end of settlement is 1/b. Records at t = 0 or with
 * s = 0 take no part. Null where the end is not ahead (b and a not positive for a growing settlement).
 */
export function fitHyperbola(
  t: Series,
  s: Series,
): (Curve & { readonly a: number; readonly b: number; readonly end: number }) | null {
  const used = Array.from(t, (time, i) => ({ time, value: s[i] as number })).filter(
    ({ time, value }) => time > 0 && value !== 0,
  );
  const solved = solveLinearFit(
    used.map(({ time }) => [1, time]),
    used.map(({ time, value }) => time / value),
  );
  if (solved === null) return null;
  const [a = 0, b = 0] = solved.solution;
  if (a === 0 || b === 0 || Math.sign(a) !== Math.sign(b)) return null;
  const curve = curveOf(t, s, 2, (time) => time / (a + b * time));
  return curve && { ...curve, a, b, end: 1 / b };
}

/**
 * s = A (1 - e^(-b t)) by least squares, Gauss-Newton from the hyperbola's end. Null where it does not converge or b is
 * not positive.
 */
export function fitExponential(t: Series, s: Series): (Curve & { readonly end: number; readonly b: number }) | null {
  const longest = Math.max(...Array.from(t));
  let end = fitHyperbola(t, s)?.end ?? (s[s.length - 1] as number);
  let b = 3 / longest;
  if (!Number.isFinite(end + b)) return null;
  for (let step = 0; step < 200; step++) {
    const rows = Array.from(t, (time, i) => {
      const decay = Math.exp(-b * time);
      return { row: [1 - decay, end * time * decay], residual: (s[i] as number) - end * (1 - decay) };
    });
    const solved = solveLinearFit(
      rows.map(({ row }) => row),
      rows.map(({ residual }) => residual),
    );
    if (solved === null) return null;
    const [dEnd = 0, dB = 0] = solved.solution;
    // Half steps while a whole one would turn the decay into growth.
    const share = b + dB > 0 ? 1 : -b / (2 * dB);
    end += share * dEnd;
    b += share * dB;
    if (Math.abs(dB) <= 1e-13 * b && Math.abs(dEnd) <= 1e-13 * Math.abs(end)) break;
  }
  if (!(b > 0)) return null;
  const curve = curveOf(t, s, 2, (time) => end * (1 - Math.exp(-b * time)));
  return curve && { ...curve, end, b };
}

/**
 * Time of failure by the inverse velocity (Fukuzono 1985): the line through 1/v reaches 0 at t_f = -intercept / slope.
 * The window is that of t_f under one standard deviation of the line's two parameters. Null where the velocity does not
 * grow, is not positive, or fewer than three are given.
 */
export function timeOfFailure(
  t: Series,
  velocity: Series,
): { readonly time: number; readonly window: readonly [number, number]; readonly r2: number | null } | null {
  const inverse = Array.from(velocity, (v) => 1 / v);
  if (inverse.length < 3 || inverse.some((value) => !(value > 0 && Number.isFinite(value)))) return null;
  const line = fitPolynomial(t, inverse, 1);
  if (line === null) return null;
  const [intercept = 0, slope = 0] = line.coefficients;
  if (!(slope < 0) || line.sigma === null) return null;
  const time = -intercept / slope;
  const times = Array.from(t);
  const mean = times.reduce((sum, value) => sum + value, 0) / times.length;
  const square = times.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  // Deviation of the line at t_f, turned into time by its slope.
  const deviation = (line.sigma * Math.sqrt(1 / times.length + (time - mean) ** 2 / square)) / -slope;
  return { time, window: [time - deviation, time + deviation], r2: line.r2 };
}
