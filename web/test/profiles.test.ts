import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing, Survey } from '@plumbline/contract/views/profiles';
import { type ViewedPoint, viewNamed, views, viewsOf } from '@plumbline/contract/views/views';
import { draw } from '../src/charts/kinds/profile/draw.ts';
import { profile } from '../src/charts/kinds/profile/profile.ts';
import { stepsOf } from '../src/charts/kinds/survey-curves.ts';
import { tokens } from '../src/design/tokens.ts';
import {
  fieldOfJoint,
  levelAt,
  ownLimits,
  placedLimits,
  shapeThresholds,
} from '../src/features/views/profiles/joint-limits.ts';
import {
  depthRows,
  isJudged,
  jointBeside,
  profileCurves,
  profileLimits,
  shownSurveys,
  unbiased,
} from '../src/features/views/profiles/profile-content.ts';
import { readProfile, writeProfile } from '../src/features/views/profiles/profile-state.ts';
import { playedChange, playedPlace, requestedTimes } from '../src/features/views/surveys/survey-choice.parts.ts';

const casing: Casing = {
  form: 'vertical',
  segmentMm: 1000,
  lengthsMm: [1000, 1000, 1000],
  fixedEnd: 'bottom',
  fromAt: null,
  markAzimuthDeg: null,
  chainagesM: [0, 1, 2, 3],
  depthsM: [0, 1, 2, 3],
  elevationsM: [],
  panelAngleDeg: null,
  nodes: [],
};
const survey = (at: string | null, x: (number | null)[]): Survey => ({
  requestedAt: '2026-03-01T00:00:00.000Z',
  at,
  x,
  y: [1, 1, 1, 0],
  misclosure: null,
  casing: 0,
  isComparable: true,
  excavationM: null,
  isComplete: true,
});
const first = survey('2026-03-01T00:00:00.000Z', [1, 2, 3, 0]);
const second = survey('2026-03-02T00:00:00.000Z', [4, 9, null, 0]);
const begin = readProfile(new URLSearchParams());
const rule = {
  enabled: true,
  field: 'maxX',
  kind: 'value',
  levels: [5, 8, null, null],
  method: 'twoSided',
} as Threshold;

test('the address holds all that a profile shows, and keeps what is not its own', () => {
  const state = {
    axis: 'resultant',
    measure: 'incremental',
    baselineAt: Date.parse('2026-01-02T03:04:00Z'),
    count: 12,
    times: [Date.parse('2026-02-01T00:00:00Z'), Date.parse('2026-03-01T00:00:00Z')],
    joint: 7,
    firmM: 12.5,
    playedAt: Date.parse('2026-02-03T04:05:06Z'),
  } as const;
  const address = writeProfile(new URLSearchParams('point=3&range=past1Year'), state);
  assert.deepEqual(readProfile(address), state);
  assert.equal(address.get('point'), '3');
  assert.equal(writeProfile(address, begin).toString(), 'point=3&range=past1Year');
  assert.deepEqual(readProfile(new URLSearchParams('axis=q&surveys=9999&times=x,&joint=-1&baseline=no')), begin);
});

test('firm ground takes the bias of the probe out of both axes; what it cannot tell is unknown, and nothing of it is judged', () => {
  const [shown] = shownSurveys([casing], [survey('2026-03-01T00:00:00.000Z', [4, 3, 1, 0])]);
  assert.ok(shown);
  const { shown: freed, mmPerM } = unbiased(shown, 2);
  assert.deepEqual([freed.survey.x, mmPerM.x], [[1, 1, 0, 0], 1]);
  assert.deepEqual([freed.survey.y, mmPerM.y], [[-2, -1, 0, 0], 1]);
  assert.deepEqual(unbiased(shown, 2.5).shown.survey.x, [null, null, null, null]);
  assert.deepEqual([isJudged(begin), isJudged({ ...begin, firmM: 2 })], [true, false]);
});

test('the survey that is played is the one nearest to the time in the address; the newest stays the newest', () => {
  const times = [100, 200, 300];
  assert.deepEqual(
    [null, 100, 260, 9_999].map((playedAt) => playedPlace(times, playedAt)),
    [2, 0, 2, 2],
  );
  assert.equal(playedPlace([], 100), -1);
  assert.deepEqual(
    [0, 1, 2].map((place) => playedChange(times, place).playedAt),
    [100, 200, null],
  );
});

test('of a range full of surveys, times are spread over it; a survey may be half the way to the next away', () => {
  const range = { from: 0, to: 6 * 3_600_000 };
  const { times, toleranceSeconds } = requestedTimes({ times: null, count: 7 }, range, null);
  assert.deepEqual(
    times,
    [0, 1, 2, 3, 4, 5, 6].map((hour) => hour * 3_600_000),
  );
  assert.equal(toleranceSeconds, 1800);
  assert.equal(requestedTimes({ times: [5], count: 7 }, range, null).toleranceSeconds, 43_200);
});

