import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { tasks } from '@plumbline/contract/platform/tasks';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { documents } from '@plumbline/contract/site/documents';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { tilesets } from '@plumbline/contract/site/tilesets';
import { makeWorld, startServer, type TestServer, type World } from '../../../../test/harness.ts';
import { png, sendFile } from '../../../../test/pictures.ts';
import { addReading } from '../../../../test/points.fixtures.ts';
import { openFiles } from '../../../kernel/files.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { addWork } from '../../../kernel/work.rows.ts';

const password = 'Right-9-pass';
let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.close());

/** A world whose point has a reading, a threshold, a formula; its creator's password is known. */
async function measured(title: string): Promise<World> {
  const world = await makeWorld(server, title);
  const password_hash = await hash(password, { memoryCost: 1024, timeCost: 1 });
  await server.db.updateTable('account').set({ password_hash }).where('id', '=', world.admin.id).execute();
  await configure(world.pointId);
  return world;
}
async function configure(pointId: number) {
  await addReading(server, pointId, [20.5], 1);
  await server.db
    .updateTable('point')
    .set({
      custom_formula: JSON.stringify({ temperature: 'temperature + 1' }),
      initial_values: JSON.stringify({ temperature: 20 }),
      timed_photographing: ['06:00'],
      collect_mode: 'NoCollect',
      chart_config: '{}',
    })
    .where('id', '=', pointId)
    .execute();
}
const rowOf = async (pointId: number) =>
  await server.db.selectFrom('point').selectAll().where('id', '=', pointId).executeTakeFirstOrThrow();
const groupsOf = async (pointId: number) =>
  (
    await server.db
      .selectFrom('device_group')
      .select(['device_id', 'conversion', 'to_at'])
      .where('point_id', '=', pointId)
      .orderBy('id')
      .execute()
  ).map((each) => ({ ...each, to_at: each.to_at !== null }));
const readingsOf = (pointId: number) =>
  server.db.selectFrom('reading').select('at').where('point_id', '=', pointId).execute();

for (const data of ['keep', 'clear'] as const)
  test(`a project's reset does to each point what the point's own reset does: ${data}`, async () => {
    const world = await measured(`Whole ${data}`);
    const alone = await measured(`Alone ${data}`);
    const { token } = world.admin;
    const input = { projectId: world.projectId, data };
    assert.equal((await server.call(projects.reset, input, token)).body.error, 'passwordNeeded');
    const wrong = await server.call(projects.reset, { ...input, password: 'Wrong-9-pass' }, token);
    assert.deepEqual([wrong.status, wrong.body.error], [403, 'wrongPassword']);
    assert.equal((await readingsOf(world.pointId)).length, 1, 'nothing was touched');

    const right = await server.call(projects.reset, { ...input, password }, token);
    assert.equal(right.status, 200);
    await server.work!.settle();
    const { body } = await server.call(tasks.get, { taskId: right.body.taskId! }, token);
    assert.deepEqual([body.task.state, body.task.done, body.task.total], ['done', 1, 1]);
    const own = await server.call(lifecycle.reset, { pointId: alone.pointId, data, password }, alone.admin.token);
    assert.equal(own.status, 200);

    const strip = ({ id, project_id, structure_id, ...rest }: Awaited<ReturnType<typeof rowOf>>) => rest;
    assert.deepEqual(strip(await rowOf(world.pointId)), strip(await rowOf(alone.pointId)));
    const groups = await groupsOf(world.pointId);
    const others = await groupsOf(alone.pointId);
    assert.deepEqual(
      groups.map((each) => ({ ...each, device_id: each.device_id !== null })),
      others.map((each) => ({ ...each, device_id: each.device_id !== null })),
    );
    assert.equal((await readingsOf(world.pointId)).length, data === 'keep' ? 1 : 0);
    const state = await server.db
      .selectFrom('point_state')
      .select('level')
      .where('point_id', '=', world.pointId)
      .execute();
    assert.deepEqual(state, data === 'keep' ? [{ level: 0 }] : []);
  });

test('what would go is told before it goes, with whose password that takes', async () => {
  const world = await measured('Counted');
  const { token } = world.admin;
  const losses = async () => (await server.call(projects.losses, { projectId: world.projectId }, token)).body;
  const { display_name: creator } = await server.db
    .selectFrom('account')
    .select('display_name')
    .where('id', '=', world.admin.id)
    .executeTakeFirstOrThrow();
  const { points: before, devices } = await losses();
  assert.deepEqual(await losses(), { readings: 1, waveforms: 0, points: before, devices, creator });
  const own = await server.db.selectFrom('point').select('id').where('project_id', '=', world.projectId).execute();
  assert.equal(before, own.length);
  await server.db.deleteFrom('reading').where('point_id', '=', world.pointId).execute();
  assert.deepEqual(
    await losses(),
    { readings: 0, waveforms: 0, points: before, devices, creator: null },
    'nothing asks for a password',
  );
});

