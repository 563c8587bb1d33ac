/**
 * What a value should be by the season: a wave of one year with, where asked for, a trend and the temperature, fitted by
 * least squares to readings of a training span (the seasonal part of the HST model of dams; domain.md 5.5, 5.6). The
 * departure of a later reading is told in standard deviations of the residuals.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { solveLinearFit } from '../estimation/linear-fit.ts';
import type { Series } from './condition-terms.ts';

/** The tropical year. */
const yearMs = 365.2422 * dayMs;
/** A training span: good readings over so many days, so many of them, in so many of its twelfths. */
export const seasonNeeds = { days: 300, readings: 100, months: 10 } as const;
/** More are thinned evenly: a wave of a year is known from them as well. */
const maxReadings = 5_000;

export interface SeasonModel {
  readonly intercept: number;
  readonly sine: number;
  readonly cosine: number;
  readonly trendPerDay: number | null;
  readonly perDegree: number | null;
  readonly meanTemperature: number | null;
  /** Standard deviation of the residuals, in the unit of the values. */
  readonly deviation: number;
  readonly r2: number;
  readonly readings: number;
}
interface TrainingSpan {
  readonly fromMs: number;
  readonly toMs: number;
}
/** Why there is no model. */
export interface ShortHistory {
  readonly days: number;
  readonly readings: number;
}

/** A temperature counts for a reading as long as it is no older than this. */
export const temperatureReachMs = 6 * 3_600_000;

/** The newest temperature at the time of each reading, NaN where there is none so near. Both ascending. */
export function temperaturesAt(times: ArrayLike<number>, temperature: Series): Float64Array {
  let next = 0;
  return Float64Array.from(times, (at) => {
    while (next < temperature.times.length && (temperature.times[next] as number) <= at) next++;
    const isNear = next > 0 && at - (temperature.times[next - 1] as number) <= temperatureReachMs;
    return isNear ? (temperature.values[next - 1] as number) : Number.NaN;
  });
}

/** Days of the trend count from the end of the training. */
function rowOf(at: number, { toMs }: TrainingSpan, hasTrend: boolean, temperature: number | null): number[] {
  const angle = (2 * Math.PI * (at % yearMs)) / yearMs;
  return [
    ...[1, Math.sin(angle), Math.cos(angle)],
    ...(hasTrend ? [(at - toMs) / dayMs] : []),
    ...(temperature === null ? [] : [temperature]),
  ];
}

/** Fits the readings in the span. ShortHistory where they are too few or too close together for a year, or determine nothing. */
export function fitSeason(
  series: Series,
  temperature: Series | null,
  span: TrainingSpan & { readonly hasTrend: boolean },
): SeasonModel | ShortHistory {
  const beside = temperature && temperaturesAt(series.times, temperature);
  const usable = Array.from(series.times).flatMap((at, i) =>
    at >= span.fromMs && at <= span.toMs && !(beside && Number.isNaN(beside[i])) ? [i] : [],
  );
  const timeOf = (i: number | undefined): number => (i === undefined ? 0 : (series.times[i] as number));
  const short = { days: Math.floor((timeOf(usable.at(-1)) - timeOf(usable[0])) / dayMs), readings: usable.length };
  const months = new Set(usable.map((i) => Math.floor((timeOf(i) % yearMs) / (yearMs / 12))));
  if (short.days < seasonNeeds.days || short.readings < seasonNeeds.readings || months.size < seasonNeeds.months)
    return short;
  const step = Math.ceil(usable.length / maxReadings);
  const used = usable.filter((_, place) => place % step === 0);
  const mean = beside && used.reduce((sum, i) => sum + (beside[i] as number), 0) / used.length;
  const values = used.map((i) => series.values[i] as number);
  const rows = used.map((i) =>
    rowOf(timeOf(i), span, span.hasTrend, beside && mean !== null ? (beside[i] as number) - mean : null),
  );
  const fit = solveLinearFit(rows, values);
  if (fit === null) return short;
  const [intercept = 0, sine = 0, cosine = 0, ...more] = fit.solution;
  const squares = fit.residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  const deviation = Math.sqrt(squares / (used.length - fit.solution.length));
  // Values that never moved have no spread to measure a departure by.
  if (!(deviation > 0)) return short;
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const total = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return {
    intercept,
    sine,
    cosine,
    deviation,
    readings: used.length,
    meanTemperature: mean,
    trendPerDay: span.hasTrend ? (more[0] ?? null) : null,
    perDegree: beside ? (more.at(-1) ?? null) : null,
    r2: total > 0 ? 1 - squares / total : 0,
  };
}

/** Returns the value that the model expects at a time; NaN where it needs a temperature and there is none. */
export function seasonAt(model: SeasonModel, trainedToMs: number, at: number, temperature: number): number {
  const { intercept, sine, cosine, trendPerDay, perDegree, meanTemperature } = model;
  const [, sin = 0, cos = 0] = rowOf(at, { fromMs: 0, toMs: trainedToMs }, false, null);
  const trend = trendPerDay === null ? 0 : (trendPerDay * (at - trainedToMs)) / dayMs;
  const heat = perDegree === null || meanTemperature === null ? 0 : perDegree * (temperature - meanTemperature);
  return intercept + sine * sin + cosine * cos + trend + heat;
}

/**
 * Departures of the readings after the training, in standard deviations. The model knows the training span: of readings
 * within it, and before, it says nothing. Readings without a temperature beside them are left out where it needs one.
 */
export function departuresOf(
  series: Series,
  temperature: Series | null,
  model: SeasonModel,
  trainedToMs: number,
): Series {
  const beside = temperature && model.perDegree !== null ? temperaturesAt(series.times, temperature) : null;
  const times: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < series.times.length; i++) {
    const at = series.times[i] as number;
    if (at <= trainedToMs) continue;
    const expected = seasonAt(model, trainedToMs, at, beside ? (beside[i] as number) : (model.meanTemperature ?? 0));
    const departure = ((series.values[i] as number) - expected) / model.deviation;
    if (!Number.isFinite(departure)) continue;
    times.push(at);
    values.push(departure);
  }
  return { times, values };
}
