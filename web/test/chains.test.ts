import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Casing, Survey } from '@plumbline/contract/views/profiles';
import { viewNamed, viewsOf } from '@plumbline/contract/views/views';
import { nearestSpot } from '../src/charts/frame/spot.ts';
import { roundLength, spotsOf } from '../src/charts/kinds/section/draw.ts';
import { section } from '../src/charts/kinds/section/section.ts';
import {
  addToAll,
  chainProblems,
  inForm,
  readSegments,
  rowsOf,
  withRows,
} from '../src/features/readings/formulas/chain-segments.ts';
import {
  chainCurves,
  chainJointLimits,
  chainLimits,
  chainRows,
  limitsOfJoint,
  lineValues,
  panelValues,
} from '../src/features/views/profiles/chain-content.ts';
import { readChain, writeChain } from '../src/features/views/profiles/chain-state.ts';
import { sectionState, usualFactor } from '../src/features/views/profiles/section-content.ts';
import { readTable } from '../src/kernel/read-table.ts';

const casing = (more: Partial<Casing>): Casing => ({
  form: 'horizontal',
  segmentMm: 2000,
  lengthsMm: [2000, 1000],
  fixedEnd: 'top',
  fromAt: null,
  markAzimuthDeg: null,
  chainagesM: [0, 2, 3],
  depthsM: [],
  elevationsM: [],
  panelAngleDeg: null,
  nodes: [],
  ...more,
});
const survey = (x: (number | null)[], y: (number | null)[] = x.map(() => null)): Survey => ({
  requestedAt: '2026-03-01T00:00:00.000Z',
  at: '2026-03-01T00:00:00.000Z',
  x,
  y,
  misclosure: null,
  casing: 0,
  isComparable: true,
  excavationM: null,
  isComplete: true,
});
const shown = (of: Casing, measured: Survey, at = 0) => ({ survey: measured, at, casing: of });
const begin = readChain(new URLSearchParams());

test('the address holds all that a view of a chain shows', () => {
  const address = 'measure=differential&part=vertical&shape=section&list=chords&factor=50&joint=3';
  const state = readChain(new URLSearchParams(address));
  assert.deepEqual(
    [state.measure, state.part, state.shape, state.list, state.factor, state.joint],
    ['differential', 'vertical', 'section', 'chords', 50, 3],
  );
  assert.equal(String(writeChain(new URLSearchParams(), state)), address);
  assert.equal(String(writeChain(new URLSearchParams(), begin)), '');
  assert.equal(readChain(new URLSearchParams('factor=3')).factor, null);
});

test('settlement is the negative of what is stored, limits and curves turn with it; -1 leaves it', () => {
  const line = shown(casing({}), survey([0, -4, -6]));
  assert.deepEqual(lineValues(line, 'settlement', 1), [0, 4, 6]);
  assert.deepEqual(lineValues(line, 'settlement', -1), [0, -4, -6]);
  assert.deepEqual(lineValues(line, 'differential', 1), [null, 2, 2]);
  const rule = { enabled: true, field: 'maxX', kind: 'cumulative', levels: [5, null, null, null], method: 'lower' };
  assert.deepEqual(chainLimits([rule as never], 'x', -1, begin), [{ level: 1, value: 5 }]);
  assert.deepEqual(chainLimits([rule as never], 'x', -1, { baselineAt: 1 }), [], 'another zero is not judged');
  const columnsOf = (each: typeof line) => [lineValues(each, 'settlement', 1)];
  const before = shown(line.casing, survey([0, -1, null]));
  const rows = chainRows({ chosen: line, before }, line.casing.chainagesM, columnsOf, [rule as never], begin);
  assert.deepEqual(
    rows.map(({ placeM, change, level, isFixed }) => [placeM, change, level, isFixed]),
    [
      [0, 0, 0, true],
      [2, 3, 0, false],
      [3, null, 1, false],
    ],
  );
  assert.deepEqual(chainCurves(line, null, 2, [{ axis: 'x', name: 'S', factor: -1 }]), [
    { field: 'x2', name: 'S', factor: -1, baseMm: 0 },
  ]);
  assert.deepEqual(chainCurves(line, null, 0, [{ axis: 'x', name: 'S' }]), [], 'the fixed joint has no field');
});

