import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCrc } from '../src/modbus/crc.ts';
import type { MapRow } from '../src/modbus/register-map.ts';
import { tcpFrameOf } from '../src/modbus/tcp.ts';
import { requestsOf, tryFrames } from '../src/modbus/try-frames.ts';

const row = (change: Partial<MapRow>): MapRow => ({
  unit: 1,
  function: 3,
  address: 0,
  type: 'uint16',
  order: 'ABCD',
  bits: null,
  scale: 1,
  offset: 0,
  nothing: null,
  channel: '1',
  quantity: 'value',
  ...change,
});
const hex = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString('hex');
const rtu = (...bytes: number[]) => hex(withCrc(bytes));

test('the published answer of a thermistor: Geokon 3810A manual, 10,802.12 ohm with its words swapped', () => {
  const thermistor = row({ unit: 2, address: 0x102, type: 'float32', order: 'CDAB', quantity: 'resistance' });
  const { numbers, faults } = tryFrames([thermistor], '02 03 01 02 00 02 64 04\n02 03 04 C8 7C 46 28 04 F5');
  assert.deepEqual(faults, []);
  assert.ok(Math.abs(Number(numbers[0]) - 10_802.12) < 0.01, String(numbers[0]));
  assert.deepEqual(requestsOf([thermistor]), ['02 03 01 02 00 02 64 04']);
});

test('an answer alone is of the read that has its length; with its request it is sure', () => {
  const rows = [row({ address: 10 }), row({ address: 20, quantity: 'other' }), row({ address: 30, type: 'uint32' })];
  assert.deepEqual(tryFrames(rows, rtu(1, 3, 2, 0, 7)).numbers, [7, null, null]);
  assert.deepEqual(tryFrames(rows, `${rtu(1, 3, 2, 0, 7)}\n${rtu(1, 3, 2, 0, 8)}`).numbers, [7, 8, null]);
  assert.deepEqual(tryFrames(rows, `${rtu(1, 3, 0, 20, 0, 1)}\n${rtu(1, 3, 2, 0, 9)}`).numbers, [null, 9, null]);
  const span = `${rtu(1, 3, 0, 8, 0, 4)}\n${rtu(1, 3, 8, 0, 1, 0, 2, 0, 3, 0, 4)}`;
  assert.deepEqual(tryFrames(rows, span).numbers, [3, null, null], 'a read of more than the row');
});

test('frames of TCP, bits, types and what is no number', () => {
  const rows = [
    row({ address: 0, type: 'float32', order: 'DCBA', scale: 10, offset: 1 }),
    row({ address: 2, bits: { from: 4, count: 4 }, quantity: 'bits' }),
    row({ address: 3, nothing: 0x7fff, quantity: 'none' }),
    row({ function: 1, address: 5, type: 'bit', quantity: 'coil' }),
  ];
  const data = Buffer.alloc(8);
  data.writeFloatLE(2.5, 0);
  data.writeUInt16BE(0xa5, 4);
  data.writeUInt16BE(0x7fff, 6);
  const answer = tcpFrameOf({ transaction: 9, unit: 1, pdu: Uint8Array.from([3, 8, ...data]) });
  const coil = tcpFrameOf({ transaction: 10, unit: 1, pdu: Uint8Array.of(1, 1, 1) });
  assert.deepEqual(tryFrames(rows, `0x${hex(answer)}\r\n\r\n${hex(coil)}`), {
    numbers: [26, 10, 'nothing', 1],
    faults: [],
  });
});

test('what is wrong is told by its line', () => {
  const rows = [row({ address: 10 })];
  const lines = [
    'no bytes',
    `${rtu(1, 3, 2, 0, 7).slice(0, -1)}0`,
    rtu(1, 0x83, 2),
    rtu(9, 3, 2, 0, 7),
    rtu(1, 3, 0, 10, 0, 1),
  ];
  assert.deepEqual(tryFrames(rows, lines.join('\n')).faults, [
    { line: 1, fault: 'notBytes', code: null },
    { line: 2, fault: 'noFrame', code: null },
    { line: 3, fault: 'exception', code: 2 },
    { line: 4, fault: 'noRead', code: null },
    { line: 5, fault: 'requestOnly', code: null },
  ]);
});

test('whatever is pasted, it throws nothing and gives a number or nothing for each row', () => {
  const rows = [row({}), row({ address: 1, type: 'float64' }), row({ function: 2, type: 'bit', address: 3 })];
  let seed = 7;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed;
  };
  const frames = Number(process.env['FUZZ_FRAMES'] ?? 20_000) / 10;
  for (let nth = 0; nth < frames; nth++) {
    const bytes = Array.from({ length: next() % 40 }, () => next() % 256);
    if (nth % 2 === 0) bytes.splice(0, 2, 1, (next() % 4) + 1);
    const { numbers } = tryFrames(rows, nth % 3 === 0 ? hex(bytes) : hex(withCrc(bytes)));
    assert.equal(numbers.length, rows.length);
  }
});
