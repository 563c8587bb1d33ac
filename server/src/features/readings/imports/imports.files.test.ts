import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imports } from '@plumbline/contract/readings/imports';
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import { type MappingInput, makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { writeSheet } from '../../../kernel/sheets.ts';

const [server, world] = await openWorlds(['Files']);
const token = world.admin.token;
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };

/** The beginning of what LibreOffice saves as ODS. */
const openDocument = new Uint8Array(
  Buffer.concat([
    Buffer.from([0x50, 0x4b, 3, 4, ...new Array<number>(22).fill(0), 8, 0, 0, 0]),
    Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK'),
  ]),
);

test('other encodings are detected or given; what cannot be a file of readings is refused and leaves nothing', async () => {
  const pointId = await makePoint(server, world, '水位一', manual);
  const text = '时间,水位一(m)\n2024-06-01 08:00:00,12.5\n2024-06-02 08:00:00,12.6\n';
  const gb = Uint8Array.from([
    0xca,
    0xb1,
    0xbc,
    0xe4,
    0x2c,
    0xcb,
    0xae,
    0xce,
    0xbb,
    0xd2,
    0xbb,
    0x28,
    0x6d,
    0x29,
    0x0a,
    ...new TextEncoder().encode('2024-06-01 08:00:00,12.5\n2024-06-02 08:00:00,12.6\n'),
  ]);
  const wideText = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  for (const [encoding, bytes] of [
    ['utf-8', new TextEncoder().encode(text)],
    ['gb18030', gb],
    ['utf-16le', new Uint8Array(wideText)],
  ] as const) {
    const { import: sent } = await fixture.upload(bytes);
    assert.equal(sent.layout.reading.encoding, encoding);
    assert.equal(sent.layout.columns[1]!.name, '水位一', encoding);
    const checked = await fixture.check(sent.id, sent.layout.suggested as MappingInput);
    assert.deepEqual([encoding, checked.counts!.added, checked.points], [encoding, 2, 1]);
  }
  const { import: sent } = await fixture.upload(gb);
  const response = await server.call(
    imports.detectLayout,
    { ...fixture.at(sent.id), reading: { encoding: 'utf-8' } },
    token,
  );
  assert.equal(response.body.error, 'encodingWrong');
  const semicolons = await server.call(
    imports.detectLayout,
    { ...fixture.at(sent.id), reading: { separator: ';' } },
    token,
  );
  assert.equal(semicolons.body.layout.columns.length, 1);
  void pointId;

  const before = await server.db.selectFrom('stored_file').select('id').execute();
  const noise = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256);
  const long = `Time,A\n2024-01-01 00:00:00,${'1'.repeat(1_100_000)}\n`;
  for (const [error, content] of [
    ['fileFormat', noise],
    ['lineTooLong', long],
    ['sheetEmpty', ''],
    ['fileFormat', Uint8Array.from([0x50, 0x4b, 5, 6, 0, 0, 0, 0])],
    ['fileDamaged', Uint8Array.from([0x50, 0x4b, 3, 4, ...noise])],
    ['fileFormat', openDocument],
  ] as const) {
    const answer = await fixture.upload(content);
    assert.equal(answer.error, error, JSON.stringify(answer).slice(0, 300));
  }
  assert.deepEqual(await server.db.selectFrom('stored_file').select('id').execute(), before);
});

test('a line far down that is too long stops the check, and everything is as it was', async () => {
  const pointId = await makePoint(server, world, 'W-4', manual);
  const rows = Array.from(
    { length: 30_000 },
    (_, i) => `${new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString().slice(0, 19).replace('T', ' ')},${i}`,
  );
  const { import: sent } = await fixture.upload(
    `Time,W-4\n${rows.join('\n')}\n2024-12-01 00:00:00,${'1'.repeat(1_100_000)}\n`,
  );
  const after = await fixture.check(sent.id, wideMapping([{ column: 1, pointId, name: 'level' }]));
  assert.equal(after.state, 'uploaded');
  const task = await server.db.selectFrom('task').selectAll().where('id', '=', after.taskId!).executeTakeFirstOrThrow();
  assert.deepEqual([task.state, task.error], ['failed', 'lineTooLong']);
  assert.deepEqual(task.error_detail, { fault: 'recordTooLong', line: 30_002 });
  assert.deepEqual(await server.db.selectFrom('import_row').selectAll().where('import_id', '=', sent.id).execute(), []);
  assert.deepEqual(await fixture.rowsOf(pointId), []);
});

