import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soils } from '@plumbline/contract/points/strata';
import { GridComponent } from 'echarts/components';
import { svgOf } from '../src/charts/frame/svg.ts';
import { draw } from '../src/charts/kinds/profile/draw.ts';
import { hatchOf, linesOf, tintOf } from '../src/charts/kinds/profile/hatch.ts';
import { profile } from '../src/charts/kinds/profile/profile.ts';
import type { ProfileContent, ProfileCurve } from '../src/charts/kinds/profile/shapes.ts';
import { drawnLevels } from '../src/charts/kinds/profile/strata.ts';
import { tokens } from '../src/design/tokens.ts';
import { drawable, nextLayer, overlapAt, repeatAt } from '../src/features/points/strata/strata-rows.ts';

const curve = (id: string, excavationM: number | null, more: Partial<ProfileCurve> = {}): ProfileCurve => ({
  id,
  name: id,
  depths: [0, 5, 10, 15, 20],
  values: [9, 8, 4, 1, 0],
  age: 1,
  excavationM,
  ...more,
});
const layers = [
  { topM: 0, bottomM: 6, soil: 'fill', name: 'Made ground' },
  { topM: 6, bottomM: 25, soil: 'rock', name: '②-1 泥岩' },
] as const;
const content: ProfileContent = {
  curves: [curve('a', null), curve('b', 4.5), curve('c', 9, { isChosen: true })],
  unit: 'mm',
  precision: 3,
  axisName: 'Displacement A',
  layers,
};
const canvas = {
  widthPx: 500,
  heightPx: 500,
  tokens: tokens.white,
  language: 'en',
  t: ((key: string, words?: { depth: string }) => (words ? `${key} ${words.depth}` : key)) as never,
};
const whole = { from: 0, to: 20 };
/** The words of the picture as lines. */
const wordsOf = (shown: ProfileContent, view = whole): string[] => {
  const { option } = draw(shown, view, canvas);
  const svg = svgOf(option, [GridComponent, ...profile.parts], canvas);
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = '']) => words);
};

test('the picture holds each layer by name, the level of the survey that is looked at, and the depths of the others', () => {
  const words = wordsOf(content);
  for (const wanted of ['Made ground', '②-1 泥岩', 'common:chart.excavated 9.0', '4.5 m'])
    assert.ok(words.includes(wanted), `${wanted} in ${words.join(', ')}`);
  const zoomed = wordsOf(content, { from: 8, to: 20 });
  assert.ok(!zoomed.includes('Made ground') && !zoomed.includes('4.5 m'), 'what is out of sight is left out');
  const bare = wordsOf({ ...content, layers: [], curves: [curve('a', null)] });
  assert.ok(!bare.some((each) => each.includes('excavated')));
});

test('the level in force is that of the chosen survey, or of the newest in sight; a hidden survey takes its own with it', () => {
  const levels = (curves: readonly ProfileCurve[]) =>
    drawnLevels(curves).map(({ depthM, isNow }) => `${depthM}${isNow ? ' now' : ''}`);
  const { curves } = content;
  assert.deepEqual(levels(curves), ['4.5', '9 now']);
  const played = curves.map((each) => ({ ...each, isChosen: each.id === 'b' }));
  assert.deepEqual(levels(played), ['4.5 now', '9']);
  assert.deepEqual(levels(profile.without(content, new Set(['c'])).curves), ['4.5 now']);
  assert.deepEqual(
    levels(curves.map((each) => ({ ...each, isChosen: each.id === 'a' }))),
    ['4.5', '9'],
    'before the first excavation none is in force',
  );
  assert.deepEqual(levels([]), []);
});

test('the strip stands between numbers and plot; without layers and upwards there is none; the file is as it was', () => {
  const { left } = draw(content, whole, canvas).layout;
  const bare = { ...content, layers: [] };
  assert.ok(left > draw(bare, whole, canvas).layout.left + 50);
  const upward = draw({ ...content, isUpward: true }, whole, canvas);
  assert.equal(upward.layout.left, draw(bare, whole, canvas).layout.left);
  const { t } = canvas;
  assert.deepEqual(profile.tableOf(content, whole, t), profile.tableOf(bare, whole, t));
});

test('a depth is read with its layer', () => {
  assert.equal(profile.positionWords(content, 5, 'en').whole, '5.0 m · Made ground');
  assert.equal(profile.positionWords(content, 30, 'en').whole, '30.0 m');
});

