import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tasks } from '@plumbline/contract/platform/tasks';
import { layerLimits, layers, type MapLayer } from '@plumbline/contract/site/layers';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId, structureId } = north;
const { token } = north.admin;

const drawing = (longitude: number) =>
  Buffer.from(
    JSON.stringify({
      type: 'LineString',
      coordinates: [
        [longitude, 30.6],
        [longitude + 0.01, 30.61],
      ],
    }),
  );
const file = (bytes: Buffer, name = 'River.geojson') => ({ bytes, name, type: 'application/octet-stream' });
const upload = (name: string, bytes: Buffer, more: Record<string, string | number> = {}) =>
  sendFile(server, layers.upload, { projectId, name, kind: 'water', ...more }, token, file(bytes));
const read = async (): Promise<MapLayer[]> => {
  await server.work!.settle();
  return (await server.call(layers.list, { projectId }, token)).body.layers;
};
const named = async (name: string) => (await read()).find((layer) => layer.name === name)!;
const contentOf = ({ id, versionId }: MapLayer) =>
  fetchFile(server, `/projects/${projectId}/layers/${id}/versions/${versionId}/content`, token);
const filesStored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;

test('a layer is brought, read by a task, drawn, replaced with its history, and drawn from an earlier file again', async () => {
  const { body, status } = await upload('River', drawing(114.3), { structureId, on: '2026-02-01' });
  assert.equal(status, 200, JSON.stringify(body));
  const river = await named('River');
  const [version] = river.versions;
  assert.deepEqual(
    [river.kind, river.structureId, river.opacityPercent, river.isHidden, version!.on, version!.state, version!.byName],
    ['water', structureId, 100, false, '2026-02-01', 'ready', 'North.admin'],
  );
  assert.equal(river.versionId, version!.id);
  const { task } = (await server.call(tasks.get, { taskId: version!.taskId! }, token)).body;
  assert.deepEqual([task.kind, task.state, task.subject], ['readLayer', 'done', { name: 'River' }]);
  const got = await contentOf(river);
  assert.deepEqual([got.status, got.type], [200, 'application/geo+json']);
  assert.deepEqual(JSON.parse(got.bytes.toString()).features[0].geometry.coordinates[0], [114.3, 30.6]);
  const brought = await fetchFile(
    server,
    `/projects/${projectId}/layers/${river.id}/versions/${version!.id}/file`,
    token,
  );
  assert.deepEqual(brought.bytes, drawing(114.3));

  const next = { projectId, layerId: river.id, on: '2026-03-01' };
  await sendFile(server, layers.replace, next, token, file(drawing(114.5)));
  const replaced = await named('River');
  assert.deepEqual(
    [replaced.versions.map(({ on }) => on), replaced.versionId],
    [['2026-03-01', '2026-02-01'], replaced.versions[0]!.id],
  );
  const again = await sendFile(server, layers.replace, next, token, file(drawing(114.3)));
  assert.deepEqual([again.body.isUnchanged, again.body.layer.versions.length], [true, 2]);

  const back = await server.call(
    layers.update,
    { projectId, layerId: river.id, versionId: version!.id, opacityPercent: 40 },
    token,
  );
  assert.deepEqual([back.body.layer.versionId, back.body.layer.opacityPercent], [version!.id, 40]);
});

test('a DXF lies where it is told to, needs to be told, and is read anew when it is told otherwise', async () => {
  const bytes = Buffer.from(
    [
      '0',
      'SECTION',
      '2',
      'HEADER',
      '9',
      '$INSUNITS',
      '70',
      '6',
      '0',
      'ENDSEC',
      '0',
      'SECTION',
      '2',
      'ENTITIES',
      '0',
      'LINE',
    ]
      .concat(['8', '0', '10', '528764', '20', '3386500', '11', '528864', '21', '3386500', '0', 'ENDSEC', '0', 'EOF'])
      .join('\n'),
  );
  const dxf = file(bytes, 'Wall.dxf');
  const about = { projectId, name: 'Wall', kind: 'outline' as const };
  const before = await filesStored();
  const unplaced = await sendFile(server, layers.upload, about, token, dxf);
  assert.deepEqual([unplaced.status, unplaced.body.error], [400, 'layerCoordinates']);
  assert.equal(await filesStored(), before);
  assert.equal((await sendFile(server, layers.upload, { ...about, epsg: 2100 }, token, dxf)).status, 400);
  await sendFile(server, layers.upload, { ...about, epsg: 4547 }, token, dxf);
  const wall = await named('Wall');
  assert.deepEqual(wall.versions[0]!.placing, { by: 'system', epsg: 4547 });
  const place = async (layer: MapLayer): Promise<number[]> =>
    JSON.parse((await contentOf(layer)).bytes.toString()).features[0].geometry.coordinates[0];
  assert.ok(Math.abs((await place(wall))[0]! - 114.3) < 0.01, String(await place(wall)));

  const next = { projectId, layerId: wall.id };
  const again = await sendFile(server, layers.replace, next, token, dxf);
  assert.equal(again.body.isUnchanged, true, 'it lies where it lay');
  const moved = await sendFile(server, layers.replace, { ...next, epsg: 4548 }, token, dxf);
  assert.equal(moved.body.isUnchanged, false);
  const there = await named('Wall');
  assert.deepEqual(
    there.versions.map(({ placing, state }) => [placing, state]),
    [[{ by: 'system', epsg: 4548 }, 'ready']],
  );
  assert.ok(Math.abs((await place(there))[0]! - 117.3) < 0.01, String(await place(there)));
  assert.equal(await filesStored(), before + 2, 'the file, and what is drawn of it now');
  // Twice at once: whichever is read first, it lies where it was told last.
  await sendFile(server, layers.replace, { ...next, epsg: 4547 }, token, dxf);
  await sendFile(server, layers.replace, { ...next, epsg: 4549 }, token, dxf);
  const last = await named('Wall');
  assert.deepEqual(
    last.versions.map(({ placing, state }) => [placing, state]),
    [[{ by: 'system', epsg: 4549 }, 'ready']],
  );
  assert.ok(Math.abs((await place(last))[0]! - 120.3) < 0.01, String(await place(last)));
  // The file of before is read anew after a newer one: the newer one stays.
  const newer = file(Buffer.from(bytes.toString().replace('528864', '528964')), 'Wall 2.dxf');
  await sendFile(server, layers.replace, next, token, newer);
  const { versionId } = await named('Wall');
  await sendFile(server, layers.replace, { ...next, epsg: 4548 }, token, dxf);
  const both = await named('Wall');
  assert.deepEqual(
    both.versions.map(({ fileName, state }) => [fileName, state]),
    [
      ['Wall 2.dxf', 'ready'],
      ['Wall.dxf', 'ready'],
    ],
  );
  assert.equal(both.versionId, versionId);
  assert.equal(versionId, both.versions[0]!.id);
});

