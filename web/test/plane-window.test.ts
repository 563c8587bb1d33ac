/** Zoom and pan of planes: what is in view, what stays under the pointer, what the address holds, and that measures stay true. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressZoomKey } from '../src/charts/frame/crosshair-keys.ts';
import { fitted, movementScale, type Pair, pxOf } from '../src/charts/frame/figure.ts';
import { shareAt } from '../src/charts/frame/plane-gestures.ts';
import {
  isInPlot,
  movedBy,
  type PlaneWindow,
  partOf,
  placeUnder,
  windowOf,
  windowWith,
  zoomedAbout,
  zoomOf,
} from '../src/charts/frame/plane-window.ts';
import { Echoes } from '../src/charts/frame/use-view.ts';
import { axisZooming, planeZooming } from '../src/charts/frame/use-zooming.ts';
import { draw as drawSection, spotsOf } from '../src/charts/kinds/section/draw.ts';
import type { SectionContent } from '../src/charts/kinds/section/shapes.ts';
import { tokens } from '../src/design/tokens.ts';
import { readStretch, readWindow, withoutWindow, writeWindow } from '../src/features/views/surveys/window.parts.ts';

const whole = { x: { from: 0, to: 200 }, y: { from: -50, to: 50 } };
const layout = { left: 50, right: 50, top: 20, bottom: 30 };
const size = { widthPx: 500, heightPx: 250 };
const near = (a: number | undefined, b: number): void =>
  assert.ok(a !== undefined && Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

test('a window shows its square on plots of any shape, and never anything beyond the whole', () => {
  assert.deepEqual(partOf(whole, { x: 100, y: 0, side: 50 }), { x: { from: 50, to: 150 }, y: { from: -25, to: 25 } });
  assert.deepEqual(partOf(whole, null), whole);
  // An address that says anything at all.
  assert.deepEqual(partOf(whole, { x: 1e9, y: -1e9, side: 50 }), {
    x: { from: 100, to: 200 },
    y: { from: -50, to: 0 },
  });
  assert.deepEqual(partOf(whole, { x: 0, y: 0, side: 1e9 }), whole);
  near(zoomOf(whole, { x: 100, y: 0, side: 1e-9 }), 1 / 200);
  assert.deepEqual(windowOf(partOf(whole, { x: 100, y: 0, side: 50 }), whole), { x: 100, y: 0, side: 50 });
  assert.equal(windowOf(whole, whole), null, 'all of it is no window');
});

test('what lies under the pointer stays under it, enlarged, moved or pinched', () => {
  const share = { x: 0.25, y: 0.75 };
  let window: PlaneWindow | null = null;
  for (const factor of [0.5, 0.8, 0.3, 1.7]) {
    const before = placeUnder(share, partOf(whole, window));
    window = zoomedAbout(whole, window, share, factor);
    const after = placeUnder(share, partOf(whole, window));
    assert.ok(Math.hypot(before.x - after.x, before.y - after.y) < 0.01);
  }
  assert.equal(zoomedAbout(whole, window, share, 100), null, 'no farther than the whole');
  const moved = windowWith(whole, { x: 120, y: 10 }, { x: 0.5, y: 0.5 }, 0.25);
  assert.deepEqual(moved, { x: 120, y: 10, side: 25 });
  assert.deepEqual(movedBy(whole, moved, 0.5, -1), { x: 145, y: -15, side: 25 });
  assert.deepEqual(
    movedBy(whole, moved, 99, 0),
    { x: 175, y: 10, side: 25 },
    'its edge stops at the edge of the whole',
  );
});

test('keys: + and = enlarge, - and 0 go back, Shift with arrows moves, and others are the page’s', () => {
  const plot = { plane: { ...whole, whole }, layout, size };
  const press = (key: string, window: PlaneWindow | null, shiftKey = false) => {
    const moves: (PlaneWindow | null)[] = [];
    const moving = { view: window, newest: { current: window }, move: (next: PlaneWindow | null) => moves.push(next) };
    const isKnown = pressZoomKey({ key, shiftKey }, planeZooming(moving, plot, undefined));
    assert.equal(isKnown, moves.length > 0);
    return moves[0];
  };
  assert.deepEqual(press('+', null), { x: 100, y: 0, side: 66.667 });
  assert.deepEqual(press('=', null), press('+', null));
  assert.equal(press('-', null), undefined);
  assert.equal(press('0', { x: 100, y: 0, side: 20 }), null);
  assert.deepEqual(press('ArrowRight', { x: 100, y: 0, side: 20 }, true), { x: 110, y: 0, side: 20 });
  assert.equal(press('ArrowRight', { x: 100, y: 0, side: 20 }), undefined);
  const still = { view: null, newest: { current: null }, move: undefined };
  assert.equal(planeZooming(still, plot, undefined), null, 'a drawing that is not for moving has no buttons');
  // About the place that is read: the left upper corner of the plot.
  const moves: (PlaneWindow | null)[] = [];
  const moving = { view: null, newest: { current: null }, move: (next: PlaneWindow | null) => moves.push(next) };
  planeZooming(moving, plot, { x: 50, y: 20 })?.closer?.();
  near(partOf(whole, moves[0]).x.from, 0);
  assert.ok(partOf(whole, moves[0]).y.to > 49.999);
});

test('an axis returns to its whole, and is never shown beyond it by the buttons', () => {
  const moves: unknown[] = [];
  const zooming = (from: number, to: number) =>
    axisZooming(
      { minSpan: 1 },
      { view: { from, to }, newest: { current: { from, to } }, move: (next) => moves.push(next) },
      { from: 0, to: 30 },
    );
  assert.equal(zooming(0, 30)?.whole, undefined);
  zooming(10, 20)?.whole?.();
  zooming(1, 25)?.farther?.();
  zooming(10, 22)?.closer?.();
  assert.deepEqual(moves, [
    { from: 0, to: 30 },
    { from: 0, to: 30 },
    { from: 12, to: 20 },
  ]);
  assert.equal(zooming(4, 5)?.closer, undefined);
  assert.equal(
    axisZooming(
      { minSpan: 1 },
      { view: { from: 0, to: 1 }, newest: { current: { from: 0, to: 1 } }, move: undefined },
      { from: 0, to: 1 },
    ),
    null,
  );
});

test('a fitted plane in a window is as long both ways, and its scale is still true', () => {
  const canvas = { ...size, window: { x: 100, y: 0, side: 10 } };
  const plane = fitted(whole, layout, canvas, 0);
  const [ax, ay] = pxOf([100, 0], plane);
  const [bx, by] = pxOf([103, 4], plane);
  near((bx - ax) / (ay - by), 3 / 4);
  near(plane.pxPerUnit, (bx - ax) / 3);
  const lengthOf = (window: PlaneWindow | null): readonly [number, string] => {
    const [arrow, words] = movementScale(
      { unitsPerMm: 0.5, longestMm: 40 },
      fitted(whole, layout, { ...size, window }, 0),
      tokens.white,
    );
    assert.ok(arrow?.kind === 'arrow' && words?.kind === 'words');
    return [arrow.to[0] - arrow.from[0], words.words];
  };
  // The arrow is as long as what it says: 0.5 units for each mm.
  assert.deepEqual(lengthOf(null), [10, '20 mm']);
  assert.deepEqual(lengthOf({ x: 100, y: 0, side: 10 }), [5, '10 mm']);
});

const section: SectionContent = {
  rest: [
    { x: 0, y: 0 },
    { x: 4_000, y: 0 },
    { x: 4_000, y: 3_000 },
  ],
  isClosed: false,
  surveys: [{ id: 'a', name: 'a', x: [0, 1, 2], y: [0, 0, null], age: 1, isChosen: true }],
  factor: 100,
  nodeWord: 'Node',
  precision: 3,
};
const canvas = { ...size, tokens: tokens.white, language: 'en', t: ((key: string) => key) as never };

test('a section in a window: nodes where they are drawn, bars as long as they say, from either side', () => {
  for (const isMirrored of [false, true]) {
    const content = { ...section, isMirrored };
    const window = { x: 4_000, y: 500, side: 800 };
    const { plane, option } = drawSection(content, { ...canvas, window });
    assert.ok(plane);
    const sectionLayout = drawSection(content, canvas).layout;
    const place = (node: number): Pair => {
      const spot = spotsOf(content, { ...size, window }).get(node);
      assert.ok(spot);
      const share = shareAt(spot, { plane, layout: sectionLayout, size });
      const { x, y } = placeUnder(share, plane);
      return [x, y];
    };
    const [x, y] = place(1);
    near(x, 4_100);
    near(y, 0);
    const far = spotsOf(content, { ...size, window }).get(0);
    assert.ok(far && !isInPlot(shareAt(far, { plane, layout: sectionLayout, size })), 'out of view');
    const { series } = option as { series: { id: string; data: { value?: number[] }[] }[] };
    const bar = series.find(({ id }) => id === 'bar-movement');
    assert.ok(bar);
    const [start, end] = [bar.data[0]?.value?.[0] ?? 0, (bar.data[1] as unknown as number[])[0] ?? 0];
    // Round millimetres, a hundred times as long.
    assert.ok([1, 2, 5].includes(Math.abs(end - start) / 100));
  }
});

test('the address holds a window or a stretch, and nothing else is read as one', () => {
  const window = { x: -12.5, y: 3, side: 0.25 };
  assert.deepEqual(readWindow(writeWindow(window)), window);
  for (const text of ['', '1,2', '1,2,0', '1,2,-3', 'a,b,c', '1,,2', '1,2,Infinity'])
    assert.equal(readWindow(text), null);
  assert.deepEqual(readStretch('2.5,7'), { from: 2.5, to: 7 });
  for (const text of ['', '7,2', '1,2,3', '1,']) assert.equal(readStretch(text), null);
  assert.equal(withoutWindow(new URLSearchParams('point=7&window=1,2,3')).toString(), 'point=7');
});

test('what was told and overtaken comes back without undoing a newer move; what others choose counts', () => {
  const echoes = new Echoes();
  assert.ok(echoes.counts('1', false), 'from the address of a link');
  echoes.note('2');
  assert.ok(!echoes.counts('2', true), 'moved on since');
  echoes.note('3');
  echoes.note('4');
  assert.ok(!echoes.counts('3', false), 'told anew since');
  assert.ok(echoes.counts('4', false));
  echoes.note('5');
  assert.ok(echoes.counts('1', true), 'another one than any that was told');
  assert.ok(echoes.counts('4', false), 'and what was told before that is forgotten');
});
