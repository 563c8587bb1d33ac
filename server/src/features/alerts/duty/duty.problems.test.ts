/** Who is on a roster and cannot act: marked in the roster, its calendar and its times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { duty } from '@plumbline/contract/alerts/duty';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const { projectId, corporationId } = north;
const { token } = north.admin;
// Wednesday, 14:00 there.
await setTimeZone(server, projectId, 'Asia/Shanghai');

const person = async (name: string, role: 'Member' | 'Guest', mobile: string | null = '13800000001') => {
  const account = await makeAccount(server, 'Normal', corporationId, name);
  await makeMember(server, projectId, account.id, role);
  const contact = { email: null, mobile, emailFrom: null, smsFrom: null };
  assert.equal((await server.call(deliveries.setContact, contact, account.token)).status, 200);
  return account;
};
const able = await person('able', 'Member');
const guest = await person('guest', 'Guest');
const silent = await person('silent', 'Member', null);
const leaver = await person('leaver', 'Member');
const disabled = await person('disabled', 'Member');
const every = [1, 2, 3, 4, 5, 6, 7];

test('each is marked with what keeps them from acting, and times at which nobody can act are named', async () => {
  const hours: [number, string, string][] = [
    [able.id, '00:00', '06:00'],
    [guest.id, '06:00', '12:00'],
    [silent.id, '12:00', '18:00'],
    [leaver.id, '18:00', '21:00'],
    [disabled.id, '21:00', '00:00'],
    // Beside somebody who cannot act, somebody who can: nothing is amiss.
    [able.id, '07:00', '08:00'],
  ];
  const shifts = hours.map(([personId, fromTime, toTime]) => ({ personId, days: every, fromTime, toTime }));
  const answer = await server.call(duty.create, { projectId, name: 'Dam', shifts, fallbackId: guest.id }, token);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const rosterId = answer.body.dutyRoster.id;
  await server.db.deleteFrom('project_member').where('account_id', '=', leaver.id).execute();
  await server.db
    .updateTable('account')
    .set({ disabled_at: server.clock.now() })
    .where('id', '=', disabled.id)
    .execute();
  const { body } = await server.call(duty.get, { projectId, rosterId }, token);
  const { people, uncovered, gaps, onDuty } = body.dutyRoster;
  assert.deepEqual(people.map(({ name, problems }) => [name, problems.join()]).sort(), [
    ['able', ''],
    ['disabled', 'disabled'],
    ['guest', 'cannotAcknowledge'],
    ['leaver', 'noMember'],
    ['silent', 'unreachable'],
  ]);
  assert.deepEqual(
    onDuty.map(({ name, problems }) => [name, problems.join()]),
    [['silent', 'unreachable']],
  );
  assert.deepEqual(gaps, []);
  // From now (14:00) on until midnight without a break, then 06:00 to 07:00 and 08:00 to midnight.
  assert.deepEqual(
    uncovered.slice(0, 3).map(({ startAt, endAt, people: on }) => [
      startAt,
      endAt,
      on
        .map(({ name }) => name)
        .sort()
        .join(),
    ]),
    [
      ['2026-03-18T06:00:00.000Z', '2026-03-18T16:00:00.000Z', 'disabled,leaver,silent'],
      ['2026-03-18T22:00:00.000Z', '2026-03-18T23:00:00.000Z', 'guest'],
      ['2026-03-19T00:00:00.000Z', '2026-03-19T16:00:00.000Z', 'disabled,guest,leaver,silent'],
    ],
  );
  const span = { from: '2026-03-19T22:00:00Z', to: '2026-03-20T00:00:00Z' };
  const read = await server.call(duty.calendar, { projectId, rosterId, ...span }, token);
  assert.deepEqual(
    read.body.spans.map(({ people: on }) => on.map(({ name, problems }) => `${name} ${problems.join()}`.trim())),
    [['guest cannotAcknowledge'], ['able', 'guest cannotAcknowledge']],
  );
  const { body: choice } = await server.call(duty.people, { projectId }, token);
  assert.deepEqual(
    choice.people
      .filter(({ name }) => ['able', 'guest'].includes(name))
      .map(({ name, canAcknowledge }) => [name, canAcknowledge]),
    [
      ['able', true],
      ['guest', false],
    ],
  );
});
