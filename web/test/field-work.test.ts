/** What a crew has to do, and what becomes of an entry by how its sending ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import type { Point } from '@plumbline/contract/points/points';
import { duePlans, duePoints } from '../src/features/views/field-work/due.ts';
import { stateAfter } from '../src/features/views/field-work/entry-state.ts';
import { AnsweredFailure, Unreachable } from '../src/kernel/call.ts';

const now = Date.parse('2026-03-18T08:00:00Z');
const point = (id: number, hoursAgo: number | null, more: object = {}): Point =>
  ({
    id,
    name: `P-${id}`,
    type: 2,
    archivedAt: null,
    deprecatedAt: null,
    intervalSeconds: 4 * 3_600,
    latest: hoursAgo === null ? null : { at: new Date(now - hoursAgo * hourMs).toISOString(), values: [1] },
    ...more,
  }) as unknown as Point;
const dueOf = (points: readonly Point[], entered: ReadonlyMap<number, number> = new Map()) =>
  duePoints(points, entered, { nowMs: now, untilMs: now + 10 * hourMs }).map(({ point: { id }, isOverdue }) => [
    id,
    isOverdue,
  ]);

test('points that people read are due by their interval, the never read and the longest overdue first', () => {
  const points = [
    point(1, 1),
    point(2, 5),
    point(3, null),
    point(4, 30),
    point(5, 0, { intervalSeconds: 20 * 3_600 }),
    point(6, 30, { type: 0 }),
    point(7, 30, { deprecatedAt: '2026-01-01' }),
    point(8, 30, { archivedAt: '2026-01-01' }),
  ];
  // 4 h and half of it more is late; what is due tomorrow, measured by a device or closed is not there.
  assert.deepEqual(dueOf(points), [
    [3, true],
    [4, true],
    [2, false],
    [1, false],
  ]);
});

test('what waits on this device counts: nobody walks there twice', () => {
  assert.deepEqual(dueOf([point(3, null), point(4, 30)], new Map([[4, now - 60_000]])), [
    [3, true],
    [4, false],
  ]);
  assert.deepEqual(dueOf([point(4, 30, { intervalSeconds: 86_400 })], new Map([[4, now]])), []);
});

test('inspections that may be made are listed, the overdue first', () => {
  const plan = (name: string, state: Plan['state']) => ({ name, state }) as Plan;
  const all = [plan('a', 'due'), plan('b', 'overdue'), plan('c', 'done'), plan('d', 'off'), plan('e', 'begun')];
  assert.deepEqual(
    duePlans(all).map(({ name }) => name),
    ['b', 'e', 'a'],
  );
});

test('an entry waits through what passes, is refused by what does not, and differs where another value is', () => {
  const answered = (name: string, status: number, code: number | null = null) =>
    stateAfter(new AnsweredFailure(name, { status, code }));
  assert.equal(stateAfter(new Unreachable('network')), null);
  assert.equal(stateAfter(new Unreachable('status', 502)), null);
  for (const [name, status] of [
    ['tokenExpired', 401],
    ['tooMany', 429],
    ['busy', 503],
    ['secondFactorMissing', 403],
  ] as const)
    assert.equal(answered(name, status), null, name);
  assert.equal(answered('entryExists', 409), 'differs');
  for (const [name, status] of [
    ['timeInFuture', 400],
    ['pointDeprecated', 409],
    ['notFound', 404],
    ['notAllowed', 403],
    ['photosFull', 409],
  ] as const)
    assert.equal(answered(name, status), 'refused', name);
});
