/**
 * What a curve does next, by a model that is chosen: the fit over the past, and its continuation with a band of 95 per cent.
 * Null where the model does not fit: too few values, values that determine nothing, or a result that makes no sense.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { banded, bandOf, correlationOf, deviate, gradientOf, sigmaOf } from './band.ts';
import { fitExponential, fitHyperbola, fitPolynomial, timeOfFailure } from './curves.ts';
import { bestHoltWinters, greyModel, holtWinters } from './series.ts';
import type { Past } from './steps.ts';

export const forecastModels = [
  'linear',
  'polynomial',
  'hyperbolic',
  'exponential',
  'grey',
  'holtWinters',
  'inverseVelocity',
] as const;
export type ForecastModel = (typeof forecastModels)[number];

/** Values ahead that are given of a curve. */
const ahead = 60;
export interface Forecast {
  /** Epoch ms; the last value of the past comes first. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** null where the model has no band. */
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
  /** The fit over the past, at the times of its values. */
  readonly fitted: { readonly times: readonly number[]; readonly values: readonly number[] };
  /** Share of the variation that the fit explains. */
  readonly r2: number | null;
  /** Deviation of the residuals. */
  readonly sigma: number | null;
  /** Where a settlement that slows down comes to rest. */
  readonly end: number | null;
  /** When a movement that speeds up would fail, and the window of one deviation; epoch ms. */
  readonly failure: { readonly atMs: number; readonly fromMs: number; readonly toMs: number } | null;
}

/** Steps of the past for a model: a season of a day or a week has 24 or 28; others take what a chart can show. */
export function stepOf(model: ForecastModel, spanMs: number): number {
  if (model === 'holtWinters') return seasonOf(spanMs).stepMs;
  return spanMs / (model === 'grey' || model === 'inverseVelocity' ? 40 : 300);
}

/** A day where at most two months are looked at, else a week. */
const seasonOf = (spanMs: number): { readonly records: number; readonly stepMs: number } =>
  spanMs <= 62 * dayMs ? { records: 24, stepMs: dayMs / 24 } : { records: 28, stepMs: dayMs / 4 };

export function forecastOf(model: ForecastModel, past: Past, horizonMs: number): Forecast | null {
  const finite = finitePast(past);
  if (finite.times.length < 4 || !(horizonMs > 0)) return null;
  switch (model) {
    case 'grey':
      return greyForecast(past, horizonMs);
    case 'holtWinters':
      return seasonalForecast(past, horizonMs);
    case 'inverseVelocity':
      return failureForecast(finite, horizonMs);
    default:
      return curveForecast(model, finite, horizonMs);
  }
}

const finitePast = ({ times, values }: Past) => {
  const places = [...values.keys()].filter((i) => Number.isFinite(values[i]));
  return { times: places.map((i) => times[i] ?? 0), values: places.map((i) => values[i] ?? 0) };
};
type Known = ReturnType<typeof finitePast>;

/** A curve with its parameters, time in days from the first value. */
interface Fitted {
  readonly parameters: readonly number[];
  readonly at: (parameters: readonly number[], day: number) => number;
  readonly r2: number | null;
  readonly end: number | null;
}

/** The models that are a formula of time. Hyperbola and exponential begin at the first value. */
function fittedCurve(model: ForecastModel, days: readonly number[], values: readonly number[]): Fitted | null {
  const first = values[0] ?? 0;
  const since = values.map((value) => value - first);
  if (model === 'linear' || model === 'polynomial') {
    const curve = fitPolynomial(days, values, model === 'linear' ? 1 : 2);
    const at: Fitted['at'] = (p, day) => p.reduceRight((sum, c) => sum * day + c, 0);
    return curve && { parameters: curve.coefficients, at, r2: curve.r2, end: null };
  }
  if (model === 'hyperbolic') {
    const curve = fitHyperbola(days, since);
    const at: Fitted['at'] = ([a = 0, b = 0], day) => first + day / (a + b * day);
    return curve && { parameters: [curve.a, curve.b], at, r2: curve.r2, end: first + curve.end };
  }
  const curve = fitExponential(days, since);
  const at: Fitted['at'] = ([end = 0, b = 0], day) => first + end * (1 - Math.exp(-b * day));
  return curve && { parameters: [curve.end, curve.b], at, r2: curve.r2, end: first + curve.end };
}