test('a project deleted with its data kept is out of sight, its devices are free, and it can be opened again', async () => {
  const world = await measured('Kept');
  const { token } = world.admin;
  const { projectId } = world;
  const gone = await server.call(projects.remove, { projectId, data: 'keep', password }, token);
  assert.deepEqual([gone.status, gone.body.taskId], [200, null]);
  const listed = async (retired?: 'true') =>
    (await server.call(projects.list, { ...(retired && { retired }) }, token)).body.projects.map(({ id }) => id);
  assert.deepEqual([await listed(), await listed('true')], [[], [projectId]]);
  assert.equal((await rowOf(world.pointId)).device_id, null);
  assert.equal((await readingsOf(world.pointId)).length, 1);
  assert.equal((await server.call(projects.update, { projectId, address: 'x' }, token)).body.error, 'archived');

  const name = 'Kept project';
  const again = await server.call(
    projects.create,
    { corporationId: world.corporationId, name, address: 'Elsewhere' },
    token,
  );
  assert.equal(again.status, 200, 'its name is free');
  assert.equal((await server.call(projects.archive, { projectId, archived: false }, token)).body.error, 'nameTaken');
  await server.call(projects.update, { projectId: again.body.project.id, name: 'Another' }, token);
  const back = await server.call(projects.archive, { projectId, archived: false }, token);
  assert.deepEqual([back.body.project.retiredAt, back.body.project.archivedAt], [null, null]);
});

test('what is in a project that is being deleted is found by no id any more', async () => {
  const { admin, projectId, pointId, structureId } = await measured('Fading');
  const answers = async () => [
    (await server.call(points.get, { pointId }, admin.token)).status,
    (await server.call(structures.get, { structureId }, admin.token)).status,
    (await server.call(readings.latest, { pointIds: [pointId] }, admin.token)).status,
  ];
  assert.deepEqual(await answers(), [200, 200, 200]);
  const at = server.clock.now();
  const set = (deleting_at: Date | null) =>
    server.db.updateTable('project').set({ deleting_at }).where('id', '=', projectId).execute();
  await set(at);
  assert.deepEqual(await answers(), [404, 404, 404]);
  await set(null);
  assert.deepEqual(await answers(), [200, 200, 200]);
});

test('the files of a deleted project go with it, also those whose bytes a crash has left', async () => {
  const { admin, projectId, structureId, pointId } = await measured('Filed');
  const { token } = admin;
  const picture = { bytes: png, name: 'a.png', type: 'image/png' };
  for (const [route, input] of [
    [projects.setPicture, { projectId }],
    [projects.setLogo, { projectId }],
    [structures.setPicture, { structureId }],
    [lifecycle.setImage, { pointId }],
    [documents.upload, { projectId, kind: 'drawing' }],
  ] as const)
    assert.equal(
      (await sendFile(server, route as typeof projects.setPicture, input as never, token, picture)).status,
      200,
    );
  const tile = JSON.stringify({ asset: { version: '1.1' }, geometricError: 1, root: {} });
  const tileset = { bytes: Buffer.from(tile), name: 'tileset.json', type: 'application/json' };
  await sendFile(server, tilesets.upload, { projectId, name: 'Tiles' }, token, tileset);
  const stored = () => server.db.selectFrom('stored_file').select('id').execute();
  const ids = (await stored()).map(({ id }) => id);
  assert.equal(ids.length, 6);
  const files = openFiles(server.config);
  const left = join(server.config.dataDir, 'files', ids[0]!.slice(1, 3), ids[0]!);
  assert.ok(existsSync(left));

  await server.call(projects.remove, { projectId, password }, token);
  await server.work!.settle();
  assert.deepEqual(await stored(), []);
  assert.ok(!existsSync(left), 'the bytes too');
  const waiting = await server.db.selectFrom('file_removal').select('id').orderBy('id').execute();
  assert.deepEqual(
    waiting.map(({ id }) => id),
    ids.toSorted(),
    'they are on the list until the sweep has seen to them',
  );
  writeFileSync(left, 'as if the server had died before it took them away');
  assert.equal(await files.sweep(server.db), 6);
  assert.ok(!existsSync(left));
  assert.equal(await files.sweep(server.db), 0);
});

test('a project that is being deleted is gone for everybody at once; cancelled in time, it comes back archived', async () => {
  const world = await measured('Doomed');
  const { token } = world.admin;
  const { projectId } = world;
  const answer = await server.call(projects.remove, { projectId, password }, token);
  const taskId = answer.body.taskId!;
  assert.ok(taskId > 0);
  assert.equal((await server.call(projects.get, { projectId }, token)).status, 404);
  await server.work!.settle();
  assert.deepEqual(await readingsOf(world.pointId), []);
  const { body } = await server.call(tasks.get, { taskId }, token);
  assert.deepEqual([body.task.state, body.task.result], ['done', { points: 1 }]);

  const saved = await measured('Saved');
  const { id } = await server.db
    .insertInto('task')
    .values({
      kind: 'deleteProject',
      corporation_id: saved.corporationId,
      project_id: null,
      account_id: saved.admin.id,
      input: JSON.stringify({ projectId: saved.projectId }),
      cancel_requested: true,
      cursor: null,
      error: null,
      error_detail: null,
      created_at: server.clock.now(),
      started_at: null,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Before its work is there: the worker may take that at once.
  const deleting = { archived_at: server.clock.now(), deleting_at: server.clock.now() };
  await server.db.updateTable('project').set(deleting).where('id', '=', saved.projectId).execute();
  await addWork(sqlOver(server.db), server.clock.now(), 'task', 'deleteProject', [{ taskId: id }]);
  await server.work!.settle();
  const ended = await server.call(tasks.get, { taskId: id }, saved.admin.token);
  assert.equal(ended.body.task.state, 'cancelled');
  const back = await server.call(projects.get, { projectId: saved.projectId }, saved.admin.token);
  assert.deepEqual([back.status, back.body.project.archivedAt !== null], [200, true]);
  assert.equal((await readingsOf(saved.pointId)).length, 1);
});
