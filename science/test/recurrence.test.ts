import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastOccurrence, occurrenceAt, type Recurrence } from '../src/series/recurrence.ts';

const berlin = 'Europe/Berlin';
const iso = (recurrence: Recurrence, index: number, zone: string): string =>
  new Date(occurrenceAt(recurrence, index, zone)).toISOString();

test('a day is a day of the clock where clocks change', () => {
  const daily: Recurrence = { unit: 'day', every: 1, firstOn: '2026-03-28', at: '08:00' };
  assert.deepEqual(
    [0, 1].map((index) => iso(daily, index, berlin)),
    ['2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  );
  const weekly: Recurrence = { unit: 'week', every: 2, firstOn: '2026-10-12', at: '08:00' };
  assert.deepEqual(
    [0, 1].map((index) => iso(weekly, index, berlin)),
    ['2026-10-12T06:00:00.000Z', '2026-10-26T07:00:00.000Z'],
  );
});

test('a time that the clock skips is the skip, one that it shows twice is the first', () => {
  assert.equal(
    iso({ unit: 'day', every: 1, firstOn: '2026-03-29', at: '02:30' }, 0, berlin),
    '2026-03-29T01:00:00.000Z',
  );
  assert.equal(
    iso({ unit: 'day', every: 1, firstOn: '2026-10-25', at: '02:30' }, 0, berlin),
    '2026-10-25T00:30:00.000Z',
  );
});

test('the 31st of a shorter month is its last day, and the next is the 31st again', () => {
  const monthly: Recurrence = { unit: 'month', every: 1, firstOn: '2026-01-31', at: '12:00' };
  assert.deepEqual(
    [0, 1, 2, 13].map((index) => iso(monthly, index, 'UTC').slice(0, 10)),
    ['2026-01-31', '2026-02-28', '2026-03-31', '2027-02-28'],
  );
});

test('the last occurrence is the one at or before an instant, whatever the unit', () => {
  for (const unit of ['day', 'week', 'month'] as const)
    for (const every of [1, 3]) {
      const recurrence: Recurrence = { unit, every, firstOn: '2026-01-31', at: '02:30' };
      for (const index of [0, 1, 7, 60]) {
        const at = occurrenceAt(recurrence, index, berlin);
        assert.equal(lastOccurrence(recurrence, at, berlin), index, `${unit} ${every} ${index}`);
        assert.equal(lastOccurrence(recurrence, at - 1, berlin), index === 0 ? null : index - 1);
      }
    }
});