test('joints have limits of their own, turned with what is shown; counted from a baseline nothing is judged', () => {
  const settled = casing({ nodes: [] });
  const rule = {
    enabled: true,
    field: 'x2',
    kind: 'cumulative',
    levels: [5, null, null, null],
    method: 'lower',
  } as never;
  const farthest = { enabled: true, field: 'maxX', kind: 'cumulative', levels: [9, null, null, null], method: 'lower' };
  const both = [rule, farthest as never];
  assert.deepEqual(limitsOfJoint(both, -1, begin, settled, 2), [
    { level: 1, value: 9 },
    { level: 1, value: 5 },
  ]);
  assert.deepEqual(limitsOfJoint(both, -1, { baselineAt: 1 }, settled, 2), []);
  assert.equal(chainJointLimits([rule], -1, begin, settled, settled.chainagesM).length, 1);
  assert.deepEqual(chainJointLimits([rule], -1, { baselineAt: 1 }, settled, settled.chainagesM), []);
  const line = shown(settled, survey([0, -4, -60]));
  const columnsOf = (each: typeof line) => [lineValues(each, 'settlement', 1)];
  const rows = chainRows({ chosen: line, before: undefined }, settled.chainagesM, columnsOf, both, { baselineAt: 1 });
  assert.deepEqual(
    rows.map(({ level, change }) => [level, change]),
    Array(3).fill([null, null]),
  );
});

test('between two geometries of a chain there is no change', () => {
  const line = shown(casing({}), survey([0, -4, -6]));
  const columnsOf = (each: typeof line) => [lineValues(each, 'settlement', 1)];
  const changes = (before: typeof line) =>
    chainRows({ chosen: line, before }, line.casing.chainagesM, columnsOf, [], begin).map(({ change }) => change);
  assert.deepEqual(changes(shown(line.casing, survey([0, -1, -2]))), [0, 3, 4]);
  assert.deepEqual(changes(shown(line.casing, { ...survey([0, -1, -2]), casing: 1 })), [null, null, null]);
});

test('a deflection is shown whole and in its parts; without the inclination of the slab the parts are not known', () => {
  const slab = casing({ form: 'panel', panelAngleDeg: 30, elevationsM: [10, 11, 11.5] });
  const round = (values: readonly (number | null)[]) => values.map((value) => value && Math.round(value * 1e6) / 1e6);
  assert.deepEqual(round(panelValues(shown(slab, survey([0, 2, null])), 'horizontal')), [0, 1, null]);
  assert.deepEqual(round(panelValues(shown(slab, survey([0, 2, null])), 'vertical')), [0, -1.732051, null]);
  const unknown = shown({ ...slab, panelAngleDeg: null }, survey([0, 2, 3]));
  assert.deepEqual(panelValues(unknown, 'deflection'), [0, 2, 3]);
  assert.deepEqual(panelValues(unknown, 'horizontal'), [null, null, null]);
});

const square = [
  { x: 0, y: 0 },
  { x: 1000, y: 1000 },
  { x: 0, y: 2000 },
  { x: -1000, y: 1000 },
];
const ring = casing({ form: 'ring', chainagesM: [0, 1.4, 2.8, 4.2], nodes: square });