test('a workbook that would unpack to too much is refused before it is unpacked', async () => {
  const stream = writeSheet([['2024-07-01 08:00:00', 5.5]], {
    format: 'xlsx',
    name: 'Sheet',
    columns: [{ header: 'Time' }, { header: 'X' }],
  });
  const bytes = Buffer.concat(await stream.toArray());
  // The directory of the archive says how large each part is: half a gigabyte.
  const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt32LE(0x2000_0000, entry + 24);
  const answer = await fixture.upload(bytes, 'bomb.xlsx');
  assert.equal(answer.error, 'sheetTooBig', JSON.stringify(answer).slice(0, 200));
});

test('a file keeps its name but for what hides or turns its letters', async () => {
  const { import: sent } = await fixture.upload('Time,A\n2024-05-01 08:00:00,1\n', 'level\u202evsc.exe.csv');
  assert.equal(sent.fileName, 'level vsc.exe.csv');
});

test('a workbook, with its dates as dates', async () => {
  const pointId = await makePoint(server, world, 'X-1', manual);
  const stream = writeSheet(
    [
      [new Date('2024-07-01T08:00:00Z'), 5.5, 'x'],
      [new Date('2024-07-02T08:00:30Z'), 5.6, null],
    ],
    {
      format: 'xlsx',
      name: 'Sheet',
      columns: [{ header: 'Time', format: 'yyyy-mm-dd hh:mm:ss' }, { header: 'X-1 (m)' }, { header: 'Remark' }],
    },
  );
  const { import: sent } = await fixture.upload(Buffer.concat(await stream.toArray()), 'readings.xlsx');
  assert.equal(sent.layout.format, 'xlsx', JSON.stringify(sent));
  assert.deepEqual(sent.layout.preview[1]!.cells.slice(0, 2), ['2024-07-01 08:00:00', '5.5']);
  const checked = await fixture.check(sent.id, sent.layout.suggested as MappingInput);
  assert.equal(checked.counts!.added, 2);
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await fixture.rowsOf(pointId)).map(({ at: when, values }) => [when, values[0]]),
    [
      ['2024-07-01T00:00:00.000Z', 5.5],
      ['2024-07-02T00:00:30.000Z', 5.6],
    ],
  );
});

test('names of points in a column: unknown ones are refused by name, or passed over', async () => {
  const [a, b] = [
    await makePoint(server, world, 'S-1', { ...manual, family: 'crack' }),
    await makePoint(server, world, 'S-2', { ...manual, family: 'crack' }),
  ];
  const file =
    'Date,Clock,Point,opening (mm),temp (°C)\n2024-09-01,08:00,S-1,1.5,20\n2024-09-01,08:00,S-2,2.5,21\n2024-09-01,08:00,S-9,3.5,22\n2024-09-01,09:00,S-1,1.6,\n';
  const { import: sent } = await fixture.upload(file);
  assert.deepEqual(sent.layout.timeColumns, [0, 1]);
  const suggested = sent.layout.suggested as Mapping;
  assert.equal(suggested?.values.layout, 'rows', JSON.stringify(sent.layout));
  const checked = await fixture.check(sent.id, suggested);
  assert.deepEqual(
    [checked.counts!.added, checked.counts!.refused, checked.unknown],
    [3, 1, [{ point: 'S-9', field: '', lines: 1 }]],
  );
  assert.deepEqual((await fixture.lines(sent.id, 'refused'))[0]!.error, 'logPointUnknown');
  const values = { ...suggested.values, otherNames: 'skip' } as MappingInput['values'];
  assert.equal((await fixture.check(sent.id, { values })).counts!.refused, 0);
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await fixture.rowsOf(a)).map(({ values: own }) => own),
    [
      [1.5, 20],
      [1.6, null],
    ],
  );
  assert.deepEqual(
    (await fixture.rowsOf(b)).map(({ values: own }) => own),
    [[2.5, 21]],
  );

  const long = await fixture.upload(
    'When,Point,Field,Value\n2024-09-02 08:00:00,s-1,Opening,7\n2024-09-02 08:00:00,s-1,Temp,30\n2024-09-02 08:00:00,s-1,Nonsense,30\n',
  );
  const mapping: MappingInput = {
    values: {
      layout: 'long',
      time: { columns: [0], pattern: 'ymd', timeZone: 'UTC' },
      pointColumn: 1,
      fieldColumn: 2,
      valueColumn: 3,
      names: ['opening', 'temp'].map((name) => ({
        point: 'S-1',
        field: name,
        pointId: a,
        kind: 'field' as const,
        name,
      })),
    },
  };
  const response = await fixture.check(long.import.id, mapping);
  assert.deepEqual([response.counts!.added, response.counts!.refused, response.counts!.repeated], [1, 1, 0]);
  await fixture.apply(long.import.id);
  assert.deepEqual((await fixture.rowsOf(a)).at(-1)!.values, [7, 30]);
});

