import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvReader } from '../src/files/csv.ts';
import { detectCsv, isNoValueMark, noValueMarks, readNumber } from '../src/files/csv-layout.ts';
import { csvLine } from '../src/files/csv-writer.ts';
import { detectEncoding } from '../src/files/encoding.ts';
import { readTime } from '../src/series/local-time.ts';
import { summaryOf } from '../src/series/statistics.ts';
import { fault, readAll } from './reading.ts';
import { answer, needsRealFiles, realText } from './real-files.ts';
import { near } from './vectors.ts';

const cellsOf = (text: string, separator = ',') => readAll(csvReader({ separator }), text).map(({ cells }) => cells);

test('rows, quotes, line ends and lines', () => {
  assert.deepEqual(cellsOf('a,b\r\n1,"x, ""y"""\n\n,\n'), [
    ['a', 'b'],
    ['1', 'x, "y"'],
    ['', ''],
  ]);
  assert.deepEqual(cellsOf('\uFEFFa;b\r1;2', ';'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.deepEqual(cellsOf('5 1/2" pipe,"a" b, "c"'), [['5 1/2" pipe', 'a b', 'c']]);
  const rows = readAll(csvReader(), 'a\n\n"b\nc",d\ne');
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, ...cells]),
    [
      [1, 'a'],
      [3, 'b\nc', 'd'],
      [5, 'e'],
    ],
  );
  assert.deepEqual(cellsOf(''), []);
});

test('what cannot be read stops with its line, and nothing is held without bound', () => {
  const wide = 'x'.repeat(600_000);
  assert.throws(() => readAll(csvReader(), `a\n${wide}${wide}\n`, 65_536), fault('recordTooLong', 2));
  assert.throws(
    () => readAll(csvReader(), `a\nb\n"${`${'x'.repeat(99)}\n`.repeat(20_000)}`, 65_536),
    fault('quoteOpen', 3),
  );
  assert.throws(() => readAll(csvReader(), 'a\n"b'), fault('quoteOpen', 2));
  assert.throws(() => readAll(csvReader(), 'PK\u0003\u0004\0\0'), fault('notText', 1));
  const byLine = readAll(csvReader({ lineByLine: true }), '"a\nb,"c"\n');
  assert.deepEqual(byLine, [
    { line: 1, cells: ['a'], open: true },
    { line: 2, cells: ['b', 'c'] },
  ]);
});

const cell = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '=1+1', '"', 'a,b', '\n', '\r\n', ' x ', '-5', '±', '长度', '""', ';'),
);
const safe = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n');

test('property: what was written is read back, in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell.map(safe), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.integer({ min: 1, max: 30 }),
      (table, separator, size) => {
        const text = table.map((row) => csvLine(row, { separator })).join('');
        const read = readAll(csvReader({ separator }), text, size).map(({ cells }) => cells);
        const expected = table.map((row) => row.map((each) => (readsAsFormula(each) ? `'${each}` : each)));
        assert.deepEqual(read, expected);
      },
    ),
    { numRuns: 500 },
  );
});
const readsAsFormula = (text: string) =>
  /^\s*[=+\-@\t＝＋－＠]/.test(text) && (text !== text.trim() || typeof readNumber(text) !== 'number');

