import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { versionOf } from '@plumbline/contract/kernel/versions';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { type Drawing, drawingLimits, drawings } from '@plumbline/contract/site/drawings';
import { axesAt, placeAt } from '@plumbline/contract/site/drawings.scale';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { structureId, pointId, projectId } = north;
const { token } = north.admin;

const svg = (fill: string, height = 50) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height}"><path d="M0 40L50 10L100 40z" fill="${fill}"/></svg>`,
  );
const file = (bytes: Buffer, name = 'Section.svg', type = 'image/svg+xml') => ({ bytes, name, type });
const upload = (name: string, bytes: Buffer, more: Record<string, string | number> = {}) =>
  sendFile(server, drawings.upload, { structureId, name, plane: 'section', ...more }, token, file(bytes));
const all = async (): Promise<Drawing[]> => (await server.call(drawings.list, { structureId }, token)).body.drawings;
const named = async (name: string) => (await all()).find((drawing) => drawing.name === name)!;
const get = async (drawingId: number) =>
  (await server.call(drawings.get, { structureId, drawingId }, token)).body.drawing;
const contentPath = ({ id, versionId }: Drawing, of = structureId) =>
  `/structures/${of}/drawings/${id}/versions/${versionId}/content`;
const filesStored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;

const scale = {
  first: { x: 0.1, y: 0.9, across: -20, up: 70 },
  second: { x: 0.9, y: 0.1, across: 60, up: 96.5 },
};

