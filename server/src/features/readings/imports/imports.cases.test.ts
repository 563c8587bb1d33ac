/** Files as loggers of the field really write them, with numbers of our own: server/test/cases. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Import } from '@plumbline/contract/readings/imports';
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import { readings } from '@plumbline/contract/readings/readings';
import { makeImportsFixture } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Cases']);
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };

test('the offset of a heading is stated, suggested and reckoned with; a heading of doubt leaves the zone of the project', async () => {
  const headings: readonly (readonly [string, string | null])[] = [
    ['"Date Time, GMT+08:00"', '+08:00'],
    ['Time UTC+8', '+08:00'],
    ['DateTime GMT-4', '-04:00'],
    ['Timestamp GMT+0800', '+08:00'],
    ['Time (UTC+8)', '+08:00'],
    ['时间（UTC+8）', '+08:00'],
    ['Time (UTC)', 'UTC'],
    ['Time utc offset', null],
    ['Time GMT/BST', null],
  ];
  await makePoint(server, world, 'H-1', manual);
  for (const [heading, zone] of headings) {
    const { import: sent } = await fixture.upload(`${heading},H-1 level (m)\n2024-05-01 08:00:00,3.21\n`);
    assert.equal(sent.layout.stated?.timeZone ?? null, zone, heading);
    const suggested = sent.layout.suggested as Mapping;
    assert.equal(suggested.values.time.timeZone, zone ?? 'Asia/Shanghai', heading);
    const checked = await fixture.check(sent.id, suggested);
    const hours = zone === 'UTC' ? 8 : zone === '-04:00' ? 12 : 0;
    assert.equal(checked.from, new Date(Date.UTC(2024, 4, 1, hours)).toISOString(), heading);
  }
});

/** A file two years earlier: the clock of the tests stands before what these files tell. Bytes stay as they are. */
const caseFile = (name: string) => {
  const bytes = readFileSync(new URL(`../../../../test/cases/${name}`, import.meta.url)).toString('latin1');
  return Buffer.from(bytes.replaceAll('2026', '2024').replace(/(\d\d\/\d\d\/)26/g, '$124'), 'latin1');
};
const uploadCase = async (name: string) => {
  const answer = await fixture.upload(caseFile(name), name);
  assert.equal(answer.error, undefined, JSON.stringify(answer));
  return answer.import;
};
/** A mapping of columns to quantities of one point, by what the file was found to be. */
const mapped = (sent: Import, pointId: number, columns: Readonly<Record<number, string>>, time: object = {}) => ({
  values: {
    layout: 'wide' as const,
    time: {
      columns: sent.layout.timeColumns,
      pattern: sent.layout.timePattern ?? ('ymd' as const),
      timeZone: sent.layout.stated?.timeZone ?? 'UTC',
      ...time,
    },
    columns: Object.entries(columns).map(([column, name]) => ({
      column: Number(column),
      pointId,
      kind: 'field' as const,
      name,
    })),
  },
});
const recordsOf = async (pointId: number) => {
  const span = { from: '2024-01-01T00:00:00Z', to: '2024-12-31T00:00:00Z' };
  const { body } = await server.call(
    readings.pagination,
    { pointId, ...span, order: 'oldest', pageSize: 1000 },
    world.admin.token,
  );
  return body.rows.map(({ at, values }) => [at.slice(0, 19), values[0], values[3]] as const);
};
const reasonsOf = async (importId: number) =>
  (await fixture.lines(importId, 'refused')).map(({ line, error, detail }) => [
    line,
    error,
    (detail as { fault?: string }).fault ?? null,
  ]);

