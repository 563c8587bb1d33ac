/** When a round is in question: it ends with its grace, and at the latest when the next may begin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { pastDeadline, presentOccurrence, type Scheduled, stateOf } from './plan-state.ts';

const daily = (more: Partial<Scheduled> = {}): Scheduled => ({
  unit: 'day',
  every: 1,
  firstOn: '2026-03-18',
  at: '06:00',
  graceHours: 4,
  isEnabled: true,
  countsFrom: 0,
  timeZone: 'UTC',
  ...more,
});
const at = (day: number, hour: number) => Date.UTC(2026, 2, day, hour);

test('a deadline is its grace after the time that it was due, and never after the next may begin', () => {
  assert.equal(presentOccurrence(daily(), at(18, 7))?.deadlineAt, at(18, 10));
  assert.equal(presentOccurrence(daily({ graceHours: 48 }), at(18, 7))?.deadlineAt, at(19, 6));
  assert.equal(presentOccurrence(daily(), at(18, 5)), null, 'before the first');
});

test('what was to be finished before the plan counts is neither in question nor missed', () => {
  const plan = daily({ countsFrom: at(19, 10) });
  assert.equal(presentOccurrence(plan, at(19, 12)), null);
  assert.deepEqual(pastDeadline(plan, at(20, 10)), [{ dueAt: at(20, 6), deadlineAt: at(20, 10), nextAt: at(21, 6) }]);
  assert.deepEqual(pastDeadline(plan, at(20, 10) - 1), []);
  assert.deepEqual(pastDeadline({ ...plan, isEnabled: false }, at(25, 0)), []);
});

test('an unfinished round is overdue from its deadline on, begun or not', () => {
  const occurrence = presentOccurrence(daily(), at(18, 7));
  const state = (isFinished: boolean | null, now: number) =>
    stateOf({ isEnabled: true }, occurrence, isFinished === null ? undefined : { isFinished }, now);
  assert.deepEqual(
    [state(null, at(18, 10) - 1), state(false, at(18, 10) - 1), state(null, at(18, 10)), state(false, at(18, 10))],
    ['due', 'begun', 'overdue', 'overdue'],
  );
  assert.deepEqual(
    [state(true, at(18, 7) + 9 * hourMs), stateOf({ isEnabled: false }, occurrence, undefined, 0)],
    ['done', 'off'],
  );
});
