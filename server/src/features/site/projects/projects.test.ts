import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { emptyWhole, staleAfterMs, type WholeStatus } from '@plumbline/contract/kernel/status';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

async function state(pointId: number, level: number, value: number, minutesAgo = 0) {
  const at = new Date(server.clock.now().getTime() - minutesAgo * 60_000);
  await server.db
    .insertInto('point_state')
    .values({ point_id: pointId, at, received_at: at, values: [value], level })
    .onConflict((on) => on.column('point_id').doUpdateSet({ at, received_at: at, values: [value], level }))
    .execute();
}

test('whoever opens a project owns it, and its name is used once in the corporation', async () => {
  const manager = await makeAccount(server, 'Manager', north.corporationId, 'opener');
  const input = {
    corporationId: north.corporationId,
    name: 'Hengtang Dam',
    address: 'Hengtang',
    coordinates: { longitude: 114, latitude: 30 },
  };
  const { status, body } = await server.call(projects.create, input, manager.token);
  assert.equal(status, 200);
  assert.deepEqual(
    [body.project.name, body.project.creatorId, body.project.timeZone, body.project.coordinates],
    ['Hengtang Dam', manager.id, 'Asia/Shanghai', { longitude: 114, latitude: 30 }],
  );
  assert.deepEqual(body.project.summary, {
    status: emptyWhole(),
    openAlerts: [0, 0, 0, 0, 0],
    latestAt: null,
    nextStaleAt: null,
  });
  const { body: people } = await server.call(projects.members, { projectId: body.project.id }, manager.token);
  assert.deepEqual(
    people.members.map((member) => [member.userId, member.roleType, member.status]),
    [[manager.id, 'Owner', 'active']],
  );

  const again = await server.call(projects.create, { ...input, name: 'hengtang dam' }, manager.token);
  assert.deepEqual([again.status, again.body.error], [409, 'nameTaken']);
  const elsewhere = await server.call(
    projects.create,
    { ...input, corporationId: south.corporationId },
    south.admin.token,
  );
  assert.equal(elsewhere.status, 200, 'another corporation may use the name');
  const foreign = await server.call(
    projects.create,
    { ...input, name: 'X', corporationId: south.corporationId },
    manager.token,
  );
  assert.equal(foreign.status, 404);
  assert.equal((await server.call(projects.create, { ...input, name: '  ' }, manager.token)).status, 400);
  assert.equal((await server.call(projects.create, input, north.normal.token)).status, 403);
});

test('a System account opens a project without becoming a member', async () => {
  const system = await makeAccount(server, 'System', null, 'root');
  const { body } = await server.call(
    projects.create,
    { corporationId: north.corporationId, name: 'Founded', address: 'Hengtang' },
    system.token,
  );
  const people = await server.call(projects.members, { projectId: body.project.id }, system.token);
  assert.deepEqual(people.body.members, []);
});

test('a list shows what the caller may see, with its summary', async () => {
  await state(north.pointId, 2, 41);
  const all = await server.call(projects.list, { keyword: 'north pro' }, north.admin.token);
  assert.deepEqual(
    all.body.projects.map(({ id, summary }) => [
      id,
      summary.status.state,
      summary.status.level,
      summary.openAlerts,
      summary.status.points,
      summary.latestAt,
    ]),
    [[north.projectId, 'reporting', 2, [0, 0, 1, 0, 0], 1, server.clock.now().toISOString()]],
  );
  assert.equal(
    (await server.call(projects.list, { keyword: '%' }, north.admin.token)).body.projects.length,
    0,
    'a wildcard is text',
  );
  assert.deepEqual((await server.call(projects.list, {}, north.normal.token)).body.projects, []);
  assert.ok(
    (await server.call(projects.list, {}, south.admin.token)).body.projects.every(
      (each) => each.corporationId === south.corporationId,
    ),
  );
});

