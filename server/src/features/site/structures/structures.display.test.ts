import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { missingOptions } from '@plumbline/contract/site/structures.measures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { issueOf } from '../../../../test/points.fixtures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const file = { bytes: png, name: 'site.png', type: 'image/png' };

test('a structure is shown on what is there: map, picture, model, 3D map', async () => {
  const { token } = north.admin;
  const { structureId } = north;
  const show = async (displayType: 'MAP' | 'IMG' | 'BIM' | 'CESIUM') => {
    const { body } = await server.call(structures.setDisplayType, { structureId, displayType }, token);
    return body.error ?? body.structure.displayType;
  };
  assert.deepEqual([await show('IMG'), await show('BIM'), await show('CESIUM')], Array(3).fill('displayNotReady'));
  await sendFile(server, structures.setPicture, { structureId }, token, file);
  assert.equal(await show('IMG'), 'IMG');
  const shown = await fetchFile(server, `/structures/${structureId}/picture`, token);
  assert.deepEqual([shown.type, shown.bytes], ['image/png', png]);
  assert.equal((await fetchFile(server, `/structures/${structureId}/picture`, south.admin.token)).status, 404);

  await server.call(structures.setBim, { structureId, modelKey: 'main-dam' }, token);
  assert.equal(await show('BIM'), 'BIM');
  await server.call(structures.setCesium, { structureId, tileset: 'asset:96188' }, token);
  assert.equal(await show('CESIUM'), 'CESIUM');
  await show('IMG');
  const { body } = await server.call(structures.removePicture, { structureId }, token);
  assert.deepEqual([body.structure.picture, body.structure.displayType], [null, 'MAP']);
});

test('marks on the picture are saved all or none, and a locked point does not move', async () => {
  const { token } = north.admin;
  const { structureId, itemId, pointId } = north;
  const place = { x: 0.25, y: 0.5 };
  const set = (input: object, by = token) =>
    server.call(structures.setMarks, { structureId, ...input } as { structureId: number }, by);
  const saved = await set({ items: [{ itemId, place }], points: [{ pointId, place: { x: 0, y: 1 } }] });
  assert.deepEqual(
    [saved.body.items.map((each) => each.place), saved.body.points.map((each) => each.place)],
    [[place], [{ x: 0, y: 1 }]],
  );
  const outside = await set({ points: [{ pointId, place: { x: 1.1, y: 0 } }] });
  assert.deepEqual(issueOf(outside.body)[0], 'points.0.place.x');
  const foreign = await set({ items: [{ itemId, place: null }], points: [{ pointId: south.pointId, place }] });
  assert.equal(foreign.status, 404);

  await server.db.updateTable('point').set({ lock_location: true }).where('id', '=', pointId).execute();
  const locked = await set({ items: [{ itemId, place: null }], points: [{ pointId, place }] });
  assert.deepEqual([locked.body.error, locked.body.detail], ['locationLocked', { names: ['T-1'] }]);
  const same = await set({ points: [{ pointId, place: { x: 0, y: 1 } }] });
  assert.equal(same.status, 200, 'one that stays where it is may be sent along');
  const { body } = await server.call(structures.marks, { structureId }, token);
  assert.deepEqual(
    [body.items[0]?.place, body.points[0]?.place, body.points[0]?.locked],
    [place, { x: 0, y: 1 }, true],
  );
  const { body: list } = await server.call(structures.list, { projectId: north.projectId }, token);
  assert.deepEqual(list.structures.find(({ id }) => id === itemId)?.imageLocation, place);

  const surveyor = await makeAccount(server, 'Normal', north.corporationId, 'surveyor');
  await giveRole(server, north, surveyor.id, ['Update:MeasuringPoint', 'Retrieve:Structure']);
  const refused = await set({ items: [{ itemId, place: null }] }, surveyor.token);
  assert.deepEqual([refused.status, refused.body.detail], [403, { needs: 'Update:Structure' }]);
});

test('type options belong to the type; a tunnel has a diameter (specification 5)', async () => {
  const { token } = north.admin;
  const { structureId } = north;
  const set = async (type: 'tunnel' | 'dam' | 'building', options: Record<string, number>) => {
    const { body } = await server.call(structures.setTypeOptions, { structureId, type, options }, token);
    return body.error ? issueOf(body) : body.settings.typeOptions;
  };
  assert.deepEqual(await set('tunnel', {}), ['options.diameter', 'required']);
  assert.deepEqual(await set('tunnel', { diameter: 0 }), ['options.diameter', 'notPositive']);
  assert.deepEqual(await set('building', { diameter: 3 }), ['options.diameter', 'unknownField']);
  assert.deepEqual(await set('tunnel', { diameter: 6.2 }), { diameter: 6.2 });
  assert.deepEqual(await set('dam', { crestElevation: -3 }), { crestElevation: -3 });
  assert.equal((await server.call(structures.get, { structureId }, token)).body.structure.type, 'dam');
});