test('AGS4 monitoring groups: installations are found by name, units are converted, problems are reported', async () => {
  const pointId = await makePoint(server, world, 'BH101 P1', manual);
  const line = (...cells: string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
  const file = [
    line('GROUP', 'MONG'),
    line('HEADING', 'LOCA_ID', 'MONG_ID', 'MONG_DIS', 'MONG_TYPE'),
    line('UNIT', '', '', 'm', ''),
    line('TYPE', 'ID', 'X', '2DP', 'PA'),
    line('DATA', 'BH101', 'P1', '5.00', 'SP'),
    '\r\n',
    line('GROUP', 'MOND'),
    line('HEADING', 'LOCA_ID', 'MONG_ID', 'MONG_DIS', 'MOND_DTIM', 'MOND_TYPE', 'MOND_RDNG', 'MOND_UNIT'),
    line('UNIT', '', '', 'm', 'yyyy-mm-ddThh:mm:ss', '', '', ''),
    line('TYPE', 'ID', 'X', '2DP', 'DT', 'PA', 'XN', 'PU'),
    line('DATA', 'BH101', 'P1', '5.00', '2024-10-01T08:00:00', 'WLEV', '101.5', 'm'),
    line('DATA', 'BH101', 'P1', '5.00', '2024-10-01T08:00:00', 'PRES', '0.05', 'MPa'),
    line('DATA', 'BH101', 'P1', '5.00', '2024-10-02T08:00:00', 'WLEV', 'Dry', 'm'),
    line('DATA', 'BH102', 'P1', '5.00', '2024-10-02T08:00:00', 'WLEV', '99', 'm'),
    line('DATA', 'BH101', 'P1', '5.00'),
  ].join('');
  const { import: sent } = await fixture.upload(file, 'site.ags');
  assert.equal(sent.layout.format, 'ags4');
  assert.deepEqual(
    sent.layout.series.map(({ location, type, unit, readings: n }) => [location, type, unit, n]),
    [
      ['BH101', 'WLEV', 'm', 2],
      ['BH101', 'PRES', 'MPa', 1],
      ['BH102', 'WLEV', 'm', 1],
    ],
  );
  assert.deepEqual(
    sent.layout.problems.map(({ rule, fault }) => [rule, fault]),
    [['4b', 'cellCount']],
  );
  const suggested = sent.layout.suggested as Mapping;
  assert.deepEqual(
    suggested.values.layout === 'ags4' &&
      suggested.values.names.map(({ type, pointId: to, name, factor }) => [type, to, name, factor]),
    [
      ['WLEV', pointId, 'level', 1],
      ['PRES', pointId, 'pressure', 1000],
    ],
  );
  const checked = await fixture.check(sent.id, suggested);
  assert.deepEqual(
    [checked.counts!.added, checked.reasons],
    [1, { cellNotNumber: 1, logPointUnknown: 1, lineBroken: 1 }],
  );
  await fixture.apply(sent.id);
  assert.deepEqual((await fixture.rowsOf(pointId))[0]!.values, [101.5, null, 50, null]);
});

test('a sine is imported as its angle, from the unit that the file states; what is no sine is refused', async () => {
  const pointId = await makePoint(server, world, 'IPI-1', { ...manual, family: 'tilt' });
  const file =
    'Date,Clock,Point,x (mm/m)\n2024-09-01,08:00,IPI-1,500\n2024-09-02,08:00,IPI-1,-24.5\n2024-09-03,08:00,IPI-1,1200\n';
  const { import: sent } = await fixture.upload(file);
  const suggested = sent.layout.suggested as Mapping;
  assert.equal(suggested?.values.layout, 'rows', JSON.stringify(sent.layout));
  const checked = await fixture.check(sent.id, suggested);
  assert.deepEqual([checked.counts!.added, checked.counts!.refused], [2, 1]);
  assert.equal((await fixture.lines(sent.id, 'refused'))[0]!.error, 'cellNotNumber');
  await fixture.apply(sent.id);
  const [first, second] = (await fixture.rowsOf(pointId)).map(({ values }) => values[0]!);
  assert.equal(first, 30);
  assert.ok(Math.abs(second! - (Math.asin(-0.0245) * 180) / Math.PI) < 1e-6, String(second));
});
