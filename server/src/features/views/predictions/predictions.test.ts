import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { predictions } from '@plumbline/contract/views/predictions';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Predictions', 'Elsewhere']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const predict = (pointId: number, hours: number, more: object = {}) =>
  server.call(
    predictions.predict,
    { pointId, from: iso(startMs), to: iso(startMs + hours * hourMs), horizonSeconds: 36_000, ...more },
    token,
  );
const line = (hours: number, at: (hour: number) => number | null) =>
  Array.from({ length: hours }, (_, i) => ({ at: startMs + i * hourMs, values: [at(i)] }));

test('a line is continued from the last reading on, and only told', async () => {
  const pointId = await makePoint(server, world, 'TM-1', { interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    line(240, (hour) => 10 + 0.05 * hour),
  );
  const { status, body } = await predict(pointId, 240);
  assert.equal(status, 200, JSON.stringify(body));
  const { prediction } = body;
  assert.ok(Math.abs((prediction.values.at(-1) ?? 0) - (10 + 0.05 * 249)) < 0.06, String(prediction.values.at(-1)));
  assert.ok((prediction.times.at(-1) ?? 0) > startMs + 248 * hourMs);
  assert.ok((prediction.r2 ?? 0) > 0.999);
  const { rows } = await server.database.pool.query('SELECT count(*)::int AS n FROM reading WHERE point_id = $1', [
    pointId,
  ]);
  assert.equal(rows[0].n, 0, 'nothing was stored');
});

test('it is fitted to corrected values, and to those that were stored where raw is asked for', async () => {
  const pointId = await makePoint(server, world, 'TM-2', { interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    line(100, (hour) => (hour < 50 ? 5 : 25)),
  );
  const made = await server.call(
    corrections.createShift,
    { pointId, startAt: iso(startMs + 50 * hourMs), fixes: { temperature: 20 }, reason: 'bumped' } as never,
    token,
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const corrected = await predict(pointId, 100);
  assert.ok(Math.abs((corrected.body.prediction.values.at(-1) ?? 0) - 5) < 1e-6);
  const raw = await predict(pointId, 100, { raw: true });
  assert.ok((raw.body.prediction.values.at(-1) ?? 0) > 25);
});

test('values that failed are left out, unless everything is asked for', async () => {
  const pointId = await makePoint(server, world, 'TM-4', { interval_seconds: 3600 });
  const failed = 4 + 16 * 2;
  await seal(
    server,
    pointId,
    line(100, (hour) => (hour >= 90 ? 500 : 5)).map((reading, hour) => ({
      ...reading,
      ...(hour >= 90 && { flags: [failed] }),
    })),
  );
  const good = (await predict(pointId, 100)).body.prediction;
  assert.ok(Math.abs((good.values.at(-1) ?? 0) - 5) < 1e-6, String(good.values.at(-1)));
  const all = (await predict(pointId, 100, { quality: 'all' })).body.prediction;
  assert.ok((all.values.at(-1) ?? 0) > 100);
});

test('a model that does not fit says so in the words of the specification, as do bad fields and foreign points', async () => {
  const pointId = await makePoint(server, world, 'TM-3', { interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    line(100, (hour) => Math.sqrt(hour)),
  );
  assert.equal((await predict(pointId, 100, { model: 'inverseVelocity' })).body.error, 'predictionFailed');
  const nothing = await predict(pointId, 100, { from: iso(startMs - 90 * hourMs), to: iso(startMs - 10 * hourMs) });
  assert.equal(nothing.body.error, 'predictionFailed');
  assert.equal((await predict(pointId, 100, { field: 'nope' })).status, 400);
  assert.equal((await predict(pointId, -1)).body.error, 'startAfterEnd');
  assert.equal((await predict(await makePoint(server, other, 'TM-1'), 5)).status, 404);
});
