/** What the doctor goes by: of whom it tells nothing, how old a likely cause may be, and what feeds a point no more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { addReading, makeDevice } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { DIAL_IN_PORT: '0' });
const { token } = north.admin;
const { corporationId } = north;

const diagnosisOf = async (deviceId: number) =>
  (await server.call(linkDoctor.ofDevice, { deviceId }, token)).body.findings;
const namesOf = async (deviceId: number) => (await diagnosisOf(deviceId)).map(({ finding }) => finding);

test('of a feed somebody who sees one device learns what is wrong, and neither its name nor who else sends', async () => {
  const input = {
    corporationId,
    kind: 'webhook',
    name: 'Secret tender',
    wrapping: 'plain',
    enabled: true,
    place: { in: 'content', path: 'station' },
  };
  const feedAnswer = await server.call(feeds.create, input as never, token);
  assert.equal(feedAnswer.status, 200, JSON.stringify(feedAnswer.body));
  const { id: feedId } = feedAnswer.body.feed;
  const { id: deviceId } = await makeDevice(server, north, ['1']);
  const assigned = await server.call(feeds.assign, { corporationId, feedId, source: 'a', deviceId }, token);
  assert.equal(assigned.status, 200, JSON.stringify(assigned.body));
  const at = server.clock.now();
  const unknown = { feed_id: feedId, source: 'stranger', first_at: at, last_at: at, times: 3, frames: '[]' };
  await server.db.insertInto('feed_unknown').values(unknown).execute();
  const ofFeed = (await server.call(linkDoctor.ofFeed, { corporationId, feedId }, token)).body.findings;
  assert.deepEqual(
    ofFeed.filter(({ finding }) => finding === 'feedUnknown').map(({ count }) => count),
    [1],
  );
  const ofDevice = await diagnosisOf(deviceId);
  assert.ok(!ofDevice.some(({ finding }) => finding === 'feedUnknown'), JSON.stringify(ofDevice));
  assert.ok(!JSON.stringify(ofDevice).includes('Secret tender'));
});

test('a modem of a similar register is the likely cause for a day', async () => {
  const { id: deviceId, sncode } = await makeDevice(server, north, ['1']);
  const setup = { enabled: true, silentSeconds: 900, intervalSeconds: 600 };
  assert.equal((await server.call(dialIn.set, { deviceId, setup }, token)).status, 200);
  const register = sncode.toLowerCase();
  const called = async (agoMs: number) => {
    const last_at = new Date(server.clock.now().getTime() - agoMs);
    await server.db.deleteFrom('dial_in_unknown').execute();
    const bytes = Buffer.from(register).toString('hex');
    await server.db
      .insertInto('dial_in_unknown')
      .values({ bytes, register, address: '192.0.2.1', first_at: last_at, last_at, times: 1, frames: '[]' })
      .execute();
    return (await namesOf(deviceId)).includes('similarRegistration');
  };
  assert.deepEqual([await called(dayMs / 2), await called(dayMs + 1)], [true, false]);
});

test('a channel that was taken from its point feeds none, and a reading of another device is none of this', async () => {
  const { id: deviceId } = await makeDevice(server, north, ['1']);
  const at = server.clock.now();
  const late = new Date(at.getTime() - 3 * dayMs);
  const state = { device_id: deviceId, channel: '1', at, received_at: at, raw: '{}' };
  await server.db.insertInto('channel_state').values(state).execute();
  const group = { point_id: north.pointId, device_id: deviceId, channel: '1', from_at: late, to_at: at };
  assert.ok((await namesOf(deviceId)).includes('unbound'));
  await server.db.insertInto('device_group').values(group).execute();
  assert.ok((await namesOf(deviceId)).includes('unbound'), 'it fed one until now');

  await addReading(server, north.pointId, [20]);
  await server.db.updateTable('point_state').set({ at: late }).where('point_id', '=', north.pointId).execute();
  // Something came just now of both: neither is silent.
  for (const device_id of [deviceId, north.device.id])
    await server.db.insertInto('device_state').values({ device_id, last_seen_at: at }).execute();
  const isBehind = async (id: number) => (await namesOf(id)).includes('clockBehind');
  assert.deepEqual([await isBehind(north.device.id), await isBehind(deviceId)], [true, false]);
});
