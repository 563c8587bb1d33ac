/** Forecasts on curves: what is drawn, what is said of limits, what the crosshair reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Prediction, predictionModels } from '@plumbline/contract/views/predictions';
import { forecastModels } from '@plumbline/science/prediction/forecast';
import { draw } from '../src/charts/kinds/time-value/draw.ts';
import type { ChartCurve } from '../src/charts/kinds/time-value/shapes.ts';
import { timeValue } from '../src/charts/kinds/time-value/time-value.ts';
import { tokens } from '../src/design/tokens.ts';
import { forecastCurve, reachedLimits } from '../src/features/views/predictions/prediction-content.parts.ts';
import { readPrediction, writePrediction } from '../src/features/views/predictions/prediction-state.parts.ts';

const nowMs = Date.now();
const at = (step: number): number => nowMs + step * 3_600_000;
const measured: ChartCurve = { id: 'a', name: 'A', unit: 'mm', times: [at(-2), at(-1), at(0)], values: [1, 2, 3] };
const prediction: Prediction = {
  times: [at(0), at(1), at(2)],
  values: [3, 4, 5],
  lower: [3, 3, 3],
  upper: [3, 5, 7],
  fitted: { times: [], values: [] },
  r2: 1,
  sigma: 0,
  end: null,
  failure: null,
};

test('the contract names the models of science', () => {
  assert.deepEqual([...predictionModels], [...forecastModels]);
});

test('limits that are reached, on the side that they watch; none that is reached already', () => {
  const limits = [
    { level: 2, value: 4.5 },
    { level: 1, value: 2 },
    { level: 3, value: 20 },
    { level: 4, value: -4 },
    { level: 4, value: 4, cumulative: -6 },
  ];
  assert.deepEqual(
    reachedLimits(prediction, limits).map(({ level, value, at: time, earliestAt }) => [
      level,
      value,
      (time - at(0)) / 3_600_000,
      earliestAt === null ? null : (earliestAt - at(0)) / 3_600_000,
    ]),
    [[2, 4.5, 1.5, 0.75]],
  );
  const falling = { ...prediction, values: [3, 1, -1], lower: [3, 0, -3] };
  assert.deepEqual(
    reachedLimits(falling, [
      { level: 1, value: -0.5, cumulative: -0.5 },
      { level: 1, value: 2 },
    ]).map(({ value }) => value),
    [-0.5],
  );
});

test('a forecast is dashed with its band; the crosshair goes on along it, and reads nothing measured there', () => {
  const content = { curves: [measured, forecastCurve(prediction, measured, 'Forecast')] };
  assert.deepEqual(timeValue.stopsOf(content), [at(-2), at(-1), at(0), at(1), at(2)]);
  const values = (time: number) => timeValue.entriesOf(content, time, tokens.white).map(({ value }) => value);
  assert.deepEqual(values(at(-1)), ['2.000', '—']);
  assert.deepEqual(values(at(2)), ['—', '5.000']);
  const canvas = {
    widthPx: 600,
    heightPx: 300,
    tokens: tokens.white,
    language: 'en',
    t: ((key: string) => key) as never,
  };
  const { option, scale } = draw(content, { from: at(-2), to: at(2) }, canvas);
  assert.ok(scale.max >= 7, 'the band is in the picture');
  const series = option['series'] as { id: string; areaStyle?: object; lineStyle?: { type?: unknown } }[];
  assert.ok(series.some(({ id, areaStyle }) => id === 'forecast width' && areaStyle));
  assert.deepEqual(series.find(({ id }) => id === 'forecast')?.lineStyle?.type, [6, 4]);
  const bare = forecastCurve({ ...prediction, lower: [null], upper: [null] }, measured, 'F');
  assert.equal(bare.band, undefined);
});

test('the address holds the forecast', () => {
  const state = { model: 'grey', horizonDays: 30 } as const;
  const search = writePrediction(new URLSearchParams('point=7'), state);
  assert.deepEqual([search.toString(), readPrediction(search)], ['point=7&predict=grey&horizon=30', state]);
  assert.equal(writePrediction(search, { ...state, model: null }).toString(), 'point=7');
  assert.equal(readPrediction(new URLSearchParams('predict=oracle&horizon=8')).model, null);
});
