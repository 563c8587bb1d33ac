/** Who can be called about an alert: each once, with why, and a number only for who may see it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { duty } from '@plumbline/contract/alerts/duty';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId, corporationId, alertId, structureId } = north;
const { token } = north.admin;
const person = async (
  name: string,
  mobile: string | null,
  { showsMobile = false, role = 'Guest' as 'Guest' | 'Member' } = {},
) => {
  const account = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, account.id, role);
  const contact = { email: null, mobile, emailFrom: null, smsFrom: null, callFrom: null, showsMobile };
  assert.equal((await server.call(deliveries.setContact, contact, account.token)).status, 200);
  return account;
};
const call = async (by = token) => {
  const { status, body } = await server.call(duty.peopleToCall, { alertId }, by);
  return status === 200
    ? body.people.map(({ name, mobile, reasons }) => [name, mobile, reasons.map(({ kind }) => kind).join('+')])
    : status;
};

test('who took it on, who is on duty and who is responsible, each once; numbers for who may see them', async () => {
  assert.deepEqual(await call(), []);
  const [wang, li, zhao] = [
    await person('wang', '13800000001'),
    await person('li', '13800000002', { showsMobile: true }),
    await person('zhao', null),
  ];
  const shift = { personId: li.id, days: [1, 2, 3, 4, 5, 6, 7], fromTime: '00:00', toTime: '00:00' };
  const made = await server.call(duty.create, { projectId, name: 'Night', shifts: [shift] }, token);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const members = [
    { memberId: zhao.id, duty: 'responsible' as const },
    { memberId: li.id, duty: 'deputy' as const },
  ];
  assert.equal((await server.call(structures.setMembers, { structureId, members }, token)).status, 200);
  assert.equal((await server.call(alerts.assign, { alertId, assigneeId: wang.id }, token)).status, 200);
  assert.deepEqual(await call(), [
    ['wang', '13800000001', 'assigned'],
    ['li', '13800000002', 'onDuty+deputy'],
    ['zhao', null, 'responsible'],
  ]);
  const guest = await makeAccount(server, 'Normal', corporationId, 'guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  const shown = await call(guest.token);
  assert.deepEqual(
    (shown as unknown[][]).filter(([, , why]) => why !== 'mayAcknowledge').map(([name, mobile]) => [name, mobile]),
    [
      ['wang', null],
      ['li', '13800000002'],
      ['zhao', null],
    ],
    'only who shares it',
  );
  const bare = await makeAccount(server, 'Normal', corporationId, 'bare');
  await giveRole(server, north, bare.id, ['Retrieve:Project', 'Retrieve:Alert']);
  assert.deepEqual(
    await call(bare.token),
    [
      ['wang', null, 'assigned'],
      ['North.admin', null, 'mayAcknowledge'],
    ],
    'no roster and no structure for who sees none',
  );
});

test('to somebody who may not acknowledge it says who may, those with a number first; to others it does not', async () => {
  const member = await person('keeper', '13800000009', { showsMobile: true, role: 'Member' });
  const guest = await person('visitor', null);
  const others = async (by: string) =>
    (await server.call(duty.peopleToCall, { alertId }, by)).body.people
      .filter(({ reasons }) => reasons.some(({ kind }) => kind === 'mayAcknowledge'))
      .map(({ name, mobile, canAcknowledge }) => [name, mobile, canAcknowledge]);
  const offered = await others(guest.token);
  assert.deepEqual(offered[0], ['keeper', '13800000009', true]);
  assert.ok(offered.every(([, , canAcknowledge]) => canAcknowledge === true));
  assert.deepEqual(await others(member.token), []);
  const { body } = await server.call(duty.peopleToCall, { alertId }, token);
  assert.equal(body.people.find(({ name }) => name === 'li')?.canAcknowledge, false);
});

test('who left is not called, and another corporation finds nothing', async () => {
  await server.db.deleteFrom('project_member').where('project_id', '=', projectId).execute();
  assert.deepEqual(await call(), []);
  assert.equal(await call(south.admin.token), 404);
});
