import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { dashboardLimits, type Panel } from '@plumbline/contract/overview/dashboards.panels';
import { gapSecondsOf } from '../src/features/overview/dashboards/curve-gaps.ts';
import {
  belowAll,
  freeId,
  inOrder,
  placeByKey,
  screensOf,
  withPlace,
} from '../src/features/overview/dashboards/grid-places.ts';

const panel = (id: string, x: number, y: number, w: number, h: number): Panel => ({
  id,
  title: '',
  x,
  y,
  w,
  h,
  kind: 'alerts',
});
const cellsOf = (panels: readonly Panel[]) =>
  panels.flatMap(({ x, y, w, h }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  );

test('a panel that is moved pushes down what is in its way, and nothing else', () => {
  const panels = [panel('a', 0, 0, 6, 4), panel('b', 6, 0, 6, 4), panel('c', 6, 4, 6, 2), panel('d', 0, 9, 4, 2)];
  const moved = withPlace(panels, 'a', { x: 4, y: 0, w: 6, h: 4 });
  assert.deepEqual(
    moved.map(({ id, x, y }) => [id, x, y]),
    [
      ['a', 4, 0],
      ['b', 6, 4],
      ['c', 6, 8],
      ['d', 0, 9],
    ],
  );
  assert.equal(new Set(cellsOf(moved)).size, cellsOf(moved).length);
});

test('however panels are moved and sized, none lies on another or beside the grid', () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
  let panels = Array.from({ length: 12 }, (_, i) => panel(`p${i}`, (i % 3) * 4, Math.floor(i / 3) * 3, 4, 3));
  for (let turn = 0; turn < 300; turn++) {
    const place = { x: random(16) - 2, y: random(20) - 2, w: random(16), h: random(40) };
    panels = withPlace(panels, `p${random(12)}`, place);
    const cells = cellsOf(panels);
    assert.equal(new Set(cells).size, cells.length);
    assert.ok(panels.every(({ x, y, w }) => x >= 0 && y >= 0 && w >= 1 && x + w <= dashboardLimits.columns));
    assert.equal(panels.length, 12);
  }
});

test('arrow keys move, with Shift they change the size, others do nothing', () => {
  const place = { x: 0, y: 0, w: 4, h: 4 };
  assert.deepEqual(placeByKey(place, 'ArrowRight', false), { ...place, x: 1 });
  assert.deepEqual(placeByKey(place, 'ArrowLeft', false), place);
  assert.deepEqual(placeByKey(place, 'ArrowDown', true), { ...place, h: 5 });
  assert.deepEqual(placeByKey({ ...place, x: 8 }, 'ArrowRight', true), { ...place, x: 8 });
  assert.equal(placeByKey(place, 'Enter', false), null);
});

test('a new panel goes below all with an id of its own; narrow screens read from above', () => {
  const panels = [panel('p2', 0, 4, 4, 4), panel('x', 4, 0, 4, 4)];
  assert.equal(belowAll(panels), 8);
  assert.equal(freeId([...panels, panel('p3', 0, 8, 1, 1)]), 'p4');
  assert.deepEqual(
    inOrder(panels).map(({ id }) => id),
    ['x', 'p2'],
  );
});

test('on a wall panels come screen by screen, each once, none beyond the screen', () => {
  const panels = [
    panel('a', 0, 0, 8, 9),
    panel('b', 8, 0, 4, 9),
    panel('c', 0, 9, 12, 7),
    panel('d', 0, 16, 12, 13),
    panel('e', 0, 29, 12, 30),
  ];
  const screens = screensOf(panels, 20);
  assert.deepEqual(
    screens.map((screen) => screen.map(({ id, y }) => `${id}${y}`)),
    [['a0', 'b0', 'c9'], ['d0'], ['e0']],
  );
  assert.ok(screens.flat().every(({ y, h }) => y + h <= 20));
});

test('a thinned curve has no gap where values lie anywhere in their step, and one where readings are missing', () => {
  const span = 800 * hourMs;
  // Two of each step, as near and as far as they may be.
  const thinned = Array.from({ length: 800 }, (_, i) => [i * hourMs, i * hourMs + (i % 2) * 0.9 * hourMs]).flat();
  const most = Math.max(...thinned.slice(1).map((at, i) => at - thinned[i]!));
  assert.ok(gapSecondsOf(thinned, span) * 1000 > most);
  assert.ok(gapSecondsOf(thinned, span) * 1000 < 6 * hourMs);
  // Monthly surveys are joined.
  assert.ok(gapSecondsOf([0, 720 * hourMs, 1440 * hourMs], span) > (720 * hourMs) / 1000);
});
