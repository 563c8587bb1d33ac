import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Threshold } from '@plumbline/contract/points/points';
import type { LineStation, LineSurvey, Member, SectionSurvey } from '@plumbline/contract/views/masters';
import { viewNamed, views, viewsOf } from '@plumbline/contract/views/views';
import {
  foundSurveys,
  lineCurves,
  lineLimits,
  silentNames,
  stationBeside,
  stationName,
  stationRows,
} from '../src/features/views/masters/line-content.ts';
import { readLine, writeLine } from '../src/features/views/masters/line-state.ts';
import {
  chordOfPrism,
  drawnSurveys,
  placeBeside,
  restOf,
  sectionRows,
  usualFactor,
} from '../src/features/views/masters/section-content.ts';
import { readSection, writeSection } from '../src/features/views/masters/section-state.ts';
import { ofNewestGeometry } from '../src/features/views/masters/shown-geometry.ts';
import { stationFigures, stationMatrix } from '../src/features/views/tables/station-matrix.ts';

const member = (pointId: number): Member => ({ pointId, name: `HL-${pointId}`, isFixed: pointId === 1 }) as Member;
const members = [member(1), member(2), member(3)];
const stations: LineStation[] = [0, 10, 14].map((chainageM, i) => ({
  member: i,
  joint: null,
  chainageM,
  isFixed: i === 0,
}));
const survey = (at: string | null, up: (number | null)[], silent: number[] = []): LineSurvey => ({
  requestedAt: '2026-03-01T00:00:00.000Z',
  at,
  up,
  silent,
  standIns: [],
  geometry: 0,
  isComparable: true,
  misclosureMm: null,
  isComplete: silent.length === 0,
});
const first = survey('2026-03-01T00:00:00.000Z', [0, -1, -3]);
const second = survey('2026-03-02T00:00:00.000Z', [0, -6, null], [3]);
const begin = readLine(new URLSearchParams());
const line = { kind: 'cells', stations, members } as const;
const rule = {
  enabled: true,
  field: 'deflection',
  kind: 'cumulative',
  levels: [5, 8, null, null],
  method: 'upper',
} as Threshold;

test('the address holds all that a line shows, and keeps what is not its own', () => {
  const state = {
    baselineAt: Date.parse('2026-01-02T03:04:00Z'),
    count: 12,
    times: null,
    isUpward: true,
    station: 2,
    playedAt: Date.parse('2026-02-03T04:05:06Z'),
  } as const;
  const address = writeLine(new URLSearchParams('point=3'), state);
  assert.deepEqual(readLine(address), state);
  assert.equal(address.get('point'), '3');
  assert.equal(writeLine(new URLSearchParams('point=3'), begin).toString(), 'point=3');
  assert.deepEqual(readLine(new URLSearchParams('direction=x&station=-1')), begin);
});

test('settlement is the movement down; the newest survey is the strongest; a time without a collection is no curve', () => {
  const found = foundSurveys([second, survey(null, [null, null, null]), first, first]);
  const curves = lineCurves(found, stations, 1, false, String);
  assert.deepEqual(
    curves.map(({ chainagesM, values, age, isChosen }) => [chainagesM, values, age, isChosen]),
    [
      [[0, 10, 14], [0, 1, 3], 0, false],
      [[0, 10, 14], [0, 6, null], 1, true],
    ],
  );
  assert.deepEqual(lineCurves(found, stations, 1, true, String)[0]?.values, [0, -1, -3]);
});

test('places of one geometry lie on one drawing: that of the newest survey; others are counted', () => {
  const [old, now] = [{ name: 'old' }, { name: 'now' }];
  const renewed = { ...second, geometry: 1 };
  const absent = { ...survey(null, []), geometry: 0 };
  const shown = ofNewestGeometry({ geometries: [old, now], baseline: null, surveys: [first, absent, renewed] });
  assert.deepEqual(shown, { ...now, baseline: null, surveys: [absent, renewed], elsewhere: 1 });
  const before = ofNewestGeometry({ geometries: [old, now], baseline: renewed, surveys: [first, absent] });
  assert.deepEqual(before, { ...old, baseline: renewed, surveys: [first, absent], elsewhere: 0 });
  assert.equal(ofNewestGeometry({ geometries: [old], baseline: null, surveys: [absent] })?.elsewhere, 0);
});

