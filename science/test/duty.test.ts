import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DutyPlan, dutySpans, onDutyAt, type Rotation, type Shift } from '../src/series/duty.ts';

const berlin = 'Europe/Berlin';
const every = [1, 2, 3, 4, 5, 6, 7];
const [zhao, li, wang] = [1, 2, 3];
const night = (personId: number, days = every): Shift => ({ personId, days, fromTime: '20:00', toTime: '08:00' });
const day = (personId: number, days = every): Shift => ({ personId, days, fromTime: '08:00', toTime: '20:00' });
const plan = (shifts: readonly Shift[], substitutions: DutyPlan['substitutions'] = []): DutyPlan => ({
  shifts,
  substitutions,
});
const at = (text: string): number => Date.parse(text);
const spans = (given: DutyPlan, from: string, to: string, zone = 'UTC') =>
  dutySpans(given, at(from), at(to), zone).map(
    ({ startMs, endMs, personIds }) =>
      `${new Date(startMs).toISOString().slice(0, 16)} ${(endMs - startMs) / 3_600_000} h ${personIds.join('+') || 'gap'}`,
  );

test('spans cover the whole time, and where nobody is on duty there is a gap', () => {
  // 2026-03-21 is a Saturday.
  const week = plan([day(zhao, [1, 2, 3, 4, 5]), night(li, [1, 2, 3, 4, 5]), { ...day(wang, [6]), fromTime: '10:00' }]);
  assert.deepEqual(spans(week, '2026-03-20T12:00:00Z', '2026-03-23T09:00:00Z'), [
    '2026-03-20T12:00 8 h 1',
    '2026-03-20T20:00 12 h 2',
    '2026-03-21T08:00 2 h gap',
    '2026-03-21T10:00 10 h 3',
    '2026-03-21T20:00 36 h gap',
    '2026-03-23T08:00 1 h 1',
  ]);
  assert.deepEqual(spans(plan([]), '2026-03-20T00:00:00Z', '2026-03-21T00:00:00Z'), ['2026-03-20T00:00 24 h gap']);
});

test('a shift ends at its end exactly, and the whole day is from a time to the same time', () => {
  const both = plan([day(zhao), night(li)]);
  assert.deepEqual(onDutyAt(both, at('2026-03-20T08:00:00Z') - 1, 'UTC'), [li]);
  assert.deepEqual(onDutyAt(both, at('2026-03-20T08:00:00Z'), 'UTC'), [zhao]);
  const round = plan([{ personId: wang, days: [5], fromTime: '06:00', toTime: '06:00' }]);
  assert.deepEqual(spans(round, '2026-03-20T00:00:00Z', '2026-03-22T00:00:00Z'), [
    '2026-03-20T00:00 6 h gap',
    '2026-03-20T06:00 24 h 3',
    '2026-03-21T06:00 18 h gap',
  ]);
});

test('over a change of the clock a night has eleven or thirteen hours, and shifts meet without a gap', () => {
  const both = plan([day(zhao), night(li)]);
  assert.deepEqual(spans(both, '2026-03-28T07:00:00Z', '2026-03-29T18:00:00Z', berlin), [
    '2026-03-28T07:00 12 h 1',
    '2026-03-28T19:00 11 h 2',
    '2026-03-29T06:00 12 h 1',
  ]);
  assert.deepEqual(spans(both, '2026-10-24T18:00:00Z', '2026-10-25T19:00:00Z', berlin), [
    '2026-10-24T18:00 13 h 2',
    '2026-10-25T07:00 12 h 1',
  ]);
  // 02:00 to 03:00 does not exist on that day: nobody is missed in it.
  const skipped = plan([{ personId: zhao, days: [7], fromTime: '02:00', toTime: '03:00' }]);
  assert.deepEqual(spans(skipped, '2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z', berlin), [
    '2026-03-29T00:00 2 h gap',
  ]);
});

test('a substitute comes where the absent person would have been, and nowhere else', () => {
  const friday = { startMs: at('2026-03-20T18:00:00Z'), endMs: at('2026-03-21T12:00:00Z') };
  const instead = plan([day(zhao), night(li)], [{ ...friday, absentId: li, substituteId: wang }]);
  assert.deepEqual(spans(instead, '2026-03-20T12:00:00Z', '2026-03-21T22:00:00Z'), [
    '2026-03-20T12:00 8 h 1',
    '2026-03-20T20:00 12 h 3',
    '2026-03-21T08:00 12 h 1',
    '2026-03-21T20:00 2 h 2',
  ]);
  const nobody = plan([night(li)], [{ ...friday, absentId: li, substituteId: null }]);
  assert.deepEqual(onDutyAt(nobody, at('2026-03-20T21:00:00Z'), 'UTC'), []);
  const beside = plan([night(li)], [{ ...friday, absentId: null, substituteId: wang }]);
  assert.deepEqual(onDutyAt(beside, at('2026-03-20T21:00:00Z'), 'UTC'), [li, wang]);
  assert.deepEqual(onDutyAt(beside, at('2026-03-20T19:00:00Z'), 'UTC'), [wang], 'also where nobody else would be');
  const chained = plan(
    [night(li)],
    [
      { ...friday, absentId: li, substituteId: wang },
      { ...friday, absentId: wang, substituteId: zhao },
    ],
  );
  assert.deepEqual(onDutyAt(chained, at('2026-03-20T21:00:00Z'), 'UTC'), [zhao]);
});

test('one person in two shifts that overlap stays until the later ends', () => {
  const both = plan([day(zhao), { personId: zhao, days: every, fromTime: '18:00', toTime: '22:00' }]);
  assert.deepEqual(spans(both, '2026-03-20T12:00:00Z', '2026-03-20T23:00:00Z'), [
    '2026-03-20T12:00 10 h 1',
    '2026-03-20T22:00 1 h gap',
  ]);
});

