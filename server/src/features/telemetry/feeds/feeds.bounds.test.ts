/** Numbers of feeds that cannot be true: beyond the range of their row, or further from the one before than they can have gone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const { corporationId } = north;
const { token } = north.admin;
const source = 'logger-1';
const given = { corporationId, kind: 'webhook', name: 'Webhook', wrapping: 'plain' } as const;
const place = { in: 'content', path: 'id' } as const;
const { feed, secret } = (await server.call(feeds.create, { ...given, place }, token)).body;
const own = { corporationId, feedId: feed.id, source };

const send = async (minute: number, t: number) => {
  const at = new Date(server.clock.now().getTime() - 3_600_000 + minute * 60_000).toISOString();
  const response = await fetch(`${server.url}/api/feeds/${feed.key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ id: source, at, t }),
  });
  assert.equal(response.status, 200, 'it is never to come again');
  const { stored, unchanged, refused } = (await response.json()) as Record<string, number>;
  return [stored, unchanged, refused];
};
const fault = async () => {
  await server.gateway?.feeds.settled();
  const { body } = await server.call(feeds.list, { corporationId }, token);
  const state = body.states.find((each) => each.feedId === feed.id);
  return [state?.lastFault, state?.lastFaultDetail];
};
const values = async () =>
  (
    await server.db.selectFrom('reading').select('values').where('point_id', '=', north.pointId).orderBy('at').execute()
  ).map((reading) => reading.values[0]);

test('a range and a jump of a row hold for what a feed brings', async () => {
  await send(0, 20);
  assert.equal((await server.call(feeds.assign, { ...own, deviceId: north.device.id }, token)).status, 200);
  const row = { from: 't', channel: '1', quantity: 'temperature', minimum: -40, maximum: 85, jump: 5 };
  const format = { content: 'json', time: { from: 'at', form: 'ymd' }, rows: [row] } as never;
  const set = await server.call(feeds.setFormat, { ...own, format }, token);
  assert.equal(set.status, 200, JSON.stringify(set.body));

  assert.deepEqual(await send(1, 20), [1, 0, 0]);
  assert.deepEqual(await send(2, 3276.7), [0, 0, 1]);
  assert.deepEqual(await fault(), ['implausible', north.device.sncode]);
  assert.deepEqual(await send(3, 40), [0, 0, 1], 'a jump is held');
  assert.deepEqual(await fault(), ['implausible', `${north.device.sncode} 1 temperature 40`]);
  assert.deepEqual(await send(3, 40), [0, 0, 1], 'sent again it confirms nothing');
  assert.deepEqual(await send(4, 41), [1, 0, 0], 'the next one does');
  assert.deepEqual(await send(1, 20), [0, 1, 0], 'what is known already changes nothing');
  assert.deepEqual(await send(0, 30), [1, 0, 0], 'a back-fill has its range alone to keep to');
  assert.deepEqual(await values(), [30, 20, 41]);
});
