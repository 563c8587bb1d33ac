import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import fc from 'fast-check';
import {
  changeBetween,
  changeOf,
  cumulativeChange,
  cumulativeKeys,
  hasInitial,
  valueOffset,
  zeroedKeys,
} from '../src/series/changes.ts';
import type { Initshift } from '../src/series/correction.ts';
import { changeOverSpan, changeRatesOf, ratedColumns } from '../src/series/rates.ts';
import { near } from './vectors.ts';

const prism = ['horizontal', 'dx', 'dy', 'dh', 'total', 'azimuth', 'solution'];
const chain = ['maxX', 'maxY', 'x1', 'y1', 'x2', 'y2', 'x3', 'y3'];
const from = (initials: Readonly<Record<string, number>>) => (key: string) => initials[key] ?? null;
const columnsOf = (records: readonly Readonly<Record<string, number>>[]) =>
  new Map(
    Object.keys(records[0] ?? {}).map((key) => [key, Float64Array.from(records, (each) => each[key] ?? Number.NaN)]),
  );
const times = [0, 1, 2, 3];

test('a movement round the base position is one, whatever the sizes of the displacements', () => {
  const records = [
    [100, 0],
    [100, 30],
    [0, 100],
    [-100, 0],
  ].map(([dx = 0, dy = 0]) => ({ dx, dy, horizontal: Math.hypot(dx, dy), azimuth: 1 }));
  const counting = { corrections: [], initialOf: from({ dx: 100, dy: 0, horizontal: 77 }) };
  const change = changeOf(prism, 'horizontal');
  const moved = cumulativeChange(times, columnsOf(records), change, counting)!;
  for (const [i, expected] of [0, 30, 141.42135624, 200].entries()) near(moved[i], expected);
  assert.equal(valueOffset(change, counting, 0), null, 'no number taken off the value says it');
  const turned = cumulativeChange(times, columnsOf(records), changeOf(prism, 'azimuth'), counting)!;
  assert.ok(Number.isNaN(turned[0]), 'no movement has no direction');
  for (const [i, expected] of [
    [1, 90],
    [2, 135],
    [3, 180],
  ] as const)
    near(turned[i], expected);
});

test('the extreme of a profile is that of the changes of its nodes; what closes a ring is none', () => {
  const initialOf = from({ x1: 20, x2: 15, x3: 10, maxX: 20 });
  const records = [
    { x1: 20, x2: 15, x3: 29, maxX: 29 },
    { x1: 20, x2: -16, x3: 29, maxX: 29 },
  ];
  const counting = { corrections: [], initialOf };
  const of = (isClosed: boolean) => [
    ...cumulativeChange(times, columnsOf(records), changeOf(chain, 'maxX', { isClosed }), counting)!,
  ];
  assert.deepEqual(of(false), [19, -31]);
  assert.deepEqual(of(true), [0, -31]);
});

test('property: a change is computed of the changes of the components, is symmetric in size and bounds the old one', () => {
  const number = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 3, maxLength: 3 }),
      fc.array(number, { minLength: 3, maxLength: 3 }),
      (a, b) => {
        for (const [key, count] of [
          ['horizontal', 2],
          ['total', 3],
        ] as const) {
          const change = changeOf(prism, key);
          const row = (of: readonly number[]) => [...of.slice(0, count), Math.hypot(...of.slice(0, count))];
          const there = changeBetween(change, row(b), row(a));
          near(there, Math.hypot(...b.slice(0, count).map((each, i) => each - (a[i] ?? 0))));
          near(changeBetween(change, row(a), row(b)), there);
          assert.ok(
            there + 1e-9 >= Math.abs(row(b)[count]! - row(a)[count]!),
            'the difference of sizes is at most that',
          );
          const rates = changeRatesOf(
            change,
            [0, 43_200_000],
            row(a).map((each, i) => [each, row(b)[i]!]),
            86_400,
          );
          near(rates[1], there * 2);
        }
      },
    ),
  );
});

