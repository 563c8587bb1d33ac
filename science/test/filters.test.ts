/** Filters and regressions against the vectors (pandas, scipy) and real series. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compensated, differencesOf, minimumCorrelation, regress } from '../src/filters/regression.ts';
import { deviationOf, hampel, medianOf, movingAverage, movingMedian, threeSigma } from '../src/filters/windows.ts';
import { near, nearAll, vector } from './vectors.ts';

test('moving windows, Hampel and three sigma', () => {
  const { cases } = vector<{ values: number[] }, Record<string, number[]> & { std: number }>('filters');
  for (const { in: given, out } of cases) {
    nearAll(movingAverage(given.values, 5, 'trailing'), out['ma5_trailing'] ?? []);
    nearAll(movingAverage(given.values, 5, 'centred'), out['ma5_centered'] ?? []);
    nearAll(movingMedian(given.values, 5, 'centred'), out['median5_centered'] ?? []);
    const filtered = hampel(given.values);
    nearAll(filtered.values, out['hampel_k3_n3'] ?? []);
    assert.deepEqual(filtered.outliers, out['hampel_flags']);
    assert.deepEqual(threeSigma(given.values, null), out['sigma3_global_flags']);
    assert.deepEqual(threeSigma(given.values), out['sigma3_on_residual_to_median25_flags']);
    near(deviationOf(given.values), out.std);
  }
  assert.deepEqual([...hampel([1, 1.1, 1, 9, 1.2, 1.1, 1]).values], [1, 1.1, 1, 1.1, 1.2, 1.1, 1]);
});

test('a missing value takes no part and stays missing', () => {
  const values = [1, Number.NaN, 3, 100, 3];
  assert.deepEqual([...movingAverage(values, 3, 'trailing')].map(Math.round), [1, Number.NaN, 2, 52, 35]);
  assert.ok(Number.isNaN(hampel(values).values[1]));
  assert.deepEqual(hampel([1, 1, 1, Number.NaN, 2, 1, 1]).outliers, [4]);
  assert.ok(Number.isNaN(medianOf([])));
});

test('temperature: alone, and joined with a trend', () => {
  const { cases, tolerance } = vector<
    { T: number[]; value: number[]; Tref: number },
    Record<string, number> & { compensated_joint: number[] }
  >('temperature_compensation');
  for (const { in: given, out } of cases) {
    const simple = regress(given.T, given.value);
    near(simple?.slope, out['b_simple'] ?? null, tolerance ?? undefined);
    near(simple?.intercept, out['a_simple'] ?? null, tolerance ?? undefined);
    near(simple?.r2, out['r2_simple'] ?? null, tolerance ?? undefined);
    near((simple?.correlation ?? 0) ** 2, out['r2_simple'] ?? null, tolerance ?? undefined);
    const joint = regress(given.T, given.value, [...given.T.keys()]);
    assert.ok(joint);
    near(joint.slope, out['b_joint'] ?? null, tolerance ?? undefined);
    near(joint.intercept, out['a_joint'] ?? null, tolerance ?? undefined);
    near(joint.trend, out['c_joint'] ?? null, tolerance ?? undefined);
    nearAll(
      given.value.map((value, i) => compensated(value, given.T[i] ?? Number.NaN, joint.slope, given.Tref)),
      out.compensated_joint,
      tolerance,
    );
  }
});

test('what determines nothing has no regression', () => {
  assert.equal(regress([1, 2], [1, 2]), null);
  assert.equal(regress([5, 5, 5, 5], [1, 2, 3, 4]), null);
  assert.equal(regress([1, 2, Number.NaN, 4], [1, Number.NaN, 3, 4]), null);
  assert.equal(regress([1, 2, 3, 4], [1, 2, 4, 3], [1, 2, 3]), null, 'a missing time is not the time 0');
  const flat = regress([1, 2, 3, 4], [7, 7, 7, 7]);
  assert.equal(flat?.correlation, null);
  assert.equal(flat?.r2, null);
  assert.ok(minimumCorrelation > 0 && minimumCorrelation < 1);
  assert.deepEqual([...differencesOf([1, 4, 2])], [3, -2]);
});
