import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { photoLimits, photos } from '@plumbline/contract/points/photos';
import { structures } from '@plumbline/contract/site/structures';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { token } = north.admin;

/** The same picture with another tail: another file. */
const pictureNo = (number: number) => Buffer.concat([png, Buffer.from(`no. ${number}`)]);
const send = (pointId: number, photographedAt: string, bytes = png, name = 'IMG 1.png', type = 'image/png') =>
  sendFile(server, photos.upload, { pointId, photographedAt, note: 'North abutment' }, token, { bytes, name, type });
const timesOf = async (pointId: number) =>
  (await server.call(photos.list, { pointId }, token)).body.photos.map(({ photographedAt }) => photographedAt);
const filesStored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;

test('photos are brought, listed newest first, changed, fetched and deleted; one and the same is kept once', async () => {
  const { pointId } = north;
  const { body, status } = await send(pointId, '2026-03-02T08:00:00Z');
  assert.equal(status, 200, JSON.stringify(body));
  const { id, ...photo } = body.photo;
  assert.deepEqual(
    [photo.note, photo.fileName, photo.bytes, photo.byName, body.isUnchanged],
    ['North abutment', 'IMG 1.png', png.length, 'North.admin', false],
  );
  await send(pointId, '2026-03-01T08:00:00Z', pictureNo(2));
  assert.deepEqual(await timesOf(pointId), ['2026-03-02T08:00:00.000Z', '2026-03-01T08:00:00.000Z']);

  const stored = await filesStored();
  const again = await send(pointId, '2026-03-05T08:00:00Z');
  assert.deepEqual(
    [again.body.isUnchanged, again.body.photo.id],
    [true, id],
    'sent again by a telephone without answer',
  );
  assert.equal(await filesStored(), stored, 'and its file is not kept');

  const got = await fetchFile(server, `/measuring-points/${pointId}/photos/${id}/file`, token);
  assert.deepEqual([got.status, got.type, got.bytes], [200, 'image/png', png]);
  const change = { pointId, photoId: id, photographedAt: '2026-02-01T08:00:00Z', note: null };
  const changed = await server.call(photos.update, change, token);
  assert.deepEqual([changed.body.photo.photographedAt, changed.body.photo.note], ['2026-02-01T08:00:00.000Z', '']);
  assert.equal((await timesOf(pointId))[1], '2026-02-01T08:00:00.000Z');
  assert.equal((await server.call(photos.remove, { pointId, photoId: id }, token)).status, 200);
  assert.equal((await fetchFile(server, `/measuring-points/${pointId}/photos/${id}/file`, token)).status, 404);
  assert.equal(await filesStored(), stored - 1);
});

test('what is no picture, of the future, or of another point is refused, and leaves nothing behind', async () => {
  const { pointId } = north;
  const before = await filesStored();
  const html = await send(pointId, '2026-03-02T08:00:00Z', Buffer.from('<html><script>alert(1)</script></html>'));
  assert.deepEqual([html.status, html.body.error], [415, 'fileFormat']);
  const later = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
  assert.equal((await send(pointId, later, pictureNo(3))).body.error, 'timeInFuture');
  assert.equal(await filesStored(), before);

  const { body } = await send(pointId, '2026-03-03T08:00:00Z', pictureNo(4));
  const photoId = body.photo.id;
  const theirs = { pointId: south.pointId, photoId };
  assert.equal((await server.call(photos.update, { ...theirs, note: 'x' }, south.admin.token)).status, 404);
  assert.equal((await server.call(photos.remove, theirs, south.admin.token)).status, 404);
  const foreign = `/measuring-points/${south.pointId}/photos/${photoId}/file`;
  assert.equal((await fetchFile(server, foreign, south.admin.token)).status, 404);
  const update = (photographedAt: string) => server.call(photos.update, { pointId, photoId, photographedAt }, token);
  assert.equal((await update(later)).body.error, 'timeInFuture');
});

