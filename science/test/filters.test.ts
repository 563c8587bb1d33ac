/** Filters and regressions against the vectors (pandas, scipy) and real series. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyFilter, type DisplayFilter, reachOf, windowsOf } from '../src/filters/display-filter.ts';
import { compensated, minimumCorrelation, regress } from '../src/filters/regression.ts';
import {
  deviationOf,
  hampel,
  medianOf,
  movingAverage,
  movingMedian,
  movingSigma,
  readingWindows,
  timeWindows,
} from '../src/filters/windows.ts';
import { near, nearAll, vector } from './vectors.ts';

test('moving windows, Hampel and three sigma', () => {
  const { cases } = vector<{ values: number[] }, Record<string, number[]> & { std: number }>('filters');
  for (const { in: given, out } of cases) {
    const { values } = given;
    const centred = (size: number) => readingWindows(values.length, size, 'centred');
    nearAll(movingAverage(values, readingWindows(values.length, 5, 'trailing')), out['ma5_trailing'] ?? []);
    nearAll(movingAverage(values, centred(5)), out['ma5_centered'] ?? []);
    nearAll(movingMedian(values, centred(5)), out['median5_centered'] ?? []);
    const filtered = hampel(values, centred(7));
    nearAll(filtered.values, out['hampel_k3_n3'] ?? []);
    assert.deepEqual(filtered.outliers, out['hampel_flags']);
    const whole = centred(2 * values.length + 1);
    assert.deepEqual(movingSigma(values, null, whole).outliers, out['sigma3_global_flags']);
    assert.deepEqual(movingSigma(values, centred(25), whole).outliers, out['sigma3_on_residual_to_median25_flags']);
    near(deviationOf(values), out.std);
  }
  const short = [1, 1.1, 1, 9, 1.2, 1.1, 1];
  assert.deepEqual([...hampel(short, readingWindows(7, 7, 'centred')).values], [1, 1.1, 1, 1.1, 1.2, 1.1, 1]);
});

test('a missing value takes no part and stays missing', () => {
  const values = [1, Number.NaN, 3, 100, 3];
  const trailing = readingWindows(5, 3, 'trailing');
  assert.deepEqual([...movingAverage(values, trailing)].map(Math.round), [1, Number.NaN, 2, 52, 35]);
  assert.ok(Number.isNaN(hampel(values, readingWindows(5, 7, 'centred')).values[1]));
  assert.deepEqual(hampel([1, 1, 1, Number.NaN, 2, 1, 1], readingWindows(7, 7, 'centred')).outliers, [4]);
  assert.ok(Number.isNaN(medianOf([])));
});

test('windows of hours hold what lies within half of them before and after, both ends included', () => {
  const { first, end } = timeWindows([0, 10, 20, 50, 60], 20);
  assert.deepEqual([...first], [0, 0, 1, 3, 3]);
  assert.deepEqual([...end], [2, 3, 3, 5, 5]);
  assert.deepEqual([...movingAverage([1, 2, 6, 8, 4], { first, end })], [1.5, 3, 4, 6, 6]);
});

/** A series with outliers, missing values, equal values and uneven times; the same at every run. */
function unevenSeries(count: number) {
  let state = 20_260_301;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const times: number[] = [];
  const values: number[] = [];
  for (let i = 0, at = 0; i < count; i++) {
    at += 600_000 * (next() < 0.05 ? 1 + 20 * next() : 1);
    times.push(Math.round(at));
    const plain = Math.round(1e3 * (Math.sin(i / 40) + next() / 5)) / 1e3 + 1e4;
    values.push(next() < 0.05 ? Number.NaN : next() < 0.03 ? plain + 30 * (next() - 0.5) : plain);
  }
  return { times, values };
}

