import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { type Ags4Reader, ags4Reader, isAgs4, type MondRow } from '../src/files/ags4.ts';
import { type Ags4File, type Ags4Point, ags4Head, ags4Reading } from '../src/files/ags4-writer.ts';
import { FileFault } from '../src/files/csv.ts';
import { readTime } from '../src/series/local-time.ts';
import { answer, needsRealFiles, realText } from './real-files.ts';

function readAll(text: string, size = 500): { rows: MondRow[]; reader: Ags4Reader } {
  const reader = ags4Reader();
  const rows: MondRow[] = [];
  for (let at = 0; at < text.length; at += size) rows.push(...reader.push(text.slice(at, at + size)));
  rows.push(...reader.end());
  return { rows, reader };
}

const mond = [
  '"GROUP","MOND"',
  '"HEADING","LOCA_ID","MONG_ID","MONG_DIS","MOND_DTIM","MOND_TYPE","MOND_REF","MOND_RDNG","MOND_UNIT"',
  '"UNIT","","","m","yyyy-mm-ddThh:mm:ss","","","",""',
  '"TYPE","ID","X","2DP","DT","PA","X","XN","PU"',
];

test('readings and installations are read, other groups are counted', () => {
  const { rows, reader } = readAll(
    [
      '"GROUP","PROJ"\r\n"HEADING","PROJ_ID"\r\n"UNIT",""\r\n"TYPE","X"\r\n"DATA","A ""B"" , C"\r\n',
      '"GROUP","MONG"\r\n"HEADING","LOCA_ID","MONG_ID","MONG_DIS","MONG_TYPE","MONG_DETL"\r\n"UNIT","","","m","",""\r\n"TYPE","ID","X","2DP","PA","X"\r\n"DATA","BH1","P1","2.30","SP","Standpipe"\r\n',
      `${mond.join('\r\n')}\r\n"DATA","BH1","P1","2.30","2024-02-13T14:00:00","WDEP","","10.34","m"\r\n`,
      '"DATA","BH1","P1","2.30","2024-02-13T15:00:00","WDEP","2","Dry","m"\r\n',
    ].join('\r\n'),
    17,
  );
  assert.deepEqual(rows, [
    {
      line: 17,
      location: 'BH1',
      point: 'P1',
      distance: 2.3,
      timeText: '2024-02-13T14:00:00',
      timePattern: 'ymd',
      type: 'WDEP',
      reference: '',
      instrument: '',
      readingText: '10.34',
      reading: 10.34,
      unit: 'm',
      remark: '',
    },
    {
      line: 19,
      location: 'BH1',
      point: 'P1',
      distance: 2.3,
      timeText: '2024-02-13T15:00:00',
      timePattern: 'ymd',
      type: 'WDEP',
      reference: '2',
      instrument: '',
      readingText: 'Dry',
      reading: null,
      unit: 'm',
      remark: '',
    },
  ]);
  assert.deepEqual(reader.points, [
    { line: 11, location: 'BH1', point: 'P1', distance: 2.3, type: 'SP', detail: 'Standpipe' },
  ]);
  assert.deepEqual([...reader.groups.keys()], ['PROJ', 'MONG', 'MOND']);
  assert.deepEqual(reader.problems, []);
});

test('lines that break a rule are reported, and the rest is read', () => {
  const text = [
    ...mond,
    '"DATA","BH1","P1","2.30","2024-02-13T14:00:00","WDEP","","1"',
    '"DATA","","P1","2.30","2024-02-13T14:00:00","WDEP","","1","m"',
    '"DATA","BH1","P1","2.30","2024-02-13T14:00:00","WDEP","","1","m',
    'remark',
    '"DATA","BH1","P1","2.30","2024-02-13T14:00:00","WDEP","","1","m"',
    '"GROUP","MONG"',
    '"DATA","BH1","P1"',
    '"HEADING","LOCA_ID","LOCA_ID"',
  ];
  const { rows, reader } = readAll(text.join('\n'));
  assert.deepEqual(
    rows.map((row) => row.line),
    [9],
  );
  assert.deepEqual(
    reader.problems.map(({ line, group, rule, fault, detail }) => [line, group, rule, fault, detail].join(' ')),
    [
      '5 MOND 4b cellCount 7 of 8',
      '6 MOND 10a keyMissing LOCA_ID',
      '7 MOND 5 notQuoted ',
      '8 MOND 3 notDescribed remark',
      '11 MONG 2b unitMissing ',
      '11 MONG 2b typeMissing ',
      '11 MONG 4b headingMissing ',
      '12 MONG 2c headingRepeats ',
    ],
  );
  assert.equal(reader.problemCount, 8);
});

test('a file that is no AGS4', () => {
  assert.throws(
    () => readAll('time,level\n1,2\n'),
    (error) => error instanceof FileFault && error.fault === 'groupMissing',
  );
  assert.ok(isAgs4('\uFEFF"GROUP","PROJ"\r\n') && !isAgs4('time,level') && !isAgs4('**PROJ'));
  const many = readAll(`${mond.join('\n')}\n${'"DATA","BH1"\n'.repeat(1000)}`).reader;
  assert.deepEqual([many.problems.length, many.problemCount], [50, 1000]);
});

