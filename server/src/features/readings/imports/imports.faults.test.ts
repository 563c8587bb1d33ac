/** An import and its undo, killed between any two statements: what comes of it is what an undisturbed one leaves. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { imports } from '@plumbline/contract/readings/imports';
import { runOnce } from '../../../../test/faults.ts';
import { makeWorld, startServer, type TestServer, type World } from '../../../../test/harness.ts';
import { makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { applyTask } from './imports.apply.tasks.ts';
import { checkTask } from './imports.check.tasks.ts';

let server: TestServer;
let world: World;
let token: string;
const records = 2_500;
const startMs = Date.parse('2024-01-01T00:00:00Z');

before(async () => {
  // No worker: the tests run the tasks, and kill them.
  server = await startServer({ ROLES: 'web,gateway' });
  world = await makeWorld(server, 'Killed');
  token = world.admin.token;
});
after(() => server.close());

const notifications = async () =>
  (await server.db.deleteFrom('work').where('name', '=', 'readingsChanged').returning('id').execute()).length;

/** An import that is about to be applied, of two points; one has records that it overwrites. */
async function queued(name: string) {
  const fixture = makeImportsFixture(server, world);
  const manual = { type: 2, mode: 0, family: 'waterLevel' as const };
  const ids = [
    await makePoint(server, world, `${name}-1`, manual),
    await makePoint(server, world, `${name}-2`, manual),
  ];
  for (const minute of [0, 7, 2_400]) {
    const at = new Date(startMs + minute * 60_000).toISOString();
    assert.equal(
      (await server.call(imports.enter, { pointId: ids[0]!, at, values: { level: -1 } }, token)).status,
      200,
    );
  }
  const clock = (i: number) => new Date(startMs + i * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const lines = Array.from({ length: records }, (_, i) => `${clock(i)},${i},${-i}`);
  const { import: sent } = await fixture.upload(`Time,A,B\n${lines.join('\n')}\n`);
  const columns = ids.map((pointId, i) => ({ column: i + 1, pointId, name: 'level' }));
  const mapping = wideMapping(columns, { timeZone: 'UTC' });
  const checking = await server.call(imports.check, { ...fixture.at(sent.id), mapping }, token);
  assert.ok(await runOnce(server, checkTask, checking.body.taskId, 0));
  const before = await stored(ids);
  const { taskId } = (await server.call(imports.apply, { ...fixture.at(sent.id), reason: 'Week' }, token)).body;
  await notifications();
  return { ids, before, taskId, get: () => fixture.get(sent.id) };
}
const stored = async (ids: readonly number[]) =>
  (
    await server.database.pool.query(
      'SELECT point_id, at, values, raw FROM reading WHERE point_id = ANY($1) ORDER BY point_id, at',
      [ids],
    )
  ).rows;

test('an import that is killed anywhere goes on to what an undisturbed one gives', async () => {
  const [undisturbed, killed] = [await queued('Calm'), await queued('Killed')];
  assert.ok(await runOnce(server, applyTask, undisturbed.taskId, 0));
  assert.equal(await notifications(), 1);
  let dieAt = 1;
  while (!(await runOnce(server, applyTask, killed.taskId, dieAt))) dieAt++;
  assert.ok(dieAt > 20, `${dieAt} calls`);
  assert.equal(await notifications(), 1, 'told once');
  const bare = (rows: Awaited<ReturnType<typeof stored>>) => rows.map(({ point_id: _, ...row }) => row);
  assert.deepEqual(bare(await stored(killed.ids)), bare(await stored(undisturbed.ids)));
  const [one, other] = [await undisturbed.get(), await killed.get()];
  assert.deepEqual([other.state, other.counts], [one.state, one.counts]);
  assert.deepEqual([other.counts!.added, other.counts!.overwritten], [records * 2 - 3, 3]);
});

test('an import that is cancelled, and killed anywhere while it is put back, leaves what was there', async () => {
  const { ids, before, taskId, get } = await queued('Back');
  assert.equal(await runOnce(server, applyTask, taskId, 60), false);
  assert.ok((await stored(ids)).length > before.length);
  let dieAt = 1;
  while (!(await runOnce(server, applyTask, taskId, dieAt, 'undo'))) dieAt++;
  assert.ok(dieAt > 10, `${dieAt} calls`);
  assert.deepEqual(await stored(ids), before);
  assert.equal(await notifications(), 1, 'told once');
  assert.deepEqual([(await get()).state, (await get()).changeId], ['checked', null]);
});