test('marks stay within their layer, whatever its size; each soil has a tint in every theme', () => {
  for (const soil of soils) {
    for (const palette of Object.values(tokens)) assert.match(palette[tintOf(soil)], /^#[0-9A-F]{6}$/);
    for (const height of [0.4, 9, 70]) {
      const box = { x: 40, y: 100, width: 60, height };
      const { lines, dots } = hatchOf(soil, box);
      for (const [, x, y] of `${lines}${dots}`.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
        assert.ok(Number(x) >= 39.9 && Number(x) <= 100.1, `${soil} ${height}: x ${x}`);
        assert.ok(Number(y) >= 99.9 && Number(y) <= 100.1 + height, `${soil} ${height}: y ${y}`);
      }
    }
  }
  const drawn = soils
    .filter((soil) => soil !== 'other')
    .map((soil) => JSON.stringify(hatchOf(soil, { x: 0, y: 0, width: 60, height: 60 })));
  assert.equal(new Set(drawn).size, drawn.length, 'no two soils have the same marks');
});

test('names are broken where they may be, and shortened where there is no room', () => {
  const space = { width: 56, height: 60 };
  assert.deepEqual(linesOf('Weathered rock', space, 10), ['Weathered', 'rock']);
  assert.deepEqual(linesOf('强风化泥质粉砂岩', space, 10), ['强风化泥质', '粉砂岩']);
  assert.deepEqual(linesOf('Weathered rock', { width: 56, height: 14 }, 10), ['Weathere…']);
  assert.deepEqual(linesOf('Fill', { width: 56, height: 9 }, 10), []);
  assert.deepEqual(linesOf('', space, 10), []);
});

test('what is typed is drawn as far as it is whole and in order, and the cell that is not is named', () => {
  const [fill, rock] = layers;
  const text = { topM: 6, bottomM: '12 m' as unknown as number, soil: 'rock' } as const;
  assert.deepEqual(drawable([fill, text], [{ on: '2026-03-02', depthM: 4 }, { on: '2026-03-01', depthM: 2 }, {}]), {
    layers: [fill],
    excavations: [
      { on: '2026-03-01', depthM: 2 },
      { on: '2026-03-02', depthM: 4 },
    ],
  });
  assert.deepEqual(drawable([fill, { ...rock, topM: 5 }], []).layers, [fill]);
  assert.equal(overlapAt([fill, rock]), null);
  assert.equal(overlapAt([fill, text, { ...rock, topM: 5 }]), 2, 'a cell that is no number is passed over');
  assert.equal(repeatAt([{ on: '2026-03-01' }, {}, { on: '2026-03-01' }]), 2);
  assert.equal(repeatAt([{}, {}]), null);
  assert.deepEqual(
    [nextLayer([]), nextLayer([fill])],
    [
      { topM: 0, name: '' },
      { topM: 6, name: '' },
    ],
  );
});

test('the words of a level stand clear of the curve: across, and over or under the line', () => {
  const placed = (values: readonly number[], more: Partial<ProfileContent> = {}) => {
    const shown = { ...content, ...more, layers: [], curves: [curve('a', 9, { values: [...values], isChosen: true })] };
    const svg = svgOf(draw(shown, whole, canvas).option, [GridComponent, ...profile.parts], canvas);
    const [, element = ''] = /(<text[^>]*)>common:chart.excavated/.exec(svg) ?? [];
    const [, x, y] = / x="([\d.]+)" y="([\d.]+)"/.exec(element) ?? [];
    assert.ok(x !== undefined && y !== undefined, element);
    // 9 of 20 m down a plot that begins at 50 and is 434 px high.
    return `${Number(x) > 250 ? 'right' : 'left'} ${Number(y) > 50 + (434 * 9) / 20 ? 'under' : 'over'}`;
  };
  assert.equal(placed([9, 8, 7, 6, 0]), 'left over');
  assert.equal(placed([9, 3, 1, 0, 0]), 'right under');
  assert.equal(placed([0, 1, 4, 9, 9]), 'right over');
  assert.equal(placed([9, 7, 9, 9, 0]), 'left under');
  assert.equal(placed([3, 3, 3, 9, 0]), 'right over', 'straight down');
  assert.equal(placed([9, 8, 7, 6, 0], { isReversed: true }), 'right over');
});
