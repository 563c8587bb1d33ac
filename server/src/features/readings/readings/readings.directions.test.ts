/** Directions over HTTP: statistics, totals, rates, filters and forecasts of a wind vane that turns about north. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { readings } from '@plumbline/contract/readings/readings';
import { predictions } from '@plumbline/contract/views/predictions';
import { weather } from '@plumbline/contract/views/weather';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Directions']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const vane = [350, 10, 355, 5];
const count = 48;
const pointId = await makePoint(server, world, 'Vane', { family: 'environment', interval_seconds: 3600 });
await seal(
  server,
  pointId,
  Array.from({ length: count }, (_, i) => ({
    at: startMs + i * hourMs,
    values: [10, 80, 1000, 3, vane[i % 4] ?? null, null, null, null, null],
  })),
);
const span = { from: iso(startMs), to: iso(startMs + count * hourMs) };
const field = 'windDirection';

test('statistics: vector mean as the rose has it, circular deviation, no extremes, change by the shorter way', async () => {
  const { statistics } = (await server.call(readings.statistics, { pointId, field, ...span }, token)).body;
  const { rose } = (await server.call(weather.windRose, { pointId, ...span }, token)).body;
  assert.ok(Math.min(statistics.mean!, 360 - statistics.mean!) < 1e-6, String(statistics.mean));
  assert.ok(Math.abs(statistics.mean! - rose.meanDirectionDeg!) < 1e-6);
  assert.ok(statistics.deviation! > 7 && statistics.deviation! < 9, String(statistics.deviation));
  assert.deepEqual(
    [statistics.min, statistics.max, statistics.minAt, statistics.change, statistics.ratePerDay],
    [null, null, null, 15, null],
  );
  assert.equal(statistics.change24h, 0);
});

test('totals by day have a vector mean, and neither sum nor extremes', async () => {
  const { body } = await server.call(
    readings.buckets,
    { pointIds: [pointId], fields: [field], ...span, unit: 'day' },
    token,
  );
  const [series] = body.series;
  assert.ok(series!.buckets.length >= 2);
  for (const { mean, min, max, sum } of series!.buckets) {
    assert.ok(Math.min(mean!, 360 - mean!) < 1e-6, String(mean));
    assert.deepEqual([min, max, sum], [null, null, null]);
  }
});

test('rates are of the shorter way, and there is no cumulative change', async () => {
  const query = { pointIds: [pointId], fields: [field], ...span, width: 800 };
  const rates = (await server.call(readings.query, { ...query, quantity: 'rate' }, token)).body.series[0]!;
  assert.ok(rates.values.every((value) => value === null || Math.abs(value) < 1e-6));
  const sums = (await server.call(readings.query, { ...query, quantity: 'cumulative' }, token)).body.series[0]!;
  assert.ok(sums.values.every((value) => value === null));
});

test('filters and forecasts of a direction alone are refused by name; beside others a direction stays as it is', async () => {
  const filter = { method: 'median', window: 24, unit: 'hours' } as const;
  const query = { pointIds: [pointId], ...span, width: 800, filter };
  const refused = await server.call(readings.query, { ...query, fields: [field] }, token);
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { error: 'directionUnsuitable', code: 4530, detail: { field } }],
  );
  const rows = { pointId, ...span, filter };
  assert.equal((await server.call(readings.rows, { ...rows, fields: [field] }, token)).status, 400);
  const forecast = { pointId, field, ...span, horizonSeconds: 86_400 };
  assert.equal((await server.call(predictions.predict, forecast, token)).body.error, 'directionUnsuitable');
  const both = (await server.call(readings.query, { ...query, fields: ['windSpeed', field] }, token)).body.series;
  assert.deepEqual(
    both.map((each) => [each.field, each.filtered !== null]),
    [
      ['windSpeed', true],
      [field, false],
    ],
  );
  const table = (await server.call(readings.rows, { ...rows, fields: ['windSpeed', field] }, token)).body;
  assert.equal(table.filtered!.columns[1]!.values.length, count);
  assert.ok(table.filtered!.columns[1]!.values.every((value) => value === null));
});

test('the azimuth of a movement turns by the shorter way between two times, in statistics and in a preview of a conversion', async () => {
  const azimuths = [10, 340, 298.4, 5];
  const prism = await makePoint(server, world, 'Prism', { family: 'surfaceDisplacement', interval_seconds: 3600 });
  await seal(
    server,
    prism,
    azimuths.map((azimuth, i) => {
      const [dx, dy] = [Math.cos((azimuth * Math.PI) / 180), Math.sin((azimuth * Math.PI) / 180)];
      return { at: startMs + i * hourMs, values: [1, dx, dy, 0, 1, azimuth, 4] };
    }),
  );
  const changeOf = async (hours: number) => {
    const input = { pointId: prism, field: 'azimuth', from: iso(startMs), to: iso(startMs + hours * hourMs) };
    return (await server.call(readings.statistics, input, token)).body.statistics.change;
  };
  const close = (value: number | null, expected: number) =>
    assert.ok(value !== null && Math.abs(value - expected) < 1e-6, `${value} is not ${expected}`);
  close(await changeOf(1), -30);
  close(await changeOf(2), -71.6);
  close(await changeOf(3), -5);
});