test('a levelogger: its serial number, place, units and offset are read, its milliseconds belong to the time', async () => {
  const sent = await uploadCase('c01-solinst.csv');
  assert.deepEqual(sent.layout.about, {
    Serial_number: '2040001',
    'Project ID': 'SITE A',
    Location: 'WELL 3',
    'LEVEL Offset': '0.000000',
  });
  assert.deepEqual(
    [sent.layout.timeColumns, sent.layout.columns.map(({ name, unit }) => [name, unit]).slice(3)],
    [
      [0, 1, 2],
      [
        ['LEVEL', 'm'],
        ['TEMPERATURE', '°C'],
      ],
    ],
  );
  const pointId = await makePoint(server, world, 'C-1', manual);
  const checked = await fixture.check(sent.id, mapped(sent, pointId, { 3: 'level', 4: 'temp' }));
  assert.deepEqual([checked.counts!.added, checked.counts!.refused], [12, 0]);
  await fixture.apply(sent.id);
  assert.deepEqual((await recordsOf(pointId))[1], ['2024-06-01T00:30:00', 9.705, 11.2]);
});

test('milliseconds in a column of their own are added; what is no count of them makes the time unreadable', async () => {
  const pointId = await makePoint(server, world, 'C-1b', manual);
  const { import: sent } = await fixture.upload(
    'Date,Time,ms,Level\n2024/06/01,00:00:00,5,1\n2024/06/01,00:00:00,250,2\n',
  );
  const checked = await fixture.check(sent.id, mapped(sent, pointId, { 3: 'level' }));
  assert.deepEqual(
    [checked.counts!.added, checked.from, checked.to],
    [2, '2024-06-01T00:00:00.005Z', '2024-06-01T00:00:00.250Z'],
  );
});

test('a diver: separator, headings and decimal comma by the data, and the closing line is no refused line', async () => {
  const sent = await uploadCase('c02-diver.csv');
  const { reading, timeColumns, timePattern, columns, preset } = sent.layout;
  assert.deepEqual(
    [reading.separator, reading.decimal, reading.headerLine, timeColumns, timePattern, preset],
    [';', ',', 30, [0], 'ymd', 'diver'],
  );
  assert.deepEqual(
    columns.map(({ unit }) => unit),
    ['', 'cmH2O', '°C', 'mS/cm'],
  );
  const pointId = await makePoint(server, world, 'C-2', manual);
  const checked = await fixture.check(sent.id, mapped(sent, pointId, { 1: 'level', 2: 'temp' }));
  assert.deepEqual([checked.counts!.added, checked.counts!.refused, checked.counts!.empty], [8, 0, 1]);
});

test('a HOBO: offset, two-digit years and half days are read, serial numbers are no unit, rows of events are empty', async () => {
  const sent = await uploadCase('c03-hobo.csv');
  const { stated, columns, about, timePattern } = sent.layout;
  assert.deepEqual([stated?.timeZone, timePattern, about['serial']], ['-05:00', 'mdy', '1000001']);
  assert.deepEqual([sent.layout.preset, sent.layout.patternPresumed, sent.layout.place], ['hobo', true, 'WELL-3']);
  assert.deepEqual(
    columns.slice(1, 4).map(({ name, unit, holds }) => [name, unit, holds]),
    [
      ['Date Time, GMT-05:00', '', 'time'],
      ['Abs Pres', 'kPa', 'number'],
      ['Temp', '°C', 'number'],
    ],
  );
  const pointId = await makePoint(server, world, 'C-3', manual);
  const checked = await fixture.check(sent.id, mapped(sent, pointId, { 2: 'level', 3: 'temp' }, { pattern: 'mdy' }));
  assert.deepEqual([checked.counts!.added, checked.counts!.refused, checked.counts!.empty], [6, 0, 2]);
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await recordsOf(pointId)).map(([at, value]) => [at, value]),
    [
      ['2024-06-01T05:00:00', 101.3],
      ['2024-06-01T06:00:00', 101.31],
      ['2024-06-01T16:00:00', 101.32],
      ['2024-06-01T17:00:00', 101.33],
      ['2024-06-01T18:00:00', 101.34],
      ['2024-06-02T04:00:00', 101.35],
    ],
  );
});

