import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Basenode,
  type Correction,
  continuedShift,
  correctionFault,
  estimateFix,
  type Initshift,
  isInForce,
  overlapOf,
  type RecordedCorrection,
  renewedZero,
  type Shift,
  type Topshift,
} from '../src/series/correction.ts';
import { applyCorrections, blockFix, columnsNeeded, correctRecord, subtractFix } from '../src/series/corrections.ts';
import { followersOf } from '../src/series/followers.ts';
import { cumulativeOf, initialAt, reInitial } from '../src/series/initials.ts';
import { near, vector } from './vectors.ts';

const shift = (startAt: number, endAt: number | null, fixes: Record<string, number>): Shift => ({
  kind: 'shift',
  startAt,
  endAt,
  fixes,
});
const column = (...values: number[]) => Float64Array.from(values);
const chain = ['maxX', 'maxY', 'x1', 'y1', 'x2', 'y2', 'x3', 'y3'];

test('a shift is estimated and taken out as in the vector', () => {
  const { in: i, out } = vector<
    { values: number[]; shift_index: number; stable: number },
    { fix: number; corrected: number[] }
  >('shift_correction').cases[0]!;
  const times = i.values.map((_, at) => at * 60_000);
  const fix = estimateFix(i.values.slice(0, i.shift_index), i.values.slice(i.shift_index), i.stable);
  near(fix, out.fix);
  const [corrected] = applyCorrections(
    times,
    [Float64Array.from(i.values)],
    ['opening'],
    [shift(times[i.shift_index]!, null, { opening: fix! })],
  );
  for (const [at, expected] of out.corrected.entries()) near(corrected![at], expected);
});

test('the worked example of a shift', () => {
  const fix = estimateFix([2.0, 2.02, 2.01, 2.03], [7.05, 7.03, 7.06, 7.04], 4);
  near(fix, 5.03);
  assert.deepEqual(correctRecord(10, [7.08], ['v'], [shift(10, null, { v: 5.03 })]), [2.05]);
  assert.equal(subtractFix(7.08, 5.03), 2.05);
  assert.equal(estimateFix([1, 2, Number.NaN], [3, 4, 5], 3), null, 'three stable values before are not there');
  assert.equal(estimateFix([1, 1], [], 1), null, 'nothing after');
  near(estimateFix([9, Number.NaN, 1, 1], [Number.NaN, 4, 4, 9], 2), 3);
});

test('a record holds from its start to before its end', () => {
  const one = shift(100, 200, { v: 1 });
  assert.deepEqual(
    [99, 100, 199, 200].map((at) => isInForce(one, at)),
    [false, true, true, false],
  );
  const [out] = applyCorrections([99, 100, 199, 200], [column(5, 5, Number.NaN, 5)], ['v'], [one]);
  assert.deepEqual([...out!], [5, 4, Number.NaN, 5]);
});

test('two of a kind never share an instant; touching ends and other kinds may', () => {
  const existing = [shift(100, 200, { v: 1 }), shift(300, null, { v: 2 })];
  assert.equal(overlapOf(existing, shift(200, 300, { v: 1 })), null);
  assert.equal(overlapOf(existing, shift(199, 300, { v: 1 })), existing[0]);
  assert.equal(overlapOf(existing, shift(0, 101, { other: 1 })), existing[0], 'whatever the fields');
  assert.equal(overlapOf(existing, shift(200, null, { v: 1 })), existing[1]);
  assert.equal(overlapOf(existing, { kind: 'topshift', startAt: 0, endAt: null, fixes: { x: 1 } }), null);
  const zeroed: Initshift = { kind: 'initshift', startAt: 5, endAt: null, initials: { v: 1 } };
  assert.equal(overlapOf([zeroed], { ...zeroed, startAt: 9 }), zeroed, 'zeroed again while the first goes on');
  assert.equal(overlapOf([{ ...zeroed, endAt: 9 }], { ...zeroed, startAt: 9 }), null, 'where the first ends');
  assert.equal(overlapOf([zeroed], { ...zeroed, initials: { v: 2 } }), zeroed);
});

