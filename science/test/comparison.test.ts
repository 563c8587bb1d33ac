import assert from 'node:assert/strict';
import { test } from 'node:test';
import { histogramOf, normalCount } from '../src/comparison/histogram.ts';
import { pairsOf } from '../src/comparison/pairs.ts';
import { lineFit } from '../src/comparison/regression.ts';

const near = (actual: number | undefined, expected: number, tolerance = 1e-9) =>
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );
const series = (times: number[], values: number[]) => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
});

test('a straight line fits as the certified values of NIST say (StRD, data set Norris)', () => {
  const y = [
    0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3, 448.9, 10.8,
    557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6, 228.9, 668.4, 449.2,
    0.2,
  ];
  const x = [
    0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0, 447.5,
    11.6, 556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3, 229.2, 669.1,
    448.9, 0.5,
  ];
  const fit = lineFit(x, y);
  near(fit?.slope, 1.00211681802045, 1e-12);
  near(fit?.intercept, -0.262323073774029, 1e-10);
  near(fit?.r2, 0.999993745883712, 1e-12);
  near(fit?.residual, 0.884796396144373, 1e-10);
  near(fit?.slopeError, 0.429796848199937e-3, 1e-10);
});

test('no line without three pairs or without variation; a large offset loses no digits', () => {
  assert.equal(lineFit([1, 2], [1, 2]), null);
  assert.equal(lineFit([5, 5, 5], [1, 2, 3]), null);
  assert.equal(lineFit([1, 2, 3], [4, 4, 4]), null);
  const x = Array.from({ length: 1000 }, (_, i) => 1e6 + i * 1e-3);
  const fit = lineFit(
    x,
    x.map((each) => -2.5 * (each - 1e6) + 7),
  );
  near(fit?.slope, -2.5, 1e-6);
  near(fit?.r, -1, 1e-9);
});

test('pairs are made of measured values: the nearest within the tolerance, for each reading of the rarer series', () => {
  const hourly = series([0, 3600, 7200, 10_800], [1, 2, Number.NaN, 4]);
  const often = series([0, 600, 3500, 3900, 10_000], [10, 11, 12, 13, 14]);
  const pairs = pairsOf(hourly, often, 300);
  assert.deepEqual([...pairs.times], [0, 3600]);
  assert.deepEqual([...pairs.x], [1, 2]);
  assert.deepEqual([...pairs.y], [10, 12]);
  assert.equal(pairs.unmatched, 1, 'the missing value is no reading; the last one has none near it');
  const turned = pairsOf(often, hourly, 300);
  assert.deepEqual(
    [[...turned.x], [...turned.y]],
    [
      [10, 12],
      [1, 2],
    ],
    'x stays x',
  );
  assert.equal(pairsOf(series([], []), often, 300).times.length, 0);
});

test('a histogram counts every value once, ends included; its figures are those of the values', () => {
  const values = Float64Array.from([2, 4, 4, 4, 5, 5, 7, 9, Number.NaN]);
  const found = histogramOf(values);
  assert.ok(found);
  assert.deepEqual([found.n, found.min, found.max, found.median], [8, 2, 9, 4.5]);
  near(found.mean, 5);
  near(found.deviation, Math.sqrt(32 / 7));
  near(found.skewness ?? 0, 0.65625);
  assert.equal(
    found.counts.reduce((sum, count) => sum + count, 0),
    8,
  );
  assert.deepEqual([found.edges[0], found.edges.at(-1), found.edges.length], [2, 9, found.counts.length + 1]);
  assert.equal(histogramOf(Float64Array.of(1)), null);
  const equal = histogramOf(Float64Array.of(3, 3, 3));
  assert.deepEqual([equal?.counts, equal?.deviation, equal?.skewness], [[3], 0, null]);
});

test('bins after Freedman and Diaconis, by Sturges where half is equal; the normal curve holds as many values', () => {
  const even = histogramOf(Float64Array.from({ length: 1000 }, (_, i) => i / 999));
  // 2 IQR n^(-1/3) = 0.1 of a range of 1: ten bins.
  assert.equal(even?.counts.length, 10);
  const spiked = histogramOf(Float64Array.from({ length: 1000 }, (_, i) => (i < 900 ? 1 : i)));
  assert.equal(spiked?.counts.length, 11);
  const normal = { n: 500, mean: 3, deviation: 2 };
  let sum = 0;
  for (let x = -17; x <= 23; x += 0.1) sum += normalCount(x, normal, 0.1);
  near(sum, 500, 1e-6);
  near(normalCount(3, normal, 1), 500 / (2 * Math.sqrt(2 * Math.PI)));
});
