/** Amounts over long ranges: what a column stands for, and that its sum is that of the calendar. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { columnsOf, columnUnit } from '../src/features/readings/readings/amount-buckets.ts';

const over = (days: number, intervalSeconds: number) => columnUnit({ from: 0, to: days * dayMs }, intervalSeconds);

test('a column is a reading while there are few, then an hour, a day, a month, a year', () => {
  assert.equal(over(1, 600), null, '144 readings');
  assert.equal(over(7, 600), 'hour');
  assert.equal(over(7, 3600), null, '168 readings');
  assert.equal(over(30, 600), 'day', '720 hours would be a hatching');
  assert.equal(over(30, 3600), 'day');
  assert.equal(over(365, 3600), 'day');
  assert.equal(over(365, 86_400), null, 'it is read once a day');
  assert.equal(over(730, 86_400), 'month');
  assert.equal(over(3_650, 600), 'month');
  assert.equal(over(9_000, 600), null, 'longer than the server sums: thinned readings');
});

test('each sum stands at the middle of its bucket, also of a day of 23 hours', () => {
  const bucket = (start: string, end: string, sum: number | null) => ({
    start,
    end,
    n: 2,
    sum,
    mean: null,
    min: null,
    max: null,
    first: 0,
    last: 0,
  });
  const buckets = [
    bucket('2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', 4.5),
    bucket('2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 0),
  ];
  const of = { pointId: 1, field: 'interval', unit: 'mm', quantity: 'value', timeZone: 'Europe/Berlin' } as const;
  const [series] = columnsOf({ series: [{ ...of, buckets }] } as never).series;
  assert.deepEqual(series?.times, ['2026-03-28T11:00:00.000Z', '2026-03-29T10:30:00.000Z'].map(Date.parse));
  assert.deepEqual(series?.values, [4.5, 0]);
});
