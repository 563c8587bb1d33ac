/** Selections of push rules against the same rule written out point by point. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PointPlace, takerOf } from './takes.ts';

const inStructure: PointPlace = { id: 1, structureId: 10, parentId: null, family: 'crack' };
const inItem: PointPlace = { id: 2, structureId: 11, parentId: 10, family: 'waterLevel' };
const elsewhere: PointPlace = { id: 3, structureId: 20, parentId: null, family: 'waterLevel' };
const all = [inStructure, inItem, elsewhere];
const empty = { structureIds: [], families: [], pointIds: [] };
const pointsOf = (selection: Partial<Parameters<typeof takerOf>[0]>) =>
  all.filter(takerOf({ ...empty, ...selection })).map(({ id }) => id);

test('nothing chosen is everything, a structure has its items, kinds narrow places, points by hand join them', () => {
  assert.deepEqual(pointsOf({}), [1, 2, 3]);
  assert.deepEqual(pointsOf({ structureIds: [10] }), [1, 2]);
  assert.deepEqual(pointsOf({ structureIds: [11] }), [2]);
  assert.deepEqual(pointsOf({ families: ['waterLevel'] }), [2, 3]);
  assert.deepEqual(pointsOf({ structureIds: [10], families: ['waterLevel'] }), [2]);
  assert.deepEqual(pointsOf({ pointIds: [3] }), [3], 'by hand alone: nothing else');
  assert.deepEqual(pointsOf({ structureIds: [10], families: ['crack'], pointIds: [3] }), [1, 3]);
  assert.deepEqual(pointsOf({ structureIds: [99] }), []);
});