test('the latest of a project come from all of its points, of a structure from its own and its items', async () => {
  const { projectId, structureId, itemId } = north;
  const inItem = await makePoint(server, { projectId, structureId: itemId }, 'Crack 7');
  const { body: made } = await server.call(structures.create, { projectId, name: 'Weir', type: 'dam' }, token);
  const elsewhere = await makePoint(server, { projectId, structureId: made.structure.id }, 'Gauge 9');
  const latest = async (filter: object = {}) =>
    (await server.call(photos.latest, { projectId, limit: 2, ...filter }, token)).body.photos;
  await send(inItem, '2026-03-10T08:00:00Z', pictureNo(11));
  await send(elsewhere, '2026-03-11T08:00:00Z', pictureNo(12));
  const names = (found: Awaited<ReturnType<typeof latest>>) => found.map(({ pointName }) => pointName);
  assert.deepEqual(names(await latest()), ['Gauge 9', 'Crack 7']);
  const [first] = await latest({ structureId });
  assert.deepEqual(
    [first?.pointId, first?.structureId, first?.photographedAt],
    [inItem, itemId, '2026-03-10T08:00:00.000Z'],
  );
  assert.deepEqual(names(await latest({ structureId: itemId })), ['Crack 7']);
  const theirs = await server.call(photos.latest, { projectId: south.projectId, structureId }, south.admin.token);
  assert.deepEqual(theirs.body.photos, [], 'a structure of others has none here');
});

test('the same picture of two points is a photo of each, and archived points are not among the latest', async () => {
  const { projectId } = north;
  const [one, two] = [await makePoint(server, north, 'CRACK-1'), await makePoint(server, north, 'CRACK-2')];
  const picture = pictureNo(21);
  const ids = [];
  for (const pointId of [one, two]) {
    const { body } = await send(pointId, '2026-03-12T08:00:00Z', picture);
    assert.deepEqual([body.isUnchanged, (await timesOf(pointId)).length], [false, 1]);
    ids.push(body.photo.id);
  }
  assert.notEqual(ids[0], ids[1]);
  const latest = async () =>
    (await server.call(photos.latest, { projectId, limit: 2 }, token)).body.photos.map(({ pointId }) => pointId);
  assert.deepEqual(await latest(), [two, one]);
  await server.call(lifecycle.archive, { pointId: two, archived: true }, token);
  assert.ok(!(await latest()).includes(two));
});

test('a point has as many photos as its list shows, and one that it has already is still answered', async () => {
  const pointId = await makePoint(server, north, 'CRACK-FULL');
  const { body } = await send(pointId, '2026-03-02T08:00:00Z', pictureNo(31));
  const row = await server.db.selectFrom('photo').selectAll().where('id', '=', body.photo.id).executeTakeFirstOrThrow();
  const { id: _, ...like } = row;
  const fill = async (count: number) =>
    server.db
      .insertInto('photo')
      .values(Array.from({ length: count }, (__, i) => ({ ...like, digest: `filled ${i}` })))
      .execute();
  await fill(photoLimits.photos - 1);
  const refused = await send(pointId, '2026-03-03T08:00:00Z', pictureNo(32));
  assert.deepEqual([refused.body.error, (await timesOf(pointId)).length], ['photosFull', photoLimits.photos]);
  assert.equal((await send(pointId, '2026-03-02T08:00:00Z', pictureNo(31))).body.isUnchanged, true);
});

test('photos and their files go with their point, and stay where its readings are reset', async () => {
  const pointId = await makePoint(server, north, 'CRACK-9', { family: 'crack', type: 2, mode: 0 });
  const before = await filesStored();
  await send(pointId, '2026-03-02T08:00:00Z', pictureNo(5));
  await send(pointId, '2026-03-03T08:00:00Z', pictureNo(6));
  assert.equal((await server.call(lifecycle.reset, { pointId, data: 'clear' }, token)).status, 200);
  assert.deepEqual([(await timesOf(pointId)).length, await filesStored()], [2, before + 2]);
  assert.equal((await server.call(lifecycle.remove, { pointId }, token)).status, 200);
  assert.equal(await filesStored(), before);
});
