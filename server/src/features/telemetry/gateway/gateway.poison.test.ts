/** What a device may send that no database takes: it must cost nobody else a reading, nor the device its place on the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import type { World } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, good, mad] = await openWorlds(['Good', 'Mad']);

const at = (second: number) => new Date(Date.parse('2026-03-18T05:00:00Z') + second * 1000).toISOString();

async function post(world: World, body: string) {
  const { sncode, secret } = world.device;
  const response = await fetch(`${server.url}/api/devices/${sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Not text that PostgreSQL stores: NUL, and halves of a surrogate pair. */
const poison = ['a\\u0000b', '\\ud83d', '\\ude00x'];

test('a quantity whose name cannot be stored is refused, and its neighbours in the batch are stored', async () => {
  const sent = poison.flatMap((name, i) => [
    post(good, `{"at":"${at(i)}","channels":{"1":{"temperature":${i}}}}`),
    post(mad, `{"at":"${at(i)}","channels":{"1":{"temperature":1,"${name}":1}}}`),
  ]);
  const answers = await Promise.all(sent);
  answers.forEach(({ status, body }, i) => {
    if (i % 2 === 0) assert.equal(status, 200, JSON.stringify(body));
    else assert.deepEqual([status, body['error']], [400, 'malformedReading']);
  });
});

test('a channel whose name cannot be stored is refused, and the states of devices are written all the same', async () => {
  const names = [...poison, `${'x'.repeat(31)}\\ud83d\\ude00`];
  for (const name of names) {
    const { status, body } = await post(mad, `{"at":"${at(60)}","channels":{"${name}":{"temperature":1}}}`);
    assert.deepEqual([status, body['error']], [400, 'readingChannelUnknown']);
  }
  await post(good, `{"at":"${at(61)}","channels":{"1":{"temperature":5}},"device":{"voltage":12.5}}`);
  const states = () =>
    server.db.selectFrom('device_state').select(['device_id', 'voltage_v', 'refused_count']).execute();
  await waitUntilSettled(states, (current) => {
    assert.equal(current.find((state) => state.device_id === good.device.id)?.voltage_v, 12.5);
    assert.ok((current.find((state) => state.device_id === mad.device.id)?.refused_count ?? 0) >= names.length);
  });
});