test('of a range with few surveys, these are asked for, however far apart and whatever the collect interval says', () => {
  const year = { from: 0, to: 365 * dayMs };
  const monthly = [3, 33, 64, 94, 125].map((each) => each * dayMs);
  const requestedOf = (count: number, surveys: number[]) => requestedTimes({ times: null, count }, year, surveys);
  assert.deepEqual(requestedOf(7, monthly), { times: monthly, toleranceSeconds: 43_200 });
  assert.deepEqual(requestedOf(2, monthly).times, [3 * dayMs, 125 * dayMs]);
  assert.deepEqual(requestedOf(7, [5 * dayMs]).times, [5 * dayMs]);
  // Days that a person chose stay the days.
  assert.deepEqual(requestedTimes({ times: [9 * dayMs], count: 7 }, year, monthly).times, [9 * dayMs]);
  // None: the answer says for which times there is none.
  assert.equal(requestedOf(7, []).times.length, 7);
});

test('two times with the same nearest survey are one curve, times without one are none', () => {
  const shown = shownSurveys([casing], [second, survey(null, [null, null, null, null]), first, first]);
  assert.deepEqual(
    shown.map(({ survey: { at } }) => at),
    [first.at, second.at],
  );
  const curves = profileCurves(shown, begin, 1, (at) => new Date(at).toISOString().slice(0, 10));
  assert.deepEqual(
    curves.map(({ name, age, isChosen, values }) => [name, age, isChosen, values]),
    [
      ['2026-03-01', 0, false, [1, 2, 3, 0]],
      ['2026-03-02', 1, true, [4, 9, null, 0]],
    ],
  );
});

test('the table: increments and changes along the axis, levels by the limits on the farthest joint; missing stays missing', () => {
  const [before, chosen] = shownSurveys([casing], [first, second]);
  assert.ok(before && chosen);
  assert.deepEqual(
    depthRows(chosen, before, [rule], begin).map(({ depthM, x, increment, change, level }) => [
      depthM,
      x,
      increment,
      change,
      level,
    ]),
    [
      [0, 4, -5, 3, 0],
      [1, 9, null, 7, 2],
      [2, null, null, null, null],
      [3, 0, null, 0, 0],
    ],
  );
  const counted = depthRows(chosen, before, [rule], { ...begin, baselineAt: 1 });
  assert.deepEqual(
    counted.map(({ level }) => level),
    [null, null, null, null],
    'limits do not belong to what is counted from a baseline',
  );
  assert.equal(jointBeside(null, chosen, 'x'), 1);
  assert.equal(jointBeside(99, chosen, 'x'), 3);
});

test('limits are drawn where they belong, and a joint is the field of its node', () => {
  assert.deepEqual(
    profileLimits([rule], begin).map(({ value }) => value),
    [5, -5, 8, -8],
  );
  assert.deepEqual(profileLimits([rule], { ...begin, axis: 'resultant' }), []);
  assert.deepEqual(profileLimits([rule], { ...begin, measure: 'incremental' }), []);
  assert.deepEqual(
    [0, 2, 3].map((joint) => fieldOfJoint(joint, 'x', casing)),
    ['x1', 'x3', null],
  );
  assert.deepEqual(
    [0, 1, 3].map((joint) => fieldOfJoint(joint, 'y', { ...casing, fixedEnd: 'top' })),
    [null, 'y1', 'y3'],
  );
});

