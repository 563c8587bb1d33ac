/** What reports draw of masters is what the views of masters answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '@plumbline/contract/points/families';
import { masters } from '@plumbline/contract/views/masters';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { masterShapes } from './masters.api.ts';

const [server, world] = await openWorlds(['Shapes']);
const family = 'surfaceDisplacement';
const hour = (n: number): Date => new Date(Date.parse('2026-03-01T00:00:00Z') + n * 3_600_000);
const config = { fixedPointId: null, lengthsMm: [], chainagesM: [], turningPointIds: [], closing: null, chords: null };

async function prism(name: string, [e0, n0, h0]: readonly number[], heights: readonly number[]): Promise<number> {
  const parameters = JSON.stringify({ e0, n0, h0 });
  const id = await makePoint(server, world, name, { family, interval_seconds: 3600, parameters });
  const rows = heights.map((dh, i) => {
    const given: Readonly<Record<string, number>> = { dx: i, dy: -i, dh };
    return { at: hour(i).getTime(), values: fieldsOf(family, 0).map(({ key }) => given[key] ?? null) };
  });
  await seal(server, id, rows);
  return id;
}

test('a station is a line of heights and a section, by the numbers of its views; times without a survey are left out', async () => {
  const slaves = [
    await prism('S-1', [100, 500, 10], [0, -1, -2]),
    await prism('S-2', [105, 500, 15], [0, -4, -9]),
    await prism('S-3', [110, 500, 10], [0, -2, -3]),
  ];
  const pointId = await makePoint(server, world, 'Station', {
    family,
    type: 3,
    mode: 0,
    interval_seconds: 3600,
    slaves: JSON.stringify(slaves.map((id) => ({ pointId: id }))),
    master_config: JSON.stringify({
      ...config,
      referenceLine: { fromEast: 105, fromNorth: 490, toEast: 105, toNorth: 510 },
    }),
  });
  const reads = { db: server.db, now: () => server.clock.now(), services: { pool: server.database.pool } };
  // The second and third lie nearest to one collection; nothing was measured near the last.
  const times = [hour(0), hour(2), hour(2.2), hour(20)];
  const shapes = await masterShapes(reads, pointId, times);
  const question = { pointId, times: [hour(0), hour(2)].map((at) => at.toISOString()) };
  const line = await server.call(masters.lines, question, world.admin.token);
  const section = await server.call(masters.sections, question, world.admin.token);
  assert.equal(line.status, 200, JSON.stringify(line.body));
  assert.equal(section.status, 200, JSON.stringify(section.body));
  assert.deepEqual(
    shapes.line.map(({ atMs, values }) => [new Date(atMs).toISOString(), values]),
    line.body.surveys.map(({ at, up }) => [at, up]),
  );
  assert.deepEqual(
    shapes.line[0]?.places,
    line.body.geometries[0]?.stations.map(({ chainageM }) => chainageM),
  );
  assert.deepEqual(shapes.section?.prisms, section.body.geometries[0]?.prisms);
  assert.deepEqual(
    shapes.section?.surveys.map(({ acrossMm, upMm }) => [acrossMm, upMm]),
    section.body.surveys.map(({ acrossMm, upMm }) => [acrossMm, upMm]),
  );
  assert.deepEqual(shapes.line.at(-1)?.values, [-2, -9, -3], 'as it was measured');
  assert.deepEqual(await masterShapes(reads, slaves[0]!, times), { line: [], section: null }, 'a point is no master');
});
