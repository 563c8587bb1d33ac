/** The health of the installation: who sees what of it, what is said to be unknown, and what is said to be wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstallationProblem } from '@plumbline/contract/platform/installation';
import { installation } from '@plumbline/contract/platform/installation';
import { sql } from 'kysely';
import { makeAccount, startServer } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { noteBackup, readBackupRecord } from '../../../kernel/backup.record.ts';

const [server, world] = await openWorlds(['Healthy']);
const { db, clock } = server;
const system = await makeAccount(server, 'System', null, 'installation.system');

const read = async (token = system.token) => {
  await server.sign.beat();
  const { status, body } = await server.call(installation.health, {}, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.health;
};
const names = async (): Promise<InstallationProblem[]> => (await read()).problems.map(({ name }) => name);

test('one process is there with its roles, versions are known, and what is unknown says so', async () => {
  const health = await read();
  assert.deepEqual(
    health.processes.map(({ roles, isSilent, pid }) => [roles, isSilent, pid]),
    [[['web', 'gateway', 'worker'], false, process.pid]],
  );
  assert.match(health.versions.database ?? '', /^\d+/);
  assert.equal(health.versions.node, process.versions.node);
  // The database of a test is not the embedded one: nobody here knows how it is backed up.
  assert.deepEqual([health.backup.by, health.backup.lastAt, health.backup.ageSeconds], ['elsewhere', null, null]);
  assert.deepEqual(
    health.certificates.map(({ use, state, endsAt }) => [use, state, endsAt]),
    [['web', 'none', null]],
  );
  assert.ok((health.disks[0]?.freeBytes ?? 0) > 0);
  assert.ok((health.stores?.find(({ store }) => store === 'readings')?.bytes ?? 0) > 0);
});

test('a process that was killed is said to be silent, until another has taken its place', async () => {
  const beside = await startServer({ DATABASE_URL: server.config.databaseUrl, ROLES: 'worker' });
  assert.equal((await read()).processes.length, 2);
  await sql`UPDATE process_sign SET beat_at = beat_at - interval '10 minutes' WHERE id = ${beside.sign.id}::uuid`.execute(
    db,
  );
  // Both have the role of a worker, and the other one started before this one fell silent.
  await sql`UPDATE process_sign SET started_at = started_at - interval '1 hour' WHERE id = ${server.sign.id}::uuid`.execute(
    db,
  );
  const health = await read();
  const silent = health.problems.find(({ name }) => name === 'processSilent');
  assert.deepEqual([silent?.severity, silent?.detail['roles'], health.status], ['failing', 'worker', 'failing']);
  await sql`UPDATE process_sign SET started_at = ${clock.now()} WHERE id = ${server.sign.id}::uuid`.execute(db);
  assert.ok(!(await names()).includes('processSilent'));
  await beside.close();
  assert.equal((await read()).processes.length, 1, 'who stops cleanly leaves no sign');
});

test('stuck and late work, a broken chain and a role that nobody has are named', async () => {
  const at = new Date(clock.now().getTime() - 3_600_000);
  await sql`INSERT INTO work (lane, name, input, created_at, due_at, attempts)
    VALUES ('condition', 'nothing', '{}', ${at}, ${at}, 10)`.execute(db);
  const health = await read();
  assert.deepEqual(health.problems.map(({ name }) => name).sort(), ['workLate', 'workStuck']);
  const queue = health.queues?.find(({ lane }) => lane === 'condition');
  assert.deepEqual([queue?.due, queue?.stuck, queue?.oldestSeconds], [1, 1, 3_600]);
  await db.deleteFrom('work').where('name', '=', 'nothing').execute();
  await db
    .insertInto('setting')
    .values({ key: 'operationVerdict', value: JSON.stringify({ holds: false }) })
    .execute();
  assert.deepEqual(await names(), ['operationsBroken']);
  await db.deleteFrom('setting').where('key', '=', 'operationVerdict').execute();
  await sql`UPDATE process_sign SET roles = '{web}' WHERE id = ${server.sign.id}::uuid`.execute(db);
  assert.deepEqual(await names(), ['roleMissing', 'roleMissing']);
  await sql`UPDATE process_sign SET roles = '{web,gateway,worker}' WHERE id = ${server.sign.id}::uuid`.execute(db);
  assert.deepEqual(await names(), []);
});

test('an administrator sees whether it is well, and nothing of machines and other corporations; members see nothing', async () => {
  const health = await read(world.admin.token);
  assert.deepEqual([health.queues, health.stores], [null, null]);
  assert.ok(health.processes.every(({ host, pid }) => host === null && pid === null));
  assert.ok(health.disks.every(({ host, path }) => host === null && path === null));
  const all = JSON.stringify(health);
  assert.ok(!all.includes(server.config.dataDir));
  assert.equal((await server.call(installation.health, {}, world.normal.token)).status, 403);
  const manager = await makeAccount(server, 'Manager', world.corporationId, 'installation.manager');
  assert.equal((await server.call(installation.health, {}, manager.token)).status, 403);
});

test('backups are noted beside the data: the last good one, and a failure since', () => {
  const { dataDir } = server.config;
  assert.deepEqual(readBackupRecord(dataDir), { done: null, failed: null });
  const done = { at: '2026-03-01T00:00:00.000Z', isTried: true };
  noteBackup(dataDir, { done });
  noteBackup(dataDir, { failed: { at: '2026-03-02T00:00:00.000Z', problem: 'no room' } });
  assert.deepEqual(readBackupRecord(dataDir).done, done);
  assert.equal(readBackupRecord(dataDir).failed?.problem, 'no room');
});
