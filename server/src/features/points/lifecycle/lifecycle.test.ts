import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bindings as bindingRoutes } from '@plumbline/contract/points/bindings';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { pngHeader } from '../../../../test/pictures.ts';
import { addReading, givePassword, issueOf, makeDevice, takeEvents } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { conversionsOf } from '../bindings/bindings.conversions.api.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { ROLES: 'web' });
let made = 0;
const password = 'Right-9-pass';
before(async () => {
  await givePassword(server, north.admin.id, password);
});

type Create = Parameters<typeof server.call<typeof points.create>>[1];
const make = async (input: Partial<Create> = {}) => {
  const { status, body } = await server.call(
    points.create,
    {
      projectId: north.projectId,
      structureId: north.structureId,
      name: `L-${++made}`,
      family: 'temperature',
      ...input,
    },
    north.admin.token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.measuringPoint;
};
const update = (pointId: number, patch: object) => server.call(points.update, { pointId, ...patch }, north.admin.token);
const get = async (pointId: number) => (await server.call(points.get, { pointId }, north.admin.token)).body;

test('the point config is kept, and each wrong field is named', async () => {
  const [point, other] = [await make(), await make()];
  const patch = {
    collectMode: 'CommandCollect' as const,
    onlySort: 3,
    timedPhotographing: ['06:00', '18:30'],
    backupNodes: [other.id],
    imageLocation: { x: 0.25, y: 1 },
    intervalSeconds: 60,
  };
  const stored = (await update(point.id, patch)).body.measuringPoint;
  for (const [field, value] of Object.entries(patch))
    assert.deepEqual(stored[field as keyof typeof stored], value, field);
  const wrong: [object, [string, string] | [string]][] = [
    [{ timedPhotographing: ['06:00', '06:00'] }, ['timedPhotographing', 'photoTimesRepeat']],
    [{ timedPhotographing: ['25:00'] }, ['timedPhotographing.0', 'timeOfDay']],
    [{ backupNodes: [point.id] }, ['backupNodes.0', 'backupItself']],
    [{ backupNodes: [other.id, other.id] }, ['backupNodes.1', 'backupsRepeat']],
    [{ backupNodes: [south.pointId] }, ['backupNodes.0', 'backupUnknown']],
    [{ imageLocation: { x: 1.2, y: 0 } }, ['imageLocation.x']],
    [{ collectMode: 'Sometimes' }, ['collectMode']],
    [{ onlySort: -1 }, ['onlySort']],
  ];
  for (const [input, issue] of wrong) {
    const answer = await update(point.id, input);
    assert.equal(answer.status, 400, JSON.stringify(input));
    assert.deepEqual(issueOf(answer.body).slice(0, issue.length), issue);
  }
});

test('a locked location stays until it is unlocked', async () => {
  const point = await make({ coordinates: { longitude: 114, latitude: 30 }, lockLocation: true });
  for (const patch of [
    { coordinates: { longitude: 115, latitude: 30 } },
    { coordinates: null },
    { imageLocation: { x: 0.1, y: 0.1 } },
  ]) {
    const answer = await update(point.id, patch);
    assert.deepEqual([answer.status, answer.body.error], [409, 'locationLocked'], JSON.stringify(patch));
  }
  assert.equal((await update(point.id, { coordinates: { longitude: 114, latitude: 30 }, name: 'Locked' })).status, 200);
  const free = await update(point.id, { lockLocation: false, coordinates: null });
  assert.deepEqual([free.body.measuringPoint.coordinates, free.body.measuringPoint.lockLocation], [null, false]);
});

test("a place on a structure's picture goes when the point goes to another structure", async () => {
  const point = await make({ imageLocation: { x: 0.5, y: 0.5 } });
  const moved = await update(point.id, { structureId: north.itemId });
  assert.equal(moved.body.measuringPoint.imageLocation, null);
  const placed = await update(point.id, { structureId: north.structureId, imageLocation: { x: 0.1, y: 0.2 } });
  assert.deepEqual(placed.body.measuringPoint.imageLocation, { x: 0.1, y: 0.2 });
});

test('a snapshot is read and not changed, and opened again by the same right', async () => {
  const point = await make();
  const archive = (archived: boolean, token = north.admin.token) =>
    server.call(lifecycle.archive, { pointId: point.id, archived }, token);
  assert.notEqual((await archive(true)).body.measuringPoint.archivedAt, null);
  assert.equal((await update(point.id, { name: 'x' })).body.error, 'archived');
  assert.equal((await get(point.id)).measuringPoint.name, point.name);
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'guest');
  await makeMember(server, north.projectId, guest.id, 'Guest');
  assert.equal((await archive(false, guest.token)).body.error, 'notAllowed');
  const member = await makeAccount(server, 'Normal', north.corporationId, 'member');
  await makeMember(server, north.projectId, member.id, 'Member');
  assert.equal((await archive(false, member.token)).body.measuringPoint.archivedAt, null);
  await server.call(projects.archive, { projectId: north.projectId, archived: true }, north.admin.token);
  assert.equal((await archive(true)).body.error, 'archived', 'in an archived project nothing changes');
  await server.call(projects.archive, { projectId: north.projectId, archived: false }, north.admin.token);
});

