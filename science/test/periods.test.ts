import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { type PeriodType, periodOf } from '../src/series/periods.ts';

const of = (type: PeriodType, day: string, zone = 'Europe/Berlin', until?: string) => {
  const { firstDay, lastDay, fromMs, toMs } = periodOf(type, day, until, zone);
  return [firstDay, lastDay, new Date(fromMs).toISOString(), (toMs - fromMs) / hourMs];
};

test('a day has 23 or 25 hours where clocks change', () => {
  assert.deepEqual(of('day', '2025-03-30'), ['2025-03-30', '2025-03-30', '2025-03-29T23:00:00.000Z', 23]);
  assert.deepEqual(of('day', '2025-10-26'), ['2025-10-26', '2025-10-26', '2025-10-25T22:00:00.000Z', 25]);
  assert.deepEqual(of('day', '2025-10-26', 'Asia/Shanghai'), [
    '2025-10-26',
    '2025-10-26',
    '2025-10-25T16:00:00.000Z',
    24,
  ]);
});

test('a day that begins where midnight is skipped begins at the skip', () => {
  // Beirut goes from 00:00 to 01:00 on the last Sunday of March.
  assert.deepEqual(of('day', '2024-03-31', 'Asia/Beirut'), [
    '2024-03-31',
    '2024-03-31',
    '2024-03-30T22:00:00.000Z',
    23,
  ]);
});

test('weeks begin on Monday, months, quarters and years are those of the calendar', () => {
  assert.deepEqual(of('week', '2026-03-01').slice(0, 2), ['2026-02-23', '2026-03-01']);
  assert.deepEqual(of('week', '2026-03-02').slice(0, 2), ['2026-03-02', '2026-03-08']);
  assert.deepEqual(of('week', '2025-12-31').slice(0, 2), ['2025-12-29', '2026-01-04']);
  assert.deepEqual(of('month', '2024-02-29').slice(0, 2), ['2024-02-01', '2024-02-29']);
  assert.deepEqual(of('quarter', '2026-05-31').slice(0, 2), ['2026-04-01', '2026-06-30']);
  assert.deepEqual(of('quarter', '2026-12-31').slice(0, 2), ['2026-10-01', '2026-12-31']);
  assert.deepEqual(of('year', '2024-06-01'), ['2024-01-01', '2024-12-31', '2023-12-31T23:00:00.000Z', 366 * 24]);
});

test('periods of a type follow each other without a gap', () => {
  for (const type of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    let period = periodOf(type, '2024-01-01', undefined, 'America/New_York');
    for (let i = 0; i < 40; i++) {
      const next = new Date(Date.parse(`${period.lastDay}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
      const after = periodOf(type, next, undefined, 'America/New_York');
      assert.equal(after.fromMs, period.toMs, `${type} ${next}`);
      assert.equal(after.firstDay, next);
      period = after;
    }
  }
});

test('a custom period goes from its first day to the end of its last', () => {
  assert.deepEqual(of('custom', '2025-03-29', 'Europe/Berlin', '2025-03-31'), [
    '2025-03-29',
    '2025-03-31',
    '2025-03-28T23:00:00.000Z',
    71,
  ]);
});