test('at every hour of a year the instant and the span agree', () => {
  const given = plan(
    [day(zhao, [1, 3, 5]), night(li, [2, 6]), { personId: wang, days: [7], fromTime: '01:30', toTime: '02:30' }],
    [{ startMs: at('2026-03-01T00:00:00Z'), endMs: at('2026-11-01T00:00:00Z'), absentId: zhao, substituteId: null }],
  );
  const [from, to] = [at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z')];
  const all = dutySpans(given, from, to, berlin);
  for (const [i, span] of all.entries()) assert.equal(span.startMs, i === 0 ? from : all[i - 1]!.endMs);
  assert.equal(all.at(-1)!.endMs, to);
  for (let ms = from; ms < to; ms += 3_600_000) {
    const span = all.find(({ startMs, endMs }) => startMs <= ms && ms < endMs);
    assert.deepEqual(onDutyAt(given, ms, berlin), span!.personIds, new Date(ms).toISOString());
  }
});

const turns = (personIds: readonly number[], more: Partial<Rotation> = {}): Rotation => ({
  personIds,
  everyDays: 1,
  startDate: '2026-03-20',
  handoverTime: '08:00',
  days: every,
  fromTime: null,
  toTime: null,
  ...more,
});
const rotating = (
  rotations: readonly Rotation[],
  shifts: readonly Shift[] = [],
  substitutions: DutyPlan['substitutions'] = [],
): DutyPlan => ({ ...plan(shifts, substitutions), rotations });

test('a rotation hands over every day, week or n days, in its order, and before its start puts nobody on duty', () => {
  assert.deepEqual(spans(rotating([turns([zhao, li, wang])]), '2026-03-19T08:00:00Z', '2026-03-24T08:00:00Z'), [
    '2026-03-19T08:00 24 h gap',
    '2026-03-20T08:00 24 h 1',
    '2026-03-21T08:00 24 h 2',
    '2026-03-22T08:00 24 h 3',
    '2026-03-23T08:00 24 h 1',
  ]);
  const weekly = rotating([turns([zhao, li], { everyDays: 7, startDate: '2026-03-16', handoverTime: '09:30' })]);
  assert.deepEqual(spans(weekly, '2026-03-22T00:00:00Z', '2026-04-07T00:00:00Z'), [
    '2026-03-22T00:00 33.5 h 1',
    '2026-03-23T09:30 168 h 2',
    '2026-03-30T09:30 168 h 1',
    '2026-04-06T09:30 14.5 h 2',
  ]);
  const three = rotating([turns([zhao, li], { everyDays: 3 })]);
  // A hundred and one turns later: the order holds however far ahead one looks.
  const ms = Date.parse('2026-03-20T08:00:00Z') + 101 * 3 * 86_400_000;
  assert.deepEqual([onDutyAt(three, ms - 1, 'UTC'), onDutyAt(three, ms, 'UTC')], [[zhao], [li]]);
  assert.deepEqual(onDutyAt(rotating([turns([])]), ms, 'UTC'), []);
});

test('the turns of a rotation go by the clock: over its change one has 23 or 25 hours, and none is lost', () => {
  const daily = rotating([turns([zhao, li])]);
  assert.deepEqual(spans(daily, '2026-03-28T07:00:00Z', '2026-03-30T06:00:00Z', berlin), [
    '2026-03-28T07:00 23 h 1',
    '2026-03-29T06:00 24 h 2',
  ]);
  assert.deepEqual(spans(daily, '2026-10-24T06:00:00Z', '2026-10-26T07:00:00Z', berlin), [
    '2026-10-24T06:00 25 h 1',
    '2026-10-25T07:00 24 h 2',
  ]);
  // Handed over at a time that the clock skips, and at one that it shows twice.
  const skipped = rotating([turns([zhao, li], { handoverTime: '02:30' })]);
  assert.deepEqual(spans(skipped, '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', berlin), [
    '2026-03-28T12:00 13 h 1',
    '2026-03-29T01:00 11 h 2',
  ]);
  assert.deepEqual(spans(skipped, '2026-10-24T22:00:00Z', '2026-10-25T12:00:00Z', berlin), [
    '2026-10-24T22:00 2.5 h 1',
    '2026-10-25T00:30 11.5 h 2',
  ]);
});

test('hours and days narrow a rotation; the layer above holds where it has somebody, and below it the week', () => {
  const nights = turns([li, wang], { fromTime: '20:00', toTime: '06:00', days: [5, 6], handoverTime: '12:00' });
  const layered = rotating([turns([zhao], { days: [5, 6], handoverTime: '00:00' }), nights], [day(4)]);
  assert.deepEqual(spans(layered, '2026-03-20T00:00:00Z', '2026-03-23T00:00:00Z'), [
    '2026-03-20T00:00 20 h 1',
    '2026-03-20T20:00 10 h 2',
    '2026-03-21T06:00 14 h 1',
    '2026-03-21T20:00 10 h 3',
    '2026-03-22T06:00 2 h gap',
    '2026-03-22T08:00 12 h 4',
    '2026-03-22T20:00 4 h gap',
  ]);
});

test('a substitute comes for whoever has the turn, and for nobody else', () => {
  const away = {
    startMs: at('2026-03-20T00:00:00Z'),
    endMs: at('2026-03-23T00:00:00Z'),
    absentId: li,
    substituteId: 4,
  };
  assert.deepEqual(
    spans(rotating([turns([zhao, li, wang])], [], [away]), '2026-03-20T08:00:00Z', '2026-03-23T08:00:00Z'),
    ['2026-03-20T08:00 24 h 1', '2026-03-21T08:00 24 h 4', '2026-03-22T08:00 24 h 3'],
  );
});
