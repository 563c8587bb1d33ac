/** Points on the map as they stand now: the newer of what was fetched and what came since counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Point } from '@plumbline/contract/points/points';
import { pointsNow } from '../src/features/views/site-map/points-now.queries.ts';

const now = Date.parse('2026-03-18T08:00:00Z');
const statusAt = (at: number, level = 0) => ({ state: 'reporting', level, at, staleAt: now + 3_600_000 });
const fetched = {
  id: 1,
  family: 'temperature',
  nodeCount: 0,
  mainField: 'temperature',
  slaves: [],
  latest: { at: '', receivedAt: '', values: [20] },
  status: statusAt(now - 60_000),
} as unknown as Point;
const valueWith = (at: number) => {
  const update = { pointId: 1, value: 21, status: statusAt(at) };
  return pointsNow([fetched], new Map([[1, update]]) as unknown as Parameters<typeof pointsNow>[1], now)[0]?.value;
};

test('what came since a point was fetched takes its place, and what came before does not', () => {
  assert.equal(pointsNow([fetched], new Map(), now)[0]?.value, 20);
  assert.equal(valueWith(now), 21);
  assert.equal(valueWith(now - 120_000), 20);
});

test('a point that has fallen silent since it was fetched does not report any more', () => {
  const [later] = pointsNow([fetched], new Map(), now + 3_600_001);
  assert.equal(later?.status && 'state' in later.status && later.status.state, 'stale');
});

test('a master is as the points that it joins, and says what of them is missing', () => {
  const status = {
    points: 1,
    levels: [1, 0, 0, 0, 0],
    withoutLimits: 0,
    failed: 0,
    stale: 0,
    neverRead: 0,
    lastLevel: 0,
  };
  const master = { ...fetched, id: 2, slaves: [{ pointId: 1 }], status } as unknown as Point;
  const alarm = { ...fetched, status: statusAt(now, 3) } as unknown as Point;
  const [, joined] = pointsNow([alarm, master], new Map(), now);
  assert.deepEqual(joined?.status && 'levels' in joined.status && joined.status.levels, [0, 0, 0, 1, 0]);
  const [alone] = pointsNow([master], new Map(), now);
  assert.deepEqual(alone?.status, status, 'its points are not all here: as it was answered');
});
