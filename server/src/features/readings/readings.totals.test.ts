/** Totals of amounts and volumes of flows, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readings } from '@plumbline/contract/readings';
import { makePoint, seal } from '../../../test/series.ts';
import { openWorlds } from '../../../test/worlds.ts';

const [server, world] = await openWorlds(['Totals']);
const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const statisticsOf = async (pointId: number, field: string, more: object = {}) =>
  (
    await server.call(
      readings.statistics,
      { pointId, field, from: iso(startMs), to: iso(startMs + 48 * hourMs), ...more },
      world.admin.token,
    )
  ).body.statistics;

test('rain has its total, largest windows and last event; what is no amount has none', async () => {
  const pointId = await makePoint(server, world, 'Gauge', { family: 'rainfall', interval_seconds: 3600 });
  const amounts = [0, 4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0.5, null, 0];
  await seal(
    server,
    pointId,
    amounts.map((amount, i) => ({ at: startMs + i * hourMs, values: [amount, 0, 0, 100 + i, 0] })),
  );
  const rain = await statisticsOf(pointId, 'interval');
  assert.deepEqual(rain.totals, {
    total: 11.5,
    largestHour: 6,
    largestDay: 11.5,
    dayClass: 'moderate',
    event: { from: iso(startMs + 11 * hourMs), to: iso(startMs + 12 * hourMs), total: 1.5 },
  });
  assert.equal(rain.volume, null);
  assert.equal((await statisticsOf(pointId, 'intensity')).totals, null);
  assert.equal((await statisticsOf(pointId, 'interval', { quantity: 'rate' })).totals, null, 'a rate is no amount');
});

test('a weir has a volume of what was measured, and no gap is bridged', async () => {
  const pointId = await makePoint(server, world, 'Weir', { family: 'flow', interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    [0, 1, 2, 20, 21].map((hour) => ({ at: startMs + hour * hourMs, values: [hour < 10 ? 10 : 4, null, null] })),
  );
  const { volume, totals } = await statisticsOf(pointId, 'flow');
  assert.deepEqual([volume, totals], [{ volume: 24, measuredSeconds: 3 * 3600 }, null]);
});
