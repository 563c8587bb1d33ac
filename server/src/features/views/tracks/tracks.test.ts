import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { readings } from '@plumbline/contract/readings/readings';
import { tracks } from '@plumbline/contract/views/tracks';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Tracks', 'Elsewhere']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const prism = (name: string, more: object = {}) =>
  makePoint(server, world, name, { family: 'surfaceDisplacement', interval_seconds: 3600, ...more });
/** horizontal, dx (north), dy (east), dh, total, azimuth, solution. */
const row = (hour: number, north: number | null, east: number | null, up: number | null = 0) => ({
  at: startMs + hour * hourMs,
  values: [
    north === null || east === null ? null : Math.hypot(north, east),
    north,
    east,
    up,
    north === null || east === null || up === null ? null : Math.hypot(north, east, up),
    null,
    4,
  ],
});
const track = (pointId: number, hours: number, more: object = {}) =>
  server.call(
    tracks.track,
    { pointId, from: iso(startMs - hourMs), to: iso(startMs + hours * hourMs), ...more },
    token,
  );

test('a path is every reading in order, broken where one is missing or the point fell silent', async () => {
  const pointId = await prism('GN-1');
  await seal(server, pointId, [row(0, 3, 4, -1), row(1, null, null), row(2, 6, 8, -2), row(12, 1, 0, 0)]);
  const { body } = await track(pointId, 24);
  assert.deepEqual(body.north, [3, null, 6, null, 1]);
  assert.deepEqual(body.east, [4, null, 8, null, 0]);
  assert.deepEqual([body.total, body.thinned], [4, false]);
  assert.deepEqual(body.farthest, {
    at: iso(startMs + 2 * hourMs),
    north: 6,
    east: 8,
    up: -2,
    horizontal: 10,
    azimuthDeg: body.farthest?.azimuthDeg ?? null,
  });
  assert.ok(Math.abs((body.farthest?.azimuthDeg ?? 0) - 53.1301) < 1e-4);
  assert.deepEqual([body.start?.horizontal, body.end?.azimuthDeg], [5, 0]);
});

test('of two positions equally far away the first is the farthest', async () => {
  const pointId = await prism('GN-5');
  await seal(server, pointId, [row(0, 0, 0), row(1, 3, 4), row(2, 4, 3), row(3, 1, 1)]);
  const { body } = await track(pointId, 5);
  assert.deepEqual([body.farthest?.at, body.farthest?.horizontal], [iso(startMs + hourMs), 5]);
});

test('thinning keeps the extremes of each direction', async () => {
  const pointId = await prism('GN-2');
  const spikes: Record<number, [number, number, number]> = { 700: [50, 1, 0], 1200: [0, -60, 0], 1500: [1, 1, 70] };
  await seal(
    server,
    pointId,
    Array.from({ length: 2_000 }, (_, i) => row(i, ...(spikes[i] ?? ([Math.sin(i), Math.cos(i), 0] as const)))),
  );
  const { body } = await track(pointId, 2_001, { columns: 20 });
  assert.equal(body.total, 2_000);
  assert.ok(body.thinned && body.times.length < 400, String(body.times.length));
  assert.deepEqual([Math.max(...body.north.map(Number)), Math.min(...body.east.map(Number))], [50, -60]);
  assert.equal(Math.max(...body.up.map(Number)), 70);
  assert.deepEqual(
    body.times,
    body.times.toSorted((a, b) => a - b),
  );
});

test('counted from a baseline, and as curves are corrected', async () => {
  const pointId = await prism('GN-3');
  await seal(server, pointId, [row(0, 1, 1), row(1, 4, 5), row(2, 14, 25)]);
  const shift = { pointId, startAt: iso(startMs + 1.5 * hourMs), fixes: { dx: 10, dy: 20 }, reason: 'bumped' };
  const made = await server.call(corrections.createShift, shift as never, token);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { body } = await track(pointId, 3, { baseline: iso(startMs) });
  assert.deepEqual(
    [body.north, body.east],
    [
      [0, 3, 3],
      [0, 4, 4],
    ],
  );
  assert.deepEqual([body.baseline?.north, body.end?.horizontal], [1, 5]);
  const curve = await server.call(
    readings.query,
    { pointIds: [pointId], fields: ['dx', 'horizontal'], from: iso(startMs - 1), to: iso(startMs + 3 * hourMs) },
    token,
  );
  assert.deepEqual(curve.body.series.find(({ field }) => field === 'dx')?.values, [1, 4, 4], 'what the curve shows');
  const raw = await track(pointId, 3, { raw: true });
  assert.deepEqual(raw.body.north, [1, 4, 14]);
  const nowhere = await track(pointId, 3, { baseline: iso(startMs - 400 * hourMs) });
  assert.deepEqual([nowhere.body.baseline, nowhere.body.times], [null, []]);
});