test('a drawing is brought, scaled, dated, replaced with its history, and an earlier file is shown again', async () => {
  const { body, status } = await upload('Section 0+240', svg('#123456'), { on: '2026-02-01' });
  assert.equal(status, 200, JSON.stringify(body));
  const drawing = await named('Section 0+240');
  const [version] = drawing.versions;
  assert.deepEqual(
    [drawing.plane, drawing.scale, drawing.versionId, version!.on, version!.byName, version!.format],
    ['section', null, version!.id, '2026-02-01', 'North.admin', 'svg'],
  );
  assert.deepEqual([version!.width, version!.height, version!.leftOut], [2000, 1000, 0]);
  const shown = await fetchFile(server, contentPath(drawing), token);
  assert.deepEqual([shown.status, shown.type], [200, 'image/svg+xml']);
  assert.match(shown.bytes.toString(), /fill="#123456"/);

  const scaled = await server.call(drawings.update, { structureId, drawingId: drawing.id, scale }, token);
  assert.deepEqual(scaled.body.drawing.scale, scale);
  const newer = { structureId, drawingId: drawing.id, on: '2026-03-01' };
  const other = await sendFile(server, drawings.replace, newer, token, file(svg('#123456', 60)));
  assert.deepEqual([other.status, other.body.error], [409, 'drawingProportions'], 'points would lie elsewhere');
  await sendFile(server, drawings.replace, newer, token, file(svg('#654321')));
  const replaced = await named('Section 0+240');
  assert.deepEqual(
    [replaced.versions.map(({ on }) => on), replaced.versionId, replaced.scale],
    [['2026-03-01', '2026-02-01'], replaced.versions[0]!.id, scale],
  );
  const again = await sendFile(server, drawings.replace, newer, token, file(svg('#123456')));
  assert.deepEqual([again.body.isUnchanged, again.body.drawing.versions.length], [true, 2]);
  const back = { structureId, drawingId: drawing.id, versionId: version!.id };
  assert.equal((await server.call(drawings.update, back, token)).body.drawing.versionId, version!.id);
  assert.match((await fetchFile(server, contentPath(await named('Section 0+240')), token)).bytes.toString(), /#123456/);
});

test('two points that are known give every place its metres, and metres their place', () => {
  const middle = axesAt(scale, { x: 0.5, y: 0.5 });
  assert.deepEqual(
    [middle.across, middle.up].map((each) => Number(each.toFixed(9))),
    [20, 83.25],
  );
  const crest = placeAt(scale, { across: 20, up: 83.25 })!;
  assert.deepEqual(
    [crest.x, crest.y].map((each) => Number(each.toFixed(9))),
    [0.5, 0.5],
  );
  assert.equal(placeAt(scale, { across: 200, up: 80 }), null, 'outside of the drawing');
});

test('a scale of points that say nothing exact is refused', async () => {
  const { id: drawingId } = await named('Section 0+240');
  for (const second of [
    { ...scale.second, x: 0.12 },
    { ...scale.second, y: 0.88 },
    { ...scale.second, up: 70 },
  ]) {
    const { body } = await server.call(
      drawings.update,
      { structureId, drawingId, scale: { first: scale.first, second } },
      token,
    );
    assert.equal(body.error, 'badInput');
  }
});

test('points are placed, moved and taken off, and stay where they are not named', async () => {
  const { id: drawingId } = await named('Section 0+240');
  const input = { structureId, drawingId };
  const at = { x: 0.25, y: 0.5 };
  const placed = await server.call(drawings.place, { ...input, places: [{ pointId, place: at }] }, token);
  assert.deepEqual(
    placed.body.drawing.places.map(({ pointId: id, x, y, byName }) => [id, x, y, byName]),
    [[pointId, 0.25, 0.5, 'North.admin']],
  );
  const theirs = await server.call(
    drawings.place,
    {
      ...input,
      places: [
        { pointId, place: { x: 1, y: 1 } },
        { pointId: south.pointId, place: at },
      ],
    },
    token,
  );
  assert.deepEqual([theirs.status, theirs.body.error], [404, 'notFound'], 'a point of another structure');
  assert.deepEqual(
    (await get(drawingId)).places.map(({ x }) => x),
    [0.25],
    'and nothing of that call',
  );
  await server.call(drawings.place, { ...input, places: [{ pointId, place: null }] }, token);
  assert.deepEqual((await get(drawingId)).places, []);
});

test('of two people who place points the second is told, and neither overwrites the other unseen', async () => {
  const { id: drawingId } = await named('Section 0+240');
  const path = `${server.url}/api/structures/${structureId}/drawings/${drawingId}/places`;
  const firstVersion = versionOf(await get(drawingId), ['places']);
  const place = async (x: number, version: string) => {
    const response = await fetch(path, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'if-match': `"${version}"`,
      },
      body: JSON.stringify({ places: [{ pointId, place: { x, y: 0.5 } }] }),
    });
    return {
      status: response.status,
      body: (await response.json()) as { error?: string; detail?: { version: string } },
    };
  };
  const both = await Promise.all([place(0.3, firstVersion), place(0.7, firstVersion)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const [first] = (await get(drawingId)).places;
  assert.ok([0.3, 0.7].includes(first!.x));
  const refused = both.find(({ status }) => status === 409)!;
  assert.equal(refused.body.error, 'changedMeanwhile');
  const now = versionOf(await get(drawingId), ['places']);
  assert.equal((await place(0.9, now)).status, 200, 'over what one has seen it is saved');
});

test('a point whose location is locked stays, and a deprecated one is not shown', async () => {
  const { id: drawingId } = await named('Section 0+240');
  const set = (change: object) => server.db.updateTable('point').set(change).where('id', '=', pointId).execute();
  await set({ lock_location: true });
  const move = { structureId, drawingId, places: [{ pointId, place: { x: 0.1, y: 0.1 } }] };
  assert.equal((await server.call(drawings.place, move, token)).body.error, 'locationLocked');
  await set({ lock_location: false, deprecated_at: server.clock.now() });
  assert.deepEqual((await get(drawingId)).places, []);
  assert.equal((await server.call(drawings.place, move, token)).status, 404);
  await set({ deprecated_at: null });
  assert.equal((await get(drawingId)).places.length, 1);
});

test('the same file under the same name is one drawing; another under that name is refused, and leaves nothing behind', async () => {
  await upload('Plan', svg('#111111'));
  const before = await filesStored();
  const again = await upload('Plan', svg('#111111'));
  assert.deepEqual([again.status, again.body.isUnchanged], [200, true], 'sent again without an answer');
  assert.equal((await upload('Plan', svg('#222222'))).body.error, 'nameTaken');
  assert.equal(await filesStored(), before);
  assert.equal((await all()).filter(({ name }) => name === 'Plan').length, 1);
});

test('a file that another drawing has is a new version here, and once it is here it is none', async () => {
  const [here, there] = ['Here', 'There'];
  await upload(here, svg('#111111'));
  await upload(there, svg('#222222'));
  const replace = async () =>
    await sendFile(
      server,
      drawings.replace,
      { structureId, drawingId: (await named(here)).id, on: '2026-03-01' },
      token,
      file(svg('#222222')),
    );
  const before = await named(here);
  assert.equal((await replace()).status, 200);
  assert.equal((await named(here)).versions.length, before.versions.length + 1);
  assert.equal((await replace()).status, 200);
  assert.equal((await named(here)).versions.length, before.versions.length + 1);
  for (const name of [here, there])
    await server.call(drawings.remove, { structureId, drawingId: (await named(name)).id }, token);
});

test('drawings are put in order by naming all of them', async () => {
  const order = (await all()).map(({ id }) => id).toReversed();
  const { body } = await server.call(drawings.order, { structureId, order }, token);
  assert.deepEqual(
    body.drawings.map(({ id }) => id),
    order,
  );
  assert.equal(
    (await server.call(drawings.order, { structureId, order: order.slice(1) }, token)).body.error,
    'badInput',
  );
});

test('a picture is a drawing too, and a structure with drawings is not deleted', async () => {
  const { structure } = (await server.call(structures.create, { projectId, name: 'Shaft' }, token)).body;
  const input = { structureId: structure.id, name: 'Photo', plane: 'elevation' } as const;
  const brought = await sendFile(server, drawings.upload, input, token, file(png, 'wall.png', 'image/png'));
  assert.deepEqual([brought.status, brought.body.drawing.versions[0].format], [200, 'png']);
  const path = contentPath(brought.body.drawing, structure.id);
  const { type, bytes } = await fetchFile(server, path, token);
  assert.deepEqual([type, bytes.equals(png)], ['image/png', true]);
  const show = { structureId: structure.id, displayType: 'IMG' } as const;
  assert.equal((await server.call(structures.setDisplayType, show, token)).status, 200, 'it opens with its drawing');
  const full = await server.call(structures.remove, { structureId: structure.id }, token);
  assert.deepEqual([full.body.error, full.body.detail], ['notEmpty', { items: 0, points: 0, drawings: 1 }]);
  const stored = await filesStored();
  const gone = { structureId: structure.id, drawingId: brought.body.drawing.id };
  assert.equal((await server.call(drawings.remove, gone, token)).status, 200);
  assert.equal(await filesStored(), stored - 1);
  const left = await server.call(structures.get, { structureId: structure.id }, token);
  assert.equal(left.body.structure.displayType, 'MAP', 'it has nothing else to open with');
  assert.equal((await server.call(structures.remove, { structureId: structure.id }, token)).status, 200);
});

test('an item shows the drawings of its structure on which its points lie, and no other', async () => {
  const { item } = (await server.call(structures.createItem, { structureId, name: 'Section 0+240' }, token)).body;
  const ofItem = await makePoint(server, { ...north, structureId: item.id }, 'P-item', { interval_seconds: 60 });
  const above = async () =>
    (await server.call(drawings.list, { structureId: item.id }, token)).body.above.map(({ id }) => id);
  const { id: drawingId } = await named('Plan');
  assert.deepEqual(await above(), [], 'before its point is placed');
  const place = (at: { x: number; y: number } | null) =>
    server.call(drawings.place, { structureId, drawingId, places: [{ pointId: ofItem, place: at }] }, token);
  await place({ x: 0.5, y: 0.5 });
  assert.deepEqual(await above(), [drawingId]);
  assert.deepEqual((await server.call(drawings.list, { structureId }, token)).body.above, [], 'nothing is above it');
  await place(null);
  assert.deepEqual(await above(), [], 'after it was taken off');
});

test('another corporation finds none of it, and a guest reads without changing', async () => {
  const drawing = await named('Plan');
  const drawingId = drawing.id;
  const theirs = { structureId: south.structureId, drawingId };
  const foreignToken = south.admin.token;
  const place = [{ pointId: south.pointId, place: { x: 0.5, y: 0.5 } }];
  assert.equal((await server.call(drawings.get, theirs, foreignToken)).status, 404);
  assert.equal((await server.call(drawings.list, { structureId }, foreignToken)).status, 404);
  assert.equal((await server.call(drawings.update, { ...theirs, name: 'Mine' }, foreignToken)).status, 404);
  assert.equal((await server.call(drawings.place, { ...theirs, places: place }, foreignToken)).status, 404);
  assert.equal((await server.call(drawings.remove, theirs, foreignToken)).status, 404);
  assert.equal((await fetchFile(server, contentPath(drawing), foreignToken)).status, 404);
  assert.equal((await fetchFile(server, contentPath(drawing, south.structureId), foreignToken)).status, 404);
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'guest.drawings');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await server.call(drawings.list, { structureId }, guest.token)).status, 200);
  assert.equal((await server.call(drawings.remove, { structureId, drawingId }, guest.token)).status, 403);
  const placing = { structureId, drawingId, places: [{ pointId, place: null }] };
  assert.equal((await server.call(drawings.place, placing, guest.token)).status, 403);
});

