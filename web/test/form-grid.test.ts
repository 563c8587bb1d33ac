import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import i18next, { type TFunction } from 'i18next';
import { z } from 'zod';
import { readCells, writeCells } from '../src/design/clipboard.ts';
import { type Column, cellValue, headingOf, textOf } from '../src/design/form/grid/cells.ts';
import { fillDown, paste, type Sheet, setCell, writeRange } from '../src/design/form/grid/edits.ts';
import { boxOf, only } from '../src/design/form/grid/moves.ts';
import type { GridColumn, GridRow } from '../src/design/form/grid/shapes.ts';
import { rowJudge, wrongsOf } from '../src/design/form/grid/wrongs.ts';
import { traitsOf } from '../src/design/form/judge.ts';

const schema = z.object({
  name: z.string().trim().min(1).max(8),
  family: z.enum(['tilt', 'waterLevel']),
  depth: z.number().min(0).nullable(),
  locked: z.boolean().optional(),
  since: z.iso.date().optional(),
});
const column = (definition: GridColumn): Column => ({
  definition,
  prop: definition.prop,
  title: definition.label,
  unit: typeof definition.unit === 'string' ? definition.unit : '',
  choices: definition.options ?? [],
  traits: traitsOf(schema, definition),
  closed: definition.readOnly === true,
});
const columns: readonly Column[] = (
  [
    { type: 'INPUT', prop: 'name', label: 'Point' },
    {
      type: 'SELECT',
      prop: 'family',
      label: 'Measurement',
      options: [
        { value: 'tilt', label: 'Tilt' },
        { value: 'waterLevel', label: 'Water level' },
      ],
    },
    { type: 'NUMBER', prop: 'depth', label: 'Depth', unit: 'm' },
    { type: 'CHECK', prop: 'locked', label: 'Locked' },
    { type: 'DATE', prop: 'since', label: 'Since' },
  ] as readonly GridColumn[]
).map(column);
const [name, family, depth, locked, since] = columns as [Column, Column, Column, Column, Column];
const sheetOf = (rows: readonly GridRow[]): Sheet => ({ rows, view: rows.map((_, i) => i), columns });
const range = (top: number, left: number, bottom: number, right: number) => ({
  anchor: { row: top, column: left },
  at: { row: bottom, column: right },
});

describe('the clipboard', () => {
  test('rows, cells, quotes and both kinds of line ends', () => {
    for (const [text, cells] of [
      [
        'a\tb\r\nc\td\r\n',
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
      ],
      ['a', [['a']]],
      ['a\t', [['a', '']]],
      ['\n', [['']]],
      ['"x\ny"\tb', [['x\ny', 'b']]],
      ['"say ""hi"""\tb', [['say "hi"', 'b']]],
      ['5" pipe\tb', [['5" pipe', 'b']]],
      ['"a" b\tc', [['"a" b', 'c']]],
      ['', [['']]],
    ] as const)
      assert.deepEqual(readCells(text), cells, JSON.stringify(text));
  });
  test('what is written is read back', () => {
    const rows = [
      ['a', 'x\ty', '"quoted"'],
      ['line\nbreak', '', '5" pipe'],
    ];
    assert.deepEqual(readCells(writeCells(rows)), rows);
  });
});

describe('a typed text as a value', () => {
  test('numbers: thousands are known, anything else with a comma is not guessed', () => {
    for (const [text, value] of [
      ['12.5', 12.5],
      [' -3 ', -3],
      ['−3', -3],
      ['１２', 12],
      ['1e-3', 0.001],
      ['.5', 0.5],
      ['1,234.5', 1234.5],
      ['12,345,678', 12345678],
      ['1,5', '1,5'],
      ['1,23', '1,23'],
      ['12..5', '12..5'],
      ['0x10', '0x10'],
      ['Infinity', 'Infinity'],
      ['12 m', '12 m'],
      ['', null],
    ] as const)
      assert.equal(cellValue(depth, text), value, text);
  });
  test('choices by their word or value, boxes in several languages, dates in several shapes', () => {
    assert.equal(cellValue(family, ' water LEVEL '), 'waterLevel');
    assert.equal(cellValue(family, 'waterlevel'), 'waterLevel');
    assert.equal(cellValue(family, 'Watr'), 'Watr', 'kept, to be put right');
    assert.deepEqual(
      ['yes', '是', '1', 'No', 'x', 'maybe', ''].map((text) => cellValue(locked, text)),
      [true, true, true, false, true, 'maybe', undefined],
    );
    assert.deepEqual(
      ['2026/3/8', '2026-03-08', '2026.3.8 6:05', '8.3.2026'].map((text) => cellValue(since, text)),
      ['2026-03-08', '2026-03-08', '2026-03-08 06:05', '8.3.2026'],
    );
    assert.equal(cellValue(name, '  PZ 1 '), 'PZ 1');
    assert.equal(textOf(family, 'tilt'), 'Tilt');
    assert.equal(textOf(depth, null), '');
    assert.equal(textOf(depth, 0), '0');
  });
});

