import assert from 'node:assert/strict';
import { test } from 'node:test';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

test('a structure stands for its own points and those of its items', async () => {
  const now = server.clock.now();
  const ofItem = { projectId: north.projectId, structureId: north.itemId };
  const pointId = await makePoint(server, ofItem, 'I-1', { family: 'tilt' });
  await server.db
    .insertInto('point_state')
    .values({ point_id: pointId, at: now, received_at: now, values: [1], level: 3 })
    .execute();
  const { body } = await server.call(structures.list, { projectId: north.projectId }, north.admin.token);
  assert.deepEqual(
    body.structures.map(({ id, parentId, isItem, status, openAlerts }) => [
      id,
      parentId,
      isItem,
      status.level,
      status.points,
      status.neverRead,
      openAlerts,
    ]),
    [
      [north.structureId, null, false, 3, 2, 1, 1],
      [north.itemId, north.structureId, true, 3, 1, 0, 0],
    ],
  );
  const one = await server.call(structures.get, { structureId: north.structureId }, north.admin.token);
  assert.deepEqual(one.body.structure, body.structures[0]);
});

test('names are used once side by side, and items have no items', async () => {
  const { projectId } = north;
  const made = await server.call(
    structures.create,
    { projectId, name: 'Spillway', type: 'dam', coordinates: { longitude: 1, latitude: 2 } },
    north.admin.token,
  );
  assert.equal(made.status, 200);
  assert.deepEqual([made.body.structure.type, made.body.structure.displayType], ['dam', 'MAP']);
  assert.equal(
    (await server.call(structures.create, { projectId, name: 'spillway' }, north.admin.token)).body.error,
    'nameTaken',
  );
  const structureId = made.body.structure.id;
  const item = await server.call(structures.createItem, { structureId, name: 'Section 1' }, north.admin.token);
  assert.deepEqual(
    [item.body.item.parentId, item.body.item.type],
    [structureId, 'dam'],
    'the name of an item of another structure is free',
  );
  assert.equal(
    (await server.call(structures.createItem, { structureId, name: 'Section 1' }, north.admin.token)).body.error,
    'nameTaken',
  );
  const deeper = await server.call(
    structures.createItem,
    { structureId: item.body.item.id, name: 'Deeper' },
    north.admin.token,
  );
  assert.deepEqual([deeper.status, deeper.body.error], [400, 'badInput']);

  const renamed = await server.call(
    structures.update,
    { structureId, name: 'Outlet', coordinates: null },
    north.admin.token,
  );
  assert.deepEqual(
    [renamed.body.structure.name, renamed.body.structure.coordinates, renamed.body.structure.type],
    ['Outlet', null, 'dam'],
  );
  assert.equal(
    (await server.call(structures.update, { structureId, name: 'Main dam' }, north.admin.token)).body.error,
    'nameTaken',
  );

  const full = await server.call(structures.remove, { structureId }, north.admin.token);
  assert.deepEqual([full.body.error, full.body.detail], ['notEmpty', { items: 1, points: 0, drawings: 0 }]);
  assert.equal(
    (await server.call(structures.remove, { structureId: item.body.item.id }, north.admin.token)).status,
    200,
  );
  assert.equal((await server.call(structures.remove, { structureId }, north.admin.token)).status, 200);
  const dam = await server.call(structures.remove, { structureId: north.structureId }, north.admin.token);
  assert.deepEqual((dam.body.detail as { items: number }).items, 1);
});

test('structures of elsewhere do not exist, and a Guest changes nothing', async () => {
  assert.equal((await server.call(structures.get, { structureId: south.structureId }, north.admin.token)).status, 404);
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'guest');
  await makeMember(server, north.projectId, guest.id, 'Guest');
  assert.equal((await server.call(structures.get, { structureId: north.structureId }, guest.token)).status, 200);
  assert.equal(
    (await server.call(structures.update, { structureId: north.structureId, name: 'x' }, guest.token)).status,
    403,
  );
});
