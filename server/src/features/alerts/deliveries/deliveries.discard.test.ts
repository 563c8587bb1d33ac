/** Messages whose work an operator discards, and the log of messages as it grows old: nothing is lost without a word. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { work } from '@plumbline/contract/platform/work';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { openMailServer } from '../../../../test/mail-server.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { addWork } from '../../../kernel/work.rows.ts';
import { logUnsent } from './deliveries.queue.table.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { db, clock } = server;
const { projectId } = north;
const token = () => server.tokenFor(north.admin.id);
const operator = await makeAccount(server, 'System', null, 'Operator');
await setUpMail(server, north, mail.port);
const made = await server.call(
  alertRules.create,
  { projectId, name: 'Night duty', level: 1, members: false, emails: ['a@example.com', 'b@example.com'] } as never,
  await token(),
);
assert.equal(made.status, 200);
const logOf = async (alertId: number) =>
  (await server.call(deliveries.ofAlert, { alertId }, await token())).body.deliveries.map(
    ({ recipient, medium, state, answer }) => [recipient, medium, state, answer].join(', '),
  );

/** Makes the only work that is there stuck, and discards it as the operator does. */
async function discardIt(): Promise<void> {
  const { id } = await db
    .updateTable('work')
    .set({ attempts: 10, error: 'Error: no', due_at: new Date(clock.now().getTime() + 300_000) })
    .where('lane', '=', 'delivery')
    .returning('id')
    .executeTakeFirstOrThrow();
  const { status } = await server.call(work.discard, { workId: id }, await server.tokenFor(operator.id));
  assert.equal(status, 200);
  await server.work!.settle();
}

/** An alert of which nobody was told yet. */
async function silentAlert(): Promise<number> {
  const { id: _, ...like } = await db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', north.alertId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('alert')
    .values(like as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
/** Work that is not begun: due later. */
const later = () => new Date(clock.now().getTime() + 3_600_000);

test('discarded plans leave who would have been told in the log, and each can be tried again', async () => {
  const alertId = await silentAlert();
  const input = { about: 'alerts', alertIds: [alertId], atMs: clock.now().getTime() };
  await addWork(sqlOver(db), later(), 'delivery', 'planDeliveries', [input]);
  mail.mails.length = 0;
  await discardIt();
  assert.deepEqual((await logOf(alertId)).sort(), [
    'a@example.com, email, failed, discarded: Operator',
    'b@example.com, email, failed, discarded: Operator',
  ]);
  assert.equal(mail.mails.length, 0);
  const { body } = await server.call(deliveries.ofAlert, { alertId }, await token());
  const again = { projectId, deliveryId: body.deliveries[0]!.id };
  assert.equal((await server.call(deliveries.retry, again, await token())).status, 200);
  await server.work!.settle();
  assert.equal(mail.mails.length, 1);
});

test('where whom the rules tell cannot be found out the alert says that nobody was told; there is nobody to try', async () => {
  const alertId = await silentAlert();
  await logUnsent(db, clock.now(), [alertId], 'discarded: Operator');
  assert.deepEqual(await logOf(alertId), [', none, failed, discarded: Operator']);
  const { body } = await server.call(deliveries.ofAlert, { alertId }, await token());
  const again = await server.call(deliveries.retry, { projectId, deliveryId: body.deliveries[0]!.id }, await token());
  assert.deepEqual([again.status, again.body.error], [409, 'deliveryOver']);
});

test('a discarded message is ended by whom, at once', async () => {
  mail.mood = 'later';
  const alertId = await raiseAlert(server, north);
  await db
    .deleteFrom('work')
    .where('lane', '=', 'delivery')
    .where((is) =>
      is.eb(
        'id',
        '>',
        is.selectFrom('work').select((each) => each.fn.min('id').as('id')),
      ),
    )
    .execute();
  await discardIt();
  mail.mood = 'accept';
  const states = await logOf(alertId);
  assert.ok(states.includes('a@example.com, email, failed, discarded: Operator'), states.join('; '));
});

test('the log is kept for three years, what waits for ever, and a digest as long as what went in it', async () => {
  await db.deleteFrom('delivery').execute();
  const alertIds: number[] = [];
  for (let i = 0; i < 3; i++) alertIds.push(await raiseAlert(server, north));
  const ended = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const [old, , waiting] = alertIds as [number, number, number];
  await db
    .updateTable('delivery')
    .set({ ended_at: ended(1_096) })
    .where('alert_id', '=', old)
    .execute();
  await db
    .updateTable('delivery')
    .set({ state: 'queued', ended_at: null, created_at: ended(2_000), next_try_at: later() })
    .where('alert_id', '=', waiting)
    .execute();
  const [digest] = await db
    .selectFrom('delivery')
    .select('id')
    .where('alert_id', '=', old)
    .orderBy('id')
    .limit(1)
    .execute();
  const [inIt] = await db
    .updateTable('delivery')
    .set({ state: 'collected', digest_id: digest!.id, ended_at: ended(1_000) })
    .where('alert_id', '=', old)
    .where('id', '<>', digest!.id)
    .returning('id')
    .execute();
  await server.tick('tidy-deliveries');
  const left = await db.selectFrom('delivery').select(['id', 'alert_id']).execute();
  assert.equal(left.filter(({ alert_id }) => alert_id === waiting).length, 2);
  assert.deepEqual(
    left
      .filter(({ alert_id }) => alert_id === old)
      .map(({ id }) => id)
      .sort(),
    [digest!.id, inIt!.id].sort(),
  );
  await db
    .updateTable('delivery')
    .set({ ended_at: ended(1_097) })
    .where('id', '=', inIt!.id)
    .execute();
  await server.tick('tidy-deliveries');
  await server.tick('tidy-deliveries');
  assert.equal((await db.selectFrom('delivery').select('id').where('alert_id', '=', old).execute()).length, 0);
});