describe('pasting', () => {
  const rows: readonly GridRow[] = [{ name: 'A' }, { name: 'B' }, { name: 'C' }];
  const made = () => ({ family: 'tilt' });
  test('from the chosen cell on; rows are added where there are more, each a new object', () => {
    const pasted = paste(
      sheetOf(rows),
      only({ row: 2, column: 0 }),
      [['X', 'Tilt', '1'], ['Y', 'Tilt', '2'], ['Z']],
      made,
      100,
    );
    assert.deepEqual(pasted.rows.slice(2), [
      { name: 'X', family: 'tilt', depth: 1 },
      { name: 'Y', family: 'tilt', depth: 2 },
      { name: 'Z', family: 'tilt' },
    ]);
    assert.equal(pasted.rows[0], rows[0], 'rows that do not change stay the same objects');
    assert.deepEqual([pasted.added, pasted.rowsLeft, boxOf(pasted.range).bottom], [2, 0, 4]);
  });
  test('one cell fills the range; closed columns stay', () => {
    const closed: Sheet = { ...sheetOf(rows), columns: [{ ...name, closed: true }, ...columns.slice(1)] };
    const pasted = paste(closed, range(0, 0, 1, 2), [['5']], made, 100);
    assert.deepEqual(
      pasted.rows.slice(0, 2).map((row) => [row['name'], row['depth']]),
      [
        ['A', 5],
        ['B', 5],
      ],
    );
  });
  test('a heading says which column each cell belongs to', () => {
    assert.deepEqual(headingOf(['depth, M', 'point'], columns), [2, 0]);
    assert.equal(headingOf(['Depth', 'Something'], columns), null);
    assert.equal(headingOf(['Depth'], columns), null, 'a single word may be a value');
    const pasted = paste(
      sheetOf(rows),
      only({ row: 0, column: 1 }),
      [
        ['Depth (m)', 'Point'],
        ['3', 'X'],
      ],
      made,
      100,
    );
    assert.deepEqual(pasted.rows[0], { name: 'X', depth: 3 });
    assert.equal(pasted.columnsLeft, 0);
  });
  test('what finds no place is counted and not lost in silence', () => {
    const wide = paste(sheetOf(rows), only({ row: 0, column: 3 }), [['yes', '2026-01-01', 'over', 'board']], made, 100);
    assert.equal(wide.columnsLeft, 2);
    const long = paste(
      sheetOf(rows),
      only({ row: 0, column: 0 }),
      Array.from({ length: 9 }, (_, i) => [`${i}`, '']),
      made,
      5,
    );
    assert.deepEqual([long.rows.length, long.added, long.rowsLeft], [5, 2, 4]);
    const fixed = paste(sheetOf(rows), only({ row: 2, column: 0 }), [['X'], ['Y']], undefined, 100);
    assert.deepEqual([fixed.rows.length, fixed.rowsLeft], [3, 1]);
  });
  test('into a filtered view, only rows in view are written', () => {
    const pasted = paste({ rows, view: [0, 2], columns }, only({ row: 0, column: 0 }), [['X'], ['Y']], undefined, 100);
    assert.deepEqual(
      pasted.rows.map((row) => row['name']),
      ['X', 'B', 'Y'],
    );
  });
});

test('writing, ticking and filling down are steps that leave the old rows as they were', () => {
  const rows: readonly GridRow[] = [{ name: 'A', depth: 1 }, { name: 'B' }, { name: 'C' }];
  const sheet = sheetOf(rows);
  assert.deepEqual(
    fillDown(sheet, range(0, 0, 2, 2)).map((row) => [row['name'], row['depth']]),
    [
      ['A', 1],
      ['A', 1],
      ['A', 1],
    ],
  );
  assert.deepEqual(
    fillDown(sheet, only({ row: 1, column: 2 }))[1],
    { name: 'B', depth: 1 },
    'one cell takes the one above',
  );
  assert.equal(fillDown(sheet, only({ row: 0, column: 2 })), rows, 'nothing is above the first');
  assert.equal(writeRange(sheet, only({ row: 0, column: 0 }), 'A'), rows, 'the same again is no change');
  assert.deepEqual(setCell(sheet, 1, 'locked', true)[1], { name: 'B', locked: true });
  assert.deepEqual(rows[1], { name: 'B' });
});

describe('what is wrong', () => {
  let t: TFunction;
  before(async () => {
    await i18next.init({ lng: 'en', resources: { en: { forms: {} } } });
    t = i18next.t;
  });
  test('each row is judged once, by the schema, its choices, and what others object to', () => {
    let callCount = 0;
    const counted = z.preprocess((row) => {
      callCount++;
      return row;
    }, schema);
    const rows: readonly GridRow[] = [
      { name: 'A', family: 'tilt', depth: 1 },
      { name: '', family: 'Watr', depth: '12..5' },
      { name: 'C', family: 'tilt', depth: null, since: '2026-02-30' },
    ];
    const judge = rowJudge(counted, columns, t);
    const wrongs = wrongsOf(rows, judge, [
      { row: 0, prop: 'name', words: 'exists' },
      { row: 2, words: 'refused' },
    ]);
    assert.deepEqual([...wrongs].map(([row, messages]) => [row, [...messages.keys()].sort()]).sort(), [
      [0, ['name']],
      [1, ['depth', 'family', 'name']],
      [2, ['', 'since']],
    ]);
    assert.equal(callCount, 3);
    wrongsOf([...rows.slice(0, 2), { ...rows[2], since: undefined }], judge, []);
    assert.equal(callCount, 4, 'only the row that changed');
  });
  test('of ten thousand rows an edit judges its own alone', () => {
    const rows = Array.from({ length: 10_000 }, (_, i): GridRow => ({ name: `P${i}`, family: 'tilt', depth: i }));
    let callCount = 0;
    const counted = z.preprocess((row) => {
      callCount++;
      return row;
    }, schema);
    const judge = rowJudge(counted, columns, t);
    assert.equal(wrongsOf(rows, judge, []).size, 0);
    assert.equal(callCount, 10_000);
    const next = writeRange(sheetOf(rows), only({ row: 5_000, column: 2 }), '-1');
    assert.deepEqual([...wrongsOf(next, judge, []).keys()], [5_000]);
    assert.equal(callCount, 10_001);
  });
});
