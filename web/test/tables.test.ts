import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing, Survey } from '@plumbline/contract/views/profiles';
import { viewNamed, viewsOf } from '@plumbline/contract/views/views';
import {
  cellData,
  cellOfSheet,
  cellWords,
  type GridColumn,
  headingOf,
  orderOf,
  selectedCells,
} from '../src/design/data-grid/columns.ts';
import { readProfile } from '../src/features/views/profiles/profile-state.ts';
import { unbiased, withoutProbeBias } from '../src/features/views/profiles/shown-surveys.parts.ts';
import { chainFigures, chainMatrix, numberOf, numbersOf } from '../src/features/views/tables/chain-matrix.ts';
import {
  gapsOf,
  incrementsOf,
  quantityOf,
  type Rows,
  readingColumns,
} from '../src/features/views/tables/reading-table.ts';
import { figureRows, placeRows, surveyRows } from '../src/features/views/tables/survey-matrix.ts';
import {
  readReadingTable,
  readSurveyTable,
  writeReadingTable,
  writeSurveyTable,
} from '../src/features/views/tables/table-state.ts';

const zone = 'Europe/Berlin';
const start = Date.parse('2026-03-01T00:00:00Z');
const rule = (field: string, kind: Threshold['kind'], levels: (number | null)[]): Threshold =>
  ({ enabled: true, field, kind, levels, method: 'twoSided' }) as Threshold;

const rows: Rows = {
  fields: [
    { key: 'level', unit: 'm', precision: 3 },
    { key: 'temp', unit: '°C', precision: 2 },
  ],
  times: [0, 1, 2, 9].map((i) => start + i * hourMs),
  columns: [
    [1, 4, 9, 2.5],
    [20, null, 21, 22],
  ],
  flagged: [{ field: 0, row: 2, quality: 'fail', tests: ['spike'] }],
  filtered: null,
};
const columnsOf = (measure: Parameters<typeof readingColumns>[0]['measure'], more: object = {}) =>
  readingColumns({
    rows,
    changes: null,
    base: null,
    summed: new Set(),
    totals: null,
    measure,
    thresholds: [rule('level', 'value', [2, 3, null, null])],
    timeTitle: 'Time',
    titleOf: (field) => field,
    filterWords: null,
    ...more,
  });
const numbers = (column: GridColumn | undefined) => (column?.kind === 'number' ? column : assert.fail('no numbers'));

test('totals of rain since a baseline are those of the server, without a sign and without a level', () => {
  const summed = new Set(['level']);
  const rules = { thresholds: [rule('level', 'cumulative', [1, 2, 3, 4])] };
  const [, fromStart] = columnsOf('cumulative', { summed, ...rules });
  assert.deepEqual([numbers(fromStart).values, numbers(fromStart).isChange], [[1, 4, 9, 2.5], false]);
  assert.equal(numbers(fromStart).levels, undefined);
  const totals = { ...rows, fields: rows.fields.slice(0, 1), columns: [[101, 105, null, 116.5]] };
  const [, level, temp] = columnsOf('cumulative', { summed, totals, base: [7, 20], ...rules });
  assert.deepEqual(numbers(level).values, [101, 105, null, 116.5]);
  assert.deepEqual(numbers(temp).values, [0, null, 1, 2], 'what is no amount is counted from the baseline');
  const [, waiting] = columnsOf('cumulative', { summed, base: [7, 20] });
  assert.deepEqual(numbers(waiting).values, [null, null, null, null], 'not yet known');
});

test('the cumulative of an azimuth is a direction without a sign; how far it turned has one', () => {
  const turned: Rows = {
    ...rows,
    fields: [{ key: 'azimuth', unit: '°', precision: 1 }],
    columns: [[10, 340, 298.4, 5]],
    flagged: [],
  };
  const [, cumulative] = columnsOf('cumulative', { rows: turned });
  assert.deepEqual([numbers(cumulative).values, numbers(cumulative).isChange], [[10, 340, 298.4, 5], false]);
  const [, fromBase] = columnsOf('cumulative', { rows: turned, base: [10] });
  const [, increments] = columnsOf('incremental', { rows: turned });
  for (const column of [fromBase, increments]) assert.equal(numbers(column).isChange, true);
  const near = (values: readonly (number | null)[]) => values.map((value) => value && Math.round(value * 10) / 10);
  assert.deepEqual(near(numbers(fromBase).values), [0, -30, -71.6, -5]);
  assert.deepEqual(near(numbers(increments).values), [null, -30, -41.6, 66.6]);
});