test('nothing that is written is run by a spreadsheet', () => {
  const first = (text: string) => csvLine([text]).trimEnd();
  for (const bad of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', ' =1', '\t=1', '＝1', '=HYPERLINK("x")']) {
    assert.match(first(bad), /^"?'/, bad);
  }
  for (const good of ['-5', '+5.25', '-1.5e-3', '.5', 'P-1', 'a=b', '']) assert.equal(first(good), good);
  assert.equal(
    csvLine([1.5, null, Number.NaN, -0.25, 1e-7, 'a;b'], { separator: ';', decimal: ',' }),
    '1,5;;;-0,25;1e-7;"a;b"\r\n',
  );
  assert.equal(csvLine([1.5, 2], { decimal: ',' }), '"1,5",2\r\n');
});

test('numbers as they are written', () => {
  assert.deepEqual(
    ['1.5', ' -2 ', '+.5', '1e3', '5.', '\u22125'].map((text) => readNumber(text)),
    [1.5, -2, 0.5, 1000, 5, -5],
  );
  assert.deepEqual(
    ['1,5', '-0,25', '7'].map((text) => readNumber(text, ',')),
    [1.5, -0.25, 7],
  );
  for (const missing of ['', ' ', 'NAN', 'NaN', 'null', '-', 'N/A', '#N/A', 'INF', '-INF'])
    assert.equal(readNumber(missing), null);
  for (const none of [
    '1,234',
    '1 234',
    '12,34.5',
    '1.234,5',
    '1 2345',
    '12:00',
    'abc',
    '1e999',
    '0x10',
    '1.5',
    '--5',
    '1,2,3',
  ])
    assert.equal(readNumber(none, none === '1.5' ? ',' : '.'), undefined, none);
});

test('thousands in groups are read where they are certain, and else only where somebody says so', () => {
  const numbers: readonly (readonly [string, '.' | ',', number | undefined, number | undefined])[] = [
    ['2.717,85', ',', 2717.85, 2717.85],
    ['-1.234.567', ',', -1_234_567, -1_234_567],
    ['1,234.5', '.', 1234.5, 1234.5],
    ["1'234.5", '.', 1234.5, 1234.5],
    ['1\u202F234,5', ',', 1234.5, 1234.5],
    ['2.717', ',', undefined, 2717],
    ['2,717', '.', undefined, 2717],
    ['8 123', '.', undefined, 8123],
    ['2.717', '.', 2.717, 2.717],
    ['2.7175,1', ',', undefined, undefined],
  ];
  for (const [cell, decimal, certain, grouped] of numbers)
    assert.deepEqual([readNumber(cell, decimal), readNumber(cell, decimal, true)], [certain, grouped], cell);
});

test('a number that no instrument measures is a mark of no value; one that may be a value is one only far from all others', () => {
  for (const mark of ['-9999', '-999', '-999.25', '-7999', '-6999', '999999', '-9999.000', '99999.99'])
    assert.ok(isNoValueMark(mark), mark);
  assert.ok(isNoValueMark('-9999,00', ','));
  assert.ok(isNoValueMark('-999', '.', 12) && !isNoValueMark('-999', '.', -998));
  assert.deepEqual([...noValueMarks(['-997', '-998', '-999', '-1000'], '.')], []);
  for (const value of ['9999', '-99', '-999.5', '7999', '999', '-1999', '0', '', '99.99'])
    assert.ok(!isNoValueMark(value), value);
  assert.deepEqual(
    [...noValueMarks(['12.3', '9999', '12.4', '-9999', '9999'], '.')],
    [
      ['9999', 2],
      ['-9999', 1],
    ],
  );
  assert.deepEqual([...noValueMarks(['9998', '9999', '10001'], '.')], []);
});

test('a line with NUL characters is damaged where that is told, and no text where it is not', () => {
  const text = 'a,1\n\0\0b,2\nc,3';
  const reader = csvReader({ lineByLine: true, marksDamaged: true });
  assert.deepEqual(
    [...reader.push(text), ...reader.end()].map(({ line, damaged }) => [line, damaged ?? false]),
    [
      [1, false],
      [2, true],
      [3, false],
    ],
  );
  assert.throws(() => csvReader().push(text), { fault: 'notText' });
});

test('a preamble that is longer than the data does not decide how these are laid out', () => {
  const preamble = Array.from({ length: 40 }, (_, i) => `Setting ${i}: ${i},${i}`).join('\n');
  const data = '2026/06/01 00:00:00;1021,3;11,2\n2026/06/01 01:00:00;1021,4;11,2\nEND OF DATA FILE\n';
  assert.deepEqual(detectCsv(`${preamble}\nDate/time;Pressure;Temp\n${data}`), {
    separator: ';',
    decimal: ',',
    headerLine: 41,
    firstDataLine: 42,
    columns: 3,
  });
});

test('the layout of a file', () => {
  const layout = (text: string) => {
    const { separator, decimal, headerLine, firstDataLine, columns } = detectCsv(text);
    return [separator, decimal, headerLine, firstDataLine, columns];
  };
  assert.deepEqual(layout('time,level\n2024-01-01 00:00:00,1.5\n2024-01-01 01:00:00,2\n'), [',', '.', 1, 2, 2]);
  assert.deepEqual(layout('Zeit;Pegel;Temp\n01.01.2024 00:00;1,5;7,25\n01.01.2024 01:00;1,75;7,5\n'), [
    ';',
    ',',
    1,
    2,
    3,
  ]);
  assert.deepEqual(layout('Logger 7\n\ntime\tlevel\n2024-01-01\t1.5\n2024-01-02\t1.5\n'), ['\t', '.', 3, 4, 2]);
  assert.deepEqual(layout('2024-01-01|1\n2024-01-02|2\n'), ['|', '.', null, 1, 2]);
  assert.deepEqual(layout('name,"a, b"\nx,1\ny,2\n'), [',', '.', 1, 2, 2]);
  assert.deepEqual(layout('1\n2\n3\n'), [',', '.', null, 1, 1]);
  assert.deepEqual(layout('时间,水位\n2024-01-01 00:00:00,1.5\n'), [',', '.', 1, 2, 2]);
  assert.deepEqual(layout(''), [',', '.', null, 1, 1]);
  assert.deepEqual(
    layout('time;value\n2024-01-01;1,5\n2024-01-02;1,5\n"2024-0'),
    [';', ',', 1, 2, 2],
    'cut off in the middle',
  );
});

test('encodings', () => {
  const utf8 = new TextEncoder().encode('时间,水位 °C\n1,2\n');
  const bytes = (...list: number[]) => Uint8Array.from(list);
  const wide = (text: string, little: boolean) =>
    Uint8Array.from(
      [...text].flatMap((c) =>
        little ? [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8] : [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255],
      ),
    );
  assert.equal(detectEncoding(utf8), 'utf-8');
  assert.equal(detectEncoding(utf8.subarray(0, 4)), 'utf-8', 'cut off inside of a character');
  assert.equal(detectEncoding(new TextEncoder().encode('a,b')), 'utf-8');
  assert.equal(detectEncoding(bytes()), 'utf-8');
  assert.equal(detectEncoding(bytes(0xff, 0xfe, 0x61, 0)), 'utf-16le');
  assert.equal(detectEncoding(wide('time,level\n1,2\n', true)), 'utf-16le');
  assert.equal(detectEncoding(wide('time,level\n1,2\n', false)), 'utf-16be');
  const chinese = bytes(0xca, 0xb1, 0xbc, 0xe4, 0x2c, 0xcb, 0xae, 0xce, 0xbb, 0x0a, 0x31, 0x2c, 0x32);
  assert.equal(detectEncoding(chinese), 'gb18030');
  assert.equal(new TextDecoder(detectEncoding(chinese)).decode(chinese), '时间,水位\n1,2');
  const western = bytes(...[...'Zeit;Größe;Temperatur °C;Höhe'].map((c) => c.charCodeAt(0)));
  assert.equal(detectEncoding(western), 'windows-1252');
  assert.equal(new TextDecoder(detectEncoding(western)).decode(western), 'Zeit;Größe;Temperatur °C;Höhe');
});

test('half a million rows are read piece by piece', () => {
  const reader = csvReader();
  const piece = '2024-01-01 00:00:00,1.25,"a",3\n'.repeat(2_000);
  let rows = 0;
  for (let i = 0; i < 250; i++) rows += reader.push(piece).length;
  assert.equal(rows, 500_000);
});

/** Times and values of two columns of a file, by what the file itself shows of its layout. */
function series(path: string, valueColumn: string) {
  const text = realText(path);
  const layout = detectCsv(text.slice(0, 64_000));
  const rows = readAll(csvReader({ separator: layout.separator }), text, 65_536);
  const header = rows.find((row) => row.line === layout.headerLine)!.cells;
  const timeColumn = rows
    .find((row) => row.line === layout.firstDataLine)!
    .cells.findIndex((each) => 'at' in readTime(each, 'ymd', 'UTC', 'refuse'));
  const dataRows = rows.filter((row) => row.line >= layout.firstDataLine);
  const times = dataRows.map((row) => {
    const found = readTime(row.cells[timeColumn]!, 'ymd', 'UTC', 'refuse');
    assert.ok('at' in found, row.cells[timeColumn]);
    return found.at;
  });
  return {
    times,
    values: dataRows.map((row) => readNumber(row.cells[header.indexOf(valueColumn)]!) as number),
    header,
  };
}

test('an observation well and a piezometer', needsRealFiles, () => {
  const well = answer<{ rows: number; mean: number; min: number; max: number; first: string; last: string }>(
    'observation_well',
  );
  const read = series('waterlevel/Observation_well.csv', 'Observation well');
  const summary = summaryOf(read.times, read.values);
  assert.deepEqual([summary.count, summary.min, summary.max], [well.rows, well.min, well.max]);
  near(summary.mean, well.mean);
  assert.equal(read.times[0], Date.parse(`${well.first}Z`));
  assert.equal(read.times.at(-1), Date.parse(`${well.last}Z`));

  interface Piezometer {
    rows: number;
    elev_min: number;
    elev_max: number;
    elev_mean: number;
    first: string;
    last: string;
    duplicate_times: number;
    gaps_over_1h: number;
    longest_gap_s: number;
  }
  const expected = answer<Piezometer>('piezometer_PZ-B-06-23');
  const log = series('piezometer/PZ-B-06-23.csv', 'Elevation H₂O (ft)');
  const levels = summaryOf(log.times, log.values);
  assert.equal(levels.count, expected.rows);
  near(levels.min, expected.elev_min, 1e-8);
  near(levels.max, expected.elev_max, 1e-8);
  near(levels.mean, expected.elev_mean, 1e-8);
  const sorted = [...log.times].sort((a, b) => a - b);
  assert.equal(sorted[0], Date.parse(`${expected.first}Z`));
  assert.equal(sorted.at(-1), Date.parse(`${expected.last}Z`));
  assert.equal(log.times.length - new Set(log.times).size, expected.duplicate_times);
  const steps = sorted.slice(1).map((at, i) => (at - sorted[i]!) / 1000);
  assert.equal(steps.filter((seconds) => seconds > 3600).length, expected.gaps_over_1h);
  assert.equal(Math.max(...steps), expected.longest_gap_s);
});

test('the semicolons in the surveys of a probe are detected', needsRealFiles, () => {
  const folder = new URL('../../../shared/data/inclinometer/vega_vi1/', import.meta.url);
  const { surveys } = answer<{ surveys: Record<string, { rows: number }> }>('vega_vi1');
  const names = readdirSync(folder);
  assert.ok(names.length > 30);
  for (const name of names) {
    const text = realText(`inclinometer/vega_vi1/${name}`);
    const layout = detectCsv(text);
    assert.deepEqual([layout.separator, layout.columns], [';', 5], name);
    const rows = readAll(csvReader({ separator: ';' }), text).filter((row) => row.line >= layout.firstDataLine);
    if (surveys[name]) assert.equal(rows.length, surveys[name].rows, name);
  }
});
