/** Every route that takes a picture, now and later: a header of gigapixels is refused before anything of it is kept. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Route, uploadOf } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { pngHeader, sendFile } from './pictures.ts';
import { inputFor, makeIds } from './route-inputs.ts';
import { openWorlds } from './worlds.ts';

const [server, world] = await openWorlds(['Pictures']);
const ids = await makeIds(server, world);

const pictureRoutes = Object.entries(registry).flatMap(([feature, routes]) =>
  Object.entries<Route>(routes)
    .filter(([, route]) => route.kind === 'upload' && uploadOf(route).types.includes('image/png'))
    .map(([name, route]) => [`${feature}.${name}`, route] as const),
);

/** Of a record that no world has here; their files go the way of the routes beside them. */
const ofRecords: ReadonlySet<string> = new Set(['layers.replace', 'drawings.replace', 'inspections.addPhoto']);

const storedFiles = () => server.db.selectFrom('stored_file').select('id').execute();
const leftBehind = () => {
  try {
    return readdirSync(join(server.config.dataDir, 'files')).filter((name) => name.startsWith('incoming-'));
  } catch {
    return [];
  }
};

test('there are pictures of projects, structures, points, photos, inspections, people, corporations and drawings', () => {
  assert.ok(pictureRoutes.length >= 9, pictureRoutes.map(([name]) => name).join(' '));
});

for (const [name, route] of pictureRoutes)
  test(`${name} refuses a picture that nothing could draw`, async () => {
    const before = (await storedFiles()).length;
    for (const [width, height] of [
      [30_000, 30_000],
      [2_000_000_000, 2_000_000_000],
      [0, 0],
    ] as const) {
      const file = { bytes: pngHeader(width, height, 200), name: 'a.png', type: 'image/png' };
      const input = inputFor(route, ids) as Record<string, string | number>;
      const { status } = await sendFile(server, route, input, world.admin.token, file);
      const isOfRecord = ofRecords.has(name) && status === 404;
      assert.ok(isOfRecord || [400, 413, 415].includes(status), `${width} by ${height}: ${status}`);
    }
    assert.equal((await storedFiles()).length, before, 'nothing is kept');
    assert.deepEqual(leftBehind(), []);
  });