test('a joint is judged by limits of its own too, which stand where it is', () => {
  const own = { ...rule, field: 'x2', kind: 'cumulative', levels: [null, null, 3, null], method: 'upper' } as Threshold;
  const [shown] = shownSurveys([casing], [first]);
  assert.ok(shown);
  assert.deepEqual(
    depthRows(shown, undefined, [rule, own], { ...begin }).map(({ level }) => level),
    [0, 0, 0, 0],
    'x2 is the joint at 1 m, which is at 2 of 3 mm',
  );
  assert.equal(levelAt([own], 'x', 3, 1, casing), 3);
  assert.equal(levelAt([own], 'x', -3, 1, casing), 0, 'watched upwards alone');
  assert.equal(levelAt([own], 'x', 99, 0, casing), null, 'of another joint it says nothing');
  assert.equal(levelAt([rule, own], 'x', 6, 1, casing), 3, 'the higher of both');
  assert.equal(levelAt([{ ...own, kind: 'rate' }], 'x', 99, 1, casing), null, 'a shape has no rates');
  assert.equal(levelAt([{ ...own, kind: 'multi' }], 'x', 99, 1, casing), null, 'nor pairs of them');
  assert.deepEqual(ownLimits([rule, own], 'x', 1, casing), [{ level: 3, value: 3 }]);
  assert.deepEqual(ownLimits([rule, own], 'y', 1, casing), []);
  assert.deepEqual(placedLimits([rule, own], 'x', casing, casing.depthsM), [{ level: 3, value: 3, joint: 1, atM: 1 }]);
  const chainFrom = (countsFrom: Record<string, number>) => ({
    family: 'deepDisplacement' as const,
    nodeCount: 3,
    countsFrom,
  });
  // A limit on the stored value of a joint that counts from 4 mm watches another number than the displacement.
  const stored = { ...own, kind: 'value' } as Threshold;
  const onChange = { ...rule, kind: 'cumulative' } as Threshold;
  assert.deepEqual(shapeThresholds([stored, rule, onChange], chainFrom({ x2: 4 })), [onChange]);
  assert.deepEqual(shapeThresholds([stored, own], chainFrom({ x2: 0 })), [stored, own]);
});

test('limits of neighbours are a line that steps half-way between them, and breaks where a joint has none', () => {
  const at = (joint: number, value: number) => ({ joint, atM: joint * 2, level: 1, value });
  assert.deepEqual(stepsOf([at(0, 5), at(1, 7), at(3, 9), at(1, -7)]), [
    {
      level: 1,
      steps: [
        [Number.NaN, 0],
        [5, -1],
        [5, 1],
        [7, 1],
        [7, 3],
        [Number.NaN, 6],
        [9, 5.75],
        [9, 6.25],
      ],
    },
    {
      level: 1,
      steps: [
        [Number.NaN, 2],
        [-7, 1.75],
        [-7, 2.25],
      ],
    },
  ]);
  const content = {
    curves: profileCurves(shownSurveys([casing], [first]), begin, 0, String),
    unit: 'mm',
    precision: 3,
    axisName: 'Displacement A',
    jointLimits: [at(0, 3.5), at(1, 4)],
  };
  const canvas = { widthPx: 500, heightPx: 400, tokens: tokens.white, language: 'en', t: String as never };
  const { option, scale } = draw(content, { from: 0, to: 3 }, canvas);
  const { series } = option as { series: { id: string; data: unknown[] }[] };
  assert.deepEqual(series.find(({ id }) => id === 'limits of joints 0')?.data.length, 5);
  assert.ok(scale.max >= 4, 'the limits that are near are in view');
});

test('the chart: zero is in view, a side to which nothing moved is not widened for its limits, the file has every joint', () => {
  const shown = shownSurveys([casing], [first, second]);
  const content = {
    curves: profileCurves(shown, begin, 1, String),
    unit: 'mm',
    precision: 3,
    axisName: 'Displacement A',
    thresholds: profileLimits([rule], begin),
  };
  const canvas = {
    widthPx: 500,
    heightPx: 500,
    tokens: tokens.white,
    language: 'en',
    t: ((key: string) => key) as never,
  };
  const { scale } = draw(content, { from: 0, to: 3 }, canvas);
  assert.ok(scale.min <= 0 && scale.min > -5, `from ${scale.min}`);
  assert.ok(scale.max >= 9, `to ${scale.max}`);
  assert.deepEqual(profile.stopsOf(content), [0, 1, 2, 3]);
  assert.deepEqual(
    profile
      .tableOf(content, { from: 0, to: 3 }, canvas.t)
      .slice(1)
      .map((row) => row.slice(1)),
    [
      [1, 4],
      [2, 9],
      [3, null],
      [0, 0],
    ],
  );
});

const viewed = { family: 'deepDisplacement', nodeCount: 16, type: 0, parameters: {} } as const;

test('only points with what a view draws offer it', () => {
  const drawn = (point: ViewedPoint) =>
    viewsOf(point).filter((name) => !['table', 'report', 'analysis', 'gallery'].includes(views[name].chart));
  assert.deepEqual(drawn(viewed), ['time-value', 'adm-profile', 'adm-northeast', 'adm-3d', 'adm-artificial-compare']);
  assert.deepEqual(drawn({ ...viewed, nodeCount: 0 }), ['time-value']);
  assert.deepEqual(drawn({ ...viewed, family: 'waterLevel', nodeCount: 0 }), ['time-value']);
});

test('a name of the specification opens the view that draws it, any other none', () => {
  assert.equal(viewNamed('adm-profile'), 'adm-profile');
  for (const name of ['hcstation-live', 'constructor', '', null]) assert.equal(viewNamed(name), null);
});