test('readings as columns: levels by the limits on what is shown, what failed is marked and judged by none', () => {
  const [time, level, temp] = columnsOf('value');
  assert.deepEqual(time?.values, rows.times);
  assert.deepEqual(numbers(level).values, [1, 4, 9, 2.5]);
  assert.deepEqual(numbers(level).levels, [0, 2, null, 1]);
  assert.deepEqual(numbers(level).flags?.get(2), { quality: 'fail', tests: ['spike'] });
  assert.equal(numbers(temp).levels, undefined, 'nothing watches the temperature');
  const changes = { ...rows, columns: [[0, 3, 8, 1.5], []] };
  const [, judged] = columnsOf('value', { changes, thresholds: [rule('level', 'cumulative', [1, null, 3, null])] });
  assert.deepEqual(numbers(judged).levels, [0, 3, null, 1], 'limits on the change count on the value too');
});

test('filtered values stand beside the measured ones, marked where one was refused, and have no level', () => {
  const filtered = {
    filter: 'hampel-3r-3',
    columns: [
      { values: [1, 1, null, 2.5], refused: [1] },
      { values: [20, null, 21, 22], refused: [] },
    ],
  };
  const through = { rows: { ...rows, filtered }, filterWords: { measured: 'measured', filtered: 'filtered: Hampel' } };
  const [, level, beside, , temp] = columnsOf('value', through);
  assert.deepEqual(numbers(level).values, [1, 4, 9, 2.5]);
  const heads = [level, beside, temp].map((column) => column && headingOf(column));
  assert.deepEqual(heads, ['level measured, m', 'level filtered: Hampel, m', 'temp filtered: Hampel, °C']);
  assert.deepEqual([numbers(beside).values, numbers(beside).levels], [[1, 1, null, 2.5], undefined]);
  assert.deepEqual([...(numbers(beside).flags ?? [])], [[1, { quality: 'refused', tests: [] }]]);
  assert.equal(columnsOf('incremental', through).length, 3, 'increments are not filtered');
});

test('increments leave out what failed, a baseline is taken off, and neither is judged', () => {
  assert.deepEqual(
    incrementsOf([1, 4, 9, null, 2.5], (row) => row === 2),
    [null, 3, null, null, -1.5],
  );
  assert.deepEqual(
    incrementsOf([350, 10, null, 355], () => false, 360),
    [null, 20, null, -15],
  );
  const [, level] = columnsOf('incremental');
  assert.deepEqual([numbers(level).values, numbers(level).levels], [[null, 3, null, -1.5], undefined]);
  const [, since, temp] = columnsOf('cumulative', { base: [4, null] });
  assert.deepEqual(numbers(since).values, [-3, 0, 5, -1.5]);
  assert.deepEqual(numbers(temp).values, [null, null, null, null], 'no baseline value, no change');
  assert.equal(numbers(since).levels, undefined);
  assert.deepEqual(
    [quantityOf('cumulative', null), quantityOf('cumulative', 1), quantityOf('incremental', null)],
    ['cumulative', 'value', 'value'],
  );
});

test('a stretch without readings is marked where it is seen, in either order of time and in no other', () => {
  const gaps = (sort: Parameters<typeof gapsOf>[2]) => [...gapsOf(rows.times, 3600, sort).keys()];
  assert.deepEqual(gaps({ key: 'at', order: 'ascend' }), [3]);
  assert.deepEqual(gaps({ key: 'at', order: 'descend' }), [2]);
  assert.deepEqual(gaps({ key: 'level', order: 'ascend' }), []);
});

test('rows are sorted by numbers, those without a value last either way', () => {
  const columns = columnsOf('value');
  const order = (key: string, by: 'ascend' | 'descend') => orderOf(columns, 4, { key, order: by });
  assert.deepEqual(order('temp', 'ascend'), [0, 2, 3, 1]);
  assert.deepEqual(order('temp', 'descend'), [3, 2, 0, 1]);
  assert.deepEqual(orderOf(columns, 4, null), [0, 1, 2, 3]);
});

