/** Packs of tiles: what is written in any order is found, however many tiles there are, and the map is covered to its edges. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openPack } from '../../../kernel/tile-pack.ts';
import { latitudeAt, longitudeAt, PackWriter, tilesWithin } from './tile-packs.api.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-packs-'));
after(() => rmSync(folder, { recursive: true }));

test('every tile of a large pack is found, and one that was not written is none', async () => {
  const path = join(folder, 'large');
  const writer = new PackWriter(path, `${path}.parts`);
  const side = 160;
  // From the lower right, and of unequal lengths, so that a directory of all of them is too large for one.
  for (let n = side * side - 1; n >= 0; n--)
    writer.add(9, n % side, Math.floor(n / side), Buffer.from(`${n}`.padEnd(1 + ((n * 7_919) % 97), ' ')));
  writer.finish({ type: 'raster', minZoom: 9, maxZoom: 9, bounds: { west: 0, south: 0, east: 1, north: 1 } });
  const content = readFileSync(path);
  const pack = openPack(path, async (offset, length) => ({ bytes: content.subarray(offset, offset + length) }));
  for (const n of [0, 1, 4_095, 4_096, 9_999, side * side - 1]) {
    const tile = await pack.tile(9, n % side, Math.floor(n / side));
    assert.equal(tile && Buffer.from(tile).toString().trim(), `${n}`);
  }
  assert.equal(await pack.tile(9, side, 0), null);
});

test('bounds are covered by the tiles of all their edges', () => {
  const z = 10;
  const bounds = {
    west: longitudeAt(500.5, z),
    east: longitudeAt(502.5, z),
    north: latitudeAt(300.5, z),
    south: latitudeAt(303.5, z),
  };
  assert.deepEqual(tilesWithin(bounds, z), { left: 500, right: 502, top: 300, bottom: 303 });
});
