import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { setChannels } from '../../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../../test/worlds.ts';
import { due, hold, letGo, maxDeferred } from '../gateway.deferred.table.ts';

const [server, world] = await openWorlds(['Held']);
const nowMs = () => server.clock.now().getTime();

async function post(records: readonly { at: number; channels: Record<string, object> }[]) {
  const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Record<string, unknown>,
  };
}
const stored = async () =>
  (
    await server.database.pool.query(
      `SELECT round(date_part('epoch', at) * 1000) AS at, values FROM reading WHERE point_id = $1 ORDER BY at`,
      [world.pointId],
    )
  ).rows as { at: number; values: number[] }[];
const shown = async () =>
  (await server.call(devices.get, { deviceId: world.device.id }, world.admin.token)).body.device.refused.deferred;
const waiting = async () =>
  Number((await server.database.pool.query('SELECT count(*) FROM deferred_reading')).rows[0].count);
const offer = () => server.gateway!.deferredReadings.offer();

test('what is ahead of a clock that stood behind is stored once the clock is right', async () => {
  const rightMs = nowMs() + hourMs;
  const sent = [0, 1, 2].map((i) => ({ at: rightMs - i * 60_000, channels: { 1: { temperature: 20 + i } } }));
  const answer = await post([...sent, { at: nowMs(), channels: { 1: { temperature: 1 } } }]);
  assert.deepEqual([answer.status, answer.body['stored'], answer.body['deferred']], [200, 1, 3]);
  // The device sends again what it takes for lost; the last of a time counts.
  const again = await post([{ at: rightMs, channels: { 1: { temperature: 25 } } }]);
  assert.deepEqual([again.status, again.body['deferred']], [202, 1], 'held, which is no refusal');
  assert.equal((again.body['refused'] as { error: string }[])[0]?.error, 'readingInFuture');
  assert.deepEqual([await waiting(), await shown()], [3, 3]);
  await offer();
  assert.equal((await stored()).length, 1, 'the clock is still behind');
  assert.equal(await waiting(), 3);
  server.clock.advance(hourMs);
  await offer();
  assert.deepEqual(
    (await stored()).slice(1).map(({ at, values }) => [(rightMs - at) / 60_000, values[0]]),
    [
      [2, 22],
      [1, 21],
      [0, 25],
    ],
  );
  assert.equal(await waiting(), 0);
});

test('what came of a channel that was not there is stored when it is added', async () => {
  const at = nowMs() - 1.5 * hourMs;
  const answer = await post([{ at, channels: { 1: { temperature: 7 }, 2: { temperature: 8 } } }]);
  assert.deepEqual([answer.body['stored'], answer.body['deferred']], [1, 1]);
  await offer();
  assert.equal(await waiting(), 1);
  await setChannels(server, world.device.id, ['1', '2']);
  await server.db.updateTable('point').set({ channel: '2' }).where('id', '=', world.pointId).execute();
  server.gateway!.directory.changed(null);
  await offer();
  assert.equal(await waiting(), 0);
  assert.equal((await stored()).find((each) => each.at === at)?.values[0], 8);
});

const deferredSamples = (count: number, from: number, reason: 'readingInFuture' | 'readingChannelUnknown') =>
  Array.from({ length: count }, (_, i) => ({
    deviceId: world.device.id,
    channel: reason === 'readingInFuture' ? '1' : 'none',
    at: nowMs() + 24 * hourMs + (from + i) * 1000,
    receivedAt: nowMs(),
    reason,
    raw: '{"temperature":1}',
  }));

test('what is ahead of the clock and finds no room is not acknowledged; what was good is stored, and what is held stays', async () => {
  const most = maxDeferred.readingInFuture;
  assert.equal((await hold(server.database.pool, deferredSamples(most, 0, 'readingInFuture'))).size, most);
  const good = { at: nowMs() - 2 * hourMs, channels: { 2: { temperature: 21 } } };
  const ahead = (nth: number) => ({ at: nowMs() + 24 * hourMs + nth * 1000, channels: { 1: { temperature: 1 } } });
  const full = await post([good, ahead(most)]);
  assert.deepEqual([full.status, full.body['error']], [503, 'deferralFull']);
  assert.equal(full.retryAfter, '30');
  assert.equal((await stored()).find((each) => each.at === good.at)?.values[0], 21);
  const known = await post([ahead(most - 1)]);
  assert.deepEqual([known.status, known.body['deferred']], [202, 1], 'it is held: sent again it changes nothing');
  assert.equal(await waiting(), most);
  server.clock.advance(24 * hourMs + 3_600_000);
  await offer();
  assert.ok((await waiting()) < most);
  await server.database.pool.query('DELETE FROM deferred_reading');
});

test('readings of channels that are not there are limited, apart from those ahead; what is too old is dropped', async () => {
  const most = maxDeferred.readingChannelUnknown;
  const unknown = deferredSamples(most + 50, 0, 'readingChannelUnknown');
  assert.equal((await hold(server.database.pool, unknown)).size, most);
  assert.equal(await waiting(), most);
  assert.equal((await hold(server.database.pool, unknown.slice(-1))).size, 0);
  assert.equal((await hold(server.database.pool, deferredSamples(1, 0, 'readingInFuture'))).size, 1);
  const last = await post([{ at: nowMs() - 61_000, channels: { 2: { temperature: 2 }, other: { temperature: 3 } } }]);
  assert.deepEqual(
    [last.status, last.body['deferred']],
    [200, 0],
    'one channel too many does not hold back the others',
  );
  server.clock.advance(31 * 24 * hourMs);
  await offer();
  // By now the session of the one who asked is over.
  const { rowCount } = await server.database.pool.query('SELECT 1 FROM deferred_reading');
  assert.equal(rowCount, 0);
});

test('a reading that is held again while it is offered is not let go with the one before', async () => {
  const { pool } = server.database;
  await pool.query('DELETE FROM deferred_reading');
  const holdAt = (temperature: number, receivedAt: number) =>
    hold(pool, [
      {
        deviceId: world.device.id,
        channel: '1',
        at: nowMs() - hourMs,
        receivedAt,
        reason: 'readingInFuture',
        raw: JSON.stringify({ temperature }),
      },
    ]);
  await holdAt(1, nowMs() - 2000);
  const offered = await due(pool, nowMs(), 10);
  assert.deepEqual(
    offered.map(({ raw }) => raw),
    [{ temperature: 1 }],
  );
  await holdAt(2, nowMs() - 1000);
  await letGo(pool, offered);
  const left = await due(pool, nowMs(), 10);
  assert.deepEqual(
    left.map(({ raw }) => raw),
    [{ temperature: 2 }],
  );
  await letGo(pool, left);
  assert.equal(await waiting(), 0);
});
