/** Alerts that somebody acknowledges from elsewhere than the app: what holds there holds here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorlds } from '../../../../test/worlds.ts';
import { callerOfAccount } from '../../site/projects/projects.callers.api.ts';
import { acknowledgeFrom } from './alerts.elsewhere.api.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const now = () => server.clock.now();
const parts = { db: server.db, now, ip: '127.0.0.1', agent: 'test', way: 'slackApp' as const };
const statusOf = async (id: number) =>
  (await server.db.selectFrom('alert').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const callerOf = async (id: number) => {
  const caller = await callerOfAccount(server.db, id, now());
  assert.ok(caller);
  return caller;
};

test('an alert of a project that is being deleted is gone, one of another corporation is not theirs, and once is once', async () => {
  const admin = await callerOf(north.admin.id);
  const deleting = (at: Date | null) =>
    server.db.updateTable('project').set({ deleting_at: at }).where('id', '=', north.projectId).execute();
  await deleting(now());
  assert.equal((await acknowledgeFrom(parts, admin, [north.alertId])).is, 'gone');
  assert.equal(await statusOf(north.alertId), 'Pending');
  await deleting(null);
  const foreign = await acknowledgeFrom(parts, await callerOf(south.admin.id), [north.alertId]);
  assert.deepEqual([foreign.is, await statusOf(north.alertId)], ['notAllowed', 'Pending']);
  assert.equal((await acknowledgeFrom(parts, admin, [north.alertId])).is, 'done');
  assert.equal((await acknowledgeFrom(parts, admin, [north.alertId])).is, 'before', 'once');
  const operations = await server.db.selectFrom('operation').select('content').execute();
  const ways = operations.filter(({ content }) => (content as { way?: string } | null)?.way === 'slackApp');
  assert.equal(ways.length, 1);
});
