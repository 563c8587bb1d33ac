import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { type Rise, stormsOf } from '../src/limits/storms.ts';

let next = 0;
const rise = (pointId: number, atMinute: number, structureId = 1): Rise => ({
  alertId: ++next,
  structureId,
  pointId,
  atMs: atMinute * minuteMs,
});
const rule = { points: 3, withinMs: 30 * minuteMs };
const shape = (rises: readonly Rise[]) => stormsOf(rises, rule).map((storm) => storm.map(({ pointId }) => pointId));

test('enough different points within the time are a storm; one fewer, or too slow, are none', () => {
  assert.deepEqual(shape([rise(1, 0), rise(2, 10), rise(3, 30)]), [[1, 2, 3]]);
  assert.deepEqual(shape([rise(1, 0), rise(2, 10), rise(3, 31)]), []);
  assert.deepEqual(shape([rise(1, 0), rise(2, 10)]), []);
  assert.deepEqual(shape([]), []);
});

test('one noisy point is no storm, and its repetitions belong to the storm of others', () => {
  assert.deepEqual(shape([rise(1, 0), rise(1, 1), rise(1, 2), rise(1, 3), rise(2, 4)]), []);
  assert.deepEqual(shape([rise(1, 0), rise(1, 5), rise(2, 6), rise(3, 7)]), [[1, 1, 2, 3]]);
});

test('a storm goes on as long as windows overlap, and another begins after a pause', () => {
  const slow = [0, 10, 20, 30, 40, 50].map((at, i) => rise(i, at));
  assert.deepEqual(shape(slow), [[0, 1, 2, 3, 4, 5]]);
  const two = [...[0, 1, 2].map((at) => rise(at, at)), ...[300, 301, 302].map((at) => rise(at, at))];
  assert.deepEqual(shape(two), [
    [0, 1, 2],
    [300, 301, 302],
  ]);
});

test('structures have storms of their own, and the order of arrival does not matter', () => {
  const rises = [rise(1, 0), rise(2, 1), rise(3, 2), rise(4, 0, 2), rise(5, 1, 2)];
  assert.deepEqual(shape(rises), [[1, 2, 3]]);
  assert.deepEqual(shape(rises.toReversed()), [[1, 2, 3]]);
});

test('every alert is in at most one storm, whatever falls where', () => {
  for (let seed = 1; seed < 200; seed++) {
    let state = seed;
    const random = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const rises = Array.from({ length: 40 }, () => rise(Math.floor(random() * 8), Math.floor(random() * 400)));
    const storms = stormsOf(rises, rule);
    const ids = storms.flatMap((storm) => storm.map(({ alertId }) => alertId));
    assert.equal(new Set(ids).size, ids.length);
    // The definition itself: an alert is in a storm where some window around it holds enough points.
    for (const one of rises) {
      const inAny = rises.some(({ atMs: from }) => {
        const window = rises.filter(({ atMs }) => atMs >= from && atMs <= from + rule.withinMs);
        const isIn = one.atMs >= from && one.atMs <= from + rule.withinMs;
        return isIn && new Set(window.map(({ pointId }) => pointId)).size >= rule.points;
      });
      if (inAny) assert.ok(ids.includes(one.alertId), `seed ${seed}`);
    }
  }
});
