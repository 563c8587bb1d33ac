/**
 * Predictions of an evenly spaced series: the grey model GM(1,1) and Holt-Winters smoothing. Null when they cannot be
 * made.
 */
import { solveLinearFit } from '../estimation/linear-fit.ts';

export interface GreyModel {
  readonly a: number;
  readonly b: number;
  /** Of the given steps, then of those ahead. */
  readonly values: readonly number[];
  /** Mean of |residual / value| over the steps after the first. */
  readonly meanRelativeError: number;
  /** S2 / S1: deviation of the residuals over that of the values. Below 0.35 good, 0.5 fair, 0.65 poor. */
  readonly posteriorRatio: number;
  /** Share of residuals within 0.6745 S1 of their mean. */
  readonly smallErrorProbability: number;
}

/**
 * GM(1,1) (Deng 1982): x1 is the running sum, z the mean of neighbours of it, x0_k = -a z_k + b by least squares, and
 * x1^(k+1) = (x0_1 - b/a) e^(-a k) + b/a. Needs four positive values at equal distances.
 */
export function greyModel(values: readonly number[], ahead: number): GreyModel | null {
  const first = values[0];
  if (first === undefined || values.length < 4 || values.some((value) => !(value > 0))) return null;
  const sums: number[] = [];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  const solved = solveLinearFit(
    sums.slice(1).map((sum, k) => [-(sum + (sums[k] ?? 0)) / 2, 1]),
    values.slice(1),
  );
  if (solved === null) return null;
  const [a = 0, b = 0] = solved.solution;
  if (a === 0) return null;
  const sumAt = (k: number): number => (first - b / a) * Math.exp(-a * k) + b / a;
  const fitted = Array.from({ length: values.length + ahead }, (_, k) => (k === 0 ? first : sumAt(k) - sumAt(k - 1)));
  if (fitted.some((value) => !Number.isFinite(value))) return null;
  const residuals = values.map((value, k) => value - (fitted[k] ?? Number.NaN));
  const spread = (list: readonly number[]): { readonly mean: number; readonly deviation: number } => {
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
    return { mean, deviation: Math.sqrt(list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / list.length) };
  };
  const [of, left] = [spread(values), spread(residuals)];
  return {
    a,
    b,
    values: fitted,
    meanRelativeError:
      residuals.slice(1).reduce((sum, each, k) => sum + Math.abs(each / (values[k + 1] ?? Number.NaN)), 0) /
      (values.length - 1),
    posteriorRatio: left.deviation / of.deviation,
    smallErrorProbability:
      residuals.filter((each) => Math.abs(each - left.mean) < 0.6745 * of.deviation).length / values.length,
  };
}

export interface HoltWintersSettings {
  /** Records of a season. */
  readonly season: number;
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
}

export interface HoltWinters {
  /** One step ahead, for each given value. */
  readonly fitted: readonly number[];
  readonly forecast: readonly number[];
  /** Root mean square of the one-step errors after the first season. */
  readonly rms: number;
}

/**
 * Additive Holt-Winters (Winters 1960). It begins with level = mean of the first season, trend = difference of the means
 * of the first two seasons per record, seasonal = value - level. Level l = alpha (y - s) + (1 - alpha)(l + b), trend
 * b = beta (l - l') + (1 - beta) b, seasonal s = gamma (y - l' - b') + (1 - gamma) s. Needs two whole seasons.
 */
export function holtWinters(
  values: readonly number[],
  { season, alpha, beta, gamma }: HoltWintersSettings,
  ahead: number,
): HoltWinters | null {
  if (season < 2 || values.length < 2 * season || values.some((value) => !Number.isFinite(value))) return null;
  const mean = (from: number): number =>
    values.slice(from, from + season).reduce((sum, value) => sum + value, 0) / season;
  let level = mean(0);
  let trend = (mean(season) - level) / season;
  const seasonal = values.slice(0, season).map((value) => value - level);
  const fitted: number[] = [];
  const seasonalAt = (i: number): number => seasonal[i % season] ?? Number.NaN;
  for (const [i, value] of values.entries()) {
    const before = { level, trend };
    fitted.push(level + trend + seasonalAt(i));
    level = alpha * (value - seasonalAt(i)) + (1 - alpha) * (before.level + before.trend);
    trend = beta * (level - before.level) + (1 - beta) * before.trend;
    seasonal[i % season] = gamma * (value - before.level - before.trend) + (1 - gamma) * seasonalAt(i);
  }
  const errors = values.slice(season).map((value, i) => value - (fitted[i + season] ?? Number.NaN));
  return {
    fitted,
    forecast: Array.from({ length: ahead }, (_, k) => level + (k + 1) * trend + seasonalAt(values.length + k)),
    rms: Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
  };
}

/** The settings of a grid whose one-step errors are least, for who has none; null where holtWinters is. */
export function bestHoltWinters(values: readonly number[], season: number): HoltWintersSettings | null {
  let best: { readonly settings: HoltWintersSettings; readonly rms: number } | null = null;
  const steps = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9];
  for (const alpha of steps)
    for (const beta of [0, 0.02, 0.05, 0.1, 0.3])
      for (const gamma of [0, 0.05, 0.1, 0.3, 0.6]) {
        const settings = { season, alpha, beta, gamma };
        const rms = holtWinters(values, settings, 0)?.rms;
        if (rms !== undefined && (best === null || rms < best.rms)) best = { settings, rms };
      }
  return best?.settings ?? null;
}