test('what cannot be meant is refused by name', () => {
  const fields = ['horizontal', 'dx', 'dy'];
  const fault = (correction: RecordedCorrection, keys = fields) =>
    correctionFault(correction, keys, [...followersOf(keys).keys()]);
  assert.equal(fault(shift(1, null, { dx: 0 })), 'fixZero');
  assert.equal(fault(shift(1, null, {})), 'fixMissing');
  assert.equal(fault(shift(1, 1, { dx: 2 })), 'endBeforeStart');
  assert.equal(fault(shift(Number.NaN, null, { dx: 2 })), 'notFinite');
  assert.equal(fault(shift(1, null, { dx: Number.POSITIVE_INFINITY })), 'notFinite');
  assert.equal(fault(shift(1, null, { level: 2 })), 'fieldUnknown');
  assert.equal(fault(shift(1, null, { horizontal: 2 })), 'fieldFollows');
  assert.equal(fault(shift(1, null, { dx: 2 })), null);
  assert.equal(
    fault({ kind: 'initshift', startAt: 1, endAt: null, initials: { dx: 0 } }),
    null,
    'an initial of 0 is one',
  );
  const base: Basenode = { kind: 'basenode', startAt: 1, endAt: null, node: 3, surveyed: { x: 0 } };
  assert.equal(fault(base, chain), null, 'surveyed to stand still');
  assert.equal(fault({ ...base, node: 4 }, chain), 'nodeUnknown');
  assert.equal(fault({ kind: 'topshift', startAt: 1, endAt: null, fixes: { x: 1 } }), 'nodeUnknown', 'no profile');
});

test('a new zero ends the one before it, which keeps the fields that the new one does not name', () => {
  const open: Initshift = { kind: 'initshift', startAt: 5, endAt: null, initials: { v: 1, w: 2 } };
  const made = renewedZero(open, { ...open, startAt: 9, initials: { v: 4 } })!;
  assert.deepEqual([made.closed.endAt, made.next.initials], [9, { v: 4, w: 2 }]);
  assert.equal(overlapOf([made.closed], made.next), null);
  assert.equal(renewedZero(open, { ...open, startAt: 9, endAt: 12 }), null, 'nothing would follow its end');
  assert.equal(renewedZero({ ...open, endAt: 20 }, { ...open, startAt: 9 }), null);
});

test('a second jump inside an open record ends it and adds up', () => {
  const open = shift(100, null, { x: 2, y: 1 });
  const made = continuedShift(open, shift(200, null, { x: 3, y: -1 }))!;
  assert.deepEqual(made.closed, shift(100, 200, { x: 2, y: 1 }));
  assert.deepEqual(made.next, shift(200, null, { x: 5 }));
  assert.equal(overlapOf([made.closed], made.next), null);
  assert.equal(continuedShift(shift(100, 300, { x: 1 }), shift(200, null, { x: 1 })), null);
  assert.equal(continuedShift(open, shift(100, null, { x: 1 })), null);
});

test('topshift moves every node of its axis, and the largest movement with them', () => {
  const top: Topshift = { kind: 'topshift', startAt: 10, endAt: null, fixes: { x: 4 } };
  const values = [-5, 2, 1, 2, -5, 1, -3, 0];
  assert.deepEqual(correctRecord(9, values, chain, [top]), values);
  assert.deepEqual(correctRecord(10, values, chain, [top]), [5, 2, 5, 2, -1, 1, 1, 0]);
  const broken = [null, 2, 1, 2, null, 1, -3, 0];
  assert.deepEqual(
    correctRecord(10, broken, chain, [top]),
    [null, 2, 5, 2, null, 1, 1, 0],
    'no largest of an incomplete one',
  );
});

