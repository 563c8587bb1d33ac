/** Drawings that are drawn here: what is written is read again, what was done is undone, what lies under the pointer is found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type At,
  areaRoles,
  extentOf,
  gridOf,
  lineRoles,
  metresAt,
  type Shape,
  type Sheet,
  scaleOf,
  sheetFrom,
  snapped,
  svgOf,
  unitsAt,
} from '../src/features/site/drawing-editor/sheet.ts';
import { shapeAt, vertexNear } from '../src/features/site/drawing-editor/sheet-hits.ts';
import { begun, redone, stepped, undone } from '../src/features/site/drawing-editor/steps.ts';

const extent = { left: -20, right: 180, bottom: 60, top: 110 };
const square: readonly At[] = [
  [0, 70],
  [40, 70],
  [40, 90.25],
  [0, 90.25],
];
const shapes: Shape[] = [
  ...areaRoles.map((role, i): Shape => ({ kind: 'area', role, isHatched: i % 2 === 0, at: square })),
  ...lineRoles.map((role, i): Shape => ({ kind: 'line', role, isDashed: i % 2 === 0, at: square.slice(0, 3) })),
  { kind: 'label', words: 'Clay "A" & <fill> 黏土', at: [[20, 80]] },
  { kind: 'level', at: [[100, 84.2]] },
];
const near = (found: readonly At[], wanted: readonly At[]) => {
  assert.equal(found.length, wanted.length);
  for (const [i, [x, y]] of wanted.entries())
    assert.ok(Math.abs(found[i]![0] - x) < 0.002 && Math.abs(found[i]![1] - y) < 0.002, `${found[i]} for ${x} ${y}`);
};

test('a sheet is read again as it was written', () => {
  const sheet: Sheet = { extent, shapes };
  const read = sheetFrom(svgOf(sheet), scaleOf(extent));
  assert.ok(read);
  assert.deepEqual(
    read.shapes.map(({ at: _, ...rest }) => rest),
    shapes.map(({ at: _, ...rest }) => rest),
  );
  for (const [i, each] of read.shapes.entries()) near(each.at, shapes[i]!.at);
  // And again without a change: saving twice moves nothing.
  assert.equal(svgOf(sheetFrom(svgOf(read), scaleOf(extent))!), svgOf(read));
  // As the server writes it anew: every element with its end.
  const anew = svgOf(sheet).replace(/<path([^>]*)\/>/g, '<path$1></path>');
  assert.equal(sheetFrom(anew, scaleOf(extent))?.shapes.length, shapes.length);
});

test('what was not drawn here, or was changed elsewhere, is not taken for a sheet', () => {
  const scale = scaleOf(extent);
  assert.equal(sheetFrom('<svg viewBox="0 0 9 9"><path class="pl-line" d="M0 0L9 9"/></svg>', scale), null);
  const other = svgOf({ extent, shapes }).replace('</g>', '<circle cx="1" cy="1" r="1"/></g>');
  assert.equal(sheetFrom(other, scale), null);
  const red = svgOf({ extent, shapes }).replace('class="pl-concrete"', 'class="red"');
  assert.equal(sheetFrom(red, scale), null);
});

test('metres and units are each others way back, and the scale says what the sheet shows', () => {
  assert.deepEqual(
    metresAt(extent, unitsAt(extent, [33.5, 77.25])).map((each) => Number(each.toFixed(9))),
    [33.5, 77.25],
  );
  assert.deepEqual(extentOf(scaleOf(extent)), extent);
  assert.equal(extentOf({ first: { x: 0, y: 0, across: 0, up: 0 }, second: { x: 1, y: 1, across: 9, up: 9 } }), null);
  assert.equal(gridOf(extent), 0.5);
  assert.deepEqual(snapped(0.5, [33.4, 77.26]), [33.5, 77.5]);
});

test('the topmost shape under the pointer is chosen, and new vertices snap to those that are near', () => {
  const sheet: Sheet = { extent, shapes };
  assert.equal(shapeAt(sheet, [20, 72], 0.5), areaRoles.length - 1);
  assert.equal(shapeAt(sheet, [100.4, 84.2], 0.5), shapes.length - 1);
  assert.equal(shapeAt(sheet, [150, 100], 0.5), null);
  assert.deepEqual(vertexNear(sheet, [39.8, 70.1], 0.5), [40, 70]);
  assert.equal(vertexNear(sheet, [30, 75], 0.5), null);
});

test('every step is undone and done again; a drag is one', () => {
  let steps = begun(1);
  steps = stepped(steps, 2);
  steps = stepped(steps, 3);
  steps = stepped(steps, 4, true);
  assert.deepEqual([undone(steps).now, undone(undone(steps)).now, undone(undone(undone(steps))).now], [2, 1, 1]);
  assert.equal(redone(undone(steps)).now, 4);
  assert.equal(redone(redone(undone(undone(steps)))).now, 4, 'as many as were undone');
  assert.deepEqual(stepped(undone(steps), 9).future, []);
});