test('screen, clipboard, CSV and workbook hold the same cell', () => {
  const [time, level, temp] = columnsOf('value') as [GridColumn, GridColumn, GridColumn];
  assert.equal(cellWords(time, 0, zone), '2026-03-01 01:00:00');
  assert.deepEqual(cellOfSheet(time, 0, zone), new Date('2026-03-01T01:00:00Z'), 'by the clocks of the project');
  assert.deepEqual([cellWords(level, 3, zone), cellData(level, 3, zone)], ['2.500', 2.5]);
  assert.deepEqual([cellWords(temp, 1, zone), cellData(temp, 1, zone)], ['—', null]);
  assert.equal(headingOf(level), 'level, m');
  const some = { row: 2, column: 1, toRow: 1, toColumn: 2 };
  assert.deepEqual(selectedCells([time, level, temp], [3, 2, 1, 0], some, zone), [
    ['9', '21'],
    ['4', ''],
  ]);
  const twice = { ...time, kind: 'time', values: [Date.parse('2026-10-25T00:30:00Z')] } as GridColumn;
  assert.equal(cellOfSheet(twice, 0, zone), '2026-10-25T00:30:00.000Z', 'an hour that comes twice says which it is');
});

const casing: Casing = {
  form: 'vertical',
  segmentMm: 1000,
  lengthsMm: [1000, 1000],
  fixedEnd: 'bottom',
  fromAt: null,
  markAzimuthDeg: null,
  chainagesM: [0, 1, 2],
  depthsM: [0.5, 1.5, 2.5],
  elevationsM: [],
  panelAngleDeg: null,
  nodes: [],
};
const survey = (x: (number | null)[], more: Partial<Survey> = {}): Survey => ({
  requestedAt: '2026-03-01T00:00:00.000Z',
  at: '2026-03-01T00:00:00.000Z',
  x,
  y: [3, 4, 0],
  misclosure: null,
  casing: 0,
  isComparable: true,
  excavationM: null,
  isComplete: true,
  ...more,
});
const drawing = { direction: 1, settlementSign: 1, convergenceSign: 1, archSign: 1, markAzimuthDeg: null } as const;
const question = {
  surveys: [
    { survey: survey([1, 2, 0]), at: start, casing },
    { survey: survey([4, null, 0]), at: start + hourMs, casing },
  ],
  drawing,
  thresholds: [rule('maxX', 'value', [3, null, null, null])],
  baselineAt: null,
  firmM: null,
  words: {
    place: () => 'Depth',
    number: () => 'A',
    change: () => 'Since',
    timeOf: (at: number) => new Date(at).toISOString().slice(11, 16),
  },
};
const usual = { axis: 'x', isIncremental: false, part: 'deflection' } as const;

test('table and report of a casing take out the bias of the probe by the function of its drawing, and then judge nothing', () => {
  const deep = { ...casing, lengthsMm: [1000, 1000, 1000], chainagesM: [0, 1, 2, 3], depthsM: [0, 1, 2, 3] };
  const recorded = [{ survey: survey([9, 6, 3, 0]), at: start, casing: deep }];
  const firmM = 1;
  const surveys = withoutProbeBias(recorded, firmM);
  assert.deepEqual(surveys[0]?.survey.x, unbiased(recorded[0]!, firmM).shown.survey.x);
  const matrix = chainMatrix({ ...question, surveys, firmM }, 'vertical', usual);
  assert.deepEqual(matrix.surveys[0]?.values, [0, 0, 0, 0], '3 mm per m are the probe');
  assert.deepEqual(matrix.surveys[0]?.levels, [null, null, null, null]);
  assert.equal(withoutProbeBias(recorded, null), recorded);
  const line = [{ ...recorded[0]!, casing: { ...deep, form: 'horizontal' as const } }];
  assert.deepEqual(withoutProbeBias(line, firmM), line, 'a line has no probe');
  const state = readSurveyTable(new URLSearchParams('firm=1.5'));
  assert.equal(
    state.firmM,
    readProfile(new URLSearchParams('firm=1.5')).firmM,
    'one address for drawing, table and report',
  );
  assert.equal(writeSurveyTable(new URLSearchParams(), state).get('firm'), '1.5');
});

test('a casing as a table: surveys by depths, depths by surveys, one survey with all its numbers', () => {
  const matrix = chainMatrix(question, 'vertical', usual);
  assert.deepEqual(
    matrix.surveys.map(({ values }) => values),
    [
      [1, 2, 0],
      [4, null, 0],
    ],
  );
  assert.deepEqual(matrix.surveys[1]?.levels, [1, null, 0]);
  const bySurvey = surveyRows(matrix, 'Survey');
  assert.deepEqual(bySurvey.map(headingOf), ['Survey', '0.50 m, mm', '1.50 m, mm', '2.50 m, mm']);
  assert.deepEqual(bySurvey[2]?.values, [2, null]);
  const far = { ...matrix, surveys: matrix.surveys.map((each) => ({ ...each, values: [-104_243.259, 2, 0] })) };
  const [narrow, wide] = [bySurvey[1]?.widthPx ?? 0, surveyRows(far, 'Survey')[1]?.widthPx ?? 0];
  assert.ok(wide >= narrow + 8 * 4, 'a column is as wide as its longest number');
  const byPlace = placeRows(matrix);
  assert.deepEqual(byPlace.map(headingOf), ['Depth, m', '00:00, mm', '01:00, mm']);
  assert.deepEqual(byPlace[2]?.values, [4, null, 0]);
  const figures = figureRows(matrix, chainFigures(question, 'vertical', 1));
  assert.equal(figures.length, 1 + 6 + 1, 'depth, two axes and resultant twice, change');
  assert.deepEqual(figures.at(-1)?.values, [3, null, 0]);
  assert.deepEqual(figures[3]?.values, [5, null, 0], 'the resultant');
});

