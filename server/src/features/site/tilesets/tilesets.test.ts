import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxTilesets, tilesets } from '@plumbline/contract/site/tilesets';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

test('3D tiles are kept by address or by their entry file, and go with the project', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  const add = (name: string, url: string) => server.call(tilesets.add, { projectId, name, url }, token);
  const address = 'https://tiles.example.org/dam/tileset.json';
  assert.equal((await add('Dam', address)).status, 200);
  assert.equal((await add('dam', address)).body.error, 'nameTaken');
  for (const wrong of ['ftp://a/b', 'https://who@host/x', 'tileset.json', ''])
    assert.equal((await add('Other', wrong)).body.error, 'badInput', wrong);

  const entry = { asset: { version: '1.1' }, geometricError: 500, root: { refine: 'ADD' } };
  const send = (name: string, text: string) =>
    sendFile(server, tilesets.upload, { projectId, name }, token, {
      bytes: Buffer.from(text),
      name: 'tileset.json',
      type: 'application/json',
    });
  for (const wrong of [
    '',
    '{',
    '[]',
    'null',
    '{"asset":{"version":1}}',
    '{"asset":{"version":"1.1"},"geometricError":1}',
  ])
    assert.equal((await send('Slope', wrong)).body.error, 'fileFormat', wrong);
  const sent = await send('Slope', JSON.stringify(entry));
  assert.equal(sent.status, 200);
  const listed = (await server.call(tilesets.list, { projectId }, token)).body.tilesets;
  assert.deepEqual(
    listed.map(({ name, url }) => [name, url]),
    [
      ['Dam', address],
      ['Slope', null],
    ],
  );
  const [dam, slope] = listed.map(({ id }) => id);
  const shown = await fetchFile(server, `/projects/${projectId}/3dtiles/${slope}/file`, token);
  assert.deepEqual([shown.status, JSON.parse(shown.bytes.toString())], [200, entry]);
  assert.equal((await fetchFile(server, `/projects/${projectId}/3dtiles/${dam}/file`, token)).status, 404);
  const foreign = { projectId: south.projectId, tilesetId: dam! };
  assert.equal((await server.call(tilesets.remove, foreign, south.admin.token)).status, 404, 'of another project');
  assert.equal((await server.call(tilesets.remove, { projectId, tilesetId: dam! }, token)).status, 200);
  assert.equal((await server.call(tilesets.remove, { projectId, tilesetId: dam! }, token)).status, 404);
  const fileOf = async () =>
    (await server.db.selectFrom('tileset').select('file_id').where('id', '=', slope!).execute())[0]?.file_id;
  const fileId = await fileOf();
  assert.ok(fileId);
  assert.equal((await server.call(tilesets.remove, { projectId, tilesetId: slope! }, token)).status, 200);
  assert.deepEqual(await server.db.selectFrom('stored_file').select('id').where('id', '=', fileId!).execute(), []);
});

test('a project has as many as pages show, and no more', async () => {
  const { projectId, admin } = south;
  const add = (nth: number) =>
    server.call(
      tilesets.add,
      { projectId, name: `Part ${nth}`, url: `https://tiles.example.org/${nth}.json` },
      admin.token,
    );
  for (let nth = 0; nth < maxTilesets; nth++) assert.equal((await add(nth)).status, 200);
  assert.equal((await add(maxTilesets)).body.error, 'tilesetsFull');
});
