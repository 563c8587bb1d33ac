/** Tables and pages that waste no paper: widths by content, short rows beside each other, and the same numbers as ever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainNumber } from '@plumbline/science/display/number';
import { printedRows, reportContent, reportLine, templateOf, toMs } from '../../../../test/report-content.fixtures.ts';
import { cellInset } from '../paper/logic/widths.ts';
import type { PaperPart, PaperTable } from '../paper/paper.api.ts';
import { fitted } from '../paper/paper.api.ts';
import { noExtras, paperOf, type ReportLine } from './blocks.api.ts';

type Change = Parameters<typeof reportContent>[0];
const partsOf = (change: Change): readonly PaperPart[] =>
  paperOf(reportContent(change)).paper.sections.flatMap(({ parts }) => parts);
const tablesOf = (change: Change): PaperTable[] =>
  partsOf(change).flatMap((each) => (each.part === 'table' ? [each.table] : []));

const rowsOf = (table: PaperTable): string[][] => printedRows(table).map((row) => row.map(({ text }) => text));

/** The next of a fixed sequence, 0 to 1: the same numbers in every run. */
function sequence(): () => number {
  let seed = 42;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
}

test('every point is in its table once, with its own figures, however the rows stand beside each other', () => {
  const next = sequence();
  const sized = () => (next() - 0.5) * 10 ** Math.floor(next() * 9 - 4);
  for (const count of [1, 2, 5, 6, 7, 12, 41, 130]) {
    const lines = Array.from({ length: count }, (_, i): ReportLine => {
      const last = { atMs: toMs - 1, value: sized() };
      const figures = { last, change: sized(), ratePerDay: next() < 0.1 ? null : sized() };
      return reportLine(i + 1, {
        point: { structure: `Pit / Wall ${i % 3}` },
        figures,
        cumulative: next() < 0.1 ? null : sized(),
      });
    });
    const template = templateOf({
      kind: 'statistics',
      times: false,
      columns: ['last', 'change', 'cumulative', 'rate'],
    });
    const [table, another] = tablesOf({ lines, template });
    assert.ok(table && !another, 'one table a family');
    assert.equal((table.sets ?? 1) > 1, count > 2, `${count} rows`);
    const written = (value: number | null) => (value === null ? '–' : plainNumber(value, 3));
    assert.deepEqual(
      rowsOf(table).toSorted(),
      lines
        .map(({ point, figures, cumulative }) => [
          point.name,
          ...[figures.last?.value ?? null, figures.change, cumulative, figures.ratePerDay].map(written),
        ])
        .toSorted(),
    );
    assert.ok(
      !rowsOf(table)
        .flat()
        .some((text) => /\de[+-]/.test(text)),
      'no exponents',
    );
  }
});

test('points of a structure are below its name, in pairs among themselves', () => {
  const lines = Array.from({ length: 9 }, (_, i) =>
    reportLine(i + 1, { point: { structure: i < 4 ? 'North' : 'South' } }),
  );
  const [table] = tablesOf({ lines, template: templateOf({ kind: 'statistics', columns: ['last', 'status'] }) });
  const firstOf = (row: PaperTable['rows'][number], sets: number) =>
    row.length === 1 ? row[0]?.text : Array.from({ length: sets }, (_, set) => row[set * 3]?.text);
  assert.deepEqual(
    table?.rows.map((row) => firstOf(row, table.sets ?? 1)),
    ['North', ['W-1', 'W-3', ''], ['W-2', 'W-4', ''], 'South', ['W-5', 'W-7', 'W-9'], ['W-6', 'W-8', '']],
  );
  assert.equal(table?.rows[0]?.[0]?.span, table?.columns.length, 'across all of them');
});