test('marks of no value are found, shown and empty; one that nobody listed is refused by name, and so is a bound', async () => {
  const sent = await uploadCase('c06-void.csv');
  assert.deepEqual(
    sent.layout.marks.map(({ text, cells }) => [text, cells]),
    [
      ['-9999', 1],
      ['999999', 1],
      ['-7999', 1],
      ['-999.25', 1],
    ],
  );
  const pointId = await makePoint(server, world, 'C-6', manual);
  const mapping = mapped(sent, pointId, { 1: 'level', 2: 'temp' });
  const checked = await fixture.check(sent.id, mapping);
  assert.deepEqual([checked.counts!.noValue, checked.counts!.refused], [4, 1]);
  assert.deepEqual(await reasonsOf(sent.id), [[8, 'cellNotNumber', 'bound']]);
  const chosen = await fixture.check(sent.id, { ...mapping, reading: { noValue: ['-9999'] } });
  assert.deepEqual([chosen.counts!.noValue, chosen.counts!.refused], [1, 4]);
  assert.deepEqual(
    (await reasonsOf(sent.id)).map(([line, , fault]) => [line, fault]),
    [
      [4, 'mark'],
      [4, 'mark'],
      [5, 'mark'],
      [8, 'bound'],
    ],
  );
  const accepted = await fixture.check(sent.id, { ...mapping, reading: { noValue: [], otherMarks: 'value' } });
  assert.deepEqual([accepted.counts!.noValue, accepted.counts!.refused], [0, 1]);
  await fixture.check(sent.id, mapping);
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await recordsOf(pointId)).map(([, level, temp]) => [level, temp]),
    [
      [12.31, 10.1],
      [null, 10.2],
      [null, 10.4],
      [null, 10.5],
      [12.36, null],
      [null, 10.5],
    ],
  );
});

test('AGS 3 is told by name', async () => {
  const answer = await fixture.upload(caseFile('c08-ags3.ags'), 'c08-ags3.ags');
  assert.deepEqual([answer.error, answer.detail], ['fileDamaged', { fault: 'ags3', line: 1 }]);
});

test('the hour that the clock shows twice is told apart by the order of the lines', async () => {
  const sent = await uploadCase('c10-dst.csv');
  const pointId = await makePoint(server, world, 'C-10', manual);
  const by = (ambiguous: string) => mapped(sent, pointId, { 1: 'level' }, { timeZone: 'Europe/Berlin', ambiguous });
  // The clock goes back on another day in an earlier year.
  const earlier = caseFile('c10-dst.csv').toString().replaceAll('25.10.2024', '27.10.2024');
  const { import: past } = await fixture.upload(earlier, 'dst.csv');
  const checked = await fixture.check(past.id, { ...by('inOrder') });
  assert.deepEqual([checked.counts!.added, checked.counts!.repeated, checked.counts!.refused], [7, 0, 0]);
  assert.deepEqual([checked.from, checked.to], ['2024-10-26T23:30:00.000Z', '2024-10-27T02:30:00.000Z']);
  const first = await fixture.check(past.id, by('earlier'));
  assert.deepEqual([first.counts!.added, first.counts!.repeated], [5, 2]);
  // A file that begins within the hour, or goes back in time, says nothing of which hour it is.
  const { import: doubtful } = await fixture.upload(
    'Zeit;Pegel [m]\n27.10.2024 02:00;1\n27.10.2024 03:30;2\n27.10.2024 02:30;3\n',
  );
  const doubts = await fixture.check(doubtful.id, by('inOrder'));
  assert.deepEqual([doubts.counts!.added, doubts.counts!.refused], [1, 2]);
});

