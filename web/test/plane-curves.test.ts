/** Small curves beside the marks of a drawing: none lies over another, whatever the size of the drawing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlacedNow } from '@plumbline/contract/site/drawings.figures';
import { curveBoxes, curvePlaces } from '../src/features/views/plane-figures/curve-places.ts';
import type { DrawnFigures } from '../src/features/views/plane-figures/drawn-figures.ts';
import type { Box } from '../src/maps/labels.ts';

const markOf = (id: number, x: number, y: number): PlacedNow =>
  ({ point: { id }, x, y, state: 'now' }) as unknown as PlacedNow;
const isApart = (a: Box, b: Box): boolean =>
  a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
const ids = (marks: readonly PlacedNow[]): number[] => marks.map(({ point }) => point.id);

test('a curve stands below its mark where there is room', () => {
  const marks = [markOf(1, 0.5, 0.5)];
  assert.deepEqual(curvePlaces([1], marks, { width: 400, height: 200 }).get(1), { x: 168, y: 113, w: 64, h: 20 });
  const atFoot = curvePlaces([1], [markOf(1, 0.5, 0.99)], { width: 400, height: 200 }).get(1);
  assert.ok(atFoot && atFoot.y + atFoot.h < 198, 'above, at the foot of the drawing');
});

test('on a telephone no curve lies over another, over a mark or beyond the drawing, and none is drawn elsewhere', () => {
  // Four rows of six, on a panel 330 px wide: a mark every 50 px.
  const marks = Array.from({ length: 24 }, (_, i) => markOf(i, 0.08 + 0.15 * (i % 6), 0.15 + 0.22 * Math.floor(i / 6)));
  const size = { width: 330, height: 190 };
  const places = curvePlaces(ids(marks), marks, size);
  const boxes = [...places.values()];
  assert.ok(boxes.length >= 8, `${boxes.length} have room`);
  for (const [i, box] of boxes.entries()) {
    for (const other of boxes.slice(i + 1)) assert.ok(isApart(box, other), JSON.stringify([box, other]));
    for (const { x, y } of marks)
      assert.ok(isApart(box, { x: x * size.width - 8, y: y * size.height - 8, w: 16, h: 16 }), JSON.stringify(box));
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= size.width && box.y + box.h <= size.height);
  }
  for (const [id, box] of places) {
    const mark = marks[id];
    assert.ok(mark && Math.abs(box.x + box.w / 2 - mark.x * size.width) < 60, 'beside its own mark');
  }
});

test('those without room are told from those that are drawn, and find it on a larger drawing', () => {
  const marks = Array.from({ length: 10 }, (_, i) => markOf(i, 0.05 + 0.1 * i, 0.5));
  const curves = ids(marks).map((pointId) => ({ pointId, times: [], values: [] }));
  const drawn = { sparklines: { curves, missing: 0 } } as Pick<DrawnFigures, 'sparklines'>;
  const drawing = { width: 1000, height: 300 };
  assert.ok(curveBoxes(drawn, marks, drawing, 200).length < 10);
  assert.equal(curveBoxes(drawn, marks, drawing, 1000).length, 10);
  assert.deepEqual(curveBoxes(drawn, marks, drawing, 0), [], 'before its size is known');
  assert.deepEqual(curveBoxes({ sparklines: null }, marks, drawing, 1000), []);
});
