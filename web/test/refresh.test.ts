import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshIntervals } from '@plumbline/contract/kernel/constants';
import { nextRefreshAt } from '../src/kernel/refresh.ts';

// A Wednesday, in the zone of the machine, as the page has it.
const from = new Date(2026, 10, 25, 14, 30, 12);

test('each of the 27 intervals is due later, and those of the calendar at a midnight', () => {
  assert.equal(refreshIntervals.length, 27);
  for (const interval of refreshIntervals) assert.ok(nextRefreshAt(interval, from) > from, interval);
  assert.equal(nextRefreshAt('30s', from).getTime() - from.getTime(), 30_000);
  assert.equal(nextRefreshAt('2h', from).getTime() - from.getTime(), 7_200_000);
  assert.equal(nextRefreshAt('30d', from).getTime() - from.getTime(), 30 * 86_400_000);
  assert.deepEqual(nextRefreshAt('daily', from), new Date(2026, 10, 26));
  assert.deepEqual(nextRefreshAt('weekly', from), new Date(2026, 10, 30));
  assert.deepEqual(nextRefreshAt('weekly', new Date(2026, 10, 30)), new Date(2026, 11, 7));
  assert.deepEqual(nextRefreshAt('weekly', new Date(2026, 10, 29, 23, 59)), new Date(2026, 10, 30));
  assert.deepEqual(nextRefreshAt('monthly', from), new Date(2026, 11, 1));
  assert.deepEqual(nextRefreshAt('monthly', new Date(2026, 11, 31)), new Date(2027, 0, 1));
});