test('columns are as wide as their numbers and fill the page; letters become smaller before a number is cut', () => {
  const width = (text: string, size: number) => text.length * 0.5 * size;
  for (const [columns, text] of [
    [3, '1.5'],
    [9, '-1234567.891'],
    [14, '-1234567.891'],
  ] as const) {
    const table: PaperTable = {
      size: 7.5,
      columns: Array.from({ length: columns }, (_, i) => ({ title: `C${i}`, width: 1, right: true })),
      rows: [Array.from({ length: columns }, () => ({ text })), Array.from({ length: columns }, () => ({ text: '1' }))],
    };
    const set = fitted(table, 180);
    const sum = set.columns.reduce((all, each) => all + each.width, 0);
    assert.ok(Math.abs(sum - (180 / 25.4) * 72) < 0.5, `${columns} columns fill the page: ${sum}`);
    for (const each of set.columns)
      assert.ok(each.width - cellInset >= width(text, set.size), `${columns}: ${each.width}`);
  }
  const prose = fitted(
    {
      size: 7.5,
      columns: [
        { title: 'Value', width: 1, right: true },
        { title: 'Reason', width: 3, right: false },
      ],
      rows: [[{ text: '12.345 mm' }, { text: 'The wall follows the excavation. '.repeat(20) }]],
    },
    180,
  );
  assert.ok((prose.columns[1]?.width ?? 0) > 2 * (prose.columns[0]?.width ?? 0), 'prose has the room');
  const time = '2026-11-20 19:00';
  const tight = fitted(
    {
      size: 7.5,
      columns: ['Measured', 'Reason', 'Handling', 'Note'].map((title) => ({ title, width: 4, right: false })),
      rows: [[{ text: time }, ...Array(3).fill({ text: 'The wall follows the excavation. '.repeat(20) })]],
    },
    100,
  );
  const [measured, ...prosaic] = tight.columns.map((each) => each.width - cellInset);
  assert.ok((measured ?? 0) >= width(time, tight.size), 'what is short is whole before prose has more');
  assert.ok(
    prosaic.every((each) => Math.abs(each - (prosaic[0] ?? 0)) < 0.5),
    `prose has equal shares: ${prosaic}`,
  );
});

test('the greatest figures are a sentence, and of a single point there is none', () => {
  const template = templateOf({ kind: 'statistics', extremes: true });
  const sentences = (lines: ReportLine[]) =>
    partsOf({ lines, template }).flatMap((each) => (each.part === 'text' ? [each.text] : []));
  assert.deepEqual(sentences([reportLine(1)]), []);
  assert.deepEqual(
    sentences([reportLine(1, { figures: { max: 9, min: 1 } }), reportLine(2, { figures: { max: 3, min: -4 } })]),
    [
      'Greatest figures: Highest value 9.000 mm (W-1); Lowest value -4.000 mm (W-2); Greatest change in the period 1.000 mm (W-1); Greatest cumulative change 2.000 mm (W-1); Fastest rate per day 0.200 mm (W-1).',
    ],
  );
});

test('a short report has no table of contents, a long one has', () => {
  const hasContents = (count: number) =>
    partsOf({ lines: Array.from({ length: count }, (_, i) => reportLine(i + 1)) }).some(
      ({ part }) => part === 'outline',
    );
  assert.deepEqual([2, 15, 600].map(hasContents), [false, false, true]);
});

test('one picture of several structures is printed once, with the points of all of them', () => {
  const drawing = (structureId: number, name: string, structure: string, bytes: string, pointId: number) => ({
    structureId,
    structure,
    name,
    format: 'svg' as const,
    bytes: Buffer.from(bytes),
    width: 2,
    height: 1,
    places: [{ pointId, x: 0.1 * pointId, y: 0.5 }],
  });
  const drawings = [
    drawing(1, 'Section', 'North', '<svg/>', 1),
    drawing(2, 'Section', 'South', '<svg/>', 2),
    drawing(2, 'Section', 'South', '<svg x="1"/>', 2),
  ];
  const drawn = partsOf({ template: templateOf({ kind: 'drawings' }), extras: { ...noExtras, drawings } }).flatMap(
    (each) => (each.part === 'drawing' ? [[each.title, each.marks.map(({ text }) => text)]] : []),
  );
  assert.deepEqual(drawn, [
    ['North, South: Section', ['W-1', 'W-2']],
    ['South: Section', ['W-2']],
  ]);
});

test('times say what of them is not the same for the whole report', () => {
  const smallOf = (change: Change) =>
    tablesOf({ ...change, template: templateOf({ kind: 'statistics', columns: ['last'] }) }).flatMap(({ rows }) =>
      rows.flatMap((row) => row.flatMap(({ small }) => small ?? [])),
    )[0];
  assert.equal(smallOf({}), '03-08 00:00');
  assert.equal(smallOf({ firstDay: '2026-03-08' }), '00:00');
  assert.equal(smallOf({ firstDay: '2025-12-30' }), '2026-03-08 00:00');
});

test('the limit to watch is printed with its level; of what was gathered before it was, nothing', () => {
  const lines = [
    reportLine(1, { limit: { level: 1, value: -10 } }),
    reportLine(2, { limit: { level: 4, value: 40 } }),
    reportLine(3, { limit: null }),
    reportLine(4),
  ];
  const [table] = tablesOf({ lines, template: templateOf({ kind: 'statistics', columns: ['limit'] }) });
  const cells = table ? printedRows(table).map(([, cell]) => cell?.text) : [];
  assert.deepEqual(cells, ['-10.000\u00a0Blue', '40.000\u00a0Red', '–', '–']);
});
