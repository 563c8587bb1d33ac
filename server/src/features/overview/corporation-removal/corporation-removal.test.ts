/** A corporation ends with everything of it: signed out at once, gone from every table and from the disk, and nobody else's is touched. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corporationRemoval } from '@plumbline/contract/overview/corporation-removal';
import { corporations } from '@plumbline/contract/people/corporations';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { operations } from '@plumbline/contract/platform/operations';
import { tasks } from '@plumbline/contract/platform/tasks';
import { sql } from 'kysely';
import { makeAccount } from '../../../../test/harness.ts';
import { png } from '../../../../test/pictures.ts';
import { givePassword } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { db } = server;
const operator = await makeAccount(server, 'System', null, 'removal.operator');
const password = 'Operator-2026';
await givePassword(server, operator.id, password);

const begin = (corporationId: number, title: string, typed = password, token = operator.token) =>
  server.call(corporationRemoval.begin, { corporationId, title, password: typed }, token);
const deliver = (device: { sncode: string; secret: string }) =>
  fetch(`${server.url}/api/devices/${device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: server.clock.now().toISOString(), channels: { 1: { temperature: 18.2 } } }),
  }).then(({ status }) => status);
const bytesOnDisk = () => {
  const folder = join(server.config.dataDir, 'files');
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => /f[\da-f]{32}$/.test(String(name))).length
    : 0;
};

/** Rows of every table that name one of these ids in a column of that name. */
async function rowsOf(column: string, ids: readonly number[]): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.columns
    WHERE column_name = ${column} AND table_schema = current_schema() AND table_name IN
      (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')`.execute(db);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(name)}
      WHERE ${sql.ref(column)} = ANY(${ids}::int[])`.execute(db);
    if (rows[0]?.count) found[name] = rows[0].count;
  }
  return found;
}

/** Everything of a world, by the columns that name it. The operation log keeps its lines, as its chain needs them. */
async function everythingOf(world: typeof north): Promise<Record<string, Record<string, number>>> {
  const of: Record<string, Record<string, number>> = {};
  for (const [column, ids] of [
    ['corporation_id', [world.corporationId]],
    ['project_id', [world.projectId]],
    ['structure_id', [world.structureId, world.itemId]],
    ['point_id', [world.pointId]],
    ['device_id', [world.device.id]],
    ['account_id', [world.admin.id, world.normal.id]],
    ['alert_id', [world.alertId]],
  ] as const) {
    const { operation: _, ...rows } = await rowsOf(column, ids);
    if (Object.keys(rows).length > 0) of[column] = rows;
  }
  return of;
}

test('another title, another password, another type of account: nothing happens', async () => {
  assert.equal((await begin(north.corporationId, 'South')).body.error, 'titleDiffers');
  assert.equal((await begin(north.corporationId, 'North', 'Wrong-2026')).body.error, 'wrongPassword');
  assert.equal((await begin(north.corporationId, 'Nort')).body.error, 'titleDiffers');
  assert.equal((await begin(north.corporationId, 'North', password, north.admin.token)).status, 403);
  assert.equal((await server.call(sessions.session, {}, north.admin.token)).status, 200);
  assert.equal(await deliver(north.device), 200);
});

test('at once nobody of it is signed in and no device delivers; then everything of it is gone', async () => {
  const send = async (token: string) => {
    const form = new FormData();
    form.append('file', new File([png], 'p.png', { type: 'image/png' }));
    const { status } = await fetch(`${server.url}/api/profile/avatar`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    assert.equal(status, 200);
  };
  await send(north.admin.token);
  await send(south.admin.token);
  const disk = bytesOnDisk();
  await server.call(users.createToken, { name: 'program', expiresInDays: 1, scope: null }, north.admin.token);
  const southBefore = await everythingOf(south);
  assert.ok(
    Object.keys((await everythingOf(north))['corporation_id'] ?? {}).length > 3,
    'there is something to delete',
  );

  const { status, body } = await begin(north.corporationId, 'North');
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((await server.call(sessions.session, {}, north.admin.token)).body.error, 'tokenExpired');
  assert.equal(await deliver(north.device), 401);
  assert.equal((await begin(north.corporationId, 'North')).body.error, 'corporationEnding');

  await server.work!.settle();
  assert.deepEqual(await everythingOf(north), {});
  assert.equal(
    (await server.call(corporations.get, { corporationId: north.corporationId }, operator.token)).status,
    404,
  );
  assert.equal((await server.call(tasks.get, { taskId: body.taskId }, operator.token)).status, 404);
  assert.equal(bytesOnDisk(), disk - 1);
  assert.equal(await deliver(north.device), 401);
  // The other one is as it was.
  assert.deepEqual(await everythingOf(south), southBefore);
  assert.equal((await server.call(sessions.session, {}, south.admin.token)).status, 200);
  assert.equal(await deliver(south.device), 200);
  const { operations: lines } = (await server.call(operations.list, { action: 'Delete' }, operator.token)).body;
  assert.ok(lines.some(({ route, scopeId }) => route === 'task deleteCorporation' && scopeId === north.corporationId));
});

test('cancelled in time the people are back, and those who were disabled before are not', async () => {
  const disabled = await makeAccount(server, 'Normal', south.corporationId, 'removal.disabled');
  await db
    .updateTable('account')
    .set({ disabled_at: new Date(server.clock.now().getTime() - 1_000) })
    .where('id', '=', disabled.id)
    .execute();
  await server.work!.settle();
  // The worker is not faster than the one who cancels.
  await sql`UPDATE work SET due_at = due_at + interval '1 hour'`.execute(db);
  const { body } = await begin(south.corporationId, 'South');
  await server.call(tasks.cancel, { taskId: body.taskId }, operator.token);
  await server.work!.settle();
  const row = await db
    .selectFrom('corporation')
    .select('deleting_at')
    .where('id', '=', south.corporationId)
    .executeTakeFirst();
  if (!row) return; // It was deleted before it could be cancelled: the first test says how.
  assert.equal(row.deleting_at, null);
  const off = await db
    .selectFrom('account')
    .select('id')
    .where('corporation_id', '=', south.corporationId)
    .where('disabled_at', 'is not', null)
    .execute();
  assert.deepEqual(
    off.map(({ id }) => id),
    [disabled.id],
  );
});
