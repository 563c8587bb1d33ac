import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { weather } from '@plumbline/contract/views/weather';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Weather', 'Elsewhere']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const station = (name: string, of: Pick<typeof world, 'projectId' | 'structureId'> = world) =>
  makePoint(server, of, name, { family: 'environment', interval_seconds: 60 });
/** temp, humidity, airPressure, windSpeed, windDirection, then four that say nothing here. */
const row = (minute: number, speed: number | null, direction: number | null) => ({
  at: startMs + minute * minuteMs,
  values: [10, 80, 1000, speed, direction, null, null, null, null],
});
const rose = (pointId: number, minutes: number, more: object = {}) =>
  server.call(
    weather.windRose,
    { pointId, from: iso(startMs - 1), to: iso(startMs + minutes * minuteMs), ...more },
    token,
  );

test('every reading is counted, however many, calm and missing ones apart', async () => {
  const pointId = await station('WS-1');
  // More than a chunk of the stream: from the south-west at 6 m/s, every tenth calm, every hundredth without a vane.
  const n = 20_000;
  await seal(
    server,
    pointId,
    Array.from({ length: n }, (_, i) => row(i, i % 10 === 0 ? 0.1 : 6, i % 100 === 1 ? null : 225)),
  );
  const { body } = await rose(pointId, n);
  assert.deepEqual([body.rose.total, body.rose.calm, body.rose.missing], [19_800, 2_000, 200]);
  assert.equal(body.rose.counts.length, 16);
  assert.deepEqual(body.rose.counts[10], [0, 0, 0, 17_800, 0, 0], 'all in the class from 5.5 m/s');
  assert.equal(
    body.rose.counts.flat().reduce((sum, count) => sum + count, 0),
    17_800,
  );
  assert.ok(Math.abs((body.rose.meanDirectionDeg ?? 0) - 225) < 1e-6);
  const eight = await rose(pointId, n, { directions: 8 });
  assert.deepEqual(eight.body.rose.counts[5], [0, 0, 0, 17_800, 0, 0]);
});

test('a wind that failed is missing, and counted where everything is asked for', async () => {
  const pointId = await station('WS-6');
  const failed = 4 + 16 * 2;
  await seal(server, pointId, [
    row(0, 6, 90),
    { ...row(1, 30, 90), flags: [1, 1, 1, failed, 1, 1, 1, 1, 1] },
    { ...row(2, 6, 270), flags: [1, 1, 1, 1, failed, 1, 1, 1, 1] },
  ]);
  const good = (await rose(pointId, 5)).body.rose;
  assert.deepEqual([good.total, good.missing, good.maxSpeedMS], [1, 2, 6]);
  const all = (await rose(pointId, 5, { quality: 'all' })).body.rose;
  assert.deepEqual([all.total, all.missing, all.maxSpeedMS], [3, 0, 30]);
});

test('a corrected speed moves to another class; raw counts what was stored', async () => {
  const pointId = await station('WS-2');
  await seal(server, pointId, [row(0, 6, 90), row(1, 6, 90)]);
  const made = await server.call(
    corrections.createShift,
    { pointId, startAt: iso(startMs + minuteMs), fixes: { windSpeed: 5 }, reason: 'calibrated' } as never,
    token,
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.deepEqual((await rose(pointId, 5)).body.rose.counts[4], [1, 0, 0, 1, 0, 0]);
  assert.deepEqual((await rose(pointId, 5, { raw: true })).body.rose.counts[4], [0, 0, 0, 2, 0, 0]);
});

test('the rain gauge beside it is named: of its structure, or the only one of the project', async () => {
  const pointId = await station('WS-3');
  await makePoint(server, other, 'RG-0', { family: 'rainfall' });
  await makePoint(server, world, 'RG-0', { family: 'rainfall', deprecated_at: server.clock.now() });
  await makePoint(server, world, 'RG-0 (snapshot)', { family: 'rainfall', archived_at: server.clock.now() });
  assert.equal((await rose(pointId, 5)).body.rainfall, null, 'neither of another project nor one that is gone');
  const gauge = await makePoint(server, world, 'RG-1', { family: 'rainfall' });
  assert.deepEqual((await rose(pointId, 5)).body.rainfall, { pointId: gauge, name: 'RG-1' });
  const { structureId, itemId } = world;
  const dyke = {
    project_id: world.projectId,
    parent_id: null,
    name: 'Dyke',
    longitude: null,
    latitude: null,
    picture: null,
  };
  const far = await server.db.insertInto('structure').values(dyke).returning('id').executeTakeFirstOrThrow();
  const move = (pointId: number, to: number) =>
    server.db.updateTable('point').set({ structure_id: to }).where('id', '=', pointId).execute();
  await move(gauge, far.id);
  assert.equal((await rose(pointId, 5)).body.rainfall?.pointId, gauge, 'the only one of the project');
  const second = await makePoint(server, { ...world, structureId: far.id }, 'RG-2', { family: 'rainfall' });
  assert.equal((await rose(pointId, 5)).body.rainfall, null, 'one of several, far away');
  await move(second, itemId);
  assert.equal((await rose(pointId, 5)).body.rainfall?.pointId, second, `of an item of ${structureId}`);
  const empty = (await rose(pointId, 5)).body.rose;
  assert.deepEqual([empty.total, empty.meanSpeedMS, empty.maxSpeedMS], [0, null, null]);
});

test('a point without wind and a span that is turned round are refused, a foreign station is not found', async () => {
  const { status, body } = await rose(await makePoint(server, world, 'TM-1'), 5);
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /pointWithoutWind/);
  assert.equal((await rose(await station('WS-4'), -5)).body.error, 'startAfterEnd');
  assert.equal((await rose(await station('WS-5', other), 5)).status, 404);
});