test('a point that is silent for three intervals is stale and counts for no level', async () => {
  await state(north.pointId, 3, 51, 3 * 60 + 1);
  const { body } = await server.call(projects.get, { projectId: north.projectId }, north.admin.token);
  const silent = {
    state: 'silent',
    level: null,
    lastLevel: 3,
    levels: [0, 0, 0, 0, 0],
    withoutLimits: 0,
    failed: 0,
    stale: 1,
    neverRead: 0,
    points: 1,
    conditionLevel: null,
    unknownConditions: 0,
  };
  assert.deepEqual(body.project.summary.status, silent, 'its last level is said, and is not its level');
  const tree = await server.call(projects.tree, { projectId: north.projectId }, north.admin.token);
  assert.deepEqual(
    tree.body.nodes.map(({ id, status: { state, level } }) => [id, state, level]),
    [
      [`s${north.structureId}`, 'silent', null],
      [`i${north.itemId}`, 'empty', null],
      [`p${north.pointId}`, 'stale', 3],
    ],
  );
  await state(north.pointId, 3, 51, 3 * 60 - 1);
  assert.equal(
    (await server.call(projects.get, { projectId: north.projectId }, north.admin.token)).body.project.summary.status
      .level,
    3,
  );
});

test('the tree has structures, items and points in the order people count in', async () => {
  const { db } = server;
  const ofItem = { projectId: north.projectId, structureId: north.itemId };
  const ten = await makePoint(server, ofItem, 'I-10', { family: 'tilt' });
  const two = await makePoint(server, ofItem, 'I-2', { family: 'tilt' });
  await state(ten, 4, 0.5);
  const { body } = await server.call(projects.tree, { projectId: north.projectId }, north.admin.token);
  const points = body.nodes.filter((node) => node.kind === 'point');
  assert.deepEqual(
    points.map((node) => node.name),
    ['I-2', 'I-10', 'T-1'],
  );
  assert.deepEqual(points[1], {
    id: `p${ten}`,
    parentId: `i${north.itemId}`,
    kind: 'point',
    ref: ten,
    name: 'I-10',
    status: {
      state: 'reporting',
      level: 4,
      at: server.clock.now().getTime(),
      staleAt: server.clock.now().getTime() + staleAfterMs(3600),
    },
    family: 'tilt',
    field: 'x',
    unit: '°',
    value: 0.5,
  });
  assert.deepEqual(
    [points[0]?.value, points[0]?.status],
    [null, { state: 'neverRead', level: null, at: null, staleAt: null }],
    'missing is null',
  );
  assert.equal(
    body.nodes.find((node) => node.id === `s${north.structureId}`)?.status.level,
    4,
    'an item raises its structure',
  );
  await db.deleteFrom('point').where('id', 'in', [ten, two]).execute();
});

test('of a large tree the first answer has every group as in the whole, and the points of those that open', async () => {
  const { db } = server;
  const quiet = { projectId: north.projectId, structureId: north.structureId };
  const source = { projectId: north.projectId, structureId: north.itemId };
  const made: number[] = [];
  for (let i = 0; i < 130; i++) made.push(await makePoint(server, i % 2 ? quiet : source, `L-${i}`));
  await state(made[0]!, 2, 31);
  await state(made[2]!, 4, 52, 10_000);
  const page = async (first?: number) =>
    (await server.call(projects.tree, { projectId: north.projectId, first }, north.admin.token)).body;
  const all = await page();
  const part = await page(10);
  const groups = (nodes: typeof all.nodes) => nodes.filter(({ kind }) => kind !== 'point');
  assert.deepEqual(groups(part.nodes), groups(all.nodes));
  const item = part.nodes.find(({ id }) => id === `i${north.itemId}`);
  const { points, level, lastLevel, stale, neverRead } = item!.status as WholeStatus;
  assert.deepEqual(
    [points, level, lastLevel, stale, neverRead],
    [65, 2, 4, 1, 63],
    'a stale point counts for no level',
  );
  const pointNodes = all.nodes.filter(({ kind }) => kind === 'point');
  assert.deepEqual([all.total, part.total], [pointNodes.length, pointNodes.length]);
  assert.deepEqual(
    part.nodes.filter(({ kind }) => kind === 'point'),
    pointNodes.filter(({ parentId }) => parentId === `i${north.itemId}`),
  );
  await db.deleteFrom('point').where('id', 'in', made).execute();
  assert.deepEqual(await page(1), await page(), 'a small tree is given whole');
});