test('a base node takes its own movement out and what was surveyed in', () => {
  const base: Basenode = { kind: 'basenode', startAt: 0, endAt: 100, node: 3, surveyed: { x: 1, y: 0 } };
  const values = [7, 2, 7, 2, 5, 1, 3, 0.5];
  assert.deepEqual(correctRecord(50, values, chain, [base]), [5, 1.5, 5, 1.5, 3, 0.5, 1, 0]);
  assert.deepEqual(correctRecord(100, values, chain, [base]), values);
  // Counted from its initial value, and after its own shift.
  const shifted = [base, shift(0, null, { x3: 2 })];
  assert.deepEqual(
    correctRecord(50, values, chain, shifted, { initials: { x3: 0.5 } }).slice(2),
    [7.5, 1.5, 5.5, 0.5, 1.5, 0],
  );
  const missing = [7, 2, 7, 2, 5, 1, null, 0.5];
  assert.deepEqual(correctRecord(50, missing, chain, [base]).slice(0, 7), [null, 1.5, null, 1.5, null, 0.5, null]);
});

test('order: shift, base node, topshift; each in its own stretch', () => {
  const all: Correction[] = [
    { kind: 'topshift', startAt: 0, endAt: null, fixes: { x: 10 } },
    { kind: 'basenode', startAt: 0, endAt: null, node: 2, surveyed: { x: 0 } },
    shift(0, null, { x1: 1 }),
  ];
  const keys = ['x1', 'x2'];
  assert.deepEqual(correctRecord(5, [8, 3], keys, all), [14, 10]);
  assert.deepEqual(correctRecord(5, [8, 3], keys, [...all].reverse()), [14, 10], 'however they are listed');
});

test('resultants follow their axes, but not with a formula of their own', () => {
  const keys = ['horizontal', 'dx', 'dy', 'dh', 'total', 'azimuth', 'solution'];
  const values = [5, 3, 4, 12, 13, 53.13, 4];
  const fixed = correctRecord(0, values, keys, [shift(0, null, { dx: 3 })]);
  assert.deepEqual(fixed.slice(0, 4), [4, 0, 4, 12]);
  near(fixed[4], Math.hypot(4, 12));
  assert.equal(fixed[5], 90);
  const own = correctRecord(0, values, keys, [shift(0, null, { dx: 3 })], { own: ['total', 'azimuth'] });
  assert.deepEqual([own[0], own[4], own[5]], [4, 13, 53.13]);
  assert.deepEqual(correctRecord(0, [1, 2, 5], ['x', 'y', 'resultant'], [shift(0, null, { x: 1 })]), [0, 2, 2]);
});

test('columns that must be at hand', () => {
  const top: Topshift = { kind: 'topshift', startAt: 0, endAt: null, fixes: { x: 1 } };
  assert.deepEqual(columnsNeeded(chain, [0], []), [0]);
  assert.deepEqual(columnsNeeded(chain, [0], [top]), [0, 2, 4, 6]);
  assert.deepEqual(columnsNeeded(chain, [1], [top]), [1], 'another axis');
  assert.deepEqual(columnsNeeded(chain, [2], [top]), [2]);
  const base: Basenode = { kind: 'basenode', startAt: 0, endAt: null, node: 3, surveyed: { y: 1 } };
  assert.deepEqual(columnsNeeded(chain, [3], [base]), [3, 7]);
  assert.deepEqual(columnsNeeded(chain, [0], [top], { own: ['maxX'] }), [0]);
});

test('columns that nothing touches are the same objects', () => {
  const columns = [column(1, 2), column(3, 4)];
  const out = applyCorrections([0, 1], columns, ['a', 'b'], [shift(1, null, { a: 1 })]);
  assert.deepEqual([...out[0]!], [1, 1]);
  assert.equal(out[1], columns[1]);
  assert.deepEqual([...columns[0]!], [1, 2], 'the given one stays');
  assert.equal(applyCorrections([0, 1], columns, ['a', 'b'], [shift(9, null, { a: 1 })])[0], columns[0]);
});

