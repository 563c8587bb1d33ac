/** Forecasts: each model continues what it was made for, with a band that holds, and says nothing where it does not fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type ForecastModel, forecastModels, forecastOf, stepOf } from '../src/prediction/forecast.ts';
import { type Past, reachedAt, stepMeans } from '../src/prediction/steps.ts';
import { near } from './vectors.ts';

/** Readings every hour of so many days, through the steps that a model takes. */
function pastOf(model: ForecastModel, days: number, valueAt: (day: number) => number): Past {
  const steps = stepMeans(0, days * dayMs, stepOf(model, days * dayMs));
  const times = Array.from({ length: days * 24 * 4 }, (_, i) => (i * dayMs) / 96);
  steps.add(
    times,
    times.map((at) => valueAt(at / dayMs)),
  );
  return steps.past();
}
/** Noise that is the same every time. */
const noise = (day: number): number => Math.sin(day * 12_345.678) * Math.cos(day * 777.7);
const forecast = (model: ForecastModel, days: number, horizon: number, valueAt: (day: number) => number) =>
  forecastOf(model, pastOf(model, days, valueAt), horizon * dayMs);
const last = (list: readonly (number | null)[] | undefined): number => list?.at(-1) ?? Number.NaN;

test('curves of time are continued, and come to rest where they do', () => {
  const line = forecast('linear', 30, 10, (day) => 5 + 0.3 * day);
  assert.ok(line);
  near(last(line.values), 5 + 0.3 * (last(line.times) / dayMs), 1e-4);
  near(line.r2, 1, 1e-6);
  assert.ok(Math.abs(last(line.upper) - last(line.values)) < 0.05, 'without noise there is no doubt');
  const bend = forecast('polynomial', 30, 10, (day) => 1 - 0.2 * day + 0.01 * day * day);
  near(last(bend?.values), 1 - 0.2 * (last(bend?.times) / dayMs) + 0.01 * (last(bend?.times) / dayMs) ** 2, 1e-4);
  near(forecast('hyperbolic', 120, 30, (day) => -(day / (0.5 + 0.05 * day)))?.end ?? 0, -20, 0.05);
  near(forecast('exponential', 120, 30, (day) => 8 + 12 * (1 - Math.exp(-0.04 * day)))?.end ?? 0, 20, 0.01);
});

test('the band holds what comes and widens the farther one looks', () => {
  const truth = (day: number): number => 2 + 0.1 * day + 0.5 * noise(day);
  const found = forecast('linear', 60, 30, truth);
  assert.ok(found);
  const widths = found.upper.map((value, k) => Number(value) - Number(found.lower[k]));
  assert.ok(Number(widths.at(-1)) > Number(widths[0]) && Number(widths[0]) > 0);
  for (const [k, at] of found.times.entries()) {
    const trend = 2 + (0.1 * at) / dayMs;
    assert.ok(trend >= Number(found.lower[k]) && trend <= Number(found.upper[k]), `at ${at / dayMs}`);
  }
});

test('grey and seasonal models go on in even steps', () => {
  const grey = forecast('grey', 40, 10, (day) => 10 * Math.exp(0.01 * day));
  near(last(grey?.values), 10 * Math.exp((0.01 * last(grey?.times)) / dayMs), 0.01);
  const mirrored = forecast('grey', 40, 10, (day) => -10 * Math.exp(0.01 * day));
  near(last(mirrored?.values), -last(grey?.values), 1e-9);
  assert.equal(
    forecast('grey', 40, 10, (day) => day - 20),
    null,
    'values of both signs',
  );
  const wave = (day: number): number => 3 + 0.05 * day + 2 * Math.sin(2 * Math.PI * day);
  const seasonal = forecast('holtWinters', 20, 3, wave);
  assert.ok(seasonal);
  for (const [k, at] of seasonal.times.entries())
    assert.ok(Math.abs((seasonal.values[k] ?? 0) - wave(at / dayMs)) < 0.3, `at ${at / dayMs}`);
  assert.equal(forecast('holtWinters', 1, 1, wave), null, 'one season is none');
});

test('inverse velocity: the time of failure and its window, the curve ends before it', () => {
  // v = 10/(50 - t): failure at day 50.
  const found = forecast('inverseVelocity', 40, 30, (day) => -10 * Math.log(1 - day / 50));
  assert.ok(found?.failure);
  assert.ok(Math.abs(found.failure.atMs / dayMs - 50) < 0.5);
  assert.ok(found.failure.fromMs <= found.failure.atMs && found.failure.atMs <= found.failure.toMs);
  assert.ok(last(found.times) < found.failure.atMs);
  assert.equal(found.upper[0], null);
  assert.equal(
    forecast('inverseVelocity', 40, 30, (day) => Math.sqrt(day)),
    null,
    'what slows down does not fail',
  );
});

test('what cannot be continued is null by every model', () => {
  for (const model of forecastModels) {
    assert.equal(forecastOf(model, { times: [], values: [], stepMs: 1 }, dayMs), null);
    assert.equal(
      forecast(model, 30, 10, () => Number.NaN),
      null,
    );
  }
  const gaps = pastOf('grey', 40, (day) => (day > 10 && day < 30 ? Number.NaN : 5 + day));
  assert.equal(forecastOf('grey', gaps, dayMs), null, 'half of an even series is missing');
});

test('when a limit is reached, and not again where it already is', () => {
  near(reachedAt([0, 10, 20], [1, 3, 7], 5) ?? 0, 15);
  near(reachedAt([0, 10], [-1, -3], -2) ?? 0, 5);
  assert.equal(reachedAt([0, 10], [1, 3], 5), null);
  assert.equal(reachedAt([0, 10], [6, 9], 5), null);
  assert.equal(reachedAt([0, 10], [null, 9], 5), null);
});
