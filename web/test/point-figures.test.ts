/** The head of a point: what its numbers are of, where on a chain, since when, and how far they are from the limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import type { Correction } from '@plumbline/contract/readings/corrections';
import { distanceOver } from '@plumbline/science/limits/limit-distances';
import { pointFigures } from '../src/charts/point-figures.ts';

const limit = (kind: 'value' | 'cumulative' | 'multi', field: string, levels: Threshold['levels']): Threshold =>
  ({ kind, field, levels, method: 'twoSided', enabled: true, base: 'value', rateLevels: [1, 2, 3, 4] }) as Threshold;
const plain = {
  family: 'temperature',
  nodeCount: 0,
  type: 0,
  formulaType: 'SYSTEM_FORMULA',
  customFormula: {},
  parameters: {},
  mode: 4,
  deviceParameters: {},
  depthM: null,
  countsFrom: {},
} as const;
const casing = {
  ...plain,
  family: 'deepDisplacement',
  nodeCount: 3,
  mode: 5,
  deviceParameters: {},
  parameters: { segmentMm: 1000 },
  depthM: 0.5,
  countsFrom: { x1: 20 },
} as const;
const valuesOf = (nodes: readonly number[]) => [Math.max(...nodes), 0, ...nodes.flatMap((x) => [x, 0])];

test('the value and the change of a profile each stand at their own depth', () => {
  const { value, valuePlace, change } = pointFigures(casing, 'maxX', valuesOf([22, 15, 4]), []);
  assert.deepEqual([value, valuePlace], [22, { kind: 'depth', at: 0.5 }]);
  assert.deepEqual(change, { amount: 15, place: { kind: 'depth', at: 1.5 }, from: { since: null, initial: null } });
  const topFixed = { ...casing, parameters: { segmentMm: 1000, fixedTop: 1 } };
  assert.deepEqual(pointFigures(topFixed, 'maxX', valuesOf([22, 15, 4]), []).valuePlace, { kind: 'depth', at: 1.5 });
  const line = { ...casing, parameters: { segmentMm: 1000, form: 1 } };
  assert.deepEqual(pointFigures(line, 'maxX', valuesOf([2, 15, 4]), []).valuePlace, { kind: 'along', at: 2 });
});

test('a survey without one of its nodes has no place, and a plain field none', () => {
  const [first, ...others] = valuesOf([22, 15, 4]);
  const missing = [first ?? null, ...others.map((each) => (each === 15 ? null : each))];
  const figures = pointFigures(casing, 'maxX', missing, []);
  assert.deepEqual([figures.value, figures.valuePlace, figures.change], [22, null, null]);
  assert.equal(pointFigures(plain, 'temperature', [20], []).valuePlace, null);
});

test('a change says what it counts from: an initial value, the newest zero in force, or nothing', () => {
  const from = (countsFrom: Record<string, number>, corrections: object[] = []) =>
    pointFigures({ ...plain, countsFrom }, 'temperature', [21.5], [], corrections as Correction[]).change;
  assert.equal(from({}), null);
  assert.deepEqual(from({ temperature: 20 }), { amount: 1.5, place: null, from: { since: null, initial: 20 } });
  const zero = (startAt: string, endAt: string | null, initials: object) => ({
    kind: 'initshift',
    startAt,
    endAt,
    initials,
  });
  const corrections = [
    zero('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', { temperature: 19 }),
    zero('2026-04-01T00:00:00Z', null, { temperature: 20 }),
    zero('2026-05-01T00:00:00Z', null, { other: 1 }),
  ];
  assert.equal(from({ temperature: 20 }, corrections)?.from.since, '2026-04-01T00:00:00Z');
});

test('over and next are of the value or of the change, whichever is at the higher level or nearer', () => {
  const point = { ...plain, countsFrom: { temperature: 20 } };
  const rules = [
    limit('value', 'temperature', [30, 35, 40, 45]),
    limit('cumulative', 'temperature', [10, 12, 14, null]),
    limit('multi', 'temperature', [1, 2, 3, 4]),
  ];
  const { over, next } = pointFigures(point, 'temperature', [33.25], rules.slice(0, 2));
  assert.deepEqual(over, { level: 2, distance: 1.25, quantity: 'cumulative' });
  assert.deepEqual(next, { level: 3, distance: 0.75, quantity: 'cumulative' });
  assert.equal(pointFigures(point, 'temperature', [25], rules).over, null, 'one of two indicators alone');
  assert.deepEqual(pointFigures(point, 'temperature', [50], rules.slice(0, 1)).over, {
    level: 4,
    distance: 5,
    quantity: 'value',
  });
});

test('a distance over a limit is told by its side, and from a level that was left out by the one below', () => {
  assert.deepEqual(distanceOver(-12, [{ levels: [10, 15, null, null], method: 'twoSided' }]), {
    level: 1,
    distance: 2,
  });
  assert.deepEqual(distanceOver(-12, [{ levels: [10, null, null, null], method: 'lower' }]), { level: 1, distance: 2 });
  assert.equal(distanceOver(-12, [{ levels: [10, 15, 20, 25], method: 'upper' }]), null);
  assert.deepEqual(distanceOver(21, [{ levels: [10, null, 20, null], method: 'upper' }]), { level: 3, distance: 1 });
  assert.equal(distanceOver(null, [{ levels: [1, 2, 3, 4], method: 'upper' }]), null);
});

test('directions and states have no change to show', () => {
  const movement = { ...plain, family: 'surfaceDisplacement', countsFrom: { dx: 0, dy: 0, dh: 0 } } as const;
  const values = fieldsOf('surfaceDisplacement', 0).map(() => 3);
  assert.equal(pointFigures(movement, 'azimuth', values, []).change, null);
  assert.equal(pointFigures(movement, 'solution', values, []).change, null);
  assert.notEqual(pointFigures(movement, 'horizontal', values, []).change, null);
});