test('a baseline is the reading nearest to its time within the tolerance, and none farther away', async () => {
  const pointId = await prism('GN-4');
  await seal(server, pointId, [row(0, 1, 1), row(4, 3, 1)]);
  const near = (minutes: number, toleranceSeconds: number) =>
    track(pointId, 6, { baseline: iso(startMs + minutes * 60_000), toleranceSeconds });
  assert.deepEqual((await near(60, 3600)).body.north, [0, null, 2]);
  const { body } = await near(61, 3600);
  assert.deepEqual([body.baseline, body.north, body.total], [null, [], 0]);
  assert.deepEqual((await near(61, 3660)).body.north, [0, null, 2]);
  assert.equal((await near(180, 7200)).body.baseline?.north, 3, 'the nearer of two');
});

test('a point of another family has no path; a foreign one is not found', async () => {
  const other1 = await makePoint(server, world, 'TM-1');
  const { status, body } = await track(other1, 3);
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /pointWithoutTrack/);
  const foreign = await makePoint(server, other, 'GN-1', { family: 'surfaceDisplacement' });
  assert.equal((await track(foreign, 3)).status, 404);
});

test('vectors: all points of the structure and its items between two dates, what is missing said', async () => {
  const { id: item } = await server.db
    .insertInto('structure')
    .values({
      project_id: world.projectId,
      parent_id: world.structureId,
      name: 'Berm',
      type: 'slope',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const grid = (e0: number, n0: number) => ({ parameters: JSON.stringify({ e0, n0, h0: 10 }) });
  const [a, b, silent] = await Promise.all([
    prism('VP-1', grid(500, 1_000)),
    prism('VP-2', { ...grid(540, 1_030), structure_id: item }),
    prism('VP-3', grid(520, 1_010)),
  ]);
  await server.db
    .insertInto('threshold')
    .values({ point_id: a, field: 'horizontal', kind: 'value', method: 'twoSided', levels: [4, 9, 20, null] } as never)
    .execute();
  await seal(server, a, [row(0, 1, 1), row(24, 4, 5, -2), row(48, 9, 9)]);
  await seal(server, b, [row(1, 0, 0), row(25, 0, 2)]);
  await seal(server, silent, [row(24, 7, 7)]);
  const { body } = await server.call(
    tracks.vectors,
    { structureId: item, from: iso(startMs), to: iso(startMs + 24 * hourMs) },
    token,
  );
  const named = body.points.filter(({ name }) => name.startsWith('VP-'));
  assert.deepEqual(
    named.map(({ name, structure, moved, level }) => [
      name,
      structure,
      moved?.north,
      moved?.east,
      moved?.horizontal,
      level,
    ]),
    [
      ['VP-1', named[0]?.structure, 3, 4, 5, 1],
      ['VP-2', 'Berm', 0, 2, 2, null],
      ['VP-3', named[0]?.structure, undefined, undefined, undefined, null],
    ],
  );
  assert.deepEqual([named[2]?.before, named[2]?.after?.north], [null, 7]);
  // The points of the tests before stand on no grid, nor on the map.
  assert.equal(body.places, null);
  await server.db
    .deleteFrom('point')
    .where('id', 'not in', [a, b, silent])
    .where('structure_id', '=', world.structureId)
    .where('family', '=', 'surfaceDisplacement')
    .execute();
  const again = await server.call(
    tracks.vectors,
    { structureId: world.structureId, from: iso(startMs), to: iso(startMs + 24 * hourMs) },
    token,
  );
  assert.equal(again.body.places, 'grid');
  assert.deepEqual(
    again.body.points.map(({ eastM, northM }) => [eastM, northM]),
    [
      [-20, -15],
      [20, 15],
      [0, -5],
    ],
  );
  const turned = { structureId: item, from: iso(startMs), to: iso(startMs) };
  assert.equal((await server.call(tracks.vectors, turned, token)).body.error, 'startAfterEnd');
});

test('vectors stand where their points stood on the later date', async () => {
  const grid = { mode: 4, parameters: JSON.stringify({ e0: 500, n0: 1_000, h0: 10 }) };
  const pointId = await prism('VQ-1', grid);
  await seal(server, pointId, [row(0, 1, 1), row(24, 4, 5), row(48, 9, 9)]);
  const still = await prism('VQ-2', grid);
  await server.db.deleteFrom('point').where('id', 'not in', [pointId, still]).execute();
  const answer = await server.call(
    points.update,
    { pointId, parameters: { e0: 507, n0: 1_000, h0: 10 }, validFrom: iso(startMs + 30 * hourMs) },
    token,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const eastAt = async (hours: number) => {
    const question = { structureId: world.structureId, from: iso(startMs), to: iso(startMs + hours * hourMs) };
    const { body } = await server.call(tracks.vectors, question, token);
    const [moved, beside] = body.points.map(({ eastM }) => eastM ?? Number.NaN);
    return [body.places, (moved ?? Number.NaN) - (beside ?? Number.NaN)];
  };
  assert.deepEqual(await eastAt(24), ['grid', 0]);
  assert.deepEqual(await eastAt(48), ['grid', 7]);
});
