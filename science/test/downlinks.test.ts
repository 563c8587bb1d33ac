/** Downlinks by the examples of the documents that their header names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  downlinkAddressOf,
  downlinkResultOf,
  encodeDownlink,
  queuedItemOf,
} from '@plumbline/science/formats/downlinks';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const id = '3f0c52ef-4a0a-4b74-9f0a-5f9f6f0d4a11';
const downlink = (length: number) => ({
  id,
  bytes: Uint8Array.from({ length }, (_, i) => 250 + i),
  port: 15,
  confirmed: true,
});

test('where a device is reached is what its uplink says', () => {
  const things = { end_device_ids: { device_id: 'level-1', dev_eui: '00' }, uplink_message: { f_port: 1 } };
  assert.deepEqual(downlinkAddressOf('theThingsStack', 'v3/app@tenant/devices/level-1/up', bytes(things)), {
    device: 'level-1',
    base: 'v3/app@tenant/devices/level-1',
  });
  assert.deepEqual(downlinkAddressOf('theThingsStack', '', bytes(things)), { device: 'level-1', base: null });
  const chirp = { deviceInfo: { devEui: '0102030405060708' }, data: '' };
  assert.deepEqual(downlinkAddressOf('chirpStack', 'application/a/device/0102030405060708/event/up', bytes(chirp)), {
    device: '0102030405060708',
    base: 'application/a/device/0102030405060708',
  });
  const bad = { ...things, end_device_ids: { device_id: '../other' } };
  assert.equal(downlinkAddressOf('theThingsStack', '', bytes(bad)), null, 'a name that would be another path');
  assert.equal(downlinkAddressOf('theThingsStack', '', bytes({ end_device_ids: { device_id: 'a' } })), null);
  assert.equal(downlinkAddressOf('chirpStack', '', Buffer.from('no JSON')), null);
});

test('a downlink is what each network takes', () => {
  const things = encodeDownlink('theThingsStack', { device: 'level-1', base: 'v3/a/devices/level-1' }, downlink(4));
  assert.equal(things.topic, 'v3/a/devices/level-1/down/push');
  assert.deepEqual(things.mqtt, {
    downlinks: [
      {
        f_port: 15,
        frm_payload: '+vv8/Q==',
        priority: 'NORMAL',
        confirmed: true,
        correlation_ids: [`plumbline:${id}`],
      },
    ],
  });
  const chirp = encodeDownlink('chirpStack', { device: '01', base: 'application/a/device/01' }, downlink(3));
  assert.equal(chirp.topic, 'application/a/device/01/command/down');
  assert.deepEqual(chirp.mqtt, { id, devEui: '01', confirmed: true, fPort: 15, data: '+vv8' });
  assert.deepEqual(chirp.http, { queueItem: { confirmed: true, fPort: 15, data: '+vv8' } });
  for (const length of [0, 1, 2, 3, 4, 5, 200]) {
    const { mqtt } = encodeDownlink('chirpStack', { device: '01', base: null }, downlink(length));
    assert.equal((mqtt as { data: string }).data, Buffer.from(downlink(length).bytes).toString('base64'));
  }
  assert.equal(queuedItemOf(bytes({ id: 'abc' })), 'abc');
  assert.equal(queuedItemOf(bytes({})), null);
});

test('what becomes of it is known by its id, and what is about others is left alone', () => {
  const things = (name: string, part: object) =>
    downlinkResultOf('theThingsStack', 'v3/a/devices/d/down/x', bytes({ end_device_ids: {}, [name]: part }));
  const ids = { correlation_ids: ['as:up:1', `plumbline:${id}`] };
  assert.deepEqual(things('downlink_ack', ids), { item: id, state: 'acknowledged', detail: '' });
  assert.deepEqual(things('downlink_sent', ids), { item: id, state: 'sent', detail: '' });
  assert.equal(things('downlink_nack', ids)?.state, 'failed');
  const error = { message_format: 'frame payload is too long' };
  assert.deepEqual(things('downlink_failed', { downlink: ids, error }), {
    item: id,
    state: 'failed',
    detail: 'frame payload is too long',
  });
  assert.equal(things('downlink_ack', { correlation_ids: ['as:up:1'] }), null);
  assert.equal(things('uplink_message', ids), null);
  const chirp = (event: string, message: object) =>
    downlinkResultOf('chirpStack', `application/a/device/d/event/${event}`, bytes(message));
  assert.equal(chirp('ack', { queueItemId: id, acknowledged: true })?.state, 'acknowledged');
  assert.equal(chirp('ack', { queueItemId: id })?.state, 'failed', 'false is left out');
  assert.equal(chirp('txack', { queueItemId: id })?.state, 'sent');
  const log = { level: 'ERROR', code: 'DOWNLINK_PAYLOAD_SIZE', context: { queue_item_id: id } };
  assert.deepEqual(chirp('log', log), { item: id, state: 'failed', detail: 'DOWNLINK_PAYLOAD_SIZE' });
  assert.equal(chirp('log', { ...log, level: 'INFO' }), null);
  assert.equal(chirp('up', { queueItemId: id }), null);
});
