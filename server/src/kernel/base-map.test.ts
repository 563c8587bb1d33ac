/** The map under all others: a pack in a folder, one at an address, and what becomes of one that cannot be read. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';

import { PackWriter } from '../features/site/tile-packs/tile-packs.api.ts';
import { baseMap } from './base-map.ts';
import { openOutbound } from './outbound.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-base-map-'));
const folder = join(dataDir, 'basemap');
mkdirSync(folder);
const tile = Buffer.from('a tile of pictures');

function packOf(name: string, metadata: object, type: 'raster' | 'vector' = 'raster'): string {
  const path = join(dataDir, name);
  const pack = new PackWriter(path, `${path}.parts`);
  pack.add(3, 6, 3, tile);
  pack.add(2, 3, 1, tile);
  pack.finish({ type, minZoom: 2, maxZoom: 3, bounds: { west: 90, south: 0, east: 135, north: 41 }, metadata });
  return path;
}
const config = { tilesUrl: null as string | null, dataDir };
const app = Fastify();
const outbound = openOutbound(['127.0.0.1']);
baseMap(app, { config, outbound });
after(async () => {
  await app.close();
  await outbound.close();
  rmSync(dataDir, { recursive: true });
});
const get = async (url: string) => await app.inject(url);

test('without a pack the bundled map is drawn; addresses of tiles are handed on', async () => {
  assert.deepEqual((await get('/config/tiles.json')).json(), { tiles: [] });
  config.tilesUrl = 'https://tiles.example/{z}/{x}/{y}.png';
  assert.deepEqual((await get('/config/tiles.json')).json(), { tiles: [config.tilesUrl] });
});

test('a pack at an address is read in parts; one that sends the whole is not read', async () => {
  const bytes = readFileSync(packOf('far.pmtiles', { attribution: '<b>©</b> Survey' }));
  let sendsParts = true;
  const parts: string[] = [];
  const far = createServer((request, response) => {
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    parts.push(request.headers.range ?? '');
    response.writeHead(sendsParts ? 206 : 200, { etag: '"1"' });
    response.end(sendsParts ? bytes.subarray(Number(from), Number(to) + 1) : bytes);
  });
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
  after(() => far.close());
  const { port } = far.address() as AddressInfo;
  config.tilesUrl = `http://127.0.0.1:${port}/far.pmtiles`;
  const about = (await get('/config/tiles.json')).json();
  assert.deepEqual(
    [about.tiles, about.type, about.schema, about.minzoom, about.maxzoom, about.attribution],
    [['./config/base-map/{z}/{x}/{y}'], 'raster', null, 2, 3, '© Survey'],
  );
  const got = await get('/config/base-map/3/6/3');
  assert.deepEqual([got.statusCode, got.headers['content-type'], got.rawPayload], [200, 'image/webp', tile]);
  assert.equal((await get('/config/base-map/3/0/0')).statusCode, 204);
  assert.ok(
    parts.every((each) => each.startsWith('bytes=')),
    parts.join(' '),
  );
  sendsParts = false;
  config.tilesUrl = `http://127.0.0.1:${port}/whole.pmtiles`;
  assert.deepEqual((await get('/config/tiles.json')).json(), { tiles: [] });
});

test('a pack in the folder is taken where no address is set; places that are none are not found', async () => {
  config.tilesUrl = null;
  writeFileSync(
    join(folder, 'city.pmtiles'),
    readFileSync(packOf('near.pmtiles', { vector_layers: [{ id: 'earth' }, { id: 'roads' }] }, 'raster')),
  );
  const about = (await get('/config/tiles.json')).json();
  assert.deepEqual([about.schema, about.bounds], ['protomaps', [90, 0, 135, 41]]);
  assert.equal((await get('/config/base-map/3/6/3')).rawPayload.toString(), tile.toString());
  for (const wrong of ['3/8/0', 'x/1/1', '99/0/0', '-1/0/0', '3/1e1/0'])
    assert.ok((await get(`/config/base-map/${wrong}`)).statusCode >= 400, wrong);
});