test('a structure keeps twenty drawings', async () => {
  for (let i = (await all()).length; i < drawingLimits.drawings; i++)
    await upload(`Drawing ${i}`, svg(`#0000${i + 10}`));
  const { body } = await upload('One more', svg('#abcdef'));
  assert.deepEqual([body.error, body.detail], ['drawingsFull', { most: drawingLimits.drawings }]);
});

test('a point that is deleted leaves its drawings', async () => {
  const { id: drawingId } = await named('Section 0+240');
  const { places } = await get(drawingId);
  assert.deepEqual(
    places.map((each) => each.pointId),
    [pointId],
  );
  const { status, body } = await server.call(lifecycle.remove, { pointId }, token);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual((await get(drawingId)).places, []);
});

test('drawings go with their project, and their files with them', async () => {
  const { structureId: theirs, pointId: theirPoint, projectId: gone, admin } = south;
  const input = { structureId: theirs, name: 'Section', plane: 'section' } as const;
  const { body } = await sendFile(server, drawings.upload, input, admin.token, file(svg('#445566')));
  const places = [{ pointId: theirPoint, place: { x: 0.5, y: 0.5 } }];
  const placing = { structureId: theirs, drawingId: body.drawing.id, places };
  assert.equal((await server.call(drawings.place, placing, admin.token)).status, 200);
  const password = 'Right-9-pass';
  const password_hash = await hash(password, { memoryCost: 1024, timeCost: 1 });
  await server.db.updateTable('account').set({ password_hash }).where('id', '=', admin.id).execute();
  await server.db.updateTable('project').set({ creator_id: admin.id }).where('id', '=', gone).execute();
  const removed = await server.call(projects.remove, { projectId: gone, password }, admin.token);
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  await server.work!.settle();
  const left = await server.db.selectFrom('drawing').select('id').where('structure_id', '=', theirs).execute();
  assert.deepEqual(left, []);
  const project = await server.db.selectFrom('project').select('id').where('id', '=', gone).execute();
  assert.deepEqual(project, [], 'nothing of it kept the project');
  const versions = await server.db.selectFrom('drawing_version').select('file_id').execute();
  assert.equal(await filesStored(), versions.length, 'no file without its drawing');
});