function curveForecast(model: ForecastModel, { times, values }: Known, horizonMs: number): Forecast | null {
  const [firstMs, lastMs] = [times[0] ?? 0, times.at(-1) ?? 0];
  const dayOf = (atMs: number): number => (atMs - firstMs) / dayMs;
  const days = times.map(dayOf);
  const fitted = fittedCurve(model, days, values);
  if (fitted === null) return null;
  const { parameters, at, r2, end } = fitted;
  const fits = days.map((day) => at(parameters, day));
  const sigma = sigmaOf(values, fits, parameters.length);
  const nextTimes = Array.from({ length: ahead + 1 }, (_, k) => lastMs + (horizonMs * k) / ahead);
  const nextDays = nextTimes.map(dayOf);
  const next = nextDays.map((day) => at(parameters, day));
  if ([...fits, ...next].some((value) => !Number.isFinite(value))) return null;
  const rowAt = (day: number): number[] => gradientOf(parameters, (p) => at(p, day));
  const band = bandOf(days.map(rowAt), nextDays.map(rowAt), sigma, correlationOf(values, fits));
  return { ...banded(nextTimes, next, band), fitted: { times, values: fits }, r2, sigma, end, failure: null };
}

/** Steps without a value between two that have one, in a straight line; null where more than a fifth has none. */
function evenly({ values }: Past): number[] | null {
  const first = values.findIndex(Number.isFinite);
  const last = values.findLastIndex(Number.isFinite);
  const part = values.slice(first, last + 1);
  if (part.filter(Number.isFinite).length < part.length * 0.8) return null;
  return part.map((value, i) => {
    if (Number.isFinite(value)) return value;
    const before = part.slice(0, i).findLastIndex(Number.isFinite);
    const after = i + part.slice(i).findIndex(Number.isFinite);
    const [a, b] = [part[before] ?? 0, part[after] ?? 0];
    return a + ((b - a) * (i - before)) / (after - before);
  });
}

/** What an even model says, from the last value of the past on. */
function evenForecast(
  { times, values, stepMs }: Past,
  fits: readonly number[],
  next: readonly number[],
  half: readonly (number | null)[],
  skipped: number,
): Forecast | null {
  const first = values.findIndex(Number.isFinite);
  const last = values.findLastIndex(Number.isFinite);
  const [lastMs, lastValue] = [times[last] ?? 0, values[last] ?? 0];
  const pastTimes = times.slice(first + skipped, last + 1);
  const pastValues = values.slice(first + skipped, last + 1);
  const pastFits = fits.slice(skipped);
  const fittedPairs = pastValues.flatMap((value, i) =>
    Number.isFinite(value) ? [[value, pastFits[i] ?? 0] as const] : [],
  );
  const [measured, modelled] = [fittedPairs.map(([value]) => value), fittedPairs.map(([, fit]) => fit)];
  const mean = measured.reduce((sum, value) => sum + value, 0) / Math.max(1, measured.length);
  const total = measured.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sigma = sigmaOf(measured, modelled, 2);
  if ([...pastFits, ...next].some((value) => !Number.isFinite(value))) return null;
  return {
    ...banded([lastMs, ...next.map((_, k) => lastMs + (k + 1) * stepMs)], [lastValue, ...next], [0, ...half]),
    fitted: { times: pastTimes, values: pastFits },
    r2: total > 0 && sigma !== null ? 1 - (sigma ** 2 * Math.max(1, measured.length - 2)) / total : null,
    sigma,
    end: null,
    failure: null,
  };
}