test('the same file under the same name is one layer; another under that name is refused, and leaves nothing behind', async () => {
  await upload('Bank', drawing(114.31));
  const before = await filesStored();
  const again = await upload('Bank', drawing(114.31));
  assert.deepEqual([again.status, again.body.isUnchanged], [200, true], 'sent again without an answer');
  assert.equal((await upload('Bank', drawing(114.32))).body.error, 'nameTaken');
  assert.equal(
    (await sendFile(server, layers.upload, { projectId, name: 'X' }, token, file(drawing(1), 'run.exe'))).body.error,
    'fileFormat',
  );
  await server.work!.settle();
  // What was made of the first file was stored meanwhile.
  assert.equal(await filesStored(), before + 1);
  assert.equal((await read()).filter(({ name }) => name === 'Bank').length, 1);
});

test('a file that cannot be read says why, and what was drawn before stays', async () => {
  await upload('Plan', drawing(114.4));
  const plan = await named('Plan');
  const metres = Buffer.from(JSON.stringify({ type: 'Point', coordinates: [502_340, 3_349_120] }));
  await sendFile(server, layers.replace, { projectId, layerId: plan.id }, token, file(metres));
  const failed = await named('Plan');
  const [newest] = failed.versions;
  assert.deepEqual(
    [newest!.state, newest!.error, newest!.errorDetail, failed.versionId],
    ['failed', 'layerCoordinates', { longitude: '502340', latitude: '3349120' }, plan.versionId],
  );
  const choose = await server.call(layers.update, { projectId, layerId: plan.id, versionId: newest!.id }, token);
  assert.equal(choose.status, 404, 'it has nothing to draw');
});

test('layers are put in order by naming all of them', async () => {
  const ids = (await read()).map(({ id }) => id);
  const order = ids.toReversed();
  const done = await server.call(layers.order, { projectId, order }, token);
  assert.deepEqual(
    done.body.layers.map(({ id }) => id),
    order,
  );
  assert.equal((await server.call(layers.order, { projectId, order: order.slice(1) }, token)).body.error, 'badInput');
});

test('a layer goes with its files, and the files of all layers with their project', async () => {
  const before = await filesStored();
  await upload('Gone', drawing(114.7));
  const gone = await named('Gone');
  assert.equal(await filesStored(), before + 2);
  assert.equal((await server.call(layers.remove, { projectId, layerId: gone.id }, token)).status, 200);
  assert.equal(await filesStored(), before);
});

test('another corporation finds none of it, and a guest reads without changing', async () => {
  const plan = await named('Plan');
  const theirs = { projectId: south.projectId, layerId: plan.id };
  assert.equal((await server.call(layers.update, { ...theirs, opacityPercent: 50 }, south.admin.token)).status, 404);
  assert.equal((await server.call(layers.remove, theirs, south.admin.token)).status, 404);
  const path = `/projects/${south.projectId}/layers/${plan.id}/versions/${plan.versionId}/content`;
  assert.equal((await fetchFile(server, path, south.admin.token)).status, 404);
  const foreign = await sendFile(
    server,
    layers.upload,
    { projectId, name: 'Foreign', structureId: south.structureId },
    token,
    file(drawing(114.9)),
  );
  assert.equal(foreign.status, 404, 'a structure of somebody else');
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'guest.layers');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await server.call(layers.list, { projectId }, guest.token)).status, 200);
  assert.equal((await server.call(layers.remove, { projectId, layerId: plan.id }, guest.token)).status, 403);
});

test('a project keeps forty layers, a layer twenty files', async () => {
  const { length } = await read();
  for (let i = length; i < layerLimits.layers; i++) await upload(`Layer ${i}`, drawing(100 + i / 10));
  assert.equal((await upload('One more', drawing(99))).body.error, 'layersFull');
  const layerId = (await named('Plan')).id;
  for (let i = 2; i < layerLimits.versions; i++)
    await sendFile(server, layers.replace, { projectId, layerId }, token, file(drawing(90 + i / 10)));
  const full = await sendFile(server, layers.replace, { projectId, layerId }, token, file(drawing(80)));
  assert.equal(full.body.error, 'layerVersionsFull');
});
