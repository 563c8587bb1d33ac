import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Plane } from '../src/charts/frame/plane.ts';
import { draw } from '../src/charts/kinds/line/draw.ts';
import { line } from '../src/charts/kinds/line/line.ts';
import type { LineContent } from '../src/charts/kinds/line/shapes.ts';
import { tokens } from '../src/design/tokens.ts';

const canvas = {
  widthPx: 800,
  heightPx: 300,
  tokens: tokens.white,
  language: 'en',
  t: ((key: string) => key) as never,
};
const view = { from: 0, to: 6 };
const content: LineContent = {
  curves: [
    { id: 'a', name: '1 Mar', chainagesM: [0, 2, 4, 6], values: [0, 1, 2, 0.5], age: 0 },
    { id: 'b', name: '1 Apr', chainagesM: [0, 2, 4, 6], values: [0, 3, null, 1], age: 1, isChosen: true },
  ],
  unit: 'mm',
  precision: 3,
  axisName: 'Settlement',
  stations: [
    { chainageM: 0, name: 'L-1' },
    { chainageM: 2, name: 'L-2' },
  ],
  thresholds: [
    { level: 1, value: 4 },
    { level: 2, value: 400 },
    { level: 1, value: -4 },
  ],
};

test('settlement is drawn downwards: the greater value lies lower, and zero is in view', () => {
  const size = { widthPx: 800, heightPx: 300 };
  const [up, down] = [draw(content, view, canvas), draw({ ...content, isDownward: true }, view, canvas)];
  const heights = (drawing: typeof up) => [0, 3].map((value) => new Plane(line, view, drawing, size).acrossPxOf(value));
  const [zeroUp, threeUp] = heights(up);
  const [zeroDown, threeDown] = heights(down);
  assert.ok(zeroUp != null && threeUp != null && threeUp < zeroUp);
  assert.ok(zeroDown != null && threeDown != null && threeDown > zeroDown);
});

test('a limit that is near belongs to the picture, one on the side to which nothing moved or far away does not', () => {
  const { scale } = draw(content, view, canvas);
  assert.ok(scale.max >= 4 && scale.max < 100, `to ${scale.max}`);
  assert.ok(scale.min > -4, `from ${scale.min}`);
});

test('the crosshair stops at every place and names what stands there; the file has a line for each, missing stays empty', () => {
  assert.deepEqual(line.stopsOf(content), [0, 2, 4, 6]);
  assert.deepEqual(line.positionWords(content, 2, 'en'), { whole: 'L-2, 2.0 m', short: 'L-2' });
  assert.equal(line.positionWords(content, 4, 'en').whole, '4.0 m');
  assert.deepEqual(line.tableOf(content, { from: 1, to: 6 }, canvas.t).slice(1), [
    [2, 'L-2', 1, 3],
    [4, null, 2, null],
    [6, null, 0.5, 1],
  ]);
  assert.deepEqual(
    line.dotsAt(content, 4, tokens.white).map(({ id }) => id),
    ['a'],
    'a place without a value has no dot',
  );
});
