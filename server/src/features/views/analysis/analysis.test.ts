import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { analysis } from '@plumbline/contract/views/analysis';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Analysis']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const span = { from: iso(startMs), to: iso(startMs + 10 * 24 * hourMs) };
const relation = (pointIds: number[], fields: string[], more: object = {}) =>
  server.call(analysis.relation, { pointIds, fields, ...span, ...more }, token);
const failed = 4 + 16 * 2;

test('two fields of a point: the line of the good values; corrected and counted from the initial value where asked', async () => {
  const pointId = await makePoint(server, world, 'CR-1', {
    family: 'crack',
    mode: 4,
    initial_values: '{"opening":1}',
  });
  await seal(
    server,
    pointId,
    Array.from({ length: 24 }, (_, i) => ({
      at: startMs + i * hourMs,
      values: i === 7 ? [99, 5] : [2 - 0.05 * i, i],
      ...(i === 7 && { flags: [failed, 1] }),
    })),
  );
  const { body } = await relation([pointId], ['temp', 'opening']);
  assert.deepEqual([body.n, body.unmatched, body.x.unit, body.y.unit], [23, 0, '°C', 'mm']);
  assert.ok(body.fit && Math.abs(body.fit.slope + 0.05) < 1e-9 && Math.abs(body.fit.r2 - 1) < 1e-9);
  assert.equal(body.pairs.x.length, 23);
  assert.notEqual((await relation([pointId], ['temp', 'opening'], { quality: 'all' })).body.fit!.r2, body.fit.r2);

  const fix = { pointId, startAt: iso(startMs), fixes: { opening: 0.5 }, reason: 'Reset' };
  await server.call(corrections.createShift, fix, token);
  const corrected = (await relation([pointId], ['temp', 'opening'])).body.fit!;
  assert.ok(Math.abs(corrected.intercept - 1.5) < 1e-9);
  const cumulative = (await relation([pointId], ['temp', 'opening'], { quantity: 'cumulative' })).body;
  assert.equal(cumulative.fit, null, 'a temperature without an initial value has no change');
});

test('two points are matched in time within the tolerance, and what has no partner is counted', async () => {
  const slow = await makePoint(server, world, 'CR-2', { interval_seconds: 3600 });
  const quick = await makePoint(server, world, 'CR-3', { interval_seconds: 600 });
  await seal(
    server,
    slow,
    [0, 1, 2, 3].map((i) => ({ at: startMs + i * hourMs, values: [i] })),
  );
  await seal(
    server,
    quick,
    [0, 61, 125].map((minute, i) => ({ at: startMs + minute * 60_000, values: [10 * i] })),
  );
  const { body } = await relation([slow, quick], ['temperature', 'temperature']);
  assert.deepEqual([body.toleranceSeconds, body.n, body.unmatched], [1800, 3, 0]);
  assert.deepEqual(
    [body.pairs.x, body.pairs.y],
    [
      [0, 1, 2],
      [0, 10, 20],
    ],
  );
  const narrow = (await relation([slow, quick], ['temperature', 'temperature'], { toleranceSeconds: 60 })).body;
  assert.deepEqual([narrow.n, narrow.unmatched, narrow.fit], [2, 1, null]);
  assert.equal((await relation([slow], ['temperature', 'force'])).body.error, 'badInput');
});

test('every value of a span is counted by size; those that failed are named and count nowhere', async () => {
  const pointId = await makePoint(server, world, 'T-2');
  await seal(
    server,
    pointId,
    [2, 4, 4, 4, 5, 5, 7, 9, 500].map((value, i) => ({
      at: startMs + i * hourMs,
      values: [value],
      ...(value === 500 && { flags: [failed] }),
    })),
  );
  const { body } = await server.call(analysis.distribution, { pointId, ...span }, token);
  assert.deepEqual([body.field, body.unit, body.failed], ['temperature', '°C', 1]);
  assert.deepEqual([body.histogram!.n, body.histogram!.mean, body.histogram!.max], [8, 5, 9]);
  const empty = await server.call(
    analysis.distribution,
    { pointId, from: iso(startMs - 48 * hourMs), to: iso(startMs - hourMs) },
    token,
  );
  assert.equal(empty.body.histogram, null);
  const unknown = await server.call(analysis.distribution, { pointId, field: 'force', ...span }, token);
  assert.equal(unknown.body.error, 'badInput');
});
