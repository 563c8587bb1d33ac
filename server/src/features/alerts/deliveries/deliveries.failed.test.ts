/** Messages of alert rules that do not get out: people are notified in the app, and none is called queued for ever. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openMailServer } from '../../../../test/mail-server.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['Undelivered'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId, corporationId, admin } = north;
/** A new session each time: the clock moves on by hours. */
const token = () => server.tokenFor(admin.id);
const guest = await makeAccount(server, 'Normal', corporationId, 'undelivered.guest');
await makeMember(server, projectId, guest.id, 'Guest');
const made = await server.call(
  alertRules.create,
  { projectId, name: 'Night duty', members: false, emails: ['duty@example.com'] } as never,
  await token(),
);
assert.equal(made.status, 200);

const failuresOf = async (accountId: number) => {
  const { body } = await server.call(notifications.list, { pageSize: 100 }, await server.tokenFor(accountId));
  return body.notifications.flatMap(({ detail }) => (detail['about'] === 'deliveryFailed' ? [detail] : []));
};
const statesOf = async (alertId: number) =>
  (await server.call(deliveries.ofAlert, { alertId }, await token())).body.deliveries.map(({ state }) => state);

test('who may change rules hears that nothing sends by e-mail: once an hour, and tests are not told of', async () => {
  const test = { projectId, alertRuleId: made.body.alertRule.id };
  assert.equal((await server.call(deliveries.test, test, await token())).status, 200);
  await server.work!.settle();
  assert.deepEqual(await failuresOf(admin.id), []);
  for (let i = 0; i < 3; i++) await raiseAlert(server, north);
  const [first, ...others] = await failuresOf(admin.id);
  assert.equal(others.length, 0);
  assert.deepEqual([first?.['medium'], first?.['ruleName'], first?.['state']], ['email', 'Night duty', 'noChannel']);
  assert.deepEqual(await failuresOf(guest.id), [], 'a guest can do nothing about it');
  server.clock.advance(61 * 60_000);
  await raiseAlert(server, north);
  assert.equal((await failuresOf(admin.id)).length, 2);
});

test('a mail server that takes nothing is told of after some minutes of tries, while they go on', async () => {
  await setUpMail(server, north, mail.port);
  server.clock.advance(61 * 60_000);
  const before = (await failuresOf(admin.id)).length;
  mail.mood = 'later';
  const alertId = await raiseAlert(server, north);
  for (const seconds of [16, 31, 61]) {
    server.clock.advance(seconds * 1000);
    await server.work!.settle();
  }
  assert.equal((await failuresOf(admin.id)).length, before, 'a mail server may be away for a minute');
  server.clock.advance(121_000);
  await server.work!.settle();
  const [newest] = await failuresOf(admin.id);
  assert.deepEqual([newest?.['state'], (await failuresOf(admin.id)).length], ['queued', before + 1]);
  mail.mood = 'accept';
  server.clock.advance(241_000);
  await server.work!.settle();
  assert.deepEqual(await statesOf(alertId), ['sent']);
});

test('a delivery whose work was discarded is given up, and one that waits for its next try is not', async () => {
  mail.mood = 'later';
  const [abandoned, waiting] = [await raiseAlert(server, north), await raiseAlert(server, north)];
  const { id } = await server.db
    .selectFrom('delivery')
    .select('id')
    .where('alert_id', '=', abandoned)
    .executeTakeFirstOrThrow();
  const work = server.db.selectFrom('work').select(['id', 'input']).where('name', '=', 'sendDelivery');
  const rows = await work.execute();
  const own = rows.filter(({ input }) => (input as { deliveryId: number }).deliveryId === id);
  assert.equal(own.length, 1);
  await server.db.deleteFrom('work').where('id', '=', own[0]!.id).execute();
  await server.tick('end-abandoned-deliveries');
  assert.deepEqual(await statesOf(abandoned), ['queued'], 'a worker may have it in hand');
  server.clock.advance(11 * 60_000);
  await server.tick('end-abandoned-deliveries');
  assert.deepEqual([await statesOf(abandoned), await statesOf(waiting)], [['failed'], ['queued']]);
  mail.mood = 'accept';
  // It may just have been tried, and refused, once more.
  server.clock.advance(11 * 60_000);
  await server.work!.settle();
  assert.deepEqual(await statesOf(waiting), ['sent']);
});