test('get says what the caller may do there', async () => {
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'guest');
  assert.equal((await server.call(projects.get, { projectId: north.projectId }, guest.token)).status, 404);
  await makeMember(server, north.projectId, guest.id, 'Guest');
  const { body } = await server.call(projects.get, { projectId: north.projectId }, guest.token);
  assert.ok(body.permissions.includes('Retrieve:Alert') && !body.permissions.includes('Update:Alert'));
  assert.equal(
    (await server.call(projects.update, { projectId: north.projectId, name: 'Mine' }, guest.token)).status,
    403,
  );
});

test('an archived project is read and not changed until it is opened again', async () => {
  const { body: made } = await server.call(
    projects.create,
    { corporationId: north.corporationId, name: 'Old pit', address: 'Hengtang' },
    north.admin.token,
  );
  const projectId = made.project.id;
  const archived = await server.call(projects.archive, { projectId, archived: true }, north.admin.token);
  assert.equal(archived.body.project.archivedAt, server.clock.now().toISOString());
  assert.equal((await server.call(projects.get, { projectId }, north.admin.token)).status, 200);
  assert.deepEqual(
    (await server.call(projects.update, { projectId, address: 'x' }, north.admin.token)).body.error,
    'archived',
  );
  assert.equal(
    (await server.call(projects.archive, { projectId, archived: false }, north.admin.token)).body.project.archivedAt,
    null,
  );
  const changed = await server.call(
    projects.update,
    { projectId, address: 'River road', coordinates: null },
    north.admin.token,
  );
  assert.equal(changed.body.project.address, 'River road');
  const unread = await server.call(projects.update, { projectId, useStructure: false } as never, north.admin.token);
  assert.equal(unread.body.error, 'badInput', 'a setting that nothing reads is unknown');
  const conflict = await server.call(projects.update, { projectId, name: 'North project' }, north.admin.token);
  assert.equal(conflict.body.error, 'nameTaken');
});

test("a project with readings is deleted with its creator's password alone, and ten wrong ones lock it", async () => {
  const world = await makeWorld(server, 'West');
  const password = await hash('Right-9-pass', { memoryCost: 1024, timeCost: 1 });
  await server.db.updateTable('account').set({ password_hash: password }).where('id', '=', world.admin.id).execute();
  const at = server.clock.now();
  await server.db
    .insertInto('reading')
    .values({ point_id: world.pointId, at, received_at: at, values: [20], raw: '{}' })
    .execute();
  await state(world.pointId, 1, 20);
  const remove = (given?: string) =>
    server.call(projects.remove, { projectId: world.projectId, ...(given && { password: given }) }, world.admin.token);

  assert.equal((await remove()).body.error, 'passwordNeeded');
  for (let i = 0; i < 10; i++) assert.equal((await remove('wrong')).body.error, 'wrongPassword');
  assert.equal(
    (await remove('Right-9-pass')).body.error,
    'tooMany',
    'wrong tries are counted although their requests failed',
  );
  server.clock.advance(16 * 60_000);
  assert.equal((await remove('Right-9-pass')).status, 200);
  await server.work!.settle();
  assert.equal((await server.call(projects.get, { projectId: world.projectId }, world.admin.token)).status, 404);
  for (const table of ['reading', 'point_state', 'alert'] as const)
    assert.deepEqual(
      await server.db.selectFrom(table).select('point_id').where('point_id', '=', world.pointId).execute(),
      [],
      table,
    );
  assert.ok(
    await server.db.selectFrom('device').select('id').where('id', '=', world.device.id).executeTakeFirst(),
    'the device stays in the warehouse',
  );
});

test('an empty project goes without a password', async () => {
  const { body } = await server.call(
    projects.create,
    { corporationId: north.corporationId, name: 'Nothing', address: 'Hengtang' },
    north.admin.token,
  );
  assert.equal((await server.call(projects.remove, { projectId: body.project.id }, north.admin.token)).status, 200);
});