test('the table: changes since the survey before, slope against the station before, levels by the limits of the master', () => {
  const [before, chosen] = foundSurveys([first, second]);
  assert.ok(before && chosen);
  const cells = (state: typeof begin) =>
    stationRows(line, chosen, before, [rule], state).map(({ name, value, change, differential, level, isFixed }) => [
      name,
      value,
      change,
      differential,
      level,
      isFixed,
    ]);
  assert.deepEqual(cells(begin), [
    ['HL-1', 0, 0, null, 0, true],
    ['HL-2', 6, 5, 0.6, 1, false],
    ['HL-3', null, null, null, null, false],
  ]);
  assert.deepEqual(cells({ ...begin, isUpward: true })[1], ['HL-2', -6, -5, -0.6, 1, false]);
  assert.deepEqual(cells({ ...begin, baselineAt: 1 })[1]?.[4], null, 'limits do not watch what counts from a baseline');
  assert.equal(stationBeside(null, chosen), 1);
  assert.equal(stationBeside(9, chosen), 2);
  assert.deepEqual(silentNames(second.silent, members), ['HL-3']);
});

test('limits lie on the side to which they are set, whichever way is counted', () => {
  const values = (kind: 'cells' | 'heights' | 'beams', field: string, isUpward: boolean) =>
    lineLimits([{ ...rule, field }], kind, { ...begin, isUpward }).map(({ value }) => value);
  assert.deepEqual(values('cells', 'deflection', false), [5, 8], 'a cell that sinks goes up to its limit');
  assert.deepEqual(values('cells', 'deflection', true), [-5, -8]);
  assert.deepEqual(values('heights', 'dh', false), [-5, -8], 'dh is up');
  assert.deepEqual(values('beams', 'x', false), [], 'degrees are no movement');
});

test('stations are called by their points, joints by their number', () => {
  const [a, b] = [
    { member: 0, joint: 0, chainageM: 0, isFixed: true },
    { member: 0, joint: 1, chainageM: 2, isFixed: false },
  ];
  assert.deepEqual([stationName(a, members, 'beams'), stationName(b, members, 'beams')], ['HL-1 (0)', 'HL-1']);
  assert.equal(stationName(b, members, 'arrays'), 'HL-1 (1)');
});

test('a master offers what it joins and no curve of its own; names of the specification open the same view', () => {
  const of = (
    family: 'structuralDeformation' | 'tilt' | 'deepDisplacement' | 'surfaceDisplacement' | 'temperature',
    type = 3,
  ) =>
    viewsOf({ family, nodeCount: 0, type, parameters: {} }).filter(
      (name) => !['table', 'report', 'analysis', 'gallery'].includes(views[name].chart),
    );
  assert.deepEqual(of('structuralDeformation'), ['hsl-settlement']);
  assert.deepEqual(of('tilt'), ['master-angle-settlement']);
  assert.deepEqual(of('deepDisplacement'), ['master-adm-settlement']);
  assert.deepEqual(of('surfaceDisplacement'), [
    'station-convergence',
    'station-chord',
    'station-offset',
    'station-settlement',
  ]);
  assert.deepEqual(of('temperature'), ['time-value']);
  assert.deepEqual(of('structuralDeformation', 0), ['time-value']);
  assert.equal(viewNamed('master-hda-chart'), 'master-adm-settlement');
  assert.equal(viewNamed('hsl-settlement-data'), 'hsl-settlement-data');
  assert.equal(viewNamed('master-hda-data'), 'master-adm-data');
});

const section = {
  members,
  prisms: [
    { acrossM: -3, upM: 10 },
    { acrossM: 0, upM: 14 },
    { acrossM: 3, upM: 10 },
  ],
  chords: [
    { from: 0, to: 2, initialM: 6 },
    { from: 1, to: 0, initialM: 5 },
  ],
};
const closing = (at: string, change: number): SectionSurvey => ({
  requestedAt: at,
  at,
  isComplete: true,
  silent: [],
  standIns: [],
  geometry: 0,
  isComparable: true,
  acrossMm: [change / 2, 0, -change / 2],
  forwardMm: [0, 0, 0],
  upMm: [0, null, 0],
  chordsM: [6 - change / 1000, 5],
  convergenceMm: [-change, null],
  chainagesM: [1, 1, 1],
  offsetsM: [-3, 0, 3],
  offsetChangeMm: [change / 2, 0, -change],
  circle: null,
});

