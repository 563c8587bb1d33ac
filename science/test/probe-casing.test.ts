import assert from 'node:assert/strict';
import { test } from 'node:test';
import { casingOf } from '../src/profiles/probe-casing.ts';
import { chainOf } from '../src/sensors/chain.ts';
import { Settings } from '../src/sensors/settings.ts';

const lengthsOf = (depthsM: readonly number[]) => {
  const casing = casingOf(depthsM);
  assert.ok(casing);
  return chainOf(new Settings(casing.parameters), casing.nodeCount).lengthsMm;
};

test('a casing has the intervals of the run', () => {
  assert.deepEqual(lengthsOf([0.5, 1, 1.5, 2]), [500, 500, 500, 500]);
  assert.deepEqual(lengthsOf([1, 2, 3, 3.6]), [1000, 1000, 1000, 600]);
  // A run that begins deeper: its first interval is as long as the others.
  assert.deepEqual(lengthsOf([3, 3.5, 4]), [500, 500, 500]);
});

test('of other depths there is no casing', () => {
  for (const depths of [[], [1], [1, 0.5], [0.1, 0.2, 0.3], Array.from({ length: 151 }, (_, i) => i + 1)])
    assert.equal(casingOf(depths), null);
});
