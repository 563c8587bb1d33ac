/** A whole server whose clock is years ahead for a while: nothing is deleted, nobody is signed out, and nothing waits for those years afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installation } from '@plumbline/contract/platform/installation';
import { gateway } from '@plumbline/contract/telemetry/gateway';
import { sql } from 'kysely';
import { pullIns } from '../src/app.worker.ts';
import { makeAccount, type TestServer } from './harness.ts';
import { openWorlds } from './worlds.ts';

const [server, world] = await openWorlds(['Ahead'], { RETENTION_DAYS: 'temperature=30' });
const fourYears = 4 * 365 * 86_400_000;
const operator = await makeAccount(server, 'System', null, 'operator');
const tidy = [
  ...[
    'tidy-sessions',
    'tidy-verifications',
    'tidy-tasks',
    'drop-old-frames',
    'drop-old-waveforms',
    'drop-old-readings',
  ],
  ...[
    'end-abandoned-deliveries',
    'tidy-deliveries',
    'tidy-exports',
    'tidy-archives',
    'tidy-imports',
    'forget-commands',
  ],
  ...['watch-upgrades', 'tidy-operations', 'tidy-reports', 'end-memberships', 'sweep-files'],
];

async function counts({ db }: TestServer): Promise<Record<string, number>> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db);
  const found: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: one } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(name)}`.execute(db);
    found[name] = one[0]?.n ?? 0;
  }
  return found;
}
const health = async () => (await server.call(installation.health, {}, operator.token)).body.health;
const problems = async () => {
  await server.sign.beat();
  return (await health()).problems.map(({ name }) => name).filter((name) => name.startsWith('clock'));
};

test('nothing is deleted and nobody signed out by a clock that is four years ahead; it is told, and believed when it is back', async () => {
  const { sncode, secret } = world.device;
  const at = server.clock.now().getTime();
  for (let nth = 0; nth < 20; nth++) {
    const sent = await fetch(`${server.url}/api/devices/${sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ at: at - nth * 60_000, channels: { 1: { temperature: nth } } }),
    });
    assert.equal(sent.status, 200);
  }
  assert.equal((await server.call(gateway.counters, {}, operator.token)).status, 200);
  const before = await counts(server);
  assert.ok((before['reading'] ?? 0) >= 20 && (before['token'] ?? 0) > 0);
  server.clock.jump(fourYears);
  for (const name of tidy) await server.tick(name);
  const now = await counts(server);
  for (const [name, count] of Object.entries(before))
    assert.ok((now[name] ?? 0) >= count, `${name}: ${now[name]} of ${count}`);
  assert.equal((await server.call(gateway.counters, {}, operator.token)).status, 200, 'nobody is signed out');
  assert.deepEqual((await problems()).sort(), ['clockAhead', 'clockJumped']);
  assert.equal((await server.call(installation.callClockRight, {}, world.admin.token)).status, 403);
  server.clock.jump(-fourYears);
  assert.deepEqual(await problems(), ['clockJumped']);
  assert.equal((await server.call(gateway.counters, {}, operator.token)).status, 200);
});

test('the same schedules do delete when the time has passed, and when somebody says that the clock is right', async () => {
  const before = await counts(server);
  server.clock.jump(fourYears);
  await server.tick('drop-old-readings');
  assert.equal((await counts(server))['reading'], before['reading']);
  assert.equal((await server.call(installation.callClockRight, {}, operator.token)).status, 200);
  await server.clockWatch.check();
  await server.tick('drop-old-readings');
  assert.ok(((await counts(server))['reading'] ?? 0) < (before['reading'] ?? 0));
});

/** Columns that say when something is next done, by whom it is held or when it was last heard of: who sets them right. */
const correctedBy: Record<string, string> = {
  'work.due_at': 'kernel',
  'attempt.at': 'pullInSessions',
  'token.last_seen_at': 'pullInSessions',
  'verification.sent_at': 'pullInVerifications',
  'process_sign.beat_at': 'pullInSigns',
  'plugin_run.beat_at': 'a line of a process that lives, for reading',
  'frame_recording.until_at': 'pullInFrames',
  'collect_plan.next_at': 'pullInPlans',
  'feed_waiting.due_at': 'pullInWaitingMessages',
  'gateway_lease.beat_at': 'pullInConnections',
  'device_state.last_seen_at': 'pullInConnections',
  'device_state.polled_at': 'pullInConnections',
  'firmware_upgrade.due_at': 'pullInUpgrades',
  'condition_state.due_at': 'pullInConditions',
  'delivery.trying_until': 'pullInDeliveries',
  'delivery.next_try_at': 'pullInDeliveries',
  'escalation.due_at': 'pullInDeliveries',
  'report_message.next_try_at': 'pullInReportMessages',
  'push_rule.next_at': 'pullInPushes',
  'inspection_round.due_at': 'a deadline that people set',
  'inspection_log.due_at': 'a deadline that people set',
};

test('each column that holds back work until a time has somebody who sets it right', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'timestamp with time zone'
      AND column_name ~ '^(due_at|next_.*|.*_until|until_.*|.*try.*|beat_at|last_seen_at|polled_at|lease.*)$'`.execute(
    server.db,
  );
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !(name in correctedBy)),
    [],
  );
});
test('what a clock ahead has written waits for nothing of it afterwards', async () => {
  const { db } = server;
  const now = new Date('2026-03-18T06:00:00Z');
  const ahead = new Date(now.getTime() + 86_400_000);
  await db.updateTable('token').set({ last_seen_at: ahead }).execute();
  await db.insertInto('attempt').values({ key: 'name x', at: ahead }).execute();
  await db.updateTable('device_state').set({ last_seen_at: ahead, polled_at: ahead }).execute();
  for (const pullIn of pullIns) await pullIn(db, now);
  const latest = async (table: 'token' | 'attempt' | 'device_state', column: string) =>
    (await sql<{ at: Date }>`SELECT max(${sql.ref(column)}) AS at FROM ${sql.table(table)}`.execute(db)).rows[0]?.at;
  assert.deepEqual(await latest('token', 'last_seen_at'), now);
  assert.deepEqual(await latest('attempt', 'at'), now);
  assert.deepEqual(await latest('device_state', 'last_seen_at'), now);
});
