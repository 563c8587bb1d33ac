/** Totals of amounts and volumes of flows, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { readings } from '@plumbline/contract/readings/readings';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Totals']);
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

test('a reading at the end of a span belongs to what follows: totals, volumes and counts of pieces sum to the whole', async () => {
  const gauge = await makePoint(server, world, 'Gauge-2', { family: 'rainfall', interval_seconds: 3600 });
  const weir = await makePoint(server, world, 'Weir-2', { family: 'flow', interval_seconds: 3600 });
  // Every hour but for an outage from the 20th to the 25th.
  const hours = Array.from({ length: 48 }, (_, i) => i).filter((i) => i < 20 || i > 25);
  const amountAt = (hour: number): number => (hour * 7) % 5;
  await seal(
    server,
    gauge,
    hours.map((hour) => ({ at: startMs + hour * hourMs, values: [amountAt(hour), 0, 0, 0, 0] })),
  );
  await seal(
    server,
    weir,
    hours.map((hour) => ({ at: startMs + hour * hourMs, values: [amountAt(hour), null, null] })),
  );
  const last = startMs + 47 * hourMs;
  const spanOf = (fromMs: number, toMs: number) => ({ from: iso(fromMs), to: iso(toMs) });
  // Cuts at readings, between them, within the outage, and at its end.
  for (const cuts of [[1], [12.25], [22, 26], [3, 3.5, 20, 25.5, 40], [46.999]]) {
    const ends = [startMs, ...cuts.map((hour) => Math.round(startMs + hour * hourMs)), last];
    let [count, total, volume] = [0, 0, 0];
    for (const [i, from] of ends.slice(0, -1).entries()) {
      const rain = await statisticsOf(gauge, 'interval', spanOf(from, ends[i + 1] ?? last));
      count += rain.count;
      total += rain.totals?.total ?? 0;
      volume += (await statisticsOf(weir, 'flow', spanOf(from, ends[i + 1] ?? last))).volume?.volume ?? 0;
    }
    const whole = await statisticsOf(gauge, 'interval', spanOf(startMs, last));
    const flowed = (await statisticsOf(weir, 'flow', spanOf(startMs, last))).volume?.volume ?? 0;
    assert.deepEqual([count, total], [hours.length - 1, whole.totals?.total], String(cuts));
    assert.ok(Math.abs(volume - flowed) < 1e-6, `${cuts}: ${volume} is not ${flowed}`);
  }
});

test('no bucket begins with the reading at the end of a span; closed at the end, none with that at its beginning', async () => {
  const pointId = await makePoint(server, world, 'Gauge-3', { family: 'rainfall', interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    [0, 12, 24].map((hour) => ({ at: startMs + hour * hourMs, values: [1, 0, 0, 0, 0] })),
  );
  const dayOf = async (closed: 'start' | 'end') => {
    const span = { from: iso(startMs), to: iso(startMs + 24 * hourMs) };
    const input = { pointIds: [pointId], fields: ['interval'], ...span, unit: 'day', closed };
    const { body } = await server.call(readings.buckets, input as never, world.admin.token);
    return body.series[0]?.buckets.map(({ n, sum }) => [n, sum]);
  };
  await setTimeZone(server, world.projectId, 'UTC');
  assert.deepEqual(await dayOf('start'), [[2, 2]]);
  assert.deepEqual(await dayOf('end'), [[2, 2]]);
});

/** Cumulative curve, table and download of rain or flow, as [hour, total]. */
async function totalsOf(pointId: number, field: string, more: object = {}) {
  const input = { quantity: 'cumulative', from: iso(startMs), to: iso(startMs + 48 * hourMs), ...more };
  const one = { pointId, fields: [field], ...input };
  const curve = (
    await server.call(readings.query, { pointIds: [pointId], fields: [field], ...input } as never, world.admin.token)
  ).body.series[0];
  const table = (await server.call(readings.rows, one as never, world.admin.token)).body;
  const pairsOf = (times: readonly number[], values: readonly (number | null)[]) =>
    times.map((at, i) => [(at - startMs) / hourMs, values[i] ?? null]);
  const rows = pairsOf(table.times, table.columns[0] ?? []);
  assert.deepEqual(
    pairsOf(curve?.times ?? [], curve?.values ?? []),
    rows.filter(([, value]) => value !== null || curve?.thinned === false),
  );
  assert.equal(curve?.unit, table.fields[0]?.unit);
  return { rows, unit: curve?.unit };
}