test('a deprecated point is unbound and hidden, and lets its name go', async () => {
  const device = await makeDevice(server, north, ['1']);
  const point = await make();
  await server.call(bindingRoutes.bind, { pointId: point.id, measuringDeviceId: device.id }, north.admin.token);
  const deprecate = (deprecated: boolean) =>
    server.call(lifecycle.deprecate, { pointId: point.id, deprecated }, north.admin.token);
  const gone = (await deprecate(true)).body.measuringPoint;
  assert.deepEqual([gone.deprecatedAt !== null, gone.deviceGroup], [true, null]);
  const listed = async (input: object) =>
    (
      await server.call(points.list, { projectId: north.projectId, keyword: point.name, ...input }, north.admin.token)
    ).body.measuringPoints.map(({ id }) => id);
  assert.deepEqual([await listed({}), await listed({ deprecated: 'true' })], [[], [point.id]]);
  const bind = await server.call(
    bindingRoutes.bind,
    { pointId: point.id, measuringDeviceId: device.id },
    north.admin.token,
  );
  assert.deepEqual([bind.status, bind.body.error], [409, 'pointDeprecated']);

  const successor = await make({ name: point.name.toUpperCase() });
  assert.deepEqual([(await deprecate(false)).status, (await deprecate(false)).body.error], [409, 'nameTaken']);
  await update(successor.id, { name: 'Successor' });
  assert.equal((await deprecate(false)).body.measuringPoint.deprecatedAt, null);
});

test('a point that others are made of is not deprecated until they are', async () => {
  const slave = await make();
  const master = await make({ type: 3, slaves: [{ pointId: slave.id }] });
  const deprecate = (pointId: number) =>
    server.call(lifecycle.deprecate, { pointId, deprecated: true }, north.admin.token);
  const refused = await deprecate(slave.id);
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.detail],
    [409, 'pointInUse', { by: [master.name] }],
  );
  assert.equal((await deprecate(master.id)).status, 200);
  assert.equal((await deprecate(slave.id)).status, 200);
  const anew = {
    projectId: north.projectId,
    structureId: north.structureId,
    name: 'Anew',
    family: 'temperature' as const,
  };
  const another = await server.call(
    points.create,
    { ...anew, type: 3, slaves: [{ pointId: slave.id }] },
    north.admin.token,
  );
  assert.deepEqual(issueOf(another.body), ['slaves.0.pointId', 'slaveUnknown'], 'nobody makes another of it');
});

test('a reset clears configuration and device; what is kept keeps the conversion that made it', async () => {
  const device = await makeDevice(server, north, ['1']);
  const point = await make({
    family: 'waterLevel',
    mode: 1,
    parameters: { K: 0.1, f0: 2900 },
    initialValues: { level: 1 },
  });
  const { id: pointId } = point;
  await server.call(bindingRoutes.bind, { pointId, measuringDeviceId: device.id }, north.admin.token);
  await server.call(
    thresholds.setThresholds,
    { pointId, thresholds: [{ field: 'level', kind: 'value', levels: [1, 2, 3, 4] }] },
    north.admin.token,
  );
  await server.call(
    points.setProcessing,
    { pointId, quality: { fields: { level: { range: { failMax: 9 } } }, gap: null, clock: null } },
    north.admin.token,
  );
  await addReading(server, pointId, [3, null, null, null], 3);
  const reset = (data: 'keep' | 'clear', given?: string) =>
    server.call(lifecycle.reset, { pointId, data, ...(given && { password: given }) }, north.admin.token);
  assert.deepEqual(
    [(await reset('keep')).body.error, (await reset('clear')).body.error, (await reset('keep', 'no')).body.error],
    ['passwordNeeded', 'passwordNeeded', 'wrongPassword'],
  );
  server.clock.advance(60_000);
  const at = server.clock.now().getTime();
  const stored = (await reset('keep', password)).body.measuringPoint;
  assert.deepEqual(
    [stored.parameters, stored.initialValues, stored.deviceGroup, stored.latest?.values, stored.status.level],
    [{}, {}, null, [3, null, null, null], null],
  );
  assert.deepEqual((await get(pointId)).thresholds, []);
  const { settings } = (await server.call(points.settings, { pointId }, north.admin.token)).body;
  assert.deepEqual(settings.processing.quality.fields, {});
  const [before, now] = (await conversionsOf(server.db, [pointId])).get(pointId)!;
  assert.deepEqual(
    [before?.toMs, before?.parameters, before?.sncode, now?.parameters, now?.sncode],
    [at, { K: 0.1, f0: 2900 }, device.sncode, {}, null],
  );
  const bind = await server.call(bindingRoutes.bind, { pointId, measuringDeviceId: device.id }, north.admin.token);
  assert.deepEqual(issueOf(bind.body), ['parameters.K', 'required'], 'what is bound must convert');

  const cleared = (await reset('clear', password)).body.measuringPoint;
  assert.deepEqual([cleared.latest, cleared.name, cleared.family], [null, point.name, 'waterLevel']);
  assert.equal((await conversionsOf(server.db, [pointId])).get(pointId)?.length, 1);
  const events = await takeEvents(server, 'pointReset');
  assert.deepEqual(
    events.map(({ pointId: of, cleared: gone, atMs }) => [of, gone, atMs]),
    [
      [pointId, false, at],
      [pointId, true, at],
    ],
  );
});

