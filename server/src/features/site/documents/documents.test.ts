import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents } from '@plumbline/contract/site/documents';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

const pdf = Buffer.from('%PDF-1.7\n%plan of the dam');
const send = (name: string, bytes: Buffer, kind = 'drawing') =>
  sendFile(server, documents.upload, { projectId: north.projectId, kind }, north.admin.token, {
    bytes,
    name,
    type: 'application/octet-stream',
  });

test('a document is brought, found, renamed, fetched and deleted', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  const { body } = await send('Plan 1.pdf', pdf);
  const { id, ...rest } = body.document;
  assert.deepEqual(
    [rest.name, rest.type, rest.kind, rest.bytes, rest.byName],
    ['Plan 1.pdf', 'pdf', 'drawing', pdf.length, 'North.admin'],
  );
  await send('Notes.TXT', Buffer.from('level 30.2'), 'other');
  const list = async (filter: object) =>
    (await server.call(documents.list, { projectId, ...filter }, token)).body.documents.map(({ name }) => name);
  assert.deepEqual(await list({}), ['Notes.txt', 'Plan 1.pdf']);
  assert.deepEqual(
    [await list({ kind: 'drawing' }), await list({ keyword: 'notes' }), await list({ keyword: '%' })],
    [['Plan 1.pdf'], ['Notes.txt'], []],
  );

  const got = await fetchFile(server, `/projects/${projectId}/documents/${id}/file`, token);
  assert.deepEqual([got.status, got.type, got.bytes], [200, 'application/pdf', pdf]);
  const change = (name: string) =>
    server.call(documents.update, { projectId, documentId: id, name, note: 'As built' }, token);
  assert.equal((await change('Plan.exe')).body.error, 'fileFormat', 'its ending stays');
  const renamed = await change('Plan 2.pdf');
  assert.deepEqual([renamed.body.document.name, renamed.body.document.note], ['Plan 2.pdf', 'As built']);

  const theirs = { projectId: south.projectId, documentId: id };
  assert.equal((await server.call(documents.update, { ...theirs, name: 'x.pdf' }, south.admin.token)).status, 404);
  assert.equal((await server.call(documents.remove, theirs, south.admin.token)).status, 404);
  assert.equal(
    (await fetchFile(server, `/projects/${south.projectId}/documents/${id}/file`, south.admin.token)).status,
    404,
  );
  assert.equal((await server.call(documents.remove, { projectId, documentId: id }, token)).status, 200);
  assert.equal((await fetchFile(server, `/projects/${projectId}/documents/${id}/file`, token)).status, 404);
});

test('what is no document of ours is refused, and leaves nothing behind', async () => {
  const before = await server.db.selectFrom('stored_file').select('id').execute();
  for (const [name, bytes] of [
    ['run.exe', Buffer.from('MZ')],
    ['noending', pdf],
    ['plan.pdf', Buffer.from('<html><script>alert(1)</script></html>')],
    ['photo.jpg', png],
    ['empty.txt', Buffer.alloc(0)],
    ['binary.csv', Buffer.from([1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9])],
  ] as const) {
    const { status, body } = await send(name, bytes);
    assert.deepEqual([status, body.error], [415, 'fileFormat'], name);
  }
  assert.deepEqual(await server.db.selectFrom('stored_file').select('id').execute(), before);
});

test('folders and signs in a name are left out, and a long one is cut before its ending', async () => {
  const { body } = await send(`..\\..\\etc\\${'x'.repeat(80)}.pdf`, pdf);
  assert.equal(body.document.name, `${'x'.repeat(46)}.pdf`);
});

test('a file says how long it is, and gives any part of itself', async () => {
  const { body } = await send('Plan 2.pdf', pdf);
  const { projectId, admin } = north;
  const url = `${server.url}/api/projects/${projectId}/documents/${body.document.id}/file`;
  const get = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${admin.token}`, ...headers } });
    const { status, headers: responseHeaders } = answer;
    return [status, responseHeaders.get('content-length'), responseHeaders.get('content-range'), await answer.text()];
  };
  const size = pdf.length;
  const text = pdf.toString();
  assert.deepEqual(await get(), [200, String(size), null, text]);
  assert.deepEqual(await get({ range: 'bytes=5-7' }), [206, '3', `bytes 5-7/${size}`, text.slice(5, 8)]);
  assert.deepEqual(await get({ range: 'bytes=-3' }), [206, '3', `bytes ${size - 3}-${size - 1}/${size}`, 'dam']);
  assert.deepEqual(await get({ range: 'bytes=5-7', 'if-range': '"x"' }), [200, String(size), null, text]);
  const [status, , range, refused] = await get({ range: `bytes=${size}-` });
  assert.deepEqual([status, range, JSON.parse(refused as string).error], [416, `bytes */${size}`, 'rangeInvalid']);
});
