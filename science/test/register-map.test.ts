import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MapRow, numbersOf, readsOf, samplesOf } from '../src/modbus/register-map.ts';

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
const spans = (rows: readonly MapRow[], most?: number) =>
  readsOf(rows, most).map(({ request: r, rows: own }) => [r.unit, r.function, r.address, r.count, own.length]);

test('neighbours are read at once, gaps and other units and functions are not', () => {
  const rows = [
    row({ address: 10, type: 'float32' }),
    row({ address: 12, type: 'float32' }),
    row({ address: 15 }),
    row({ address: 10, type: 'uint32' }),
    row({ address: 14, unit: 2 }),
    row({ address: 14, function: 4 }),
    row({ address: 3, function: 1, type: 'bit' }),
    row({ address: 4, function: 1, type: 'bit' }),
  ];
  assert.deepEqual(spans(rows), [
    [1, 1, 3, 2, 2],
    [1, 3, 10, 4, 3],
    [1, 3, 15, 1, 1],
    [1, 4, 14, 1, 1],
    [2, 3, 14, 1, 1],
  ]);
  assert.deepEqual(spans([]), []);
});

test('no read is longer than the slave can give, and no number is cut', () => {
  const rows = Array.from({ length: 100 }, (_, at) => row({ address: at * 2, type: 'float32' }));
  assert.deepEqual(spans(rows), [
    [1, 3, 0, 124, 62],
    [1, 3, 124, 76, 38],
  ]);
  assert.equal(spans(rows, 1).length, 100);
  assert.deepEqual(spans(rows.slice(0, 3), 5), [
    [1, 3, 0, 4, 2],
    [1, 3, 4, 2, 1],
  ]);
});

test('each number comes from its own registers, and a channel of which nothing arrived has no sample', () => {
  const rows = [
    row({ address: 5, channel: '2', quantity: 'temperature', type: 'int16', scale: 0.1 }),
    row({ address: 4, channel: '1', quantity: 'frequency' }),
    row({ address: 6, channel: '1', quantity: 'temperature', nothing: 0xffff }),
    row({ address: 20, channel: '3' }),
    row({ address: 7, channel: '4', nothing: 9 }),
  ];
  const [first] = readsOf(rows);
  assert.ok(first);
  const data = Uint8Array.of(0x0b, 0x54, 0xff, 0xce, 0xff, 0xff, 0, 9);
  assert.deepEqual(samplesOf(rows, numbersOf(first, data)), {
    1: { frequency: 2900, temperature: null },
    2: { temperature: -5 },
  });
  assert.deepEqual(samplesOf(rows, []), {});
});