const filters: readonly DisplayFilter[] = [
  { method: 'average', window: 5, unit: 'hours', threshold: 3 },
  { method: 'average', window: 31, unit: 'readings', threshold: 3 },
  { method: 'median', window: 7.5, unit: 'hours', threshold: 3 },
  { method: 'hampel', window: 7, unit: 'readings', threshold: 3 },
  { method: 'hampel', window: 4, unit: 'hours', threshold: 2.5 },
  { method: 'sigma', window: 25, unit: 'readings', threshold: 3 },
  { method: 'sigma', window: 6, unit: 'hours', threshold: 2 },
];

test('what a filter gives at a reading is the same to the last bit, whatever is asked for beside it', () => {
  const { times, values } = unevenSeries(1_500);
  for (const filter of filters) {
    const all = { start: 0, end: times.length };
    const whole = applyFilter(filter, values, windowsOf(filter, times), all);
    assert.equal(whole.outliers.length > 0, filter.method === 'hampel' || filter.method === 'sigma');
    const { unit, reach } = reachOf(filter);
    for (const [start, end] of [
      [0, 40],
      [333, 334],
      [500, 900],
      [1_490, 1_500],
    ] as const) {
      const part = applyFilter(filter, values, windowsOf(filter, times), { start, end });
      assert.deepEqual(part.values, whole.values.slice(start, end), `${filter.method} in parts`);
      assert.deepEqual(
        part.outliers,
        whole.outliers.filter((i) => i >= start && i < end),
      );
      // Only what lies within reach is known.
      const [firstAt, lastAt] = [times[start] ?? 0, times[end - 1] ?? 0];
      const known = [...times.keys()].filter((i) =>
        unit === 'readings'
          ? i >= start - reach && i < end + reach
          : (times[i] ?? 0) >= firstAt - reach && (times[i] ?? 0) <= lastAt + reach,
      );
      const [from = 0] = known;
      const near = applyFilter(
        filter,
        known.map((i) => values[i] ?? Number.NaN),
        windowsOf(
          filter,
          known.map((i) => times[i] ?? 0),
        ),
        { start: start - from, end: end - from },
      );
      assert.deepEqual(near.values, whole.values.slice(start, end), `${filter.method} of what is within reach`);
    }
  }
});

test('three sigma looks a whole window far: half of one is not enough', () => {
  const { times, values } = unevenSeries(1_500);
  const near: readonly DisplayFilter[] = [
    { method: 'sigma', window: 9, unit: 'readings', threshold: 1.5 },
    { method: 'sigma', window: 2, unit: 'hours', threshold: 1.5 },
  ];
  for (const filter of near) {
    const { outliers } = applyFilter(filter, values, windowsOf(filter, times), { start: 0, end: times.length });
    const { unit, reach } = reachOf(filter);
    const refusedAlone = (share: number) =>
      [...times.keys()].filter((i) => {
        const at = times[i] ?? 0;
        const known = [...times.keys()].filter((j) =>
          unit === 'readings' ? Math.abs(i - j) <= reach * share : Math.abs((times[j] ?? 0) - at) <= reach * share,
        );
        const [from = 0] = known;
        const windows = windowsOf(
          filter,
          known.map((j) => times[j] ?? 0),
        );
        const own = known.map((j) => values[j] ?? Number.NaN);
        return applyFilter(filter, own, windows, { start: i - from, end: i - from + 1 }).outliers.length > 0;
      });
    assert.deepEqual(refusedAlone(1), outliers);
    assert.notDeepEqual(refusedAlone(0.5), outliers);
  }
});

test('a window in order gives the median and the MAD that sorting gives', () => {
  const { values } = unevenSeries(400);
  const windows = readingWindows(values.length, 9, 'centred');
  const { outliers } = hampel(values, windows, 3);
  const sorted = [...values.keys()].filter((i) => {
    const window = values.slice(Math.max(0, i - 4), i + 5).filter((each) => !Number.isNaN(each));
    const median = medianOf(window);
    const spread = 1.4826 * medianOf(window.map((each) => Math.abs(each - median)));
    return Math.abs((values[i] ?? Number.NaN) - median) > 3 * spread;
  });
  assert.deepEqual(outliers, sorted);
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
});
