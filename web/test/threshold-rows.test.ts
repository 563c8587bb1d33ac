import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Threshold } from '@plumbline/contract/points/points';
import { cellsOf, type NamedPoint, readRules, withRule } from '../src/features/points/thresholds/threshold-rows.ts';

const point = (id: number, name: string, place = 'Dam'): NamedPoint => ({
  id,
  name,
  place,
  family: 'temperature',
  mainField: 'temperature',
});
const rule: Threshold = {
  field: 'temperature',
  kind: 'value',
  method: 'upper',
  levels: [10, null, 30, null],
  base: 'value',
  combine: 'and',
  rateLevels: null,
  releaseRatio: 0.8,
  releaseCount: 3,
  consecutive: 2,
  enabled: true,
};
const all = [point(1, 'A'), point(2, 'B'), point(3, 'C', 'Dam / Top'), point(4, 'C', 'Dam / Toe')];

test('limits go into the table and come back as they were', () => {
  const table = all.flatMap((each) => cellsOf(each, each.id === 1 ? [rule, { ...rule, kind: 'rate' }] : []));
  assert.equal(table.length, 5);
  const read = readRules(table, all);
  assert.deepEqual(read.issues, []);
  assert.deepEqual(read.rows[0], { pointId: 1, thresholds: [rule, { ...rule, kind: 'rate' }] });
  assert.deepEqual(
    read.rows.map(({ pointId, thresholds }) => [pointId, thresholds.length]),
    [
      [1, 2],
      [2, 0],
      [3, 0],
      [4, 0],
    ],
    'an empty row says that its point has none',
  );
});

test('pasted rows: what is not given is the default, and points of one name are distinguished by their place', () => {
  const read = readRules(
    [
      { name: 'b', level1: 5 },
      { name: 'C', place: 'dam / toe', kind: 'cumulative', level2: 7 },
      { name: '', level1: '' },
    ],
    all,
  );
  assert.deepEqual(read.issues, []);
  const [b, c] = read.rows;
  assert.deepEqual(
    [b?.pointId, b?.thresholds[0]?.field, b?.thresholds[0]?.levels],
    [2, 'temperature', [5, null, null, null]],
  );
  assert.deepEqual(
    [c?.pointId, c?.thresholds[0]?.kind, c?.thresholds[0]?.levels],
    [4, 'cumulative', [null, 7, null, null]],
  );
});

test('what is wrong is shown beside its cell', () => {
  const read = readRules(
    [
      { name: 'Z', level1: 1 },
      { name: 'C', level1: 1 },
      { name: 'A', level1: 5, level3: 4 },
      { name: 'A', field: 'temperature' },
      { name: 'B', level1: 'ten' },
      { name: 'B', level1: 1, kind: 'multi' },
    ],
    all,
  );
  assert.deepEqual(
    read.issues.map(({ row, prop }) => [row, prop]),
    [
      [0, 'name'],
      [1, 'name'],
      [2, 'level3'],
      [3, 'level1'],
      [4, 'level1'],
      [5, 'kind'],
    ],
  );
  assert.deepEqual(
    read.issues.slice(0, 3).map(({ message }) => message),
    ['unknownPoint', 'severalPoints', 'thresholdsNotAscending'],
  );
});

test('a template takes the place of the same limit and of empty rows, and leaves the rest', () => {
  const table = [...cellsOf(all[0]!, [rule, { ...rule, kind: 'rate' }]), ...cellsOf(all[1]!, [])];
  const next = withRule(table, [all[0]!, all[1]!], { ...rule, levels: [1, 2, 3, 4] });
  const read = readRules(next, all);
  assert.deepEqual(
    read.rows.map(({ pointId, thresholds }) => [pointId, thresholds.map(({ kind, levels }) => `${kind} ${levels[0]}`)]),
    [
      [1, ['value 1', 'rate 10']],
      [2, ['value 1']],
    ],
  );
});
