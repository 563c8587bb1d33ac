import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceLabel, readDeviceLabel } from '../src/collect/device-label.ts';

const parse = (text: string) => {
  const label = readDeviceLabel(text);
  return label && [label.sncode, label.model, label.name];
};

test('labels of all kinds name their device', () => {
  assert.deepEqual(parse('VW8-0201'), ['VW8-0201', null, null]);
  assert.deepEqual(parse(' 8986012345 \r\n'), ['8986012345', null, null]);
  assert.deepEqual(parse('SN:VW8-0201;MODEL:DCT20S'), ['VW8-0201', 'DCT20S', null]);
  assert.deepEqual(parse('S/N: VW8-0201\nModel: DCT20S\nName: Logger 3'), ['VW8-0201', 'DCT20S', 'Logger 3']);
  assert.deepEqual(parse('序列号：VW8-0201；型号：DCT20S'), ['VW8-0201', 'DCT20S', null]);
  assert.deepEqual(parse('sn=VW8-0201,pn=DCT20S'), ['VW8-0201', 'DCT20S', null]);
  assert.deepEqual(parse('{"serialNumber":"VW8-0201","model":"DCT20S","fw":3}'), ['VW8-0201', 'DCT20S', null]);
  assert.deepEqual(parse('{"sn":8986}'), ['8986', null, null]);
  assert.deepEqual(parse('https://maker.example/q?SN=VW8-0201&model=DCT%2020S'), ['VW8-0201', 'DCT 20S', null]);
  assert.deepEqual(parse('https://maker.example/d/VW8-0201/'), ['VW8-0201', null, null]);
});

test('what names no serial number is no label', () => {
  for (const text of [
    '',
    '   ',
    'two words',
    '{"model":"X"}',
    '{broken',
    'MODEL:DCT20S',
    'SN:',
    'a/b',
    'https://maker.example/',
    'x'.repeat(33),
    '设备',
    'WIFI:S:net;P:secret;;',
    `SN:1;${'x'.repeat(3000)}`,
  ])
    assert.equal(readDeviceLabel(text), null, text);
});

test('our own labels come back', () => {
  for (const device of [
    { sncode: 'VW8-0201', model: 'DCT20S' },
    { sncode: 'a.b_c-9', model: '' },
  ])
    assert.deepEqual(parse(deviceLabel(device)), [device.sncode, device.model || null, null]);
  assert.deepEqual(parse(deviceLabel({ sncode: 'X1', model: 'odd;model' })), ['X1', null, null]);
});