test('zeroing again keeps the cumulative curve, and changes no value', () => {
  // Initial 100, moved to 103; then the sensor is replaced and reads 50 at the same place.
  const initial = reInitial(50, 103 - 100);
  assert.equal(initial, 47);
  const again: Initshift = { kind: 'initshift', startAt: 20, endAt: null, initials: { v: initial } };
  const values = column(103, 103, 50, 51, Number.NaN);
  const times = [0, 19, 20, 30, 40];
  assert.equal(applyCorrections(times, [values], ['v'], [again])[0], values);
  assert.deepEqual([...cumulativeOf(times, values, 'v', [again], 100)!], [3, 3, 3, 4, Number.NaN]);
  assert.deepEqual([...cumulativeOf(times, values, 'v', [again], null)!].slice(0, 3), [Number.NaN, Number.NaN, 3]);
  assert.equal(cumulativeOf(times, values, 'other', [again], null), null);
  const ended: Initshift = { kind: 'initshift', startAt: 10, endAt: 20, initials: { v: 1 } };
  assert.deepEqual(
    [9, 10, 19, 20].map((at) => initialAt([ended, again], 'v', at, 100)),
    [100, 1, 1, 47],
  );
  const later: Initshift = { ...again, startAt: 30, initials: { v: 9 } };
  assert.deepEqual(
    [29, 30].map((at) => initialAt([later, again], 'v', at, 100)),
    [47, 9],
    'however they are listed',
  );
  assert.equal(initialAt([again], 'other', 99, 7), 7);
});

test('a block moves by one constant, or must be decoded', () => {
  const list: Correction[] = [
    shift(100, 200, { x1: 5 }),
    { kind: 'topshift', startAt: 150, endAt: null, fixes: { x: 2 } },
  ];
  const of = (key: string, from: number, to: number) => blockFix(list, key, chain, from, to);
  assert.equal(of('x1', 0, 99), 0);
  assert.equal(of('x1', 100, 149), 5);
  assert.equal(of('x1', 100, 150), null, 'the topshift begins inside');
  assert.equal(of('x1', 150, 199), 3);
  assert.equal(of('x1', 150, 200), null, 'the record at 200 is not shifted any more');
  assert.equal(of('x2', 0, 149), 0);
  assert.equal(of('maxX', 0, 99), 0);
  assert.equal(of('maxX', 100, 110), null, 'follows its nodes');
  assert.equal(of('maxY', 100, 300), 0);
  const base: Correction = { kind: 'basenode', startAt: 0, endAt: null, node: 1, surveyed: { x: 0 } };
  assert.equal(blockFix([base], 'x2', chain, 5, 6), null);
});

const someShifts = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: -5, max: 5 })), {
    maxLength: 6,
  })
  .map((list) => {
    let at = 0;
    return list
      .filter(([, , fix]) => fix !== 0)
      .map(([wait, length, fix]) => {
        const start = at + wait;
        at = start + length;
        return shift(start, at, { a: fix });
      });
  });

test('property: a block constant says of every record in it what correcting it says', () => {
  fc.assert(
    fc.property(someShifts, fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 40 }), (list, from, span) => {
      const fix = blockFix(list, 'a', ['a'], from, from + span);
      const times = Array.from({ length: span + 1 }, (_, i) => from + i);
      const [out] = applyCorrections(times, [new Float64Array(span + 1)], ['a'], list);
      const distinct = new Set([...out!].map((value) => -value + 0));
      if (fix === null) assert.ok(distinct.size > 1 || list.length > 0);
      else assert.deepEqual([...distinct], [fix + 0]);
      for (const [i, at] of times.entries()) assert.equal(correctRecord(at, [0], ['a'], list)[0], out![i]);
    }),
  );
});
