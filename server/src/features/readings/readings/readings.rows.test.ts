import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { readings } from '@plumbline/contract/readings/readings';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Rows']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const span = { from: iso(startMs), to: iso(startMs + 400 * 24 * hourMs - hourMs) };
const rows = (pointId: number, more: object = {}) =>
  server.call(readings.rows, { pointId, from: iso(startMs), to: iso(startMs + 30 * 24 * hourMs), ...more }, token);

test('every reading of the span is there once, in order, as curve and page have it; what failed stays and is named', async () => {
  const pointId = await makePoint(server, world, 'ROWS-1', { initial_values: '{"temperature":10}' });
  const failed = 4 + 16 * 2;
  await seal(
    server,
    pointId,
    [10, 11, 30, 12].map((value, i) => ({
      at: startMs + i * hourMs,
      values: [value],
      ...(value === 30 && { flags: [failed] }),
    })),
  );
  const { body } = await rows(pointId);
  assert.deepEqual(body.fields, [{ key: 'temperature', unit: '°C', precision: 2 }]);
  assert.deepEqual(
    body.times,
    [0, 1, 2, 3].map((i) => startMs + i * hourMs),
  );
  assert.deepEqual(body.columns, [[10, 11, 30, 12]]);
  assert.deepEqual(body.flagged, [{ field: 0, row: 2, quality: 'fail', tests: ['spike'] }]);
  assert.deepEqual((await rows(pointId, { quality: 'good' })).body.columns, [[10, 11, null, 12]]);

  const fix = { pointId, startAt: iso(startMs + hourMs), fixes: { temperature: 1 }, reason: 'Moved' };
  await server.call(corrections.createShift, fix, token);
  const curve = await server.call(
    readings.query,
    { pointIds: [pointId], quantity: 'cumulative', quality: 'all', from: iso(startMs), to: iso(startMs + 24 * hourMs) },
    token,
  );
  const table = await rows(pointId, { quantity: 'cumulative' });
  assert.deepEqual(table.body.columns, [[0, 0, 19, 1]], 'corrected, from the initial value');
  assert.deepEqual(table.body.columns[0], curve.body.series[0]!.values, 'one number');
  assert.deepEqual((await rows(pointId, { raw: true })).body.columns, [[10, 11, 30, 12]]);
});

test('only the fields asked for; one that the point has not is refused; a span that is too long too', async () => {
  const pointId = await makePoint(server, world, 'ROWS-2', { family: 'waterLevel', mode: 2 });
  await seal(server, pointId, [{ at: startMs, values: [1, 2, 3, 4] }]);
  const { body } = await rows(pointId, { fields: ['pressure'] });
  assert.deepEqual([body.fields.map(({ key }) => key), body.columns], [['pressure'], [[3]]]);
  assert.equal((await rows(pointId, { fields: ['force'] })).body.error, 'badInput');
  assert.equal((await rows(pointId, span)).body.error, 'spanExceeded');
  const none = await makePoint(server, world, 'ROWS-3', { family: 'camera', mode: 4 });
  assert.deepEqual((await rows(none)).body, { fields: [], times: [], columns: [], flagged: [], filtered: null });
});
