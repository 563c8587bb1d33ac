import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { Failure } from '@plumbline/contract/kernel/errors';
import { findColumns, lostDigits, numberOf, textOf } from './sheet-columns.ts';
import { type Cell, readSheet, sheetRows, writeSheet } from './sheets.ts';

const limits = { maxBytes: 3 * 1024 * 1024, maxRows: 10_000 };
const columns = [{ header: 'Name' }, { header: 'Value' }, { header: 'Time' }, { header: 'Code', text: true }];
const written = (rows: Cell[][], format: 'xlsx' | 'csv' = 'xlsx') =>
  buffer(writeSheet(rows, { format, name: 'Sheet', columns }));

const failsWith = (name: string, detail?: unknown) => (error: unknown) => {
  assert.ok(error instanceof Failure, String(error));
  assert.equal(error.name, name);
  if (detail) assert.deepEqual(error.detail, detail);
  return true;
};

/** An archive of deflated entries; `declared` lies about the unpacked size. */
function archive(entries: readonly { name: string; text: string | Buffer; declared?: number }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, declared } of entries) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain, { level: 9 });
    const sizes = (header: Buffer, from: number) => {
      header.writeUInt16LE(8, from - 6);
      header.writeUInt32LE(crc32(plain), from);
      header.writeUInt32LE(packed.length, from + 4);
      header.writeUInt32LE(declared ?? plain.length, from + 8);
      header.writeUInt16LE(name.length, from + 12);
    };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    sizes(local, 14);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    sizes(entry, 16);
    entry.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const body = Buffer.concat([...parts, ...directory]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(body.length - at, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([body, end]);
}

const workbook = (sheet: string | Buffer, extra: { name: string; text: string | Buffer; declared?: number }[] = []) =>
  archive([
    { name: '[Content_Types].xml', text: '<Types/>' },
    {
      name: '_rels/.rels',
      text: '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    },
    {
      name: 'xl/workbook.xml',
      text: '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>${
        extra.length > 0
          ? '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/>'
          : ''
      }</Relationships>`,
    },
    ...extra,
    { name: 'xl/worksheets/sheet1.xml', text: sheet },
  ]);
const rowsXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

test('a table comes back as it was written, by both formats', async () => {
  const at = new Date(Date.UTC(2026, 2, 18, 6, 30));
  const rows: Cell[][] = [
    ['裂缝计 1', 1.25, at, '0089860'],
    ['=HYPERLINK("http://evil")', -3, null, '-1+2'],
    [null, null, null, '@x'],
  ];
  const xlsx = await readSheet(await written(rows), limits);
  assert.equal(xlsx.format, 'xlsx');
  assert.deepEqual(xlsx.rows[0]?.cells, ['Name', 'Value', 'Time', 'Code']);
  assert.deepEqual(xlsx.rows[2]?.cells, ['=HYPERLINK("http://evil")', -3, null, '-1+2'], 'a text, not a formula');
  assert.deepEqual(xlsx.rows[1]?.cells.slice(0, 2), ['裂缝计 1', 1.25]);
  assert.equal(xlsx.rows[1]?.cells[3], '0089860');
  const file = await written(rows, 'csv');
  assert.match(
    file.toString(),
    /^\uFEFFName,Value,Time,Code\r\n裂缝计 1,1\.25,2026-03-18 06:30:00,0089860\r\n"'=HYPER/,
  );
  const csv = await readSheet(file, limits);
  assert.deepEqual(
    csv.rows.map(({ line, cells }) => [line, ...cells]),
    [
      [1, 'Name', 'Value', 'Time', 'Code'],
      [2, '裂缝计 1', '1.25', '2026-03-18 06:30:00', '0089860'],
      [3, '=HYPERLINK("http://evil")', '-3', null, '-1+2'],
      [4, null, null, null, '@x'],
    ],
  );
});

test('dates, formulas, shared texts and lines of a real workbook', async () => {
  const shared = {
    name: 'xl/sharedStrings.xml',
    text: '<sst><si><t>甲</t></si><si><r><t>a</t></r><r><t>b</t></r></si></sst>',
  };
  const sheet = rowsXml(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="7"><c r="B7"><f>1+1</f><v>2</v></c><c r="C7" t="b"><v>1</v></c></row><row r="8"><c r="A8"/></row>',
  );
  const { rows } = await readSheet(workbook(sheet, [shared]), limits);
  assert.deepEqual(rows, [
    { line: 1, cells: ['甲', null, 'ab'] },
    { line: 7, cells: [null, 2, true] },
  ]);
});

test('text in the encodings and separators of spreadsheets', async () => {
  const gb = Buffer.concat([Buffer.from([0xb1, 0xe0, 0xba, 0xc5]), Buffer.from(';b\r\n1;2,5\r\n')]);
  assert.deepEqual(
    (await readSheet(gb, limits)).rows.map(({ cells }) => cells),
    [
      ['编号', 'b'],
      ['1', '2,5'],
    ],
  );
  const wide = Buffer.from('\uFEFFa\tb\r\n1\t2\r\n', 'utf16le');
  assert.deepEqual((await readSheet(wide, limits)).rows.at(-1)?.cells, ['1', '2']);
  await assert.rejects(readSheet(Buffer.from('a,b\r\n"open,1\r\n'), limits), failsWith('fileDamaged', { line: 2 }));
});

test('each file that is no sheet is refused by an error of its own', async () => {
  const refused = (bytes: Buffer, name: string, detail?: unknown) =>
    assert.rejects(readSheet(bytes, limits), failsWith(name, detail));
  await refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'fileFormat', {
    type: 'xlsx, csv',
  });
  const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]);
  await refused(ole, 'fileFormat');
  await refused(Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]), 'fileEncrypted');
  await refused(archive([{ name: 'a.txt', text: 'hello' }]), 'fileDamaged');
  const whole = workbook(rowsXml('<row><c><v>1</v></c></row>'));
  const torn = Buffer.from(whole);
  torn.writeUInt8(torn[whole.length - 500]! ^ 0x55, whole.length - 500);
  await refused(torn, 'fileDamaged');
  await refused(whole.subarray(0, whole.length - 30), 'fileDamaged');
  await refused(Buffer.alloc(limits.maxBytes + 1, 0x61), 'fileTooLarge', { size: 3, unit: 'MB' });
  async function* streamed() {
    for (let i = 0; i < 4; i++) yield Buffer.alloc(1024 * 1024, 0x61);
  }
  await assert.rejects(readSheet(streamed(), limits), failsWith('fileTooLarge'));
});

test('bombs are refused, and do not cost the memory of the server', async () => {
  const before = process.memoryUsage().rss;
  const refused = (bytes: Buffer, name: string) => assert.rejects(readSheet(bytes, limits), failsWith(name));
  const huge = rowsXml('<row><c><v>1</v></c></row>'.repeat(4_000_000));
  const bomb = workbook(huge);
  assert.ok(bomb.length < limits.maxBytes, `${bomb.length} bytes`);
  await refused(bomb, 'sheetTooBig');
  const some = '<row><c><v>1</v></c></row>'.repeat(1_000_000);
  await refused(workbook(rowsXml(some)), 'sheetTooLong');
  const lying = archive([{ name: '[Content_Types].xml', text: 'x'.repeat(30_000_000), declared: 100 }]);
  await refused(lying, 'fileDamaged');
  await refused(workbook(rowsXml('<row><c r="XFD1"><v>1</v></c></row>'.repeat(9_000))), 'sheetTooWide');
  const nested = workbook(rowsXml('<row><c><v>1</v></c></row>'), [
    { name: 'xl/sharedStrings.xml', text: '<si>'.repeat(8_000_000) },
  ]);
  await assert.rejects(
    readSheet(nested, limits),
    (error) => error instanceof Failure && /^(sheetTooBig|fileDamaged)$/.test(error.name),
  );
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  assert.ok(grown < 700, `grew by ${Math.round(grown)} MB`);
});

test('ten workbooks are read or wait at a time; the next is asked to come again, and all that were taken are read', async () => {
  const file = await written(Array.from({ length: 2_000 }, (_, i): Cell[] => [`P-${i}`, i]));
  const answers = await Promise.allSettled(
    Array.from({ length: 14 }, () => readSheet(file, { maxBytes: 20e6, maxRows: 65_535 })),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 10);
  for (const answer of answers)
    if (answer.status === 'rejected') failsWith('tooMany', { retryAfterSeconds: 20 })(answer.reason);
  assert.equal((await readSheet(file, { maxBytes: 20e6, maxRows: 65_535 })).rows.length, 2_001);
});

test('a workbook has a budget of cells, the empty ones among them', async () => {
  const file = await written(Array.from({ length: 50 }, (_, i): Cell[] => ['a', ...Array(20).fill(null), i]));
  const within = { maxBytes: 1e6, maxRows: 100 };
  assert.equal((await readSheet(file, { ...within, maxCells: 1_200 })).rows.length, 51);
  await assert.rejects(readSheet(file, { ...within, maxCells: 1_000 }), failsWith('sheetTooBig', { maxCells: 1_000 }));
});

test('one person’s workbooks are read one at a time, two wait, and nobody else waits behind them', async () => {
  const file = await written(Array.from({ length: 4_000 }, (_, i): Cell[] => [`P-${i}`, i]));
  const ended: string[] = [];
  const read = (name: string, accountId: number) =>
    readSheet(file, { maxBytes: 20e6, maxRows: 65_535, accountId }).then(() => ended.push(name));
  const own = await Promise.allSettled([
    ...['first', 'second', 'third', 'fourth'].map((name) => read(name, 1)),
    read('other', 2),
  ]);
  assert.deepEqual(
    own.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    ended.filter((name) => name !== 'other'),
    ['first', 'second', 'third'],
  );
  assert.ok(ended.indexOf('other') < ended.indexOf('third'), ended.join());
});

test('a large table is read while it is taken, and may be left early', async () => {
  const rows = Array.from({ length: 65_534 }, (_, i): Cell[] => [`P-${i}`, i / 7, null, 'x']);
  const file = await written(rows);
  let sum = 0;
  let count = 0;
  for await (const { cells } of sheetRows(file, { maxBytes: 20e6, maxRows: 65_535 })) {
    count++;
    if (typeof cells[1] === 'number') sum += cells[1];
  }
  assert.equal(count, 65_535);
  assert.ok(Math.abs(sum - (65_533 * 65_534) / 14) < 1e-3);
  for (let i = 0; i < 4; i++)
    for await (const row of sheetRows(file, { maxBytes: 20e6, maxRows: 65_535 })) if (row.line === 3) break;
});

test('a file on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-sheet-'));
  try {
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'a,b\n1,2\n');
    assert.equal((await readSheet(path, limits)).rows.length, 2);
    await assert.rejects(readSheet(path, { ...limits, maxBytes: 4 }), failsWith('fileTooLarge'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('columns are found by any of their names', () => {
  const columns = [
    { key: 'sncode', names: ['Sncode', '序列号', 'SN code'], required: true },
    { key: 'name', names: ['Name', '名称'], required: true },
    { key: 'elevation', names: ['Elevation', '高程'] },
  ] as const;
  const found = findColumns({ line: 1, cells: ['序列号 *', null, 'Elevation（m）', 'Colour', 'SN-Code'] }, columns);
  assert.deepEqual(
    [...found.at],
    [
      ['sncode', 0],
      ['elevation', 2],
    ],
  );
  assert.deepEqual([found.missing, found.unknown, found.repeated], [['name'], ['Colour'], ['SN-Code']]);
  assert.deepEqual(
    [numberOf('1,5'), numberOf(' -2e3 '), numberOf('x'), numberOf(''), numberOf(null)],
    [1.5, -2000, undefined, null, null],
  );
  assert.deepEqual(
    [textOf(12), textOf(' a '), textOf('  '), textOf(8.986e21), lostDigits(8.98e19), lostDigits(12)],
    ['12', 'a', null, '8986000000000000000000', true, false],
  );
});
