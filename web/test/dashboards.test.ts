import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardLimits, type Panel } from '@plumbline/contract/dashboards.panels';
import { belowAll, freeId, inOrder, placeByKey, withPlace } from '../src/features/dashboards/grid-places.ts';

const panel = (id: string, x: number, y: number, w: number, h: number): Panel => ({
  ...{ id, title: '', x, y, w, h },
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
