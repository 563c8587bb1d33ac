/** Predictions against the vectors (scipy, statsmodels) and worked examples, and what cannot be predicted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitExponential, fitHyperbola, fitPolynomial, timeOfFailure } from '../src/prediction/curves.ts';
import { bestHoltWinters, greyModel, holtWinters } from '../src/prediction/series.ts';
import { near, nearAll, vector } from './vectors.ts';

interface In {
  readonly model: string;
  readonly t: number[];
  readonly s: number[];
  readonly points: [number, number, number];
  readonly x0: number[];
  readonly t_day: number[];
  readonly velocity: number[];
  readonly y: number[];
  readonly season: number;
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
}
type Out = Readonly<Record<string, number>> & {
  readonly fitted_and_5_forecast: number[];
  readonly fitted_last5: number[];
  readonly forecast24: number[];
};

const { cases } = vector<In, Out>('prediction');
/** Each key of the vector's answer equals the number given. */
const equal = (out: Out, given: Readonly<Record<string, number | null | undefined>>, tolerance = 1e-8): void => {
  for (const [key, value] of Object.entries(given)) near(value, out[key] ?? Number.NaN, tolerance);
};

const models: Readonly<Record<string, (given: In, out: Out) => void>> = {
  hyperbolic({ t, s }, out) {
    const curve = fitHyperbola(t, s);
    equal(out, { a: curve?.a, b: curve?.b, s_inf: curve?.end, s_at_400: curve?.at(400) });
  },
  exponential_lsq({ t, s }, out) {
    const curve = fitExponential(t, s);
    equal(out, { A: curve?.end, b: curve?.b }, 1e-7);
  },
  linear({ t, s }, out) {
    const curve = fitPolynomial(t, s, 1);
    equal(out, {
      intercept: curve?.coefficients[0],
      slope: curve?.coefficients[1],
      r2: curve?.r2,
      at_250: curve?.at(250),
    });
  },
  poly2({ t, s }, out) {
    const curve = fitPolynomial(t, s, 2);
    const [c0, c1, c2] = curve?.coefficients ?? [];
    equal(out, { c0, c1, c2, at_250: curve?.at(250) });
  },
  gm11({ x0 }, out) {
    const model = greyModel(x0, 5);
    assert.ok(model);
    equal(out, { a: model.a, b: model.b, mean_rel_error: model.meanRelativeError });
    nearAll(model.values, out.fitted_and_5_forecast, 1e-8);
    near(model.smallErrorProbability, out['small_error_prob_P'] ?? null);
    near(model.posteriorRatio, out['posterior_ratio_C'] ?? null, 1e-6);
  },
  inverse_velocity({ t_day, velocity }, out) {
    const failure = timeOfFailure(t_day, velocity);
    equal(out, { t_failure_day: failure?.time, r2: failure?.r2 });
    assert.ok(failure && failure.window[0] < failure.time && failure.time < failure.window[1]);
  },
  holt_winters_add({ y, season, alpha, beta, gamma }, out) {
    const found = holtWinters(y, { season, alpha, beta, gamma }, 24);
    assert.ok(found);
    nearAll(found.fitted.slice(-5), out.fitted_last5, 1e-8);
    nearAll(found.forecast.slice(0, -1), out.forecast24.slice(0, -1), 1e-8);
    // statsmodels takes the season of the last record as it was before that record; the method takes it after (Hyndman and
    // Athanasopoulos, Forecasting, 8.3). They differ by gamma times the last error.
    const last = gamma * ((y.at(-1) ?? 0) - (found.fitted.at(-1) ?? 0));
    near(found.forecast.at(-1), (out.forecast24.at(-1) ?? 0) + last, 1e-8);
  },
};

// The three-point method is calculated nowhere: the least squares of `exponential_lsq` is.
for (const { in: given, out } of cases.filter(({ in: { model } }) => model !== 'exponential3'))
  test(`${given.model} as the vector has it`, () => {
    const check = models[given.model];
    assert.ok(check, given.model);
    check(given, out);
  });

test('worked examples', () => {
  const hyperbola = fitHyperbola([10, 20, 40, 80], [16.6667, 28.5714, 44.4444, 61.5385]);
  near(hyperbola?.end, 100, 1e-4);
  const grey = greyModel([10, 11.2, 12.5, 14.1, 15.8], 2);
  nearAll(grey?.values.slice(5) ?? [], [17.7046, 19.8683], 1e-4);
  near(
    timeOfFailure(
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4].map((t) => 10 / (10 - t)),
    )?.time,
    10,
  );
});

test('what cannot be predicted is null', () => {
  assert.equal(fitPolynomial([1], [1], 1), null);
  assert.equal(fitPolynomial([1, 1, 1], [1, 2, 3], 1), null);
  assert.equal(fitHyperbola([1, 2, 3], [1, 4, 9]), null, 'a settlement that speeds up has no end');
  assert.equal(fitExponential([0, 1, 2], [Number.NaN, 1, 2]), null);
  assert.equal(timeOfFailure([0, 1, 2], [3, 2, 1]), null, 'it slows down');
  assert.equal(timeOfFailure([0, 1, 2], [1, 0, 2]), null);
  assert.equal(greyModel([1, 2, 3], 1), null);
  assert.equal(greyModel([1, 2, 0, 4], 1), null);
  assert.equal(holtWinters([1, 2, 3], { season: 2, alpha: 0.5, beta: 0, gamma: 0 }, 1), null);
  assert.equal(bestHoltWinters([1, 2, 3], 2), null);
});

test('the best of the grid follows a season better than any single setting at its edge', () => {
  const values = Array.from({ length: 96 }, (_, i) => 10 + 0.02 * i + 3 * Math.sin((2 * Math.PI * i) / 24));
  const settings = bestHoltWinters(values, 24);
  assert.ok(settings);
  const [best, stiff] = [settings, { season: 24, alpha: 0.9, beta: 0.3, gamma: 0 }].map((each) =>
    holtWinters(values, each, 24),
  );
  assert.ok(best && stiff && best.rms <= stiff.rms);
  for (const [k, value] of best.forecast.entries())
    assert.ok(Math.abs(value - (10 + 0.02 * (96 + k) + 3 * Math.sin((2 * Math.PI * k) / 24))) < 0.2);
});
