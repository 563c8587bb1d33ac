/** Plans: what is drawn and listed of a casing from above, of a track and of movements between two dates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing, Survey } from '@plumbline/contract/views/profiles';
import type { MovedPoint } from '@plumbline/contract/views/tracks';
import { viewNamed, viewsOf } from '@plumbline/contract/views/views';
import { extentOfPairs, fitted, multiplesIn, pxOf } from '../src/charts/frame/figure.ts';
import { nearestSpot } from '../src/charts/frame/spot.ts';
import { draw, spotsOf } from '../src/charts/kinds/plan/draw.ts';
import { plan } from '../src/charts/kinds/plan/plan.ts';
import { rose } from '../src/charts/kinds/rose/rose.ts';
import { shape } from '../src/charts/kinds/shape/shape.ts';
import { tokens } from '../src/design/tokens.ts';
import {
  followedJoint,
  jointRows,
  northEastContent,
  pathRows,
  planLimits,
  planSurveys,
} from '../src/features/views/tracks/north-east-content.ts';
import { shapeContent, shapeFactor } from '../src/features/views/tracks/shape-content.ts';
import {
  cumulativeOf,
  type Track,
  trackContent,
  trackLimits,
  trackRows,
} from '../src/features/views/tracks/track-content.ts';
import {
  readJoint,
  readShape,
  readVectors,
  writeJoint,
  writeShape,
  writeVectors,
} from '../src/features/views/tracks/tracks-state.ts';
import { factorOf, vectorsContent } from '../src/features/views/tracks/vectors-content.ts';
import { bearingWords, roseContent, sectorRows } from '../src/features/views/weather/rose-content.ts';

const canvas = {
  widthPx: 500,
  heightPx: 400,
  tokens: tokens.white,
  language: 'en',
  t: ((key: string) => key) as never,
};
const layout = { left: 50, right: 50, top: 50, bottom: 50 };
const rule = (field: string, levels: (number | null)[]): Threshold =>
  ({ field, kind: 'value', method: 'twoSided', levels, enabled: true }) as Threshold;

test('a plane is equally long both ways, whatever the plot is like', () => {
  const extent = extentOfPairs([
    [-1, 0],
    [3, 2],
  ]);
  assert.ok(extent);
  const plane = fitted(extent, layout, canvas, 0);
  assert.equal(plane.pxPerUnit, 100);
  const [left, top] = pxOf([1, 1], plane);
  assert.deepEqual([left, top], [250, 200], 'the middle stays the middle');
  const [right, up] = pxOf([2, 2], plane);
  assert.deepEqual([right - left, top - up], [100, 100]);
  assert.deepEqual(multiplesIn({ from: -0.35, to: 0.4 }, 0.2), [-0.2, 0, 0.2, 0.4]);
  assert.equal(extentOfPairs([]), null);
  assert.equal(nearestSpot({ x: 0, y: 0 }, new Map([[7, { x: 3, y: 4 }]])), 7);
  assert.equal(nearestSpot({ x: 0, y: 0 }, new Map([[7, { x: 30, y: 40 }]])), null);
});

const casing = {
  fixedEnd: 'bottom',
  chainagesM: [0, 1, 2],
  depthsM: [0, 1, 2],
  markAzimuthDeg: 0,
} as unknown as Casing;
const eastward = { ...casing, markAzimuthDeg: 90 };
const survey = (x: (number | null)[], y: (number | null)[]): Survey =>
  ({ x, y, casing: 0, isComparable: true, excavationM: null, isComplete: true }) as unknown as Survey;
const surveys = [
  { at: 100, casing, survey: survey([3, 1, 0], [4, 1, 0]) },
  { at: 200, casing, survey: survey([6, null, 0], [8, 2, 0]) },
];
const judging = { thresholds: [rule('maxX', [5, null, null, 20])], baselineAt: null };
const words = {
  north: 'N',
  east: 'E',
  horizontal: 'H',
  azimuth: 'D',
  depth: 'Depth',
  path: 'Path',
  atDepth: (depth: string) => `at ${depth}`,
  timeOf: String,
};

test('a casing from above: axes turned to north, missing joints without a place, limits across their axes', () => {
  const [older, newer] = planSurveys(surveys.map((each) => ({ ...each, casing: eastward })));
  assert.ok(older && newer);
  // A+ looks east, so B+ looks south.
  const [top] = older.joints;
  assert.deepEqual([Math.round(top?.north ?? 0), Math.round(top?.east ?? 0), top?.horizontal], [-4, 3, 5]);
  assert.equal(newer.joints[1], null);
  const [turned] = planSurveys(surveys);
  assert.equal(turned?.joints[0]?.north, 3, 'each by the mark of its own chain');
  assert.equal(followedJoint(null, newer), 0, 'the free end');
  assert.equal(followedJoint(9, newer), 2);
  assert.deepEqual(
    pathRows([older, newer], 0, judging).map(({ key, horizontal, change, level }) => [key, horizontal, change, level]),
    [
      [200, 10, 5, 1],
      [100, 5, null, 0],
    ],
  );
  assert.deepEqual(
    jointRows(newer, older, judging).map(({ depthM, horizontal, level }) => [depthM, horizontal, level]),
    [
      [0, 10, 1],
      [1, null, null],
      [2, 0, 0],
    ],
  );
  assert.deepEqual(
    planLimits(judging, 90).map(({ value, azimuthDeg }) => [value, azimuthDeg]),
    [
      [5, 90],
      [-5, 90],
      [20, 90],
      [-20, 90],
    ],
  );
  assert.deepEqual(planLimits({ ...judging, baselineAt: 100 }, 90), [], 'nothing else is judged by them');
  assert.equal(jointRows(newer, older, { ...judging, baselineAt: 100 })[0]?.level, null);
});

test('what is drawn of it: a line for each survey, a path, stops where the joints of the chosen one are', () => {
  const above = planSurveys(surveys);
  const content = northEastContent(above, 1, 0, { limits: planLimits(judging, 0), markAzimuthDeg: 0 }, words);
  assert.deepEqual(
    content.lines.map(({ id, at }) => [id, at]),
    [
      [
        '100',
        [
          [4, 3],
          [1, 1],
          [0, 0],
        ],
      ],
      ['200', [[8, 6], null, [0, 0]]],
      [
        'path',
        [
          [4, 3],
          [8, 6],
        ],
      ],
    ],
  );
  assert.deepEqual([...spotsOf(content, { widthPx: 500, heightPx: 400 }).keys()], [0, 2]);
  assert.deepEqual(
    plan.entriesOf(content, 0, tokens.white).map(({ id, value }) => [id, value]),
    [
      ['200', '10.000'],
      ['100', '5.000'],
      ['azimuth', '53.1'],
      ['north', '6.000'],
      ['east', '8.000'],
    ],
  );
  assert.equal(plan.entriesOf(content, 1, tokens.white)[0]?.value, '—', 'missing is no movement of 0');
  assert.deepEqual(content.table[2], [1, 1, 1, null, null]);
  assert.ok(JSON.stringify(draw(content, canvas).option).includes('"type":"custom"'));
});

const track: Track = {
  times: [10, 20, 30, 40],
  north: [3, null, 6, 9],
  east: [4, null, 8, 12],
  up: [0, null, -1, null],
  start: { at: new Date(10).toISOString(), north: 3, east: 4, up: 0, horizontal: 5, azimuthDeg: 53 },
  end: { at: new Date(40).toISOString(), north: 9, east: 12, up: null, horizontal: 15, azimuthDeg: 53 },
  farthest: null,
  baseline: null,
  total: 4,
  thinned: false,
};
const trackWords = { ...words, start: 'Start', now: 'Last', up: 'U', time: 'T', isoOf: String };

const surface = (countsFrom: Record<string, number>) => ({
  family: 'surfaceDisplacement' as const,
  nodeCount: 0,
  countsFrom,
});

test('a track: movement and limits count from the place of the initial values, not by the sizes of displacements', () => {
  const thresholds = [{ ...rule('horizontal', [10, 20, 30, 40]), kind: 'cumulative' as const }];
  const point = surface({ dx: 100, dy: 0 });
  const moved: Track = { ...track, times: [10, 20, 30], north: [100, 0, -100], east: [30, 100, 0], up: [0, 0, 0] };
  const judged = { thresholds, baselineAt: null, cumulativeAt: cumulativeOf(point) };
  const rows = trackRows(moved, { times: [10, 20, 30], toleranceSeconds: 1 }, judged);
  assert.deepEqual(
    rows.map(({ horizontal, change, level }) => [Math.round(horizontal), change && Math.round(change), level]),
    [
      [104, null, 3],
      [100, 122, 4],
      [100, 141, 4],
    ],
  );
  assert.deepEqual(
    trackLimits(thresholds, null, point).map(({ value, around }) => [value, around]),
    [10, 20, 30, 40].map((value) => [value, [0, 100]]),
  );
  assert.deepEqual(
    trackLimits(thresholds, null, surface({ horizontal: 5 })).map(({ value, around }) => [value, around]),
    [15, 25, 35, 45].map((value) => [value, undefined]),
    'of a point that has none of its components the value of before',
  );
});

test('a track: the positions nearest to times, each once, and none where there is none near', () => {
  const judged = { thresholds: [rule('horizontal', [8, 12, null, null])], baselineAt: null, cumulativeAt: () => null };
  const rows = trackRows(track, { times: [9, 12, 31, 90], toleranceSeconds: 0.01 }, judged);
  assert.deepEqual(
    rows.map(({ at, horizontal, change, level }) => [at, horizontal, change, level]),
    [
      [10, 5, null, 0],
      [30, 10, 5, 1],
    ],
  );
  const limits = trackLimits(judged.thresholds, null, surface({}));
  assert.deepEqual(
    limits.map(({ value }) => value),
    [8, 12],
  );
  assert.deepEqual(trackLimits(judged.thresholds, 5, surface({})), []);
  const content = trackContent(track, limits, 'movement', rows[1], 11, trackWords);
  assert.deepEqual(content.lines[0]?.at, [[4, 3], null, [8, 6], [12, 9]]);
  assert.deepEqual(
    content.marks.map(({ words: name, at }) => [name, at]),
    [
      ['Start', [4, 3]],
      ['30', [8, 6]],
    ],
  );
  const reachOf = (sight: 'movement' | 'limits'): number => {
    const { plane } = draw(trackContent(track, limits, sight, undefined, null, trackWords), canvas);
    return (plane?.x.to ?? 0) - (plane?.x.from ?? 0);
  };
  assert.ok(reachOf('movement') < 24 && reachOf('limits') >= 24, 'a plan fits what moved, or the circles of 12 mm too');
  assert.equal(content.restsAt, 10, 'where the crosshair of the curves stands');
  assert.deepEqual(
    content.stops.map(({ at }) => at),
    [10, 30, 40],
  );
});

test('movements: true to scale or a round factor that fits, and what is not known drawn as such', () => {
  const moved = (pointId: number, eastM: number | null, north: number | null): MovedPoint => ({
    pointId,
    name: `P${pointId}`,
    structure: 'Block',
    eastM,
    northM: eastM === null ? null : 0,
    before: null,
    after: null,
    moved: north === null ? null : { north, east: 0, up: 1, horizontal: north, azimuthDeg: 0 },
    level: null,
  });
  const vectors = { places: 'map' as const, points: [moved(1, 0, 12), moved(2, 80, null), moved(3, null, 4)] };
  assert.equal(factorOf(vectors, null), 1000);
  assert.equal(factorOf(vectors, 10), 10);
  const content = vectorsContent(vectors, 1000, 2, { ...trackWords, point: 'Point', caption: '' });
  assert.deepEqual(
    content.arrows.map(({ from, to, isChosen }) => [from, to, isChosen]),
    [
      [[0, 0], [0, 12], false],
      [[80, 0], null, true],
    ],
  );
  assert.deepEqual(content.scale, { unitsPerMm: 1, longestMm: 12 });
  assert.deepEqual(content.table[3]?.slice(0, 4), ['P3', null, null, 4]);
  assert.equal(content.restsAt, 1);
});

test('the address holds what plans show, and the specification’s names open them', () => {
  const old = new URLSearchParams('point=7&view=tdm-map');
  const state = { ...readVectors(old), factor: 100, baselineAt: 1_000 };
  assert.deepEqual(readVectors(writeVectors(old, state)), state);
  assert.deepEqual(readJoint(writeJoint(old, { ...readJoint(old), joint: 4 })).joint, 4);
  assert.equal(readVectors(new URLSearchParams('factor=7')).factor, null);
  assert.equal(viewNamed('gnss-chart'), 'sdmpro-track');
  const point = { family: 'surfaceDisplacement', nodeCount: 0, type: 0, parameters: {} } as const;
  assert.deepEqual(viewsOf(point).slice(0, 3), ['time-value', 'sdmpro-track', 'tdm-map']);
  assert.ok(viewsOf({ ...point, family: 'deepDisplacement', nodeCount: 3 }).includes('adm-northeast'));
  const ring = { ...point, family: 'deepDisplacement', nodeCount: 3, parameters: { form: 3 } } as const;
  assert.ok(!viewsOf(ring).includes('adm-northeast'));
});

test('a casing in space: joints at their depths, moved by so many times, in the colours of their levels', () => {
  const above = planSurveys(surveys);
  assert.equal(shapeFactor(above, null), 20, 'a fifth of 2 m by 10 mm, true to a round number');
  const state = readShape(new URLSearchParams('bearing=90&elevation=0'));
  const content = shapeContent(above, 1, 0, judging, { factor: 100, viewpoint: state.viewpoint }, words);
  assert.deepEqual(content.lines[1]?.at, [{ north: 0.6, east: 0.8, up: -0 }, null, { north: 0, east: 0, up: -2 }]);
  assert.deepEqual(content.lines[1]?.levels, [1, null, 0]);
  const size = { widthPx: 400, heightPx: 400 };
  const spots = shape.spotsOf?.(content, size);
  assert.deepEqual([...(spots?.keys() ?? [])], [0, 2]);
  // From the east, north is to the right.
  assert.ok((spots?.get(0)?.x ?? 0) > (spots?.get(2)?.x ?? 0) && (spots?.get(0)?.y ?? 0) < (spots?.get(2)?.y ?? 0));
  assert.equal(shape.entriesOf(content, 1, tokens.white)[0]?.value, '—');
  assert.deepEqual(readShape(writeShape(new URLSearchParams(), state)), state);
  assert.deepEqual(readShape(new URLSearchParams('bearing=999&elevation=')).viewpoint, {
    bearingDeg: 215,
    elevationDeg: 20,
  });
});

test('a rose: shares of all readings, calm ones among them, a sector for each direction', () => {
  const compass = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW';
  const counts = Array.from({ length: 8 }, (_, i) => (i === 2 ? [3, 1] : [0, 0]));
  const wind = {
    classes: [0, 2],
    counts,
    calm: 6,
    total: 10,
    missing: 1,
    meanDirectionDeg: 90,
    meanSpeedMS: 1,
    maxSpeedMS: 3,
  };
  const content = roseContent(wind, {
    compass,
    head: 'From',
    caption: 'May',
    classOf: (from, to) => `${from}-${to ?? ''}`,
  });
  assert.deepEqual(content.sectors, ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']);
  assert.deepEqual(
    rose.entriesOf(content, null, tokens.white).map(({ name, value }) => [name, value]),
    [
      ['0-2', '30.0'],
      ['2-', '10.0'],
    ],
  );
  assert.deepEqual(sectorRows(wind, compass)[2], { name: 'E', count: 4, share: 0.4 });
  assert.deepEqual([bearingWords(compass, 359), bearingWords(compass, 101.25)], ['N', 'ESE']);
  assert.deepEqual(rose.tableOf(content, { from: 0, to: 1 }, canvas.t)[3], ['E', 3, 1]);
  assert.equal(rose.without(content, new Set(['1'])).counts[2]?.[1], 0);
});
