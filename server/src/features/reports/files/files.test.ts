/** What the files of a report say of itself: whether it is over, released and whole, and by which layout it is printed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fromMs,
  reportAlert,
  reportContent,
  reportLine,
  templateOf,
  toMs,
} from '../../../../test/report-content.fixtures.ts';
import { noExtras } from '../blocks/blocks.api.ts';
import { wordsOf } from '../words/words.api.ts';
import { sheetsOfBlocks, tablesOfBlocks } from './logic/block-sheets.ts';
import { layoutHash } from './logic/layout-hash.ts';
import { writeAgs4 } from './logic/report-ags4.ts';
import { aboutTable, measurementTable } from './logic/sheet-rows.ts';

const words = wordsOf('en');
const notesOf = (content: ReturnType<typeof reportContent>) =>
  aboutTable(content, words).rows.flatMap(([name, text]) => (name === words.note ? [String(text)] : []));
const released = {
  state: 'released',
  conclusions: '',
  version: 3,
  approvedBy: 'Li Na',
  releasedBy: 'Wu Jing',
  releasedAtMs: toMs,
  code: 'PLMB-0001',
  address: 'https://north.example/verify/PLMB-0001',
} as const;

test('a workbook of a period that is not over says so, and one that is over does not', () => {
  const unfinished = words.unfinished('2026-03-08 23:59');
  assert.ok(notesOf(reportContent({ madeAtMs: toMs - 1 })).includes(unfinished));
  for (const madeAtMs of [toMs, toMs + 60_000])
    assert.ok(!notesOf(reportContent({ madeAtMs })).some((note) => note.includes(unfinished.slice(0, 20))));
});

test('a point that misses one reading of thousands is not complete, and one that expects none has no share', () => {
  const lines = [
    reportLine(1, { figures: { expected: 5000, missing: 1 } }),
    reportLine(2, { figures: { expected: 5000, missing: 0 } }),
    reportLine(3, { figures: { expected: 0, missing: 0 } }),
  ];
  const { columns, rows } = measurementTable(reportContent({ lines }), { columns: ['complete'], times: false });
  const place = columns.findIndex(({ header }) => header === words.completeness);
  assert.deepEqual(
    rows.map((row) => row[place]),
    [99.9, 100, null],
  );
});

test('alerts of a table are those from its level on, that level itself too', () => {
  const template = templateOf({ kind: 'alerts', fromLevel: 2 });
  const alerts = [1, 2, 3].map((level) => reportAlert({ id: level, level, pointName: `W-${level}` }));
  const [table] = tablesOfBlocks(reportContent({ template, alerts, alertTotal: 3 }));
  assert.deepEqual(
    table?.rows.map((row) => row[2]),
    ['W-2', 'W-3'],
  );
});

test('a comparison is what it is now less what it was, and empty where either is missing', () => {
  const before = {
    firstDay: '2026-02-23',
    lastDay: '2026-03-01',
    lines: [
      reportLine(1, { figures: { last: { atMs: fromMs - 1, value: 5 }, max: 6 } }),
      reportLine(2, { figures: { last: null, max: null } }),
    ],
  };
  const content = reportContent({
    template: templateOf({ kind: 'comparison' }),
    lines: [reportLine(1), reportLine(2), reportLine(3)],
    extras: { ...noExtras, before },
  });
  const [table] = tablesOfBlocks(content);
  assert.deepEqual(
    table?.rows.map((row) => row.slice(3)),
    [
      [5, 2, -3, 6, 3],
      [null, 2, null, null, 3],
      [null, 2, null, null, 3],
    ],
  );
});

test('readings and records that were left out beyond the bound are said in the workbook', () => {
  const { point, field } = reportLine(1);
  const readings = [{ point, field, times: Float64Array.of(fromMs), values: Float64Array.of(1) }];
  const content = reportContent({
    template: templateOf({ kind: 'readings' }, { kind: 'alerts' }, { kind: 'inspections' }),
    alerts: [reportAlert()],
    alertTotal: 12,
    extras: {
      ...noExtras,
      readings,
      readingsLeft: 41,
      inspections: { rounds: [], total: 3, missed: [], defects: [] },
    },
  });
  const [about] = sheetsOfBlocks(content);
  const texts = about?.rows.map((row) => row.join(': ')) ?? [];
  assert.deepEqual(
    texts.filter((text) => text.includes('Only the first')),
    [
      'Alerts: Only the first 1 of 12 alerts are listed.',
      'Readings: Only the first 1 of 42 are shown.',
      'Inspections: Only the first 0 of 3 are shown.',
    ],
  );
  const nothingLeftOut = sheetsOfBlocks(reportContent({ template: content.template }))[0]?.rows.flat() ?? [];
  assert.ok(!nothingLeftOut.some((cell) => String(cell).includes('Only the first')));
});

const ags4 = (change: Parameters<typeof reportContent>[0]) => Buffer.from(writeAgs4(reportContent(change))).toString();
const { point, field } = reportLine(1);
const series = [
  { point, field, times: Float64Array.of(fromMs, fromMs + 1000), values: Float64Array.of(1.5, Number.NaN) },
];

test('an AGS4 file is final where the report was released, and a draft of no version before', () => {
  const transfer = (text: string) =>
    text.split('\r\n').find((line) => line.startsWith('"DATA","') && line.includes('Plumbline'));
  const extras = { ...noExtras, series };
  const final = transfer(ags4({ extras, release: released })) ?? '';
  assert.ok(final.includes('"Final"') && final.includes('"3"') && final.includes('PLMB-0001'), final);
  for (const release of [undefined, { state: 'inReview', conclusions: '' } as const]) {
    const draft = transfer(ags4({ extras, ...(release && { release }) })) ?? '';
    assert.ok(draft.includes('"Draft"') && !draft.includes('Final'), draft);
  }
});

test('an AGS4 file says how many readings were left out, and holds no value that failed', () => {
  const wholeFile = ags4({ extras: { ...noExtras, series } });
  assert.ok(!wholeFile.includes('Only the first') && !wholeFile.includes('NaN'));
  assert.equal(wholeFile.match(/"1\.5/g)?.length, 1);
  assert.ok(ags4({ extras: { ...noExtras, series, seriesLeft: 3 } }).includes('Only the first 2 of 5 are shown.'));
});

test('the layout of a report is that of its template and of its Word document', () => {
  const template = templateOf({ kind: 'summary' });
  const [one, another] = [Buffer.from('one document'), Buffer.from('another document')];
  const hashes = [
    layoutHash({ template }),
    layoutHash({ template, word: one }),
    layoutHash({ template, word: another }),
    layoutHash({ template: templateOf({ kind: 'alerts' }) }),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(layoutHash({ template, word: Buffer.from(one) }), hashes[1]);
});
