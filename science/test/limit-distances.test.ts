import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DrawnRule, drawnLimits } from '../src/limits/drawn-limits.ts';
import { levelReached, linesBeside, nextLevel } from '../src/limits/limit-distances.ts';

const rule = (more: Partial<DrawnRule>): DrawnRule => ({
  field: 'level',
  kind: 'value',
  method: 'upper',
  levels: [10, 20, 30, null],
  base: 'value',
  rateLevels: null,
  enabled: true,
  ...more,
});
/** The lines that a tile draws beside a value that changed by so much from `initial`. */
const drawn = (rules: readonly DrawnRule[], value: number, initial: number | null) => {
  const change = initial === null ? null : value - initial;
  const distances = [levelReached(rules, 'level', value, change), nextLevel(rules, 'level', value, change)];
  return linesBeside(drawnLimits(rules, 'level', 'value', initial), value, distances);
};

test('the limit that was reached and the next one, each at its own level', () => {
  assert.deepEqual(drawn([rule({})], 22, null), [
    { level: 2, value: 20 },
    { level: 3, value: 30 },
  ]);
  assert.deepEqual(drawn([rule({})], 5, null), [{ level: 1, value: 10 }]);
  assert.deepEqual(drawn([rule({})], 35, null), [{ level: 3, value: 30 }]);
});

test('a lower limit lies below, one on both sides on that of the value', () => {
  assert.deepEqual(drawn([rule({ method: 'lower' })], -12, null), [
    { level: 1, value: -10 },
    { level: 2, value: -20 },
  ]);
  assert.deepEqual(drawn([rule({ method: 'twoSided' })], -5, null), [{ level: 1, value: -10 }]);
});

test('a limit on the change lies where the value would be then, and nowhere where nothing is counted', () => {
  assert.deepEqual(drawn([rule({ kind: 'cumulative' })], 105, 100), [{ level: 1, value: 110, cumulative: 10 }]);
  assert.deepEqual(drawn([rule({ kind: 'cumulative' })], 105, null), []);
});
