import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '../src/formats/unwrap.ts';

const read = (text: string, source = 'gateway') =>
  unwrap(
    'worldsensing',
    new TextEncoder().encode(text),
    { topic: 'in/file.csv', receivedAt: Date.UTC(2024, 3, 16), timeZone: 'Asia/Shanghai' },
    { in: 'fixed', source },
  );
const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;
const of = (text: string, source?: string) =>
  read(text, source).uplinks.map((each) => [each.source, each.at, each.object] as const);
const noon = Date.parse('2024-04-15T12:35:00+08:00');

test('the file of a node: what lies above the heading is passed over, the node leaves the names', () => {
  const file = lines(
    '"Node ID","85544"',
    ...Array.from({ length: 8 }, (_, i) => `"Line ${i}","x"`),
    '"Date-and-time","AtmPressure-85544-in-mbar","freqSqInDigit-85544-VW-Ch1","thermResInOhms-85544-VW-Ch1"',
    '"2024-04-15 12:35:00",930.5,726.810811024,N.C.',
    '2024/04/15 12:36:00,930.4,,3210.5',
  );
  assert.deepEqual(of(file), [
    [
      '85544',
      noon,
      { 'AtmPressure-in-mbar': 930.5, 'freqSqInDigit-VW-Ch1': 726.810811024, 'thermResInOhms-VW-Ch1': null },
    ],
    [
      '85544',
      noon + 60_000,
      { 'AtmPressure-in-mbar': 930.4, 'freqSqInDigit-VW-Ch1': null, 'thermResInOhms-VW-Ch1': 3210.5 },
    ],
  ]);
  assert.deepEqual(read(file).faults, []);
});

test('columns of several nodes: each is a sender of its own; one with empty cells measured nothing then', () => {
  const file = lines(
    'Date-and-time,Sensor1-107474-Ch1,Sensor1-107474-Temp,value-122441-Ch1,type-122441-Ch1',
    '2024-04-15 12:35:00,0.25,18.5,4.5,Voltage',
    '2024-04-15 12:36:00,,,4.75,Voltage',
  );
  assert.deepEqual(of(file), [
    ['107474', noon, { 'Sensor1-Ch1': 0.25, 'Sensor1-Temp': 18.5 }],
    ['122441', noon, { 'value-Ch1': 4.5, 'type-Ch1': null }],
    ['122441', noon + 60_000, { 'value-Ch1': 4.75, 'type-Ch1': null }],
  ]);
});

test('a compacted file has names of its own: it is of whom the feed says', () => {
  const file = lines('"Datalogger","compacted"', '"TIMESTAMP","crack A-2024-1","tilt"', '"2024-04-15 12:35:00",-10,5');
  assert.deepEqual(of(file, 'north'), [['north', noon, { 'crack A-2024-1': -10, tilt: 5 }]]);
});

test('what it is not: no heading, no text, a line without a time, more than is taken', () => {
  assert.deepEqual(read(lines('"TOA5","x"', '1,2')).faults, ['otherShape']);
  assert.deepEqual(read('').faults, ['otherShape']);
  const broken = read(
    lines('Date-and-time,value-1001-Ch1', 'yesterday,1', '2024-04-15 12:35:00,2', '2024-04-15 12:36:00,"3'),
  );
  assert.deepEqual(
    [broken.faults, broken.uplinks.map(({ object }) => object)],
    [['timeMissing'], [{ 'value-Ch1': 2 }]],
  );
  const many = ['Date-and-time,value-1001-Ch1', ...Array.from({ length: 10_001 }, () => '2024-04-15 12:35:00,2')];
  assert.deepEqual(read(lines(...many)), { uplinks: [], faults: ['tooMany'] });
});
