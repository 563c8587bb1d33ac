/** What a crew has to do, and what becomes of an entry by how its sending ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Round } from '@plumbline/contract/points/inspections';
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import type { Question } from '@plumbline/contract/points/inspections.questions';
import type { Point } from '@plumbline/contract/points/points';
import { duePlans, duePoints } from '../src/features/points/field-store/due.parts.ts';
import { stateAfter } from '../src/features/points/field-store/entry-state.parts.ts';
import type { FieldRound } from '../src/features/points/field-store/field-round.parts.ts';
import {
  isUnsentRound,
  leftOf,
  mergedRound,
  photoCounter,
} from '../src/features/points/field-store/round-merge.parts.ts';
import { formFields, withComputed } from '../src/features/points/field-work/form-fields.ts';
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

test('quantities that were entered last are asked first, those without a value are folded, computed ones are not asked', () => {
  const fields = fieldsOf('surfaceDisplacement');
  const keysOf = (last: (number | null)[] | null, entered?: string[]) => {
    const { first, others, computed } = formFields(fields, last, entered);
    return [first, others, computed].map((each) => each.map(({ key }) => key));
  };
  const computed = ['horizontal', 'total', 'azimuth'];
  assert.deepEqual(keysOf([null, null, null, 3.2, null, null, null]), [['dh'], ['dx', 'dy', 'solution'], computed]);
  // What waits on this device is what was entered last.
  assert.deepEqual(keysOf(null, ['dx', 'dy'])[0], ['dx', 'dy']);
  // Of a point that was never read nothing is left out.
  assert.deepEqual(keysOf(null), [['dx', 'dy', 'dh', 'solution'], [], computed]);
  // Whoever enters a movement as one number goes on doing so.
  assert.deepEqual(keysOf([5, null, null, null, null, null, null])[0], ['horizontal']);
});

test('what follows from the values is computed with them, and only where all of it is there', () => {
  const fields = fieldsOf('surfaceDisplacement');
  const all = withComputed(fields, { dx: 3, dy: 4, dh: 12 });
  assert.deepEqual([all['horizontal'], all['total']], [5, 13]);
  assert.deepEqual(withComputed(fields, { dh: 3.2 }), { dh: 3.2 });
  assert.equal(withComputed(fields, { dx: 3, dy: 4, horizontal: 6 })['horizontal'], 6);
});

const answer = (value: string | number) => ({ value, strokes: [], note: '', isCopied: false });
const makeQuestion = (key: string, kind: Question['kind']): Question => ({
  key,
  kind,
  label: key,
  help: '',
  isRequired: true,
  options: [],
  unit: '',
  min: null,
  max: null,
});
const round: FieldRound = {
  id: '1.2.x',
  userId: 1,
  userName: 'A',
  projectId: 3,
  plan: { id: 2, name: 'Walk', where: '' },
  dueAt: '2026-03-18T00:00:00.000Z',
  roundId: 9,
  questions: [makeQuestion('flow', 'number'), makeQuestion('words', 'text'), makeQuestion('crest', 'photo')],
  base: {},
  answers: { flow: answer(2), words: answer('dry') },
  conflicts: {},
  photosThere: {},
  begunAt: 0,
  finishedAt: null,
  state: 'open',
  sentAt: null,
  failure: null,
};
const photo = {
  id: 'p',
  fieldRoundId: round.id,
  questionKey: 'crest',
  fileName: 'p.jpg',
  file: new Blob(),
  isSent: false,
};

test('a round of this device is merged with that of the server: nothing of either is lost, and what differs is to be decided', () => {
  const theirs = {
    id: 9,
    questions: round.questions,
    answers: { flow: answer(7) },
    photos: [{ questionKey: 'crest' }, { questionKey: 'crest' }],
  } as unknown as Round;
  const merged = mergedRound(round, theirs, { crest: 1 });
  assert.deepEqual([merged.answers['flow'], merged.answers['words']], [answer(2), answer('dry')]);
  assert.deepEqual([merged.conflicts['flow'], merged.photosThere['crest']], [answer(7), 1]);
  assert.deepEqual([...leftOf(merged, merged.answers, photoCounter(merged, []))], ['flow']);
});

test('a round is whole when all that is required is answered here or there, numbers are numbers and photos are taken', () => {
  const left = (answers: FieldRound['answers'], photos: (typeof photo)[]) =>
    [...leftOf(round, answers, photoCounter(round, photos))].sort();
  assert.deepEqual(left(round.answers, []), ['crest']);
  assert.deepEqual(left(round.answers, [photo]), []);
  assert.deepEqual(left({ ...round.answers, flow: answer('2x') }, [photo]), ['flow']);
});

test('a round waits to be sent while the server lacks an answer, a photo, or that it is finished', () => {
  const saved = { ...round, base: round.answers };
  assert.deepEqual(
    [
      isUnsentRound(round, []),
      isUnsentRound(saved, []),
      isUnsentRound(saved, [photo]),
      isUnsentRound(saved, [{ ...photo, isSent: true }]),
      isUnsentRound({ ...saved, state: 'waiting' }, []),
      isUnsentRound({ ...round, state: 'overtaken' }, [photo]),
    ],
    [true, false, true, false, true, false],
  );
});