test('a point is deleted with its data, or its data stays under a deprecated point', async () => {
  const [point, slave] = [await make(), await make()];
  await make({
    type: 1,
    slaves: [{ pointId: slave.id, variable: 's' }],
    customFormula: { temperature: 's' },
    name: 'Sum',
  });
  const remove = (pointId: number, input: object = {}) =>
    server.call(lifecycle.remove, { pointId, ...input }, north.admin.token);
  const used = await remove(slave.id);
  assert.deepEqual([used.status, used.body.error, used.body.detail], [409, 'pointInUse', { by: ['Sum'] }]);
  await update(slave.id, { backupNodes: [point.id] });
  await addReading(server, point.id, [20]);
  assert.equal((await remove(point.id, { data: 'keep' })).body.error, 'passwordNeeded');
  assert.equal((await remove(point.id, { data: 'keep', password })).status, 200);
  const stored = (await get(point.id)).measuringPoint;
  assert.deepEqual([stored.deprecatedAt !== null, stored.latest?.values], [true, [20]]);
  assert.equal((await remove(point.id, { password })).status, 200);
  assert.equal((await server.call(points.get, { pointId: point.id }, north.admin.token)).status, 404);
  assert.deepEqual((await get(slave.id)).measuringPoint.backupNodes, []);
});

test('a point has a picture', async () => {
  const point = await make();
  const url = `${server.url}/api/measuring-points/${point.id}/image`;
  const headers = { authorization: `Bearer ${north.admin.token}` };
  const png = new Uint8Array(pngHeader(10, 10));
  const put = async (bytes: Uint8Array<ArrayBuffer>, type: string) => {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type }), 'a.png');
    const response = await fetch(url, { method: 'PUT', headers, body: form });
    return { status: response.status, body: (await response.json()) as { measuringPoint: { image: string | null } } };
  };
  assert.equal((await fetch(url, { headers })).status, 404);
  assert.equal((await put(Buffer.from('<svg/>'), 'image/png')).status, 415);
  assert.equal((await put(png, 'text/html')).status, 415);
  const set = await put(png, 'image/png');
  assert.match(set.body.measuringPoint.image!, /^f[0-9a-f]{32}$/);
  const shown = await fetch(url, { headers });
  assert.deepEqual(
    [shown.headers.get('content-type'), Buffer.from(await shown.arrayBuffer())],
    ['image/png', Buffer.from(png)],
  );
  await put(png, 'image/png');
  const files = await server.db.selectFrom('stored_file').select('id').execute();
  assert.equal(files.length, 1, 'the picture before is gone');
  const none = await server.call(lifecycle.removeImage, { pointId: point.id }, north.admin.token);
  assert.equal(none.body.measuringPoint.image, null);
  assert.deepEqual(await server.db.selectFrom('stored_file').select('id').execute(), []);
});

test("a point with readings is deleted with the creator's password alone", async () => {
  const { id: pointId } = await make();
  await addReading(server, pointId, [1]);
  const manager = await makeAccount(server, 'Manager', north.corporationId, 'deleter');
  const remove = (given?: string) =>
    server.call(lifecycle.remove, { pointId, ...(given && { password: given }) }, manager.token);
  const needed = await remove();
  assert.deepEqual(
    [needed.status, needed.body.error, needed.body.detail],
    [409, 'passwordNeeded', { creator: 'North.admin' }],
  );
  assert.equal((await remove('nope')).body.error, 'wrongPassword');
  assert.equal((await remove(password)).status, 200);
  assert.deepEqual(
    await server.db.selectFrom('reading').select('point_id').where('point_id', '=', pointId).execute(),
    [],
  );
  assert.equal((await server.call(points.get, { pointId }, north.admin.token)).status, 404);
});
