/** When a wall is dimmed, which slide follows, and what sounds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brightnessAt, nextPlace, soundingAlerts } from '../src/features/overview/walls/wall-clock.ts';

const wall = { dim: { from: '22:00', to: '06:00', percent: 40 }, timeZone: 'Asia/Shanghai' };
const at = (time: string): number => Date.parse(`2026-03-18T${time}:00+08:00`);

test('a wall is dimmed between two times of its own zone, over midnight too', () => {
  assert.deepEqual(
    ['21:59', '22:00', '00:00', '05:59', '06:00', '12:00'].map((time) => brightnessAt(wall, [], at(time))),
    [1, 0.4, 0.4, 0.4, 1, 1],
  );
  const noon = { ...wall, dim: { from: '12:00', to: '13:00', percent: 50 } };
  assert.deepEqual(
    ['11:59', '12:00', '13:00'].map((time) => brightnessAt(noon, [], at(time))),
    [1, 0.5, 1],
  );
  assert.equal(brightnessAt({ ...wall, dim: null }, [], at('23:00')), 1);
});

test('a new alert wakes the screen for ten minutes', () => {
  const raised = (time: string) => [{ raisedAt: new Date(at(time)).toISOString() }];
  assert.equal(brightnessAt(wall, raised('22:55'), at('23:00')), 1);
  assert.equal(brightnessAt(wall, raised('22:50'), at('23:00')), 0.4);
});

test('slides follow each other in a circle, both ways', () => {
  assert.deepEqual([nextPlace(0, 1, 3), nextPlace(2, 1, 3), nextPlace(0, -1, 3), nextPlace(0, 1, 0)], [1, 0, 2, 0]);
});

test('what is new sounds from the chosen level on, and nothing at the first look', () => {
  const alerts = [
    { id: 1, level: 4 },
    { id: 2, level: 2 },
    { id: 3, level: 3 },
  ];
  assert.deepEqual(soundingAlerts(alerts, null, 1), []);
  assert.deepEqual(soundingAlerts(alerts, new Set([1]), 3), [{ id: 3, level: 3 }]);
  assert.deepEqual(soundingAlerts(alerts, new Set(), 0), []);
});
