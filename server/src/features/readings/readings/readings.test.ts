import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { makeWorld } from '../../../../test/harness.ts';
import { waitForNotifications } from '../../../../test/notifications.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Readings']);
const startMs = Date.parse('2026-03-10T00:00:00Z');
/** Six days of ten-minute readings, a wave with one spike, one dip and one hole. */
const values = Array.from({ length: 6 * 144 }, (_, i) =>
  i === 400 ? 99 : i === 500 ? -99 : i > 600 && i < 620 ? null : Number(Math.sin(i / 20).toFixed(6)),
);
const at = (i: number) => new Date(startMs + i * 10 * minuteMs).toISOString();

before(async () => {
  await server.call(
    points.update,
    { pointId: world.pointId, initialValues: { temperature: 0.5 }, intervalSeconds: 600 },
    world.admin.token,
  );
  await waitForNotifications();
  const records = values.flatMap((temperature, i) =>
    temperature === null ? [] : [{ at: at(i), channels: { 1: { temperature } } }],
  );
  const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  });
  assert.equal(((await response.json()) as { stored: number }).stored, records.length);
});

const query = (more: object) =>
  server.call(readings.query, { pointIds: [world.pointId], from: at(0), to: at(863), ...more }, world.admin.token);

test('raw gives every reading; thinned keeps the extremes and fits the width', async () => {
  const raw = (await query({})).body.series[0]!;
  assert.equal(raw.times.length, values.length - 19);
  assert.equal(raw.thinned, false);
  assert.equal(raw.times[0], startMs);
  const thin = (await query({ width: 60 })).body.series[0]!;
  assert.equal(thin.thinned, true);
  assert.equal(thin.total, raw.times.length);
  assert.ok(thin.times.length <= 60 * 5 && thin.times.length > 60);
  assert.equal(Math.max(...thin.values.map(Number)), 99);
  assert.equal(Math.min(...thin.values.map(Number)), -99);
  assert.deepEqual(
    thin.times,
    [...thin.times].sort((a, b) => a - b),
  );
});

test('cumulative counts from the initial value; the rate is per day and begins after one', async () => {
  const value = (await query({ from: at(0), to: at(10) })).body.series[0]!;
  const cumulative = (await query({ from: at(0), to: at(10), quantity: 'cumulative' })).body.series[0]!;
  cumulative.values.forEach((each, i) => {
    assert.ok(Math.abs(each! - (value.values[i]! - 0.5)) < 1e-9);
  });
  const rate = (await query({ quantity: 'rate' })).body.series[0]!;
  assert.equal(rate.unit, '°C/d');
  assert.equal(rate.values[143], null);
  assert.ok(Math.abs(rate.values[144]! - (values[144]! - values[0]!)) < 1e-9);
  const cut = (await query({ from: at(200), to: at(210), quantity: 'rate' })).body.series[0]!;
  assert.ok(Math.abs(cut.values[0]! - (values[200]! - values[56]!)) < 1e-9, 'a rate looks back beyond its span');
});

test('latest is by measuring time, with the time it was received', async () => {
  const { latest } = (await server.call(readings.latest, { pointIds: [world.pointId] }, world.admin.token)).body;
  assert.deepEqual(
    latest.map((each) => [each.at, each.receivedAt, each.status.state]),
    [[at(863), server.clock.now().toISOString(), 'stale']],
  );
});

test('a page of readings carries raw and cumulative', async () => {
  const { body } = await server.call(
    readings.pagination,
    { pointId: world.pointId, from: at(0), to: at(863), pageSize: 2, page: 2, order: 'oldest' },
    world.admin.token,
  );
  assert.equal(body.total, values.length - 19);
  assert.deepEqual(
    body.rows.map((row) => [row.at, row.raw]),
    [
      [at(2), { temperature: values[2] }],
      [at(3), { temperature: values[3] }],
    ],
  );
  assert.deepEqual(body.fields, [{ key: 'temperature', unit: '°C', precision: 2 }]);
});

test('statistics name the time of each extreme', async () => {
  const { statistics } = (
    await server.call(readings.statistics, { pointId: world.pointId, from: at(0), to: at(863) }, world.admin.token)
  ).body;
  assert.deepEqual([statistics.max, statistics.maxAt, statistics.min, statistics.minAt], [99, at(400), -99, at(500)]);
  assert.equal(statistics.count, values.length - 19);
  assert.equal(statistics.expected, 863);
  assert.equal(statistics.firstAt, at(0));
  const none = (
    await server.call(
      readings.statistics,
      { pointId: world.pointId, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' },
      world.admin.token,
    )
  ).body.statistics;
  assert.deepEqual([none.count, none.last, none.mean, none.change], [0, null, null, null]);
});

test('a point that has just begun has no rate of minutes, no change of a day, and misses nothing from before it was there', async () => {
  const statistics = async (from: string, to: string) =>
    (await server.call(readings.statistics, { pointId: world.pointId, from, to }, world.admin.token)).body.statistics;
  const young = await statistics('2026-03-01T00:00:00Z', at(1));
  assert.deepEqual(
    [young.firstAt, young.ratePerDay, young.change24h, young.expected, young.missing],
    [at(0), null, null, 1, 0],
  );
  assert.equal(young.change, values[1]! - values[0]!);
  const old = await statistics('2026-03-01T00:00:00Z', at(145));
  assert.ok(Math.abs(old.change24h! - (values[145]! - values[1]!)) < 1e-9);
  assert.ok(old.ratePerDay !== null);
  assert.deepEqual([old.expected, old.missing], [145, 0]);
});

test('spans are checked: start before end, 7 days raw, thirty years thinned', async () => {
  assert.equal((await query({ from: at(10), to: at(0) })).body.error, 'startAfterEnd');
  const long = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
  assert.deepEqual([(await query(long)).body.error, (await query(long)).body.detail], ['spanExceeded', { days: 7 }]);
  assert.equal((await query({ ...long, width: 800 })).status, 200);
  const decade = { from: '2016-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', width: 800 };
  assert.equal((await query(decade)).status, 200);
  assert.equal(
    (await query({ from: '1990-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', width: 800 })).body.error,
    'spanExceeded',
  );
});

test('one foreign point among own ones hides them all', async () => {
  const other = await makeWorld(server, 'Elsewhere');
  const answer = await query({ pointIds: [world.pointId, other.pointId] });
  assert.deepEqual([answer.status, answer.body.error], [404, 'notFound']);
});