test('counted from zero the field is its own change, and none of its components is read', () => {
  const change = changeOf(chain, 'maxX');
  const zero = { corrections: [], initialOf: from({ x1: 0, x2: 0, x3: 0 }) };
  assert.deepEqual(cumulativeKeys(change, zero), ['maxX']);
  const own = Float64Array.of(4, Number.NaN, -6);
  assert.equal(cumulativeChange([0, 1, 2], new Map([['maxX', own]]), change, zero), own);
  assert.equal(valueOffset(change, zero, 0), 0);
  const again: Initshift = { kind: 'initshift', startAt: 2, endAt: null, initials: { x2: 3 } };
  const renewed = { ...zero, corrections: [again] };
  assert.deepEqual(cumulativeKeys(change, renewed), ['x1', 'x2', 'x3', 'maxX']);
  assert.deepEqual([valueOffset(change, renewed, 1), valueOffset(change, renewed, 2)], [0, null]);
  const columns = columnsOf([1, 2, 3].map(() => ({ x1: 1, x2: 9, x3: 0, maxX: 9 })));
  assert.deepEqual([...cumulativeChange([0, 1, 2], columns, change, renewed)!], [9, 9, 6]);
});

test('without initial values of its components a magnitude counts by its own, a direction from nothing', () => {
  const change = changeOf(prism, 'horizontal');
  const own = { corrections: [], initialOf: from({ horizontal: 100, azimuth: 5, solution: 4 }) };
  const columns = columnsOf([{ dx: 100, dy: 0, horizontal: 100, azimuth: 0, solution: 4 }]);
  assert.deepEqual([...cumulativeChange([0], columns, change, own)!], [0]);
  assert.equal(valueOffset(change, own, 0), 100);
  for (const key of ['azimuth', 'solution'])
    assert.equal(cumulativeChange([0], columns, changeOf(prism, key), own), null, key);
  assert.equal(cumulativeChange([0], columns, change, { corrections: [], initialOf: from({ dx: 1 }) }), null);
  assert.deepEqual(
    [
      hasInitial(change, from({ dx: 0, dy: 0 })),
      hasInitial(change, from({ dx: 0 })),
      hasInitial(change, own.initialOf),
    ],
    [true, false, true],
  );
  // With some of its components and not all, nothing is known of it.
  const both = from({ dx: 1, dy: 1, horizontal: 1 });
  const partial = columnsOf([{ dx: 5, dy: Number.NaN, horizontal: 7 }]);
  assert.deepEqual([...cumulativeChange([0], partial, change, { corrections: [], initialOf: both })!], [Number.NaN]);
  // Entered by hand as a magnitude alone, it is a number like any other.
  const alone = columnsOf([{ dx: Number.NaN, dy: Number.NaN, horizontal: 7 }]);
  assert.deepEqual([...cumulativeChange([0], alone, change, { corrections: [], initialOf: both })!], [6]);
});

test('a rate is of the vector, every component on the line between its neighbours; directions and states have none', () => {
  const change = changeOf(prism, 'horizontal');
  const now = { atMs: 25 * hourMs, values: [0, 10, 10] };
  const before = { atMs: 0, values: [10, 0, 10] };
  const after = { atMs: 2 * hourMs, values: [0, 0, 0] };
  near(changeOverSpan(change, now, before, after, 24 * hourMs), Math.hypot(5, 10));
  assert.equal(changeOverSpan(changeOf(prism, 'azimuth'), now, before, after, 24 * hourMs), null);
  for (const key of ['azimuth', 'solution'])
    assert.ok(changeRatesOf(changeOf(prism, key), [0, hourMs], [[1, 2]], 3600).every(Number.isNaN), key);
  // A record with some of its components is passed over.
  const columns = [Float64Array.of(0, 5, 3), Float64Array.of(0, Number.NaN, 4), Float64Array.of(0, 5, 5)];
  const usable = ratedColumns([0, 1, 2], columns, change, { corrections: [], initialOf: () => null });
  assert.deepEqual([...usable[2]!], [0, Number.NaN, 5]);
  near(changeRatesOf(change, [0, 43_200_000, 86_400_000], usable, 86_400)[2], 5);
});

test('a reading gives initial values of what it has components of by those alone', () => {
  assert.deepEqual(zeroedKeys(prism, [5, 3, 4, 0, 5, 53, 4]), ['dx', 'dy', 'dh']);
  assert.deepEqual(zeroedKeys(prism, [5, null, null, null, null, null, null]).slice(0, 2), ['horizontal', 'dx']);
  assert.ok(zeroedKeys(prism, [5, 3, 4, 0, 5, 53, 4], { own: ['horizontal'] }).includes('horizontal'));
});