test('a section: convergence and crown in the sign that is chosen, counted from the baseline where there is one', () => {
  const flat = shown(ring, survey([0, 3, 0, -3], [0, -4, -8, -4]));
  const state = sectionState(flat, null, { convergenceSign: 1, archSign: 1 });
  assert.deepEqual(
    state.chords.map(({ from, to, convergenceMm }) => [from, to, convergenceMm]),
    [
      [0, 2, -8],
      [1, 3, 6],
    ],
  );
  assert.deepEqual([state.crown, state.crownMm], [2, -8]);
  const turned = sectionState(flat, null, { convergenceSign: -1, archSign: -1 });
  assert.deepEqual([turned.chords[0]?.convergenceMm, turned.crownMm], [8, 8]);
  const since = sectionState(
    shown(ring, survey([0, 1, 0, -1], [0, 0, -2, 0])),
    survey([0, 2, 0, -2], [0, -4, -6, -4]),
    { convergenceSign: 1, archSign: 1 },
  );
  assert.deepEqual(
    since.chords.map(({ convergenceMm }) => convergenceMm),
    [-2, 2],
  );
});

test('a section is drawn to scale: nodes are found where they stand, mirrored ones on the other side', () => {
  const content = {
    rest: square,
    isClosed: true,
    surveys: [{ id: '1', name: 'a', x: [0, 0, 0, 0], y: [0, 0, 0, 0], age: 1, isChosen: true }],
    factor: 1,
    nodeWord: 'Node',
    precision: 3,
  };
  const size = { widthPx: 500, heightPx: 400 };
  const spots = spotsOf(content, size);
  const [bottom, right, top] = [0, 1, 2].map((node) => spots.get(node) ?? { x: Number.NaN, y: Number.NaN });
  assert.ok(bottom && right && top);
  assert.ok(Math.abs(bottom.y - top.y - 2 * (right.x - bottom.x)) < 1e-6, 'a metre is as long up as across');
  assert.equal(nearestSpot({ x: right.x + 5, y: right.y - 5 }, spots), 1);
  assert.equal(nearestSpot({ x: bottom.x, y: (bottom.y + top.y) / 2 }, spots), null);
  const mirrored = spotsOf({ ...content, isMirrored: true }, size).get(1);
  assert.ok(mirrored && Math.abs(mirrored.x + right.x - size.widthPx) < 1e-6);
  assert.deepEqual(section.tableOf(content, { from: 0, to: 1 }, ((key: string) => key) as never).length, 5);
  assert.equal(usualFactor(square, [{ x: [0, 3, 0, 0], y: [0, 0, 0, 0] }]), 50);
  assert.equal(roundLength(0.7), 0.5);
  assert.equal(roundLength(1999), 1000);
});

test('each form of a chain has its view, and names of the specification open them', () => {
  const offered = (form: number) =>
    viewsOf({ family: 'deepDisplacement', nodeCount: 8, type: 0, parameters: { form } });
  for (const [form, view] of [
    'adm-profile',
    'adm-settlement',
    'adm-panel-deflection',
    'adm-circular',
    'circular-segment',
  ].entries())
    assert.ok(offered(form).includes(view as never) && elementAt(offered(form), 0) === 'time-value', view);
  assert.ok(!offered(1).includes('adm-profile'));
  for (const name of ['hda-chart', 'adm-prop-horizontal']) assert.equal(viewNamed(name), 'adm-settlement');
  for (const name of ['pdm-profile', 'rdm-pipe-chart']) assert.equal(viewNamed(name), 'adm-profile');
});

test('segments as a table: what is set is there, cells come and go, an amount is added to all', () => {
  const parameters = { segmentMm: 1000, fixedTop: 1, length2: 750, ix1: 0.5, iy3: -0.25 };
  const rows = rowsOf(parameters, 3);
  assert.deepEqual(rows, [
    { node: 1, ix: 0.5 },
    { node: 2, length: 750 },
    { node: 3, iy: -0.25 },
  ]);
  assert.deepEqual(withRows(parameters, rows), parameters);
  assert.deepEqual(withRows(parameters, [{ node: 1 }, { node: 2, length: 500 }, { node: 3 }]), {
    segmentMm: 1000,
    fixedTop: 1,
    length2: 500,
  });
  const longer = addToAll(parameters, 3, 'length', 10);
  assert.deepEqual([longer['length1'], longer['length2'], longer['length3']], [1010, 760, 1010]);
  assert.deepEqual(inForm(parameters, 1, 3), { segmentMm: 1000, length2: 750, ix1: 0.5, form: 1 });
  assert.deepEqual(inForm({ form: 1, fixedLast: 1, ix1: 2 }, 0, 3), { ix1: 2 });
});