test('the cumulative of rain is its total so far, that of a flow its volume, in its own unit', async () => {
  const gauge = await makePoint(server, world, 'Gauge-4', { family: 'rainfall', interval_seconds: 3600 });
  const weir = await makePoint(server, world, 'Weir-4', {
    family: 'flow',
    interval_seconds: 3600,
    initial_values: JSON.stringify({ flow: 5 }),
  });
  await seal(
    server,
    gauge,
    [1, 2, null, 4].map((amount, hour) => ({ at: startMs + hour * hourMs, values: [amount, 0, 0, 0, 0] })),
  );
  await seal(
    server,
    weir,
    [0, 1, 2, 20].map((hour) => ({ at: startMs + hour * hourMs, values: [10 + hour, null, null] })),
  );
  assert.deepEqual(await totalsOf(gauge, 'interval'), {
    rows: [
      [0, 1],
      [1, 3],
      [2, null],
      [3, 7],
    ],
    unit: 'mm',
  });
  assert.deepEqual(await totalsOf(weir, 'flow'), {
    rows: [
      [0, 0],
      [1, 10.5],
      [2, 22],
      [20, 22],
    ],
    unit: 'm³',
  });
});

test('totals since a date hold what fell before the span, and begin within it where the date does', async () => {
  const gauge = await makePoint(server, world, 'Gauge-5', { family: 'rainfall', interval_seconds: 3600 });
  await seal(
    server,
    gauge,
    Array.from({ length: 40 }, (_, hour) => ({ at: startMs + hour * hourMs, values: [hour, 0, 0, 0, 0] })),
  );
  const from = iso(startMs + 30 * hourMs);
  const to = iso(startMs + 32 * hourMs);
  const since = async (hour: number) =>
    (await totalsOf(gauge, 'interval', { from, to, since: iso(startMs + hour * hourMs) })).rows;
  const sum = (first: number, last: number) => ((first + last) * (last - first + 1)) / 2;
  assert.deepEqual(
    await since(10),
    [30, 31, 32].map((hour) => [hour, sum(10, hour)]),
  );
  assert.deepEqual(await since(31), [
    [30, null],
    [31, 31],
    [32, 63],
  ]);
  const { totals } = await statisticsOf(gauge, 'interval', {
    from: iso(startMs + 10 * hourMs),
    to: iso(startMs + 33 * hourMs),
  });
  assert.equal(totals?.total, (await since(10)).at(-1)?.[1], 'the statistics of the same span say the same');
  const drawn = await server.call(
    readings.query,
    { pointIds: [gauge], fields: ['interval'], quantity: 'cumulative', from, to, since: iso(startMs), width: 800 },
    world.admin.token,
  );
  assert.equal(drawn.body.series[0]?.values.at(-1), sum(0, 32), 'also where it is thinned');
});

test('neither a section nor a bucket of another day counts a total of a few readings as one', async () => {
  const gauge = await makePoint(server, world, 'Gauge-6', { family: 'rainfall', interval_seconds: 3600 });
  await seal(
    server,
    gauge,
    Array.from({ length: 30 }, (_, hour) => ({ at: startMs + hour * hourMs, values: [1, 0, 0, 0, 0] })),
  );
  const { body } = await server.call(
    readings.section,
    { pointIds: [gauge], fields: ['interval'], times: [iso(startMs + 20 * hourMs)], quantity: 'cumulative' },
    world.admin.token,
  );
  assert.deepEqual(body.sections[0]?.points[0]?.values, [null]);
});
