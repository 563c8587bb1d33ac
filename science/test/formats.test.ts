import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeUplink } from '../src/formats/format.ts';
import type { Format, FormatRow } from '../src/formats/format-shape.ts';
import { readPath, valueAt } from '../src/formats/json-path.ts';
import { fromHex, piecesOf, rawAt } from '../src/formats/layout.ts';
import { uplinkOf } from '../src/formats/uplink.ts';

const row = (from: string, channel: string, quantity: string, more: Partial<FormatRow> = {}): FormatRow => ({
  from,
  channel,
  quantity,
  type: 'uint16',
  order: 'ABCD',
  bits: null,
  scale: 1,
  offset: 0,
  nothing: null,
  ...more,
});
const format = (content: Format['content'], rows: FormatRow[], more: Partial<Format> = {}): Format => ({
  content,
  rows,
  port: null,
  records: '',
  separator: ',',
  decimal: '.',
  headerLine: 1,
  encoding: 'bytes',
  tags: [],
  time: null,
  ...more,
});
const hex = (text: string) => fromHex(text) ?? assert.fail(text);
const samples = (given: Format, uplink: Parameters<typeof uplinkOf>[0]) =>
  decodeUplink(given, uplinkOf(uplink)).records;

test('a path reaches own names, elements and all elements, and nothing else', () => {
  const root = { a: { 'b c': [1, { x: 2 }, { x: 3 }] }, 'T/1': 4 };
  const at = (path: string) => valueAt(root, readPath(path) ?? assert.fail(path), 10);
  assert.equal(at('$.a["b c"][0]'), 1);
  assert.deepEqual(at(`a['b c'][*].x`), [undefined, 2, 3]);
  assert.equal(at('["T/1"]'), 4);
  assert.equal(at('T/1'), 4);
  assert.deepEqual([at('a.constructor'), at('__proto__.x'), at('a.length')], [undefined, undefined, undefined]);
  for (const wrong of ['a[', 'a b', 'a[*][*]', '["]', 'a'.concat('.a'.repeat(20))])
    assert.equal(readPath(wrong), null, wrong);
});

test('numbers of every type and order, bits, and what is missing', () => {
  const at = (text: string, type: FormatRow['type'], order: FormatRow['order'] = 'ABCD', bits: string | null = null) =>
    rawAt(hex(text), 0, { type, order, bits });
  assert.deepEqual(
    [at('FF', 'int8'), at('FFFE', 'int16'), at('FFFFFE', 'int24'), at('FEFFFFFF', 'int32', 'DCBA')],
    [-1, -2, -2, -2],
  );
  assert.deepEqual(
    [at('0102', 'uint16', 'DCBA'), at('010203', 'uint24', 'DCBA'), at('F0000000', 'uint32')],
    [0x201, 0x30201, 0xf0000000],
  );
  // 1.5 as the specification, with words swapped, with bytes of words swapped, lowest first.
  for (const [text, order] of [
    ['3FC00000', 'ABCD'],
    ['00003FC0', 'CDAB'],
    ['C03F0000', 'BADC'],
    ['0000C03F', 'DCBA'],
  ] as const)
    assert.equal(at(text, 'float32', order), 1.5, order);
  assert.deepEqual([at('1299', 'bcd16'), at('1A', 'bcd8')], [1299, 'notDecimal']);
  assert.deepEqual(
    [at('F5', 'uint8', 'ABCD', '0-3'), at('F5', 'uint8', 'ABCD', '7'), at('8000', 'int16', 'ABCD', '15')],
    [5, 1, 1],
  );
  assert.deepEqual(
    [at('F831', 'int16', 'ABCD', '1-15'), at('F831', 'uint16', 'ABCD', '1-15')],
    [-1000, 31_768],
    'a part with its sign',
  );
  assert.deepEqual([at('7FC00000', 'float32'), at('00', 'uint16')], ['notFinite', 'tooShort']);
});

test('binary: fixed places, from the end, scale, nothing, device', () => {
  const given = format('binary', [
    row('0', '1', 'frequency', { scale: 0.1 }),
    row('-2', '1', 'temperature', { type: 'int16', scale: 0.1 }),
    row('2', '2', 'level', { nothing: 0xffff }),
    row('40', '3', 'level'),
    row('4', 'device', 'voltage', { type: 'uint8', scale: 0.1 }),
  ]);
  const [record] = samples(given, { bytes: hex('6DDD FFFF 23 FFEC') });
  assert.deepEqual(record?.channels, { 1: { frequency: 2812.5, temperature: -2 } });
  assert.deepEqual([record?.device, record?.cells.slice(2)], [{ voltage: 3.5 }, ['nothing', 'tooShort', 3.5]]);
  const ascii = { ...given, encoding: 'hex' } as const;
  assert.deepEqual(samples(ascii, { text: ' 6d dd ff ff 23 ff ec\r\n' })[0]?.channels, record?.channels);
});

test('binary: tagged pieces end where a tag is unknown', () => {
  const given = format(
    'binary',
    [
      row('0367+0', '1', 'temperature', { type: 'int16', order: 'DCBA', scale: 0.1 }),
      row('0468+0', '1', 'humidity', { type: 'uint8', scale: 0.5 }),
    ],
    {
      tags: [
        { tag: '0175', length: 1 },
        { tag: '0367', length: 2 },
        { tag: '0468', length: 1 },
      ],
    },
  );
  assert.deepEqual(samples(given, { bytes: hex('0175 5C 0367 3401 0468 65') })[0]?.channels, {
    1: { temperature: 30.8, humidity: 50.5 },
  });
  const part = decodeUplink(given, uplinkOf({ bytes: hex('0367 3401 FFFF 0468 65') }));
  assert.deepEqual(
    [part.records[0]?.channels, part.faults],
    [{ 1: { temperature: 30.8, humidity: null } }, ['tagUnknown']],
  );
  assert.equal(piecesOf(hex('0367'), given.tags).rest, 2);
});