/** GM(1,1) of values of one sign; the band by the derivatives of the curve of its sums by a and b. */
function greyForecast(past: Past, horizonMs: number): Forecast | null {
  const values = evenly(past);
  if (values === null) return null;
  const sign = values.every((value) => value < 0) ? -1 : 1;
  const count = Math.max(1, Math.ceil(horizonMs / past.stepMs));
  const model = greyModel(
    values.map((value) => sign * value),
    count,
  );
  if (model === null) return null;
  const all = model.values.map((value) => sign * value);
  const n = values.length;
  const first = sign * (values[0] ?? 0);
  const sumAt = ([a = 0, b = 0]: readonly number[], k: number): number => (first - b / a) * Math.exp(-a * k) + b / a;
  const rowAt = (k: number): number[] => gradientOf([model.a, model.b], (p) => sumAt(p, k) - sumAt(p, k - 1));
  const fits = all.slice(0, n);
  const half = bandOf(
    fits.slice(1).map((_, k) => rowAt(k + 1)),
    Array.from({ length: count }, (_, k) => rowAt(n + k)),
    sigmaOf(values.slice(1), fits.slice(1), 2),
    correlationOf(values, fits),
  );
  return evenForecast(past, fits, all.slice(n), half, 0);
}

/**
 * Additive Holt-Winters with the settings that fit best. Band: 1.96 s sqrt(1 + sum over the steps before of c_j^2), c_j =
 * alpha (1 + j beta) + gamma where j is a whole season (Hyndman and Athanasopoulos, Forecasting, 8.7).
 */
function seasonalForecast(past: Past, horizonMs: number): Forecast | null {
  const values = evenly(past);
  const { records: season } = seasonOf(past.stepMs * past.times.length);
  const settings = values && bestHoltWinters(values, season);
  if (!values || !settings) return null;
  const count = Math.max(1, Math.ceil(horizonMs / past.stepMs));
  const fitted = holtWinters(values, settings, count);
  if (fitted === null) return null;
  let sum = 1;
  const half = fitted.forecast.map((_, k) => {
    if (k > 0) sum += (settings.alpha * (1 + k * settings.beta) + (k % season === 0 ? settings.gamma : 0)) ** 2;
    return deviate * fitted.rms * Math.sqrt(sum);
  });
  return evenForecast(past, fitted.fitted, fitted.forecast, half, season);
}

/**
 * A movement that speeds up, by the line 1/v = A + B t through the velocities between the last steps that all went one way:
 * s = s_last + ln((A + B t)/(A + B t_last)) / B until shortly before it fails. It has a window and no band.
 */
function failureForecast({ times, values }: Known, horizonMs: number): Forecast | null {
  const [firstMs, lastMs] = [times[0] ?? 0, times.at(-1) ?? 0];
  const dayOf = (atMs: number): number => (atMs - firstMs) / dayMs;
  const sign = Math.sign((values.at(-1) ?? 0) - (values[0] ?? 0));
  const speeds = times.slice(1).map((atMs, i) => {
    const beforeMs = times[i] ?? 0;
    const day = dayOf((atMs + beforeMs) / 2);
    return { day, speed: (sign * ((values[i + 1] ?? 0) - (values[i] ?? 0)) * dayMs) / (atMs - beforeMs) };
  });
  const run = speeds.slice(speeds.findLastIndex(({ speed }) => !(speed > 0)) + 1);
  const [days, inverse] = [run.map(({ day }) => day), run.map(({ speed }) => 1 / speed)];
  const failing = timeOfFailure(
    days,
    run.map(({ speed }) => speed),
  );
  const line = fitPolynomial(days, inverse, 1);
  const lastDay = dayOf(lastMs);
  if (run.length < 4 || failing === null || line === null || failing.time <= lastDay) return null;
  const [a = 0, b = 0] = line.coefficients;
  const lastValue = values.at(-1) ?? 0;
  const until = Math.min(lastDay + horizonMs / dayMs, lastDay + (failing.time - lastDay) * 0.98);
  const at = (day: number): number => lastValue + (sign * Math.log((a + b * day) / (a + b * lastDay))) / b;
  const ms = (day: number): number => Math.round(firstMs + day * dayMs);
  const nextDays = Array.from({ length: ahead + 1 }, (_, k) => lastDay + ((until - lastDay) * k) / ahead);
  const next = nextDays.map(at);
  if (next.some((value) => !Number.isFinite(value))) return null;
  const noValues = next.map(() => null);
  return {
    times: nextDays.map(ms),
    values: next,
    lower: noValues,
    upper: noValues,
    fitted: { times: days.map(ms), values: days.map(at) },
    r2: failing.r2,
    sigma: null,
    end: null,
    failure: { atMs: ms(failing.time), fromMs: ms(failing.window[0]), toMs: ms(failing.window[1]) },
  };
}
