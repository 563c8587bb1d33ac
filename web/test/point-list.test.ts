/** The list of points, narrowed by what is missing: what is not known yet is never taken for none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListedPoint, listed, type PointFilter } from '../src/screens/points/point-filter.ts';

const point = (id: number, gaps: ListedPoint['gaps']) => ({ id, name: `P-${id}`, gaps }) as ListedPoint;
const filter = (change: Partial<PointFilter>): PointFilter => ({
  keyword: '',
  structure: '',
  family: '',
  kind: '',
  level: '',
  gap: '',
  deprecated: false,
  sort: '',
  isNarrowed: true,
  set: () => undefined,
  clear: () => undefined,
  ...change,
});
const ids = (rows: readonly ListedPoint[], change: Partial<PointFilter>) =>
  listed(rows, filter(change)).map(({ id }) => id);

test('points whose gaps are not known yet stay in a list of those that miss something', () => {
  const rows = [point(1, []), point(2, ['thresholds'] as never), point(3, null)];
  assert.deepEqual(ids(rows, { gap: 'any' }), [2, 3]);
  assert.deepEqual(ids(rows, { gap: 'thresholds' }), [2, 3]);
  assert.deepEqual(ids(rows, { gap: 'device' }), [3]);
  assert.deepEqual(ids(rows, { sort: '-missing' }), [2, 1, 3]);
});