test('thousands in groups, Chinese dates and lines of NUL', async () => {
  const grouped = await uploadCase('c12-thousands.csv');
  const pointId = await makePoint(server, world, 'C-12', manual);
  const counted = await fixture.check(grouped.id, mapped(grouped, pointId, { 1: 'level' }, { pattern: 'dmy' }));
  assert.deepEqual([counted.counts!.added, counted.counts!.refused], [2, 0]);
  await fixture.apply(grouped.id);
  assert.deepEqual(
    (await recordsOf(pointId)).map(([, value]) => value),
    [2717.85, 2717.9],
  );
  const { import: doubtful } = await fixture.upload('Time;f\n01.06.2024 00:00;2.717\n01.06.2024 01:00;8,5\n');
  const doubts = await fixture.check(doubtful.id, mapped(doubtful, pointId, { 1: 'level' }, { pattern: 'dmy' }));
  assert.deepEqual([doubts.counts!.refused, await reasonsOf(doubtful.id)], [1, [[2, 'cellNotNumber', 'grouped']]]);

  const chinese = await uploadCase('c15-chinese.csv');
  const other = await makePoint(server, world, 'C-15', manual);
  assert.deepEqual([chinese.layout.reading.encoding, chinese.layout.timePattern], ['gb18030', 'ymd']);
  const read = await fixture.check(chinese.id, mapped(chinese, other, { 2: 'level', 3: 'temp' }));
  assert.deepEqual(
    [read.counts!.added, read.counts!.refused, read.from, read.to],
    [3, 0, '2024-06-01T08:00:00.000Z', '2024-06-01T10:00:00.000Z'],
  );

  const broken = await uploadCase('c18-nul.csv');
  const third = await makePoint(server, world, 'C-18', manual);
  const good = await fixture.check(broken.id, mapped(broken, third, { 1: 'level' }));
  assert.deepEqual([good.counts!.added, good.counts!.refused], [2, 1]);
  assert.deepEqual(await reasonsOf(broken.id), [[3, 'lineBroken', 'notText']]);
});

test('TOA5 whose rows all have a cell too many, or a column without a name, is refused by what is wrong', async () => {
  const head = (names: string) =>
    `"TOA5","S","CR6","1","","","","T"\n${names}\n"TS","RN","m"\n"","","Smp"\n"2024-06-01 00:00:00",1,2,3\n`;
  const wide = await fixture.upload(head('"TIMESTAMP","RECORD","Level"'), 'a.dat');
  assert.deepEqual(
    [wide.error, (wide.detail as { fault: string; line: number }).fault, (wide.detail as { line: number }).line],
    ['fileDamaged', 'cellCount', 5],
  );
  const unnamed = await fixture.upload(head('"TIMESTAMP","","Level"'), 'b.dat');
  assert.deepEqual([unnamed.error, (unnamed.detail as { fault: string }).fault], ['fileDamaged', 'nameMissing']);
});

test('lines are counted as an editor counts them, each once, whatever becomes of its cells', async () => {
  const pointId = await makePoint(server, world, 'C-lines', manual);
  const text = [
    'Logger: own',
    '',
    'Time;Level [m];Temp [°C]',
    '2024-06-01 00:00;1,25;9,5',
    '',
    '2024-06-01 01:00;dry;9,6',
    '2024-06-01 02:00;dry;cold',
    'no time;1,25;9,5',
    '2024-06-01 03:00;;',
    '2024-06-01 00:00;1,26;9,5',
  ].join('\r\n');
  const { import: sent } = await fixture.upload(text);
  assert.deepEqual([sent.layout.reading.headerLine, sent.layout.reading.firstDataLine], [3, 4]);
  const reading = mapped(sent, pointId, { 1: 'level', 2: 'temp' });
  const { counts } = await fixture.check(sent.id, reading);
  const { lines, acceptedLines, partLines, refusedLines, empty, skipped } = counts!;
  assert.deepEqual([lines, acceptedLines, partLines, refusedLines, empty, skipped], [6, 2, 1, 2, 1, 0]);
  assert.equal(acceptedLines + partLines + refusedLines + empty + skipped, lines);
  assert.deepEqual(
    (await reasonsOf(sent.id)).map(([line]) => line),
    [6, 7, 7, 8],
  );
});