test('increments and a baseline are judged by no limit; surveys of another chain stand at their own depths', () => {
  const incremental = chainMatrix(question, 'vertical', { ...usual, isIncremental: true });
  assert.deepEqual(incremental.surveys[0]?.values, [-1, 2, null]);
  assert.deepEqual(incremental.surveys[0]?.levels, [null, null, null]);
  const based = chainMatrix({ ...question, baselineAt: start }, 'vertical', usual);
  assert.deepEqual(based.surveys[1]?.levels, [null, null, null]);
  const longer = { ...casing, lengthsMm: [1000, 1000, 1000], chainagesM: [0, 1, 2, 3], depthsM: [0.5, 1.5, 2.5, 3.5] };
  const surveys = [
    ...question.surveys,
    { survey: survey([7, 8, 9, 0], { y: [0, 0, 0, 0] }), at: start + 2 * hourMs, casing: longer },
  ];
  const both = chainMatrix({ ...question, surveys }, 'vertical', usual);
  assert.deepEqual(
    both.surveys.map(({ values }) => values),
    [
      [1, 2, 0, null],
      [4, null, 0, null],
      [7, 8, 9, 0],
    ],
  );
});

test('a form shows the numbers that it has, whatever the address asks for', () => {
  assert.deepEqual(
    numbersOf('panel').map(({ part }) => part),
    ['deflection', 'horizontal', 'vertical'],
  );
  assert.equal(numbersOf('ring').length, 3);
  assert.deepEqual(numberOf('horizontal', { axis: 'y', isIncremental: true, part: 'vertical' }), {
    ...usual,
    isIncremental: true,
  });
  assert.deepEqual(numberOf('ring', { axis: 'y', isIncremental: true, part: 'deflection' }), { ...usual, axis: 'y' });
});

test('the address holds what a table shows and keeps what is not its own', () => {
  const old = new URLSearchParams('point=4&view=adm-data');
  const text =
    'baseline=2026-01-02T03%3A04%3A00.000Z&sort=-at&layout=one&axis=resultant&measure=incremental&played=2026-01-03T00%3A00%3A00.000Z';
  const state = readSurveyTable(new URLSearchParams(text));
  assert.deepEqual(
    [state.sort, state.layout, state.axis, state.isIncremental],
    [{ key: 'at', order: 'descend' }, 'one', 'resultant', true],
  );
  const written = writeSurveyTable(old, state);
  assert.deepEqual(readSurveyTable(written), state);
  assert.equal(written.get('point'), '4');
  const readings = readReadingTable(new URLSearchParams('measure=incremental&fields=level,temp&sort=level'));
  assert.deepEqual(readReadingTable(writeReadingTable(old, readings)), readings);
  assert.equal(readReadingTable(new URLSearchParams('quantity=rate')).measure, 'rate', 'as the curve was looked at');
  assert.equal(
    writeReadingTable(old, readReadingTable(new URLSearchParams('baseline=x&fields=%3C'))).get('fields'),
    null,
  );
});

test('names of specification 2 open tables, in either spelling', () => {
  for (const name of ['adm-data', 'rdm-data', 'RdmData', 'hda-data', 'pam-data-data'])
    assert.equal(viewNamed(name), 'adm-data');
  for (const name of ['dt-data', 'SdmproData', 'Ivs50Data', 'gdm-angle-data', 'artificial-data'])
    assert.equal(viewNamed(name), 'dt-data');
  assert.equal(viewNamed('hsl-settlement-data'), 'hsl-settlement-data');
  const chain = { family: 'deepDisplacement', nodeCount: 4, type: 0, parameters: {} } as const;
  assert.ok(viewsOf(chain).includes('adm-data') && !viewsOf(chain).includes('dt-data'));
  assert.ok(viewsOf({ ...chain, family: 'crack', nodeCount: 0 }).includes('dt-data'));
});
