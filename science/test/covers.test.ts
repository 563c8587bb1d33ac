import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recipe } from '../src/sensors/recipes.ts';

const convert = (family: 'manholeCover' | 'smoke', sample: object, parameters = {}) =>
  recipe({ family, mode: 4, parameters }).convert(sample as never);

test('a cover says that it is open, or that it is closed; water from the cover down, or from the bottom up', () => {
  const sample = { open: 1, tilt: 31.4, waterBelow: 2.31, gas: 0.8, battery: 91 };
  assert.deepEqual(convert('manholeCover', sample), sample);
  assert.equal(convert('manholeCover', { closed: 1 })['open'], 0);
  assert.equal(convert('manholeCover', { closed: 0 })['open'], 1);
  assert.equal(convert('manholeCover', { level: 0.5 }, { coverHeight: 3 })['waterBelow'], 2.5);
  assert.deepEqual(convert('manholeCover', {}), { open: null, tilt: null, waterBelow: null, gas: null, battery: null });
});

test('smoke is the obscuration of a metre of air, as the detector says it or from dB per metre', () => {
  assert.deepEqual(convert('smoke', { smoke: 1.5, temp: 22, battery: 80 }), { smoke: 1.5, temp: 22, battery: 80 });
  // EN 54-7: 0.1 dB/m dims the light by 2.276 %.
  assert.ok(Math.abs((convert('smoke', { dbm: 0.1 })['smoke'] ?? 0) - 2.2763) < 1e-4);
  assert.equal(convert('smoke', { temp: 22 })['smoke'], null);
});
