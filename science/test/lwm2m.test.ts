/** LwM2M and the CBOR of SenML, on the examples of their specifications. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCbor } from '../src/formats/cbor.ts';
import { decodeUplink } from '../src/formats/format.ts';
import type { Format } from '../src/formats/format-shape.ts';
import { fromHex } from '../src/formats/layout.ts';
import { unwrap } from '../src/formats/unwrap.ts';

const receivedAt = Date.UTC(2024, 10, 5, 12);
const hex = (text: string): Uint8Array => fromHex(text) ?? assert.fail(text);
const lwm2m = (topic: string, content: string | Uint8Array) =>
  unwrap(
    'lwm2m',
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
    { topic, receivedAt, timeZone: 'UTC' },
    { in: 'topic', level: 2 },
  );

// OMA-TS-LightweightM2M-V1_0_2, section 6.4.3.1: "Single Object Instance Request Example", GET /3/0.
const device = `C8 00 14 4F 70 65 6E 20 4D 6F 62 69 6C 65 20 41 6C 6C 69 61 6E 63 65
 C8 01 16 4C 69 67 68 74 77 65 69 67 68 74 20 4D 32 4D 20 43 6C 69 65 6E 74
 C8 02 09 33 34 35 30 30 30 31 32 33 C3 03 31 2E 30 86 06 41 00 01 41 01 05
 88 07 08 42 00 0E D8 42 01 13 88 87 08 41 00 7D 42 01 03 84 C1 09 64 C1 0A 0F
 83 0B 41 00 00 C4 0D 51 82 42 8F C6 0E 2B 30 32 3A 30 30 C1 10 55`;
const deviceValues = {
  manufacturer: 'Open Mobile Alliance',
  modelNumber: 'Lightweight M2M Client',
  serialNumber: '345000123',
  firmwareVersion: '1.0',
  availablePowerSources: [1, 5],
  powerSourceVoltage: [3800, 5000],
  powerSourceCurrent: [125, 900],
  batteryLevel: 100,
  memoryFree: 15,
  errorCode: [0],
  currentTime: 1367491215,
  utcOffset: '+02:00',
  bindingModes: 'U',
};

test('TLV: the device of the specification, as resources and as an instance', () => {
  const { uplinks, faults } = lwm2m('lwm2m/urn:imei:490154203237518/3/0', hex(device));
  assert.deepEqual([faults, uplinks.length], [[], 1]);
  assert.deepEqual(
    [uplinks[0]?.source, uplinks[0]?.at, uplinks[0]?.object],
    ['urn:imei:490154203237518', null, { device: { 0: deviceValues } }],
  );
  // GET /3: the same inside of an instance; its length takes a byte.
  const bytes = hex(device);
  const whole = Uint8Array.from([0x08, 0x00, bytes.length, ...bytes]);
  assert.deepEqual(lwm2m('a/b/3', whole).uplinks[0]?.object, { device: { 0: deviceValues } });
});

test('TLV: numbers of the registry have names and kinds; what is unknown is left out and never guessed', () => {
  // /3303/7: 5700 as float32, 5701 as text, 5601 as float64, 9999 (unknown, four bytes).
  const bytes = hex('E4 16 44 41 92 66 66 E3 16 45 43 65 6C E8 15 E1 08 C0 08 00 00 00 00 00 00 E4 27 0F 00 00 00 05');
  const { uplinks } = lwm2m('a/b/3303/7', bytes);
  const [uplink] = uplinks;
  const { temperature } = (uplink?.object ?? {}) as { readonly temperature?: Readonly<Record<number, object>> };
  assert.deepEqual(Object.keys(temperature?.[7] ?? {}), ['sensorValue', 'sensorUnits', 'minMeasuredValue']);
  const format: Format = {
    content: 'json',
    port: null,
    records: '',
    separator: ',',
    decimal: '.',
    headerLine: 1,
    encoding: 'bytes',
    tags: [],
    time: null,
    rows: ['temperature.7.sensorValue', 'temperature["7"].minMeasuredValue', 'temperature.7.9999'].map((from, at) => ({
      from,
      type: 'uint16',
      order: 'ABCD',
      bits: null,
      scale: 1,
      offset: 0,
      nothing: null,
      channel: '1',
      quantity: `q${at}`,
    })),
  };
  const { cells } = decodeUplink(format, uplink ?? assert.fail()).records[0] ?? assert.fail();
  assert.ok(Math.abs((cells[0] as number) - 18.3) < 1e-6);
  assert.deepEqual(cells.slice(1), [-3, 'absent']);
  // An object that nobody here knows keeps its number; its resources of the common ones have their names.
  assert.deepEqual(lwm2m('a/b/33999/0', hex('E4 16 44 3F 80 00 00')).uplinks[0]?.object, {
    33999: { 0: { sensorValue: 1 } },
  });
  // A float of three bytes is none.
  assert.deepEqual(lwm2m('a/b/3303/0', hex('E3 16 44 3F 80 00')).uplinks[0]?.object, {});
});

test('TLV: what is cut, or does not say its object, is a fault', () => {
  assert.deepEqual(lwm2m('a/b/3303/0', hex('E4 16 44 41 92 66')).faults, ['otherShape']);
  assert.deepEqual(lwm2m('a/b', hex('E4 16 44 41 92 66 66')).faults, ['objectMissing']);
  assert.deepEqual(lwm2m('a/b/3303', hex('08 00 07 E4 16 44 41 92 66')).faults, ['otherShape']);
  assert.deepEqual(lwm2m('a/b/3303', new Uint8Array()).faults, ['otherShape']);
});

test('SenML of LwM2M: the same names, from paths in the records or in the topic', () => {
  const pack =
    '[{"bn":"/3303/0/","bt":1730808000,"n":"5700","v":21.2},{"n":"5601","v":-3},{"bn":"/3/0/7/","n":"1","v":3900}]';
  assert.deepEqual(lwm2m('a/b', pack).uplinks, [
    {
      source: 'b',
      at: 1730808000000,
      text: null,
      bytes: null,
      port: null,
      signal: null,
      object: {
        temperature: { 0: { sensorValue: 21.2, minMeasuredValue: -3 } },
        device: { 0: { powerSourceVoltage: [3900] } },
      },
    },
  ]);
  assert.deepEqual(lwm2m('a/b/3303/2', '[{"n":"5700","v":1,"t":1730808000}]').uplinks[0]?.object, {
    temperature: { 2: { sensorValue: 1 } },
  });
  assert.deepEqual(lwm2m('a/b', '[{"n":"x","v":1}]').faults, ['objectMissing']);
});

// RFC 8428, section 6: the multiple measurements of section 5.1.2 in CBOR.
const inCbor = `87 A7 21 78 1B 75 72 6E 3A 64 65 76 3A 6F 77 3A 31 30 65 32 30 37 33 61 30 31 30 38 30 30 36 3A 22 FB 41
 D3 03 A1 5B 00 10 62 23 61 41 20 05 00 67 76 6F 6C 74 61 67 65 01 61 56 02 FB 40 5E 06 66 66 66 66 66
 A3 00 67 63 75 72 72 65 6E 74 06 24 02 FB 3F F3 33 33 33 33 33 33 A3 00 67 63 75 72 72 65 6E 74 06 23 02 FB 3F F4 CC CC CC CC CC CD
 A3 00 67 63 75 72 72 65 6E 74 06 22 02 FB 3F F6 66 66 66 66 66 66 A3 00 67 63 75 72 72 65 6E 74 06 21 02 F9 3E 00
 A3 00 67 63 75 72 72 65 6E 74 06 20 02 FB 3F F9 99 99 99 99 99 9A A3 00 67 63 75 72 72 65 6E 74 06 00 02 FB 3F FB 33 33 33 33 33 33`;

test('SenML in CBOR reads as in JSON: the example of RFC 8428', () => {
  const at = { topic: '', receivedAt, timeZone: 'UTC' };
  const json = [
    { bn: 'urn:dev:ow:10e2073a0108006:', bt: 1.276020076001e9, bu: 'A', bver: 5, n: 'voltage', u: 'V', v: 120.1 },
    ...[1.2, 1.3, 1.4, 1.5, 1.6, 1.7].map((v, nth) => ({ n: 'current', t: nth - 5, v })),
  ];
  const read = (content: Uint8Array) => unwrap('senML', content, at, { in: 'fixed', source: '' });
  const ofCbor = read(hex(inCbor));
  assert.deepEqual(ofCbor, read(new TextEncoder().encode(JSON.stringify(json))));
  assert.deepEqual([ofCbor.uplinks.length, ofCbor.uplinks[0]?.source], [6, '10e2073a0108006']);
  assert.deepEqual(ofCbor.uplinks[0]?.object, { voltage: 120.1, current: 1.7 });
  for (const cut of [1, 20, hex(inCbor).length - 1])
    assert.deepEqual(read(hex(inCbor).slice(0, cut)).faults, ['otherShape'], `cut at ${cut}`);
});

test('CBOR: the examples of appendix A of RFC 8949', () => {
  const examples: readonly (readonly [string, unknown])[] = [
    ...([
      ['00', 0],
      ['17', 23],
      ['18 18', 24],
      ['19 03 E8', 1000],
      ['1A 00 0F 42 40', 1_000_000],
    ] as const),
    ...([
      ['20', -1],
      ['39 03 E7', -1000],
      ['1B 00 00 00 E8 D4 A5 10 00', 1e12],
    ] as const),
    ...([
      ['F9 00 00', 0],
      ['F9 3C 00', 1],
      ['F9 7B FF', 65504],
      ['F9 00 01', 2 ** -24],
    ] as const),
    ...([
      ['F9 04 00', 0.00006103515625],
      ['F9 C4 00', -4],
      ['F9 7C 00', Number.POSITIVE_INFINITY],
    ] as const),
    ...([
      ['FA 47 C3 50 00', 100000],
      ['FB 3F F1 99 99 99 99 99 9A', 1.1],
      ['F4', false],
      ['F5', true],
    ] as const),
    ...([
      ['F6', null],
      ['F7', undefined],
      ['C1 1A 51 4B 67 B0', 1363896240],
      ['64 49 45 54 46', 'IETF'],
    ] as const),
    ...([
      ['62 C3 BC', 'ü'],
      ['80', []],
      ['83 01 02 03', [1, 2, 3]],
      ['9F 01 82 02 03 9F 04 05 FF FF', [1, [2, 3], [4, 5]]],
    ] as const),
    ...([
      ['7F 65 73 74 72 65 61 64 6D 69 6E 67 FF', 'streaming'],
      [
        'A2 01 02 03 04',
        new Map([
          [1, 2],
          [3, 4],
        ]),
      ],
    ] as const),
  ];
  for (const [text, value] of examples) assert.deepEqual(readCbor(hex(text)), { value }, text);
  for (const text of [
    '',
    '18',
    '1C',
    '62 C3',
    '62 FF FF',
    '9F 01',
    'FF',
    '00 00',
    'A2 01 02 01 03',
    'A1 80 01',
    '5F 61 61 FF',
    '1F',
  ])
    assert.equal(readCbor(hex(text)), null, text);
  // No depth or length that is only claimed costs anything.
  assert.equal(readCbor(new Uint8Array(100_000).fill(0x81)), null);
  assert.equal(readCbor(hex('9B FF FF FF FF FF FF FF FF')), null);
});