test('the published files: groups, headings and rows as counted by another reader', needsRealFiles, () => {
  const folder = new URL('../../../shared/data/ags4/', import.meta.url);
  const { files } = answer<{ files: Record<string, Record<string, { headings: number; rows: number }>> }>('ags4');
  const names = readdirSync(folder).filter((name) => name.endsWith('.ags'));
  assert.deepEqual(names.sort(), Object.keys(files).sort());
  for (const name of names) {
    const { reader } = readAll(realText(`ags4/${name}`));
    assert.deepEqual(Object.fromEntries(reader.groups), files[name], name);
    assert.deepEqual(reader.problems, [], name);
  }
});

const point = (location: string, name: string, distance: number | null = null): Ags4Point => ({
  location,
  point: name,
  distance,
  type: { code: 'VWP', means: 'Vibrating wire piezometer' },
  detail: 'Said to be "quick",\r\nsince 2024',
});
const file: Ags4File = {
  project: { id: 'P-7', name: 'Dam "A"' },
  transfer: { number: '1', date: '2024-11-05', producer: 'Plumbline', status: 'Final', recipient: 'Owner' },
  timeZone: 'Europe/Berlin',
  points: [point('BH1', 'P1', 2.3), point('BH1', 'P2'), point('BH2', 'P1')],
  quantities: [
    { code: 'PRES', means: 'Pore pressure', unit: 'kPa' },
    { code: 'TEMP', means: 'Temperature', unit: '°C' },
    { code: 'STR', means: 'Strain', unit: 'µε' },
    { code: 'SOL', means: 'Solution', unit: '' },
  ],
};
const [pres, temp] = [file.quantities[0]!, file.quantities[1]!];

/** Every reading of the night in which the clock goes back, every half hour. */
function written(): { text: string; times: number[] } {
  const times = Array.from({ length: 10 }, (_, i) => Date.parse('2024-10-26T23:00Z') + i * 1_800_000);
  const lines = times.flatMap((at) =>
    file.points.flatMap((each) => [
      ags4Reading(file, each, { at, quantity: pres, value: 12.5, remark: 'a "b"' }),
      ags4Reading(file, each, { at, quantity: temp, value: -1e-7 }),
    ]),
  );
  return { text: ags4Head(file) + lines.join(''), times };
}

test('what is written is read back, also over the hour that is shown twice', () => {
  const { text, times } = written();
  const { rows, reader } = readAll(text);
  assert.deepEqual(reader.problems, []);
  assert.equal(rows.length, 60);
  assert.deepEqual(
    [rows[0]!.reading, rows[0]!.remark, rows[1]!.reading, rows[1]!.unit],
    [12.5, 'a "b"', -1e-7, 'DegC'],
  );
  const first = rows.filter((row) => row.location === 'BH1' && row.point === 'P1' && row.type === 'PRES');
  const back = first.map((row) => {
    const found = readTime(
      row.timeText,
      row.timePattern!,
      'Europe/Berlin',
      row.reference === '2' ? 'later' : 'earlier',
    );
    return 'at' in found ? found.at : null;
  });
  assert.deepEqual(back, times);
  assert.deepEqual(
    reader.points.map((each) => [each.location, each.point, each.distance, each.detail]),
    [
      ['BH1', 'P1', 2.3, 'Said to be "quick", since 2024'],
      ['BH1', 'P2', null, 'Said to be "quick", since 2024'],
      ['BH2', 'P1', null, 'Said to be "quick", since 2024'],
    ],
  );
});

/** Headings of the groups that are written, in the order of the AGS4 dictionary 4.1.1; ! marks key and required ones. */
const dictionary: Record<string, string> = {
  PROJ: '!PROJ_ID PROJ_NAME PROJ_LOC PROJ_CLNT PROJ_CONT PROJ_ENG PROJ_MEMO FILE_FSET',
  TRAN: '!TRAN_ISNO !TRAN_DATE !TRAN_PROD !TRAN_STAT TRAN_DESC !TRAN_AGS !TRAN_RECV !TRAN_DLIM !TRAN_RCON TRAN_REM FILE_FSET',
  ABBR: '!ABBR_HDNG !ABBR_CODE !ABBR_DESC ABBR_LIST ABBR_REM FILE_FSET',
  TYPE: '!TYPE_TYPE !TYPE_DESC FILE_FSET',
  UNIT: '!UNIT_UNIT !UNIT_DESC UNIT_REM FILE_FSET',
  LOCA: '!LOCA_ID LOCA_TYPE',
  MONG: 'LOCA_ID MONG_ID MONG_DIS PIPE_REF MONG_DATE MONG_TYPE MONG_DETL',
  MOND: 'LOCA_ID MONG_ID MONG_DIS MOND_DTIM MOND_TYPE MOND_REF MOND_INST MOND_RDNG !MOND_UNIT MOND_METH MOND_LIM MOND_ULIM MOND_NAME MOND_CRED MOND_CONT MOND_REM FILE_FSET',
};
const keys: Record<string, readonly string[]> = {
  ABBR: ['ABBR_HDNG', 'ABBR_CODE'],
  TYPE: ['TYPE_TYPE'],
  UNIT: ['UNIT_UNIT'],
  LOCA: ['LOCA_ID'],
  MONG: ['LOCA_ID', 'MONG_ID', 'MONG_DIS'],
  MOND: ['LOCA_ID', 'MONG_ID', 'MONG_DIS', 'MOND_DTIM', 'MOND_TYPE', 'MOND_REF'],
};

