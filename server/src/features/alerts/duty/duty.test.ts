/** Duty rosters: who may be on them, who is on duty now and next, gaps, substitutes, and who may change them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { duty } from '@plumbline/contract/alerts/duty';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId, corporationId } = north;
const { token } = north.admin;
// Wednesday, 14:00 there.
await setTimeZone(server, projectId, 'Asia/Shanghai');

const person = async (name: string, role: 'Owner' | 'Guest' | null) => {
  const made = await makeAccount(server, 'Normal', corporationId, name);
  if (role) await makeMember(server, projectId, made.id, role);
  return made;
};
const zhao = await person('zhao', 'Guest');
const li = await person('li', 'Owner');
const outsider = await person('outsider', null);
const every = [1, 2, 3, 4, 5, 6, 7];
const shift = (personId: number, fromTime: string, toTime: string, days = every) => ({
  personId,
  days,
  fromTime,
  toTime,
});
const create = (more: object, by = token) =>
  server.call(duty.create, { projectId, name: `Roster ${Math.random()}`, ...more }, by);
const rosterOf = async (rosterId: number) =>
  (await server.call(duty.get, { projectId, rosterId }, token)).body.dutyRoster;

test('a roster says who is on duty now and next, and when nobody is', async () => {
  const { status, body } = await create({
    name: 'Dam',
    shifts: [shift(zhao.id, '08:00', '20:00'), shift(li.id, '20:00', '06:00')],
  });
  assert.equal(status, 200);
  const { onDuty, next, nextAt, gaps } = body.dutyRoster;
  assert.deepEqual(
    [onDuty, next],
    [
      [{ id: zhao.id, name: 'zhao', problems: ['unreachable', 'cannotAcknowledge'] }],
      [{ id: li.id, name: 'li', problems: ['unreachable'] }],
    ],
  );
  assert.equal(nextAt, '2026-03-18T12:00:00.000Z', '20:00 in Shanghai');
  assert.equal(gaps.length, 14);
  assert.deepEqual(gaps[0], { startAt: '2026-03-18T22:00:00.000Z', endAt: '2026-03-19T00:00:00.000Z' });
  const { body: list } = await server.call(duty.list, { projectId }, zhao.token);
  assert.deepEqual(
    list.dutyRosters.map(({ name }) => name),
    ['Dam'],
  );
  const span = { from: '2026-03-18T06:00:00Z', to: '2026-03-19T06:00:00Z' };
  const read = await server.call(duty.calendar, { projectId, rosterId: body.dutyRoster.id, ...span }, zhao.token);
  assert.deepEqual(
    read.body.spans.map(({ people }) => people.map(({ name }) => name).join()),
    ['zhao', 'li', '', 'zhao'],
  );
  const long = { from: '2026-01-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
  const refused = await server.call(duty.calendar, { projectId, rosterId: body.dutyRoster.id, ...long }, token);
  assert.deepEqual([refused.status, refused.body.error], [400, 'dutySpanTooLong']);
});

test('nobody who may not see the alerts of the project is put on duty', async () => {
  for (const id of [outsider.id, south.admin.id]) {
    for (const more of [{ shifts: [shift(id, '08:00', '20:00')] }, { fallbackId: id }]) {
      const { status, body } = await create(more);
      assert.deepEqual([status, body.error], [409, 'dutyPersonUnfit']);
    }
    const { body } = await create({});
    const where = { projectId, rosterId: body.dutyRoster.id };
    const times = { startAt: '2026-03-20T10:00:00Z', endAt: '2026-03-21T00:00:00Z' };
    const refused = await server.call(duty.substitute, { ...where, ...times, substituteId: id }, token);
    assert.equal(refused.body.error, 'dutyPersonUnfit');
  }
  const { body } = await server.call(duty.people, { projectId }, token);
  assert.deepEqual(
    body.people
      .map(({ name, email, sms }) => [name, email, sms])
      .filter(([name]) => name === 'zhao' || name === 'outsider'),
    [['zhao', false, false]],
  );
});

test('a substitute comes for one night, and not any more where it is deleted', async () => {
  const { body } = await create({ shifts: [shift(zhao.id, '08:00', '20:00')] });
  const where = { projectId, rosterId: body.dutyRoster.id };
  const times = { startAt: '2026-03-18T05:00:00Z', endAt: '2026-03-18T07:00:00Z' };
  const empty = await server.call(duty.substitute, { ...where, ...times }, token);
  assert.deepEqual([empty.status, empty.body.error], [400, 'substitutionEmpty']);
  const added = await server.call(
    duty.substitute,
    { ...where, ...times, absentId: zhao.id, substituteId: li.id, note: 'Dentist' },
    token,
  );
  assert.deepEqual([added.status, added.body.dutyRoster.onDuty[0]?.name], [200, 'li']);
  const [one] = added.body.dutyRoster.substitutions;
  assert.deepEqual([one?.absentName, one?.substituteName, one?.note], ['zhao', 'li', 'Dentist']);
  const removed = await server.call(duty.removeSubstitution, { ...where, substitutionId: one!.id }, token);
  assert.deepEqual([removed.status, removed.body.dutyRoster.onDuty[0]?.name], [200, 'zhao']);
});

test('a roster that a rule names, at once or later, is not deleted; no rule names one of another project', async () => {
  const { body } = await create({});
  const rosterId = body.dutyRoster.id;
  const remove = () => server.call(duty.remove, { projectId, rosterId }, token);
  const rule = (more: object) =>
    server.call(alertRules.create, { projectId, name: `Rule ${Math.random()}`, members: false, ...more }, token);
  for (const more of [
    { rosterIds: [rosterId] },
    { emails: ['a@b.cc'], steps: [{ afterMinutes: 5, rosterIds: [rosterId] }] },
  ]) {
    const made = await rule(more);
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const refused = await remove();
    assert.deepEqual([refused.status, refused.body.error], [409, 'rosterInUse']);
    await server.call(alertRules.remove, { projectId, alertRuleId: made.body.alertRule.id }, token);
  }
  assert.equal((await remove()).status, 200);
  assert.equal((await rule({ rosterIds: [rosterId] })).status, 404);
  const foreign = await server.call(duty.create, { projectId: south.projectId, name: 'South' }, south.admin.token);
  assert.equal((await rule({ rosterIds: [foreign.body.dutyRoster.id] })).status, 404);
  assert.equal((await server.call(duty.get, { projectId, rosterId: foreign.body.dutyRoster.id }, token)).status, 404);
});

test('who left the project stays on the roster as it was saved, and others may still be changed', async () => {
  const leaver = await person('leaver', 'Guest');
  const { body } = await create({ shifts: [shift(leaver.id, '00:00', '00:00')] });
  await server.db.deleteFrom('project_member').where('account_id', '=', leaver.id).execute();
  const where = { projectId, rosterId: body.dutyRoster.id };
  const shifts = [shift(leaver.id, '00:00', '12:00'), shift(zhao.id, '12:00', '00:00')];
  assert.equal((await server.call(duty.update, { ...where, shifts }, token)).status, 200);
  const { onDuty, people } = await rosterOf(where.rosterId);
  assert.deepEqual(
    onDuty.map(({ id }) => id),
    [zhao.id],
  );
  assert.deepEqual(people.find(({ id }) => id === leaver.id)?.problems, ['noMember']);
});

test('a guest reads rosters and changes none', async () => {
  assert.equal((await create({}, zhao.token)).status, 403);
  assert.equal((await server.call(duty.list, { projectId }, outsider.token)).status, 404);
  const contact = { email: 'zhao@example.com', mobile: null, emailFrom: null, smsFrom: null };
  await server.call(deliveries.setContact, contact, zhao.token);
  const { body } = await server.call(duty.people, { projectId }, zhao.token);
  assert.deepEqual(
    body.people.find(({ name }) => name === 'zhao'),
    { id: zhao.id, name: 'zhao', email: true, sms: false, canAcknowledge: false },
  );
});

test('a roster rotates by the clock of the project, a substitute comes over it, and nobody unfit takes a turn', async () => {
  const rotation = {
    personIds: [zhao.id, li.id],
    everyDays: 7,
    startDate: '2026-03-16',
    handoverTime: '08:00',
  };
  const answer = await create({ rotations: [rotation], shifts: [shift(li.id, '00:00', '00:00')] });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { id: rosterId, rotations, onDuty, nextAt, next, people, gaps } = answer.body.dutyRoster;
  assert.deepEqual(rotations, [{ ...rotation, days: every, fromTime: null, toTime: null }]);
  assert.deepEqual(
    [onDuty.map(({ name }) => name), nextAt, next.map(({ name }) => name), gaps],
    [['zhao'], '2026-03-23T00:00:00.000Z', ['li'], []],
  );
  assert.deepEqual(people.map(({ name }) => name).sort(), ['li', 'zhao']);
  const times = { startAt: '2026-03-18T05:00:00Z', endAt: '2026-03-18T07:00:00Z' };
  const replaced = await server.call(
    duty.substitute,
    { projectId, rosterId, ...times, absentId: zhao.id, substituteId: li.id },
    token,
  );
  assert.equal(replaced.body.dutyRoster.onDuty[0]?.name, 'li');
  const daily = await server.call(
    duty.update,
    { projectId, rosterId, rotations: [{ ...rotation, everyDays: 1, personIds: [li.id, zhao.id] }] },
    token,
  );
  assert.equal(daily.body.dutyRoster.nextAt, '2026-03-19T00:00:00.000Z');
  for (const personId of [outsider.id, south.admin.id]) {
    const { status, body } = await create({ rotations: [{ ...rotation, personIds: [zhao.id, personId] }] });
    assert.deepEqual([status, body.error], [409, 'dutyPersonUnfit']);
  }
  for (const wrong of [{ personIds: [] }, { everyDays: 0 }, { startDate: '2026-02-30' }, { fromTime: '20:00' }])
    assert.equal((await create({ rotations: [{ ...rotation, ...wrong }] })).status, 400, JSON.stringify(wrong));
});
