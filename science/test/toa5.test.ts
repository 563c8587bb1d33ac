import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileFault, type FileFaultName, type Row } from '../src/files/csv.ts';
import { readNumber } from '../src/files/csv-layout.ts';
import { isToa5, toa5Reader } from '../src/files/toa5.ts';
import { fault, readAll } from './reading.ts';
import { answer, needsRealFiles, realText } from './real-files.ts';
import { near } from './vectors.ts';

const logger = [
  '"TOA5","Weir","CR300","16101","CR310.Std.10","CPU:weir.CR300","41095","Hourly"',
  '"TIMESTAMP","RECORD","BattV","Level(1)"',
  '"TS","RN","Volts","m"',
  '"","","Smp","Avg"',
];
const data = ['"2024-02-13 14:00:00",0,12.9,1.25', '"2024-02-13 15:00:00",1,"NAN",1.5'];

test('TOA5: header, missing values, broken lines, a header in the middle', () => {
  const text = [
    ...logger,
    ...data,
    '"2024-02-13 16:00:00",2,12.',
    '"2024-02-13 16:30:00",2,12.8,"1.5',
    ...logger,
    '"2024-02-13 15:00:00",1,12.8,1.5',
    '"2024-02-1',
  ];
  assert.ok(isToa5(text[0]!) && !isToa5(text[1]!));
  for (const size of [1, 7, 10_000]) {
    const reader = toa5Reader();
    const rows = readAll(reader, text.join('\r\n'), size);
    assert.deepEqual(
      rows.map(({ line, cells }) => [line, cells[0], readNumber(cells[2]!), readNumber(cells[3]!)]),
      [
        [5, '2024-02-13 14:00:00', 12.9, 1.25],
        [6, '2024-02-13 15:00:00', null, 1.5],
        [13, '2024-02-13 15:00:00', 12.8, 1.5],
      ],
    );
    assert.deepEqual([reader.broken, reader.brokenCount], [[7, 8, 14], 3]);
    assert.deepEqual(reader.header?.columns[3], { name: 'Level(1)', unit: 'm', process: 'Avg' });
    assert.deepEqual([reader.header?.station, reader.header?.table], ['Weir', 'Hourly']);
  }
});

test('TOA5: no header, half a header, another header', () => {
  assert.throws(() => readAll(toa5Reader(), data.join('\n')), fault('headerMissing', 1));
  assert.throws(() => readAll(toa5Reader(), logger.slice(0, 3).join('\n')), fault('headerMissing', 1));
  const other = [...logger, ...data, logger[0]!, '"TIMESTAMP","RECORD","BattV","Flow"', ...logger.slice(2)];
  assert.throws(() => readAll(toa5Reader(), other.join('\n')), fault('headerChanged', 7));
});

test('TOA5: a header whose lines do not fit each other is refused for that', () => {
  const header = (names: string, units: string, processing: string) =>
    [logger[0]!, names, units, processing, '"2024-02-13 14:00:00",0,12.9,1.25'].join('\n');
  const [names, units, processing] = [logger[1]!, logger[2]!, logger[3]!];
  const refused = (text: string, name: FileFaultName, line: number, found: string) =>
    assert.throws(
      () => readAll(toa5Reader(), text),
      (error) => error instanceof FileFault && error.fault === name && error.line === line && error.found === found,
      name,
    );
  refused(header(names.replace(',"Level(1)"', ''), units, processing), 'unitCount', 3, '4 / 3');
  refused(header(names, '"TS","RN","Volts"', processing), 'unitCount', 3, '3 / 4');
  refused(header(names, units, `${processing},"Smp"`), 'processCount', 4, '5 / 4');
  refused(header(names.replace('BattV', 'Level(1)'), units, processing), 'nameTwice', 2, 'Level(1)');
});

test('a logger file of an in-place inclinometer', needsRealFiles, () => {
  interface Answer {
    rows: number;
    columns: number;
    first_time: string;
    last_time: string;
    duplicate_timestamps: number;
    nodes: number;
    gauge_length_mm: number;
    dedup: { unique_timestamps: number; cumulative_A_mm: number[]; earliest: string; latest: string };
  }
  const expected = answer<Answer>('ipi_toa5');
  const reader = toa5Reader();
  const rows = readAll(reader, realText('inclinometer/ipi_toa5.dat'), 4096);
  assert.equal(rows.length, expected.rows);
  assert.equal(reader.brokenCount, 0);
  const { columns } = reader.header!;
  assert.equal(columns.length, expected.columns);
  assert.deepEqual([rows[0]!.cells[0], rows.at(-1)!.cells[0]], [expected.first_time, expected.last_time]);
  const column = (name: string) => columns.findIndex((each) => each.name === name);
  const value = (row: Row, name: string) => readNumber(row.cells[column(name)]!) as number;
  for (const row of rows) near(value(row, 'IPI_1_Def_A(7)'), value(row, 'IPI_1_Tilt_A(7)') * expected.gauge_length_mm);
  // The same time again: the last row wins; then in order of time.
  const byTime = new Map(rows.map((row) => [row.cells[0]!, row]));
  assert.equal(byTime.size, expected.dedup.unique_timestamps);
  assert.equal(rows.length - byTime.size, expected.duplicate_timestamps);
  const times = [...byTime.keys()].sort();
  assert.deepEqual([times[0], times.at(-1)], [expected.dedup.earliest, expected.dedup.latest]);
  const [initial, last] = [byTime.get(times[0]!)!, byTime.get(times.at(-1)!)!];
  let sum = 0;
  for (let node = expected.nodes; node >= 1; node--) {
    sum += value(last, `IPI_1_Def_A(${node})`) - value(initial, `IPI_1_Def_A(${node})`);
    near(sum, expected.dedup.cumulative_A_mm[node - 1]!);
  }
});

test('the logger file of pytoa5', needsRealFiles, () => {
  const reader = toa5Reader();
  const rows = readAll(reader, realText('toa5/TestLogger_Daily_1.dat'), 64);
  assert.deepEqual(
    rows.map(({ cells }) => [cells[0], readNumber(cells[2]!), cells[3]]),
    [
      ['2021-06-19 00:00:00', 12.99, '2021-06-18 16:08:30'],
      ['2021-06-20 00:00:00', 12.96, '2021-06-19 13:13:05'],
    ],
  );
});
