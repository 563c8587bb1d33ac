import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoomByKey, zoomedBy } from '../src/design/zoom.ts';

test('one goes nearer and further by levels, and stays at the last', () => {
  assert.deepEqual([zoomedBy(1, 1), zoomedBy(1, -1), zoomedBy(3, 1), zoomedBy(0.5, -1)], [1.25, 0.75, 3, 0.5]);
});

test('plus and minus go by a level, 0 leads back to the whole width, other keys are none of it', () => {
  assert.deepEqual(
    ['+', '=', '-', '0', 'a', ' '].map((key) => zoomByKey(key, 2)),
    [3, 3, 1.5, 1, null, null],
  );
});