test('binary: any byte of a tag may be left open', () => {
  const tags = [
    { tag: '02....0003', length: 4 },
    { tag: '02....0002', length: 2 },
  ];
  const given = format(
    'binary',
    [row('02....0003+0', '1', 'value'), row('02....0003+2', 'device', 'voltage', { scale: 0.001 })],
    { tags },
  );
  assert.deepEqual(samples(given, { bytes: hex('02 01F4 0003 0190 0C6D') })[0]?.channels, { 1: { value: 400 } });
  assert.deepEqual(samples(given, { bytes: hex('02 01F4 0002 0C6D') })[0]?.channels, {});
});

test('binary: another port is no fault and no record', () => {
  const given = format('binary', [row('0', '1', 'value')], { port: 2 });
  assert.deepEqual(decodeUplink(given, uplinkOf({ bytes: hex('0001'), port: 5 })), { records: [], faults: [] });
  assert.equal(samples(given, { bytes: hex('0001'), port: 2 }).length, 1);
});

test('JSON: records with times, lists of nodes, texts and switches', () => {
  const given = format(
    'json',
    [
      row('v.t', '1', 'temperature', { scale: 0.1 }),
      row('nodes[*].x', '2', 'x'),
      row('on', '3', 'value'),
      row('s', '3', 'other'),
    ],
    { records: 'list', time: { from: 'at', form: 'unixSeconds', timeZone: 'UTC' } },
  );
  const text = JSON.stringify({
    list: [
      { at: 1_700_000_000, v: { t: 237 }, nodes: [{ x: 1 }, {}, { x: 'a' }], on: true, s: ' 12.5 ' },
      { at: 'soon', v: { t: 1 } },
      { at: 1_700_000_060, v: { t: 'none of it' } },
    ],
  });
  const { records, faults } = decodeUplink(given, uplinkOf({ text }));
  assert.deepEqual(records[0]?.channels, {
    1: { temperature: 23.7 },
    2: { x: [1, null, null] },
    3: { value: 1, other: 12.5 },
  });
  assert.equal(records[0]?.at, 1_700_000_000_000);
  assert.deepEqual(
    [records.length, records[1]?.cells[0], [...faults].sort()],
    [2, 'notNumber', ['empty', 'timeMissing']],
  );
  assert.deepEqual(decodeUplink(given, uplinkOf({ text: '{' })).faults, ['notJson']);
  assert.deepEqual(decodeUplink(given, uplinkOf({ text: '{"list":5}' })).faults, ['notLists']);
});

test('CSV: by names and numbers of columns, in the time of the logger', () => {
  const given = format(
    'csv',
    [row('VW_Freq', '1', 'frequency'), row('#3', '1', 'temperature'), row('gone', '2', 'value')],
    {
      headerLine: 2,
      separator: ';',
      decimal: ',',
      time: { from: 'Time', form: 'dmy', timeZone: 'Asia/Shanghai' },
    },
  );
  const text = 'Logger 17\r\nTime;VW_Freq;T\r\n05/11/2024 13:00;2812,5;18,2\r\n\r\n05/11/2024 14:00;NAN;18,3\r\n';
  const { records, faults } = decodeUplink(given, uplinkOf({ text }));
  assert.deepEqual(
    records.map(({ at }) => at),
    [Date.UTC(2024, 10, 5, 5), Date.UTC(2024, 10, 5, 6)],
  );
  assert.deepEqual(
    records.map(({ channels }) => channels),
    [{ 1: { frequency: 2812.5, temperature: 18.2 } }, { 1: { frequency: null, temperature: 18.3 } }],
  );
  assert.deepEqual(faults, ['columnMissing']);
});

test('a number beyond the range of its row is no number: in JSON, CSV and bytes, and in a list', () => {
  const bounded = { minimum: -40, maximum: 85 };
  const json = format('json', [row('t', '1', 'temperature', bounded), row('l', '1', 'level')]);
  const decoded = decodeUplink(json, uplinkOf({ object: { t: 3276.7, l: 3.5 } }));
  assert.deepEqual(decoded.faults, ['implausible']);
  assert.deepEqual(decoded.records[0]?.channels, { 1: { temperature: null, level: 3.5 } });
  assert.deepEqual(decoded.records[0]?.cells, ['implausible', 3.5]);
  assert.deepEqual(decodeUplink(json, uplinkOf({ object: { t: 85, l: 3.5 } })).faults, [], 'on the bound it is one');

  const csv = format('csv', [row('t', '1', 'temperature', bounded)]);
  const lines = decodeUplink(csv, uplinkOf({ text: 't\n20\n-41\n' }));
  assert.deepEqual(
    [lines.faults, lines.records.map(({ channels }) => Object.keys(channels).length)],
    [['implausible'], [1, 0]],
  );

  const bytes = format('binary', [row('0', '1', 'temperature', { ...bounded, type: 'int16', scale: 0.1 })]);
  const beyond = decodeUplink(bytes, uplinkOf({ bytes: hex('7FFF') }));
  assert.deepEqual([beyond.faults, beyond.records[0]?.channels], [['implausible'], {}]);

  const chain = format('json', [row('nodes[*].x', '1', 'x', { minimum: -30, maximum: 30 })]);
  const nodes = decodeUplink(chain, uplinkOf({ object: { nodes: [{ x: 1 }, { x: 400 }, { x: 2 }] } }));
  assert.deepEqual([nodes.faults, nodes.records[0]?.channels], [['implausible'], { 1: { x: [1, null, 2] } }]);
});