test('what is written keeps the rules of the format', () => {
  const { text } = written();
  // Rules 1, 2a and 5: ASCII, CR LF, every cell in quotes.
  const lines = text.split('\r\n');
  assert.equal(lines.pop(), '');
  assert.ok(
    lines.every((line) => /^[\x20-\x7E]*$/.test(line) && (line === '' || /^"([^"]|"")*"(,"([^"]|"")*")*$/.test(line))),
  );
  const tables = new Map<string, Record<string, string[][]>>();
  let name = '';
  for (const line of lines.filter((each) => each !== '')) {
    const [descriptor, ...cells] = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((match) =>
      match[1]!.replaceAll('""', '"'),
    );
    if (descriptor === 'GROUP') {
      assert.ok(!tables.has(cells[0]!), 'a group once');
      name = cells[0]!;
      tables.set(name, {});
    } else {
      const rows = tables.get(name)!;
      rows[descriptor!] = [...(rows[descriptor!] ?? []), cells];
    }
  }
  assert.deepEqual([...tables.keys()], ['PROJ', 'TRAN', 'ABBR', 'TYPE', 'UNIT', 'LOCA', 'MONG', 'MOND']);
  const column = (group: string, heading: string) => {
    const { HEADING, DATA } = tables.get(group)!;
    const at = HEADING![0]!.indexOf(heading);
    return at < 0 ? [] : DATA!.map((row) => row[at]!);
  };
  for (const [group, { HEADING, UNIT, TYPE, DATA }] of tables) {
    const headings = HEADING![0]!;
    assert.ok(DATA!.length > 0, `rule 2: ${group} has data`);
    assert.ok(
      [...UNIT!, ...TYPE!, ...DATA!].every((row) => row.length === headings.length),
      `rule 4b: ${group}`,
    );
    // Rule 7 and 9: known headings, in the order of the dictionary.
    const known = dictionary[group]!.replaceAll('!', '').split(' ');
    assert.deepEqual(
      headings,
      known.filter((heading) => headings.includes(heading)),
      `rules 7 and 9: ${group}`,
    );
    // Rule 10a and 10b: keys are there and unique, what is required is filled.
    const required = dictionary[group]!.split(' ').filter((heading) => heading.startsWith('!'));
    for (const heading of required)
      assert.ok(
        column(group, heading.slice(1)).every((cell) => cell !== '') && headings.includes(heading.slice(1)),
        `rule 10b: ${heading}`,
      );
    const key = keys[group] ?? [];
    assert.ok(
      key.every((heading) => headings.includes(heading)),
      `rule 10a: ${group}`,
    );
    const found = DATA!.map((row) => key.map((heading) => row[headings.indexOf(heading)]).join('|'));
    if (key.length > 0) assert.equal(new Set(found).size, found.length, `rule 10a: ${group}`);
    // Rules 15 to 17: units, abbreviations and types are listed; rule 8: 2DP has two decimals.
    for (const unit of UNIT![0]!)
      assert.ok(unit === '' || column('UNIT', 'UNIT_UNIT').includes(unit), `rule 15: ${unit}`);
    for (const [at, type] of TYPE![0]!.entries()) {
      assert.ok(column('TYPE', 'TYPE_TYPE').includes(type), `rule 17: ${type}`);
      for (const cell of DATA!.map((row) => row[at]!)) {
        if (type === '2DP') assert.match(cell, /^(-?\d+\.\d\d)?$/);
        if (type === 'PU') assert.ok(column('UNIT', 'UNIT_UNIT').includes(cell), `rule 15: ${cell}`);
        if (type !== 'PA' || cell === '') continue;
        const listed = tables
          .get('ABBR')!
          ['DATA']!.some(([heading, code]) => heading === headings[at] && code === cell);
        assert.ok(listed, `rule 16: ${headings[at]} ${cell}`);
      }
    }
  }
  // Rule 10c: every child has its parent. Rules 13 and 14: one project, one transfer.
  const parents = new Set(tables.get('MONG')!['DATA']!.map((row) => row.slice(0, 3).join('|')));
  assert.ok(tables.get('MOND')!['DATA']!.every((row) => parents.has(row.slice(0, 3).join('|'))));
  assert.ok(column('MONG', 'LOCA_ID').every((id) => column('LOCA', 'LOCA_ID').includes(id)));
  assert.deepEqual([tables.get('PROJ')!['DATA']!.length, tables.get('TRAN')!['DATA']!.length], [1, 1]);
});