test('a tunnel is made with its diameter, becomes one by it, and one from before says that it is missing', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  const create = (more: object) =>
    server.call(structures.create, { projectId, name: 'Left tube', type: 'tunnel', ...more } as never, token);
  assert.deepEqual(issueOf((await create({})).body), ['options.diameter', 'required']);
  assert.deepEqual(issueOf((await create({ options: { diameter: -1 } })).body), ['options.diameter', 'notPositive']);
  const { structure } = (await create({ options: { diameter: 6.2, length: 900 } })).body;
  assert.deepEqual(structure.options, { diameter: 6.2, length: 900 });
  const update = (more: object) =>
    server.call(structures.update, { structureId: structure.id, ...more } as never, token);
  assert.deepEqual((await update({ name: 'Tube' })).body.structure.options, { diameter: 6.2, length: 900 });
  assert.deepEqual((await update({ type: 'bridge' })).body.structure.options, { length: 900 });
  assert.deepEqual(issueOf((await update({ type: 'tunnel' })).body), ['options.diameter', 'required']);
  const again = await update({ type: 'tunnel', options: { diameter: 7 } });
  assert.deepEqual([again.body.structure.type, again.body.structure.options], ['tunnel', { diameter: 7 }]);
  // From before: it can be renamed, and says what it lacks.
  await server.db.updateTable('structure').set({ type_options: null }).where('id', '=', structure.id).execute();
  const old = (await update({ name: 'Old tube' })).body.structure;
  assert.deepEqual([old.name, missingOptions(old.type, old.options)], ['Old tube', ['diameter']]);
  // An item takes the type of its structure, and has no measures.
  const item = await server.call(structures.createItem, { structureId: structure.id, name: 'Rings 1-9' }, token);
  assert.deepEqual([item.status, item.body.item.type, item.body.item.options], [200, 'tunnel', {}]);
  for (const structureId of [item.body.item.id, structure.id])
    await server.call(structures.remove, { structureId }, token);
});

test('coordinates, GNSS, BIM and 3D tiles are judged as a whole and kept field by field', async () => {
  const { token } = north.admin;
  const { structureId } = north;
  const four = { dx: 100, dy: 200, rotation: 10, scale: 20 };
  const none = await server.call(structures.setCoordinate, { structureId, transform: 'fourParameter' }, token);
  assert.deepEqual(issueOf(none.body), ['fourParameters', 'required']);
  await server.call(structures.setCoordinate, { structureId, fourParameters: four }, token);
  const set = await server.call(structures.setCoordinate, { structureId, transform: 'fourParameter' }, token);
  assert.deepEqual(set.body.settings.coordinate, {
    transform: 'fourParameter',
    fourParameters: four,
    sevenParameters: null,
    centralMeridian: null,
  });
  const seven = { convention: 'coordinateFrame', dx: 10, dy: -20, dz: 30, rx: 1, ry: -2, rz: 3, scale: 5 } as const;
  const both = await server.call(
    structures.setCoordinate,
    { structureId, transform: 'sevenParameter', sevenParameters: seven },
    token,
  );
  assert.equal(both.status, 200);

  assert.equal((await server.call(structures.setGnss, { structureId, taskName: 'a b' }, token)).status, 400);
  assert.equal((await server.call(structures.setGnss, { structureId, taskName: 'dam_1' }, token)).status, 400);
  const first = { structureId, taskName: 'dam_1', baseStation: 'BASE', sites: ['G-1'] };
  const late = { ...first, rtcmStartAt: '2026-03-18T06:00:01Z' };
  assert.deepEqual(issueOf((await server.call(structures.setGnss, late, token)).body), ['rtcmStartAt', 'inFuture']);
  assert.equal((await server.call(structures.setGnss, first, token)).body.settings.gnss?.filterPeriodHours, 6);

  const bim = await server.call(structures.setBim, { structureId: north.itemId, name: 'x' }, token);
  assert.deepEqual(issueOf(bim.body)[0], 'modelKey');
  for (const tileset of ['tileset.json', 'ftp://a/b', 'https://user@host/tileset.json', 'asset:x'])
    assert.equal((await server.call(structures.setCesium, { structureId, tileset }, token)).status, 400, tileset);
});

test('who looks after a structure is a member of its project', async () => {
  const { token } = north.admin;
  const { structureId, projectId } = north;
  const responsible = await makeAccount(server, 'Normal', north.corporationId, 'keeper');
  const set = (memberId: number) =>
    server.call(structures.setMembers, { structureId, members: [{ memberId, duty: 'responsible' }] }, token);
  assert.equal((await set(responsible.id)).status, 404);
  await makeMember(server, projectId, responsible.id, 'Guest');
  assert.deepEqual(
    (await set(responsible.id)).body.members.map(({ userId, duty }) => [userId, duty]),
    [[responsible.id, 'responsible']],
  );
  await server.call(projects.removeMember, { projectId, userId: responsible.id }, token);
  assert.deepEqual((await server.call(structures.members, { structureId }, token)).body.members, []);
});

test('structures are in the order that was set, in list and tree', async () => {
  const { token } = north.admin;
  const { projectId, structureId } = north;
  const { body } = await server.call(structures.create, { projectId, name: 'A first by name' }, token);
  const other = body.structure.id;
  const order = (ids: number[]) => server.call(structures.order, { projectId, order: ids }, token);
  assert.deepEqual(issueOf((await order([structureId])).body), ['order', 'orderIncomplete']);
  assert.equal((await order([structureId, south.structureId])).status, 404);
  assert.equal((await order([structureId, structureId])).status, 400);
  const done = await order([structureId, other]);
  assert.deepEqual(
    done.body.structures.filter((each) => !each.isItem).map(({ id }) => id),
    [structureId, other],
  );
  const tree = await server.call(projects.tree, { projectId }, token);
  assert.deepEqual(
    tree.body.nodes.filter(({ kind }) => kind === 'structure').map(({ ref }) => ref),
    [structureId, other],
  );
});
