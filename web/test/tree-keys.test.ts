/** Keys in a tree drawn as rows: where they lead, and what they leave to the browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeKey } from '../src/design/tree-keys.ts';

/** Two devices; the first is open over a channel with two points. */
const rows = [
  { depth: 0, open: true },
  { depth: 1, open: true },
  { depth: 2, open: null },
  { depth: 2, open: null },
  { depth: 0, open: false },
] as const;

test('arrows lead along the rows, left to the row above, right into what is open', () => {
  assert.deepEqual(
    [treeKey('ArrowDown', rows, 0), treeKey('ArrowUp', rows, 3), treeKey('Home', rows, 3), treeKey('End', rows, 0)],
    [1, 2, 0, 4],
  );
  assert.deepEqual([treeKey('ArrowLeft', rows, 3), treeKey('ArrowRight', rows, 0)], [1, 1]);
});

test('left closes what is open, right opens what is closed, Enter and space act', () => {
  assert.deepEqual([treeKey('ArrowLeft', rows, 1), treeKey('ArrowRight', rows, 4)], ['toggle', 'toggle']);
  assert.deepEqual([treeKey('Enter', rows, 2), treeKey(' ', rows, 0)], ['act', 'act']);
});

test('what is not the tree’s stays the browser’s', () => {
  assert.deepEqual(
    [treeKey('ArrowRight', rows, 2), treeKey('a', rows, 0), treeKey('ArrowDown', [], 0)],
    [null, null, null],
  );
});
