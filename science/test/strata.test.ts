import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excavationOn, layerAt } from '@plumbline/science/profiles/strata';

test('a depth lies in the layer that begins there; the end of the lowest belongs to it, a gap to none', () => {
  const layers = [
    { topM: 0, bottomM: 2, name: 'fill' },
    { topM: 2, bottomM: 5, name: 'clay' },
    { topM: 6, bottomM: 9, name: 'rock' },
  ];
  assert.deepEqual(
    [0, 1.99, 2, 4.9, 5, 5.5, 6, 9, 9.01, -0.1].map((depth) => layerAt(layers, depth)?.name ?? null),
    ['fill', 'fill', 'clay', 'clay', 'clay', null, 'rock', 'rock', null, null],
  );
  assert.equal(layerAt([], 1), null);
});

test('a level counts from its day until the next; before the first nothing is known', () => {
  const stages = [
    { on: '2026-03-10', depthM: 9 },
    { on: '2026-01-05', depthM: 4.5 },
    { on: '2026-05-01', depthM: 7 },
  ];
  assert.deepEqual(
    ['2025-12-31', '2026-01-04', '2026-01-05', '2026-03-09', '2026-03-10', '2026-05-01', '2030-01-01'].map((day) =>
      excavationOn(stages, day),
    ),
    [null, null, 4.5, 4.5, 9, 7, 7],
  );
  assert.equal(excavationOn([], '2026-01-01'), null);
});