test('a section: chords with their changes, the one that changed most beside, prisms by the chord that they belong to', () => {
  const [before, chosen] = foundSurveys([
    closing('2026-03-01T00:00:00.000Z', 2),
    closing('2026-03-02T00:00:00.000Z', 6),
  ]);
  assert.ok(before && chosen);
  const rows = sectionRows(section, chosen, before, 'chord');
  assert.deepEqual(
    rows.map(({ name, metres, changeMm, sinceMm }) => [name, metres, changeMm, sinceMm]),
    [
      ['HL-1 – HL-3', 5.994, -6, -4],
      ['HL-2 – HL-1', 5, null, null],
    ],
  );
  assert.equal(placeBeside(null, rows), 0);
  assert.equal(placeBeside(7, rows), 1);
  assert.deepEqual(
    [0, 1, 2].map((prism) => chordOfPrism(section, prism, rows)),
    [0, 1, 0],
  );
  const offsets = sectionRows(section, chosen, before, 'offset');
  assert.deepEqual(
    offsets.map(({ name, metres, changeMm, sinceMm, upMm }) => [name, metres, changeMm, sinceMm, upMm]),
    [
      ['HL-1', -3, 3, 2, 0],
      ['HL-2', 0, 0, 0, null],
      ['HL-3', 3, -6, -4, 0],
    ],
  );
});

test('a section is drawn to scale in mm, its movements enlarged to about an eighth of it', () => {
  const rest = restOf(section);
  assert.deepEqual(rest[1], { x: 0, y: 14_000 });
  const drawn = drawnSurveys(foundSurveys([closing('2026-03-02T00:00:00.000Z', 6)]), 0, String);
  assert.deepEqual([drawn[0]?.age, drawn[0]?.isChosen], [1, true]);
  assert.equal(usualFactor(rest, drawn), 200);
  assert.deepEqual(
    readSection(
      writeSection(new URLSearchParams('a=1'), { ...readSection(new URLSearchParams()), factor: 50, place: 2 }),
    ).factor,
    50,
  );
});

test('a section as a table: the numbers of its views by chord or prism and time, and all of one survey', () => {
  const timeOf = String;
  const stationWords = { place: 'C', value: 'V', moved: 'M', metres: 'L', up: 'U', timeOf, change: String };
  const [first, second] = [closing('2026-03-01T00:00:00.000Z', 2), closing('2026-03-02T00:00:00.000Z', 6)];
  const absent = { ...first, at: null };
  const answer = {
    ...section,
    fromAt: null,
    toAt: null,
    elsewhere: 0,
    baseline: null,
    surveys: [second, absent, first],
  };
  const chords = stationMatrix({ section: answer, shown: 'convergence', words: stationWords });
  assert.deepEqual(
    chords?.places.map(({ name, metres }) => [name, metres]),
    [
      ['HL-1 – HL-3', null],
      ['HL-2 – HL-1', null],
    ],
  );
  assert.deepEqual(
    chords?.surveys.map(({ values, levels }) => [values, levels]),
    [
      [
        [-2, null],
        [null, null],
      ],
      [
        [-6, null],
        [null, null],
      ],
    ],
    'oldest first; a time without a collection is no row',
  );
  const figures = stationFigures({ section: answer, shown: 'offset', words: stationWords }, 1);
  assert.deepEqual(
    figures.map(({ key, values }) => [key, values]),
    [
      ['metres', [-3, 0, 3]],
      ['value', [3, 0, -6]],
      ['change', [2, 0, -4]],
      ['up', [0, null, 0]],
    ],
  );
  assert.equal(
    stationMatrix({ section: { ...answer, surveys: [absent] }, shown: 'offset', words: stationWords }),
    null,
  );
  const master = { family: 'surfaceDisplacement', nodeCount: 0, type: 3, parameters: {} } as const;
  assert.deepEqual(viewsOf(master).slice(-2), ['station-data', 'station-report']);
});