const cellsOf = (text: string, separator = ','): string[][] => text.split('\n').map((line) => line.split(separator));

test('a table is read from a workbook and from text in any encoding', async () => {
  const { writeXlsx } = await import('hucre/xlsx');
  const rows = [
    ['node', 'length', 'ix'],
    [1, 700.5, null],
    [2, null, -1.25],
  ];
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Segments', rows },
      { name: 'Other', rows: [['x']] },
    ],
  });
  const expected = [
    ['node', 'length', 'ix'],
    ['1', '700.5', ''],
    ['2', '', '-1.25'],
  ];
  assert.deepEqual(await readTable(new Blob([bytes as Uint8Array<ArrayBuffer>])), expected);
  const text = '\uFEFFnode,"length",ix\r\n1,700.5,\r\n\r\n2,,-1.25\r\n';
  assert.deepEqual(await readTable(new Blob([text])), expected);
  const gbk = new Uint8Array([0xbd, 0xda, 0xb5, 0xe3, 0x2c, 0x61, 0x0a, 0x31, 0x2c, 0x32]);
  assert.deepEqual(await readTable(new Blob([gbk])), [
    ['节点', 'a'],
    ['1', '2'],
  ]);
  const cut = (bytes as Uint8Array<ArrayBuffer>).slice(0, 400);
  await assert.rejects(readTable(new Blob([cut])), { name: 'fileDamaged' });
  await assert.rejects(readTable(new Blob([new Uint8Array(3_000_000)])), { name: 'fileTooLarge' });
});

test('a file of segments is taken whole or not at all, and says why', () => {
  const parameters = { form: 3, length1: 600 };
  const read = readSegments(cellsOf('node,length,ix\n3,800,250\n1,,10\n2,700,130'), parameters, 3);
  assert.deepEqual(read, { parameters: { form: 3, ix1: 10, length2: 700, ix2: 130, length3: 800, ix3: 250 } });
  assert.deepEqual(readSegments(cellsOf('node,ix\n1,2'), parameters, 3), { fault: 'rows', found: 1 });
  assert.deepEqual(readSegments(cellsOf('a,b\n1,2'), parameters, 3), { fault: 'heading' });
  assert.deepEqual(readSegments(cellsOf('ix\n1\nx\n3'), parameters, 3), { fault: 'cell', line: 3, found: 'x' });
  for (const nodes of ['1,2,2', '1,2,4', '0,1,2', '1,,3'])
    assert.equal(
      (
        readSegments(
          cellsOf(
            `node,ix\n${nodes
              .split(',')
              .map((node) => `${node},5`)
              .join('\n')}`,
          ),
          parameters,
          3,
        ) as { fault?: string }
      ).fault,
      'node',
      nodes,
    );
  assert.deepEqual(
    readSegments(cellsOf('节点;长度（mm）;A 轴初始角度，°\n1;900;1\n2;900;2\n3;900;3', ';'), { form: 3 }, 3, {
      node: '节点',
      length: '长度',
      ix: 'A 轴初始角度',
    }),
    { parameters: { form: 3, length1: 900, ix1: 1, length2: 900, ix2: 2, length3: 900, ix3: 3 } },
    'a heading in the words of the screen, with units',
  );
  assert.deepEqual(chainProblems({ form: 3, ix2: 0, length3: 400 }, 3), { directions: [1, 3], short: [3] });
  assert.deepEqual(chainProblems({ segmentMm: 300, length1: 500 }, 2), { directions: [], short: [2] });
});
