import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisOf, binsOf } from '../src/features/alerts/analytics/alert-days.ts';

test('every day of a span is a bar, without alerts too', () => {
  const bins = binsOf([{ day: '2026-02-28', levels: [1, 0, 0, 2] }], '2026-03-02', 3);
  assert.deepEqual(
    bins.map(({ first, last, total }) => [first, last, total]),
    [
      ['2026-02-27', '2026-02-27', 0],
      ['2026-02-28', '2026-02-28', 3],
      ['2026-03-01', '2026-03-01', 0],
      ['2026-03-02', '2026-03-02', 0],
    ],
  );
});

test('a year is at most sixty bars, none of its days is lost, and the newest bar is full', () => {
  const days = Array.from({ length: 366 }, (_, i) => ({
    day: new Date(Date.UTC(2025, 2, 1 + i)).toISOString().slice(0, 10),
    levels: [0, 1, 0, 0],
  }));
  const bins = binsOf(days, '2026-03-01', 365);
  assert.ok(bins.length <= 60);
  assert.equal(
    bins.reduce((sum, { total }) => sum + total, 0),
    366,
  );
  assert.equal(bins.at(-1)?.total, 7);
  assert.deepEqual(bins.at(-1)?.last, '2026-03-01');
});

test('the axis has whole numbers, its ends always', () => {
  assert.deepEqual([1, 2, 7, 10].map(axisOf), [
    [0, 1],
    [0, 1, 2],
    [0, 7],
    [0, 5, 10],
  ]);
});
