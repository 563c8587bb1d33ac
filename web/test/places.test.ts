/** The pure parts of places: what is seen of a picture, which labels have room, the rows of the topology. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TopoNode } from '@plumbline/contract/points/topology';
import { topoCounts, topoFilter, topoLines, topoRows, topoTree } from '../src/features/points/topology/topo-rows.ts';
import { fitted, labelled, panned, zoomed } from '../src/maps/picture-sight.ts';

describe('a picture in its window', () => {
  const picture = { width: 1000, height: 500 };
  const window = { width: 500, height: 500 };
  test('is whole at first, in the middle', () => {
    assert.deepEqual(fitted(picture, window), { scale: 0.5, left: 0, top: 125 });
    assert.equal(fitted({ width: 0, height: 0 }, window).scale, 0);
  });
  test('what lies under the pointer stays there when it is made larger; it never leaves the window', () => {
    const at = { x: 200, y: 250 };
    const near = zoomed(fitted(picture, window), 4, at, picture, window);
    assert.equal(near.scale, 2);
    assert.ok(Math.abs((at.x - near.left) / near.scale - 400) < 1e-9);
    assert.equal(panned(near, 1e6, 0, picture, window).left, 0);
    assert.equal(panned(near, -1e6, 0, picture, window).left, 500 - 2000);
    assert.deepEqual(zoomed(near, 1e-9, at, picture, window), fitted(picture, window));
    assert.equal(zoomed(near, 1e9, at, picture, window).scale, 8);
  });
  const point = (id: string, first: number, x: number, y: number) => ({ id, text: id, first, x, y, isItem: false });
  test('of two labels in one place the louder is shown where it reads best, the other beside it or not at all', () => {
    const two = [point('PZ-1', 0, 100, 100), point('PZ-2', 3, 102, 104)];
    assert.deepEqual(Object.fromEntries(labelled(two, 500)), { 'PZ-2': 'right', 'PZ-1': 'left' });
    const three = [...two, point('PZ-3', 0, 101, 98)];
    assert.deepEqual(Object.fromEntries(labelled(three, 500)), { 'PZ-2': 'right', 'PZ-1': 'left' });
  });
  test('a label leaves neither edge of the window; where neither side has room there is none', () => {
    assert.deepEqual(Object.fromEntries(labelled([point('PZ-3', 0, 490, 300)], 500)), { 'PZ-3': 'left' });
    assert.deepEqual(Object.fromEntries(labelled([point('A long name of a point', 0, 60, 300)], 120)), {});
  });
  test('a name covers no other mark, and an item no name', () => {
    const row = [point('PZ-1', 0, 100, 100), point('PZ-2', 0, 130, 100)];
    assert.deepEqual(Object.fromEntries(labelled(row, 500)), { 'PZ-1': 'left', 'PZ-2': 'right' });
    const item = { id: 'Crest', text: 'Crest', first: 0.9, x: 175, y: 110, isItem: true };
    assert.deepEqual(Object.fromEntries(labelled([...row, item], 500)), { Crest: 'middle', 'PZ-1': 'left' });
  });
});

describe('the topology', () => {
  const node = (
    id: string,
    parentId: string | null,
    kind: TopoNode['kind'],
    more: Partial<TopoNode> = {},
  ): TopoNode => ({
    id,
    parentId,
    kind,
    ref: 1,
    name: id,
    ...more,
  });
  const nodes = [
    node('d1', null, 'DTU', { sncode: 'HUB-1', connection: 'connected', health: 'normal' }),
    node('d2', 'd1', 'measuring', { sncode: 'VW-2', connection: 'notConnected', health: 'dataLost' }),
    node('c2:1', 'd2', 'channel'),
    node('c2:2', 'd2', 'channel'),
    node('p1', 'c2:1', 'point', { name: 'PZ-1' }),
    node('p2', null, 'point', { name: 'PZ-2' }),
  ];
  const tree = topoTree(nodes);
  const ids = (rows: readonly { node: TopoNode }[]) => rows.map((row) => row.node.id);

  test('is closed or open, counts what lies below, and ends with what nothing feeds', () => {
    const closed = topoRows(tree, () => false, null);
    assert.deepEqual(ids(closed), ['d1', 'p2']);
    assert.deepEqual([closed[0]?.points, closed[0]?.open, closed[1]?.open], [1, false, null]);
    assert.deepEqual(ids(topoRows(tree, () => true, null)), ['d1', 'd2', 'c2:1', 'p1', 'c2:2', 'p2']);
  });
  test('a search shows what is found with its way and what lies below it', () => {
    assert.deepEqual(ids(topoRows(tree, () => false, topoFilter(tree, 'all', 'pz-1'))), ['d1', 'd2', 'c2:1', 'p1']);
    assert.deepEqual(ids(topoRows(tree, () => true, topoFilter(tree, 'all', 'vw-2'))), [
      'd1',
      'd2',
      'c2:1',
      'p1',
      'c2:2',
    ]);
    assert.deepEqual(ids(topoRows(tree, () => false, topoFilter(tree, 'unbound', ''))), ['d1', 'd2', 'c2:2', 'p2']);
    assert.deepEqual(ids(topoRows(tree, () => false, topoFilter(tree, 'unbound', 'VW'))), ['d1', 'd2', 'c2:2']);
    assert.deepEqual(ids(topoRows(tree, () => false, topoFilter(tree, 'unwell', ''))), ['d1', 'd2']);
  });
  test('a device that is well and not connected needs attention, and so does one that is connected and unwell', () => {
    const states = [
      ['connected', 'normal'],
      ['notConnected', 'normal'],
      ['unknown', 'normal'],
      ['connected', 'lowVoltage'],
    ] as const;
    const all = topoTree(
      states.map(([connection, health], i) => node(`d${i}`, null, 'measuring', { connection, health })),
    );
    assert.deepEqual(ids(topoRows(all, () => false, topoFilter(all, 'unwell', ''))), ['d1', 'd2', 'd3']);
    assert.equal(topoCounts(all).unwell, 3);
  });
  test('as a table it has a line for each point, free channel and unbound point', () => {
    assert.deepEqual(
      topoLines(tree).map((way) => [way.DTU?.id, way.measuring?.id, way.channel?.id, way.point?.id]),
      [
        ['d1', 'd2', 'c2:2', undefined],
        ['d1', 'd2', 'c2:1', 'p1'],
        [undefined, undefined, undefined, 'p2'],
      ],
    );
  });
  test('ten thousand points are rows in no time', () => {
    const many: TopoNode[] = [];
    for (let d = 0; d < 2000; d++) {
      many.push(node(`d${d}`, null, 'measuring', { sncode: `S-${d}` }));
      for (let c = 0; c < 5; c++)
        many.push(node(`c${d}:${c}`, `d${d}`, 'channel'), node(`p${d}-${c}`, `c${d}:${c}`, 'point'));
    }
    const before = process.cpuUsage();
    const big = topoTree(many);
    assert.equal(topoRows(big, () => false, topoFilter(big, 'all', 'p77-')).length, 1 + 2 * 5);
    assert.equal(topoRows(big, () => true, null).length, many.length);
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 < 400, `${(user + system) / 1000} ms`);
  });
});
