/** Contours between the points of a drawing: which points, at which times, and what a gap does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { edgesOf, frameField, frameTimes } from '../src/features/views/contours/contour-frames.ts';
import { contourGroups } from '../src/features/views/contours/contour-groups.ts';

type Placed = Parameters<typeof contourGroups>[0][number];
const placed = (id: number, intervalSeconds = 600): Placed => ({
  point: { id, family: 'temperature', nodeCount: 0, mainField: 'temperature', intervalSeconds } as Placed['point'],
  x: id % 2,
  y: id > 2 ? 1 : 0,
});

test('a replay ends with the present, and begins a span before it', () => {
  const now = Date.parse('2026-11-01T00:00:00Z');
  const times = frameTimes('week', now);
  assert.deepEqual([times[0], times.at(-1)], [now - 7 * dayMs, now]);
  assert.deepEqual(frameTimes('now', now), [now]);
});

test('three points of a field are a group, two are none, and the slowest of them says how old a reading may be', () => {
  assert.deepEqual(contourGroups([placed(1), placed(2)]), []);
  const [group] = contourGroups([placed(1), placed(2, 86_400), placed(3)]);
  const [slow] = contourGroups([placed(1, 86_400), placed(2, 86_400), placed(3, 86_400)]);
  assert.deepEqual([group?.points.length, group?.toleranceSeconds], [3, slow?.toleranceSeconds]);
});

test('a point without a reading is left out, and is not zero', () => {
  const points = [1, 2, 3, 4].map((id) => ({ id, x: id % 2, y: id > 2 ? 1 : 0 }));
  const size = { width: 10, height: 10 };
  const frame = { at: 0, values: [10, 12, 14, null] };
  const edges = edgesOf([frame]);
  assert.deepEqual(frameField(points, frame, edges, size), frameField(points.slice(0, 3), frame, edges, size));
  assert.equal(frameField(points, { at: 0, values: [10, 12, null, null] }, edges, size), null, 'two span no area');
});
