/** Times of CSV files that loggers write in several columns, and what lies between their names and their data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeUplink } from '../src/formats/format.ts';
import type { Format } from '../src/formats/format-shape.ts';
import { uplinkOf } from '../src/formats/uplink.ts';

const format = (given: Partial<Format>, froms: readonly string[]): Format => ({
  content: 'csv',
  port: null,
  records: '',
  separator: ',',
  decimal: '.',
  headerLine: 1,
  encoding: 'bytes',
  tags: [],
  time: null,
  ...given,
  rows: froms.map((from, at) => ({
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
});
const times = (shape: Format, text: string) => {
  const { records, faults } = decodeUplink(shape, uplinkOf({ text }));
  return { at: records.map(({ at }) => (at === null ? null : new Date(at).toISOString())), faults, records };
};

test('arrays of a Geokon LC-2: year, day of the year, hhmm and seconds are columns, without names', () => {
  const shape = format(
    { headerLine: 0, time: { from: '#2 + #3 + #4 + #5', form: 'yearDay', timeZone: 'America/New_York' } },
    ['#8', '#9'],
  );
  const { at, faults, records } = times(
    shape,
    'Datalogger#1,2024,44,1453,30,3.21,21.5,8751.334,12.1,1\nDatalogger#1,2024,366,2400,0,3.21,21.5,8751.4,12.2,2\n',
  );
  assert.deepEqual(at, ['2024-02-13T19:53:30.000Z', '2025-01-01T05:00:00.000Z']);
  assert.deepEqual([faults, records[0]?.cells], [[], [8751.334, 12.1]]);
  for (const day of ['0', '367', '44.5', 'x'])
    assert.deepEqual(
      times(shape, `a,2024,${day},1453,0,3,21,8751,12,1`).faults,
      ['timeMissing', 'empty'].slice(0, 1),
      day,
    );
  assert.deepEqual(times(shape, 'a,2023,366,1200,0,3,21,8751,12,1').faults, ['timeMissing'], '2023 has 365 days');
  assert.deepEqual(times(shape, 'a,2024,44,1260,0,3,21,8751,12,1').faults, ['timeMissing'], '12:60 is no time');
});

test('date and time in two columns; a column whose name has a plus is itself', () => {
  const two = format({ time: { from: 'Date + Time', form: 'dmy', timeZone: 'UTC' } }, ['v']);
  assert.deepEqual(times(two, 'Date,Time,v\n05/11/2024,13:00:01,1\n').at, ['2024-11-05T13:00:01.000Z']);
  assert.deepEqual(times(two, 'Date,v\n05/11/2024,1\n').faults, ['timeMissing']);
  const one = format({ time: { from: 'a + b', form: 'ymd', timeZone: 'UTC' } }, ['v']);
  assert.deepEqual(times(one, 'a + b,v\n2024-11-05 13:00,1\n').at, ['2024-11-05T13:00:00.000Z']);
});

test('units and remarks between names and data are no record without a time', () => {
  const file = 'Logger,12345\nSerial,99\nTime,Freq\nUTC,Hz\n"",mean\n2024-11-05 13:00,812.5\n';
  const time = { from: 'Time', form: 'ymd', timeZone: 'UTC' } as const;
  const read = times(format({ headerLine: 3, dataLine: 6, time }, ['Freq']), file);
  assert.deepEqual([read.at, read.faults], [['2024-11-05T13:00:00.000Z'], []]);
  assert.deepEqual(times(format({ headerLine: 3, time }, ['Freq']), file).faults, ['timeMissing']);
});
