/** Orthophotos, pictures by known points and large DXF as map layers: read by the task, served tile by tile, replaced and removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tasks } from '@plumbline/contract/platform/tasks';
import { layerLimits, layers, type MapLayer } from '@plumbline/contract/site/layers';
import { controlsText } from '@plumbline/contract/site/layers.placing';
import { referenceSystem } from '@plumbline/science/surface/reference-systems';
import { PbfReader } from 'pbf';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { deflated, tiffOf } from '../../../../test/tiffs.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId } = north;
const { token } = north.admin;
const inGrid = referenceSystem(4547)!;

const tiff = (red: number) =>
  tiffOf({ width: 900, height: 600, colourAt: (x) => (x < 450 ? [red, 0, 0] : [0, 0, 200]), ...deflated });
const file = (bytes: Buffer, name: string) => ({ bytes, name, type: 'application/octet-stream' });
const upload = (name: string, bytes: Buffer, fileName: string, more: Record<string, string | number> = {}) =>
  sendFile(server, layers.upload, { projectId, name, kind: 'photo', ...more }, token, file(bytes, fileName));
const named = async (name: string): Promise<MapLayer> => {
  await server.work!.settle();
  const { body } = await server.call(layers.list, { projectId }, token);
  return body.layers.find((layer) => layer.name === name)!;
};
const filesStored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;

/** The tile at a place of a version at its nearest zoom. */
function tilePath(layer: MapLayer, versionId: number, place: { longitude: number; latitude: number }, zoom?: number) {
  const version = layer.versions.find(({ id }) => id === versionId)!;
  const z = zoom ?? version.contents!.tiles!.maxZoom;
  const x = Math.floor(((place.longitude + 180) / 360) * 2 ** z);
  const y = Math.floor((0.5 - Math.asinh(Math.tan((place.latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z);
  return `/projects/${layer.id < 0 ? 0 : projectId}/layers/${layer.id}/versions/${versionId}/tiles/${z}/${x}/${y}`;
}
const middle = inGrid.toDegrees(528_000 + 225, 3_386_500 - 150);

test('an orthophoto is cut into tiles, which go out with the right of the layer; another year is another version', async () => {
  const before = await filesStored();
  assert.equal((await upload('Flight', tiff(220), 'flight-2025.tif', { on: '2025-06-01' })).status, 200);
  const flight = await named('Flight');
  const [version] = flight.versions;
  assert.deepEqual(
    [version!.state, version!.error, version!.placing, flight.versionId],
    ['ready', null, null, version!.id],
  );
  const { tiles, picture } = version!.contents!;
  assert.deepEqual([tiles?.type, picture?.width, picture?.height, picture?.epsg], ['raster', 900, 600, 4547]);
  const got = await fetchFile(server, tilePath(flight, version!.id, middle), token);
  assert.deepEqual([got.status, got.type, got.bytes.toString('latin1', 8, 12)], [200, 'image/webp', 'WEBP']);
  const empty = await fetchFile(server, tilePath(flight, version!.id, { longitude: 20, latitude: 20 }), token);
  assert.deepEqual([empty.status, empty.bytes.length], [200, 0]);
  const tooNear = await fetchFile(server, tilePath(flight, version!.id, middle, 24), token);
  assert.deepEqual([tooNear.status, tooNear.bytes.length], [200, 0]);
  const { task } = (await server.call(tasks.get, { taskId: version!.taskId! }, token)).body;
  assert.deepEqual([task.kind, task.state], ['readLayer', 'done']);

  await sendFile(
    server,
    layers.replace,
    { projectId, layerId: flight.id, on: '2026-06-01' },
    token,
    file(tiff(120), 'flight-2026.tif'),
  );
  const both = await named('Flight');
  assert.deepEqual(
    both.versions.map(({ on, state }) => [on, state]),
    [
      ['2026-06-01', 'ready'],
      ['2025-06-01', 'ready'],
    ],
  );
  const [now, then] = await Promise.all(
    both.versions.map(async ({ id }) => (await fetchFile(server, tilePath(both, id, middle), token)).bytes),
  );
  assert.ok(!now!.equals(then!), 'each year has its own tiles');

  const whole = `/projects/${projectId}/layers/${flight.id}/versions/${version!.id}/content`;
  assert.equal((await fetchFile(server, whole, token)).status, 404, 'as a whole it goes out as its file');

  const foreign = tilePath(flight, version!.id, middle);
  assert.equal((await fetchFile(server, foreign, south.admin.token)).status, 404, 'foreign is not found');
  const swapped = foreign.replace(`/projects/${projectId}/`, `/projects/${south.projectId}/`);
  assert.equal((await fetchFile(server, swapped, south.admin.token)).status, 404);
  assert.equal((await server.call(layers.remove, { projectId, layerId: flight.id }, token)).status, 200);
  assert.equal(await filesStored(), before);
});

test('a picture lies by its known points, needs them, and is tiled anew when they are others', async () => {
  assert.deepEqual(
    [
      (await upload('Plan', png, 'plan.png')).body.error,
      (await upload('Plan', png, 'plan.png', { controls: '1,2' })).status,
    ],
    ['layerCoordinates', 400],
  );
  const bytes = await picture();
  const at = (east: number, down: number) => inGrid.toDegrees(528_000 + east, 3_386_500 - down);
  const points = (shift: number) =>
    [
      [0, 0],
      [300, 0],
      [300, 200],
      [0, 200],
    ].map(([x = 0, y = 0]) => ({ x, y, ...at(x + shift, y) }));
  assert.equal((await upload('Plan', bytes, 'plan.png', { controls: controlsText(points(0)) })).status, 200);
  const plan = await named('Plan');
  const [version] = plan.versions;
  assert.deepEqual([version!.state, version!.error], ['ready', null]);
  assert.equal(version!.placing?.by, 'controls');
  assert.equal(version!.contents?.picture?.residualsM?.length, 4);
  const moved = await sendFile(
    server,
    layers.replace,
    { projectId, layerId: plan.id, controls: controlsText(points(500)) },
    token,
    file(bytes, 'plan.png'),
  );
  assert.equal(moved.body.isUnchanged, false);
  const there = await named('Plan');
  assert.equal(there.versions.length, 1);
  assert.ok(there.versions[0]!.contents!.bounds.west > version!.contents!.bounds.west + 0.004);
  const mirrored = points(0).map((each, i) => ({ ...each, ...at(-points(0)[i]!.x, points(0)[i]!.y) }));
  await upload('Mirrored', bytes, 'mirrored.png', { controls: controlsText(mirrored) });
  const failed = await named('Mirrored');
  assert.deepEqual(
    [failed.versions[0]!.state, failed.versions[0]!.error, failed.versions[0]!.errorDetail, failed.versionId],
    ['failed', 'layerCoordinates', { fault: 'mirrored' }, null],
  );
});

test('a DXF with more than is drawn at once becomes vector tiles, near by as exact as the file', async () => {
  const codes: string[] = [
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
  ];
  const lines = layerLimits.features + 5_000;
  for (let i = 0; i < lines; i++) {
    const [x, y] = [528_000 + (i % 250) * 4, 3_386_000 + Math.floor(i / 250) * 4];
    codes.push('0', 'LINE', '8', 'A', '10', `${x}`, '20', `${y}`, '11', `${x + 3}`, '21', `${y + 2}`);
  }
  codes.push('0', 'ENDSEC', '0', 'EOF');
  await upload('Survey', Buffer.from(codes.join('\n')), 'survey.dxf', { epsg: 4547, kind: 'outline' });
  const survey = await named('Survey');
  const [version] = survey.versions;
  assert.deepEqual([version!.state, version!.error], ['ready', null]);
  const { tiles, features, toleranceM } = version!.contents!;
  assert.deepEqual([tiles?.type, features, toleranceM], ['vector', lines, 0]);
  const got = await fetchFile(server, tilePath(survey, version!.id, inGrid.toDegrees(528_300, 3_386_200)), token);
  assert.deepEqual([got.status, got.type], [200, 'application/x-protobuf']);
  const read = new PbfReader(got.bytes).readFields(
    (tag, into: { name: string; features: number }, layer) => {
      if (tag !== 3) return;
      const end = layer.readVarint() + layer.pos;
      layer.readFields(
        (part, inner, pbf) => {
          if (part === 1) inner.name = pbf.readString();
          if (part === 2) inner.features += 1;
        },
        into,
        end,
      );
    },
    { name: '', features: 0 },
  );
  assert.equal(read.name, 'site');
  assert.ok(read.features > 1_000, `${read.features} lines on the tile`);
});

/** Three hundred by two hundred pixels. */
async function picture(): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(300, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = '#3a7';
  context.fillRect(0, 0, 300, 200);
  return canvas.toBuffer('image/png');
}

test('a picture of the ground comes in above other pictures and beneath all line work', async () => {
  const lines = Buffer.from(
    JSON.stringify({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: [
          [114.3, 30.6],
          [114.4, 30.6],
        ],
      },
    }),
  );
  await upload('Contours', lines, 'Contours.geojson', { kind: 'contour' });
  await upload('Roads', lines, 'Roads.geojson', { kind: 'road' });
  await upload('Flight below lines', tiff(90), 'flight-2027.tif');
  const { layers: all } = (await server.call(layers.list, { projectId }, token)).body;
  const lowest = all.findIndex(({ kind }) => kind !== 'photo');
  assert.equal(all[lowest - 1]?.name, 'Flight below lines');
  assert.deepEqual(
    all.slice(lowest).filter(({ kind }) => kind === 'photo'),
    [],
  );
  await upload('Outline', lines, 'Outline.geojson', { kind: 'outline' });
  const { body } = await server.call(layers.list, { projectId }, token);
  assert.equal(body.layers.at(-1)?.name, 'Outline', 'line work still comes in on top');
});
