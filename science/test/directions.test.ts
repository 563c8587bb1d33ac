import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import fc from 'fast-check';
import { windCounter } from '../src/sensors/wind.ts';
import { type Bucket, bucketsOf, joined } from '../src/series/calendar.ts';
import { bearingOf, circularDeviation, resultantOf, turnBetween } from '../src/series/directions.ts';
import { ratesOf } from '../src/series/rates.ts';
import { directionSummaryOf } from '../src/series/statistics.ts';
import { near } from './vectors.ts';

const bearing = fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true });
/** The size of the turn between two bearings; 0 where neither points anywhere. */
const apart = (a: number | null, b: number | null) =>
  a === null || b === null ? (a === b ? 0 : Number.NaN) : Math.abs(turnBetween(a, b));

test('winds around north: the mean is north, the deviation is small, the change is the shorter way', () => {
  const summary = directionSummaryOf([350, 10, 355, 5, Number.NaN]);
  near(summary.mean, 0);
  near(summary.standardDeviation, 7.92, 0.01);
  assert.deepEqual([summary.count, summary.min, summary.max], [4, null, null]);
  assert.deepEqual(
    [turnBetween(350, 5), turnBetween(5, 350), turnBetween(0, 180), turnBetween(180, 0), turnBetween(720, -90)],
    [15, -15, 180, 180, -90],
  );
  assert.equal(bearingOf(resultantOf([350, 10], [2, 2])), 0);
  assert.equal(bearingOf(resultantOf([0, 180], [1, 1])), null);
  assert.deepEqual(
    [bearingOf(resultantOf([])), circularDeviation(resultantOf([7])), circularDeviation(resultantOf([0, 180]))],
    [null, null, null],
  );
  near(circularDeviation(resultantOf([90, 90, 90])), 0, 1e-6);
});

test('property: the mean is that of a rose of one wind speed, and turns with the directions', () => {
  fc.assert(
    fc.property(fc.array(bearing, { minLength: 1, maxLength: 40 }), bearing, (directions, turn) => {
      const resultant = resultantOf(directions);
      // Where they all but cancel out, the last bits decide.
      fc.pre(Math.hypot(resultant.east, resultant.north) > 1e-6);
      const rose = windCounter(16);
      rose.add(
        directions,
        directions.map(() => 3),
      );
      assert.ok(apart(rose.tally().meanDirectionDeg, bearingOf(resultant)) < 1e-6);
      const turned = bearingOf(resultantOf(directions.map((each) => (each + turn) % 360)));
      assert.ok(apart(turned, ((bearingOf(resultant) as number) + turn) % 360) < 1e-6);
    }),
  );
});

test('property: a difference is in (-180, 180], leads from one to the other, and rates are of such differences', () => {
  fc.assert(
    fc.property(bearing, bearing, (from, to) => {
      const turn = turnBetween(from, to);
      assert.ok(turn > -180 && turn <= 180);
      assert.ok(apart((from + turn + 360) % 360, to) < 1e-9);
      const [, rate] = ratesOf([0, dayMs], [from, to], 86_400, null, 360);
      near(rate as number, turn, 1e-9);
    }),
  );
  // Twenty-four hours before lies between 350 and 10, at 0: the direction turned by 20 from there.
  const times = [0, dayMs / 2, dayMs * 1.25];
  near(ratesOf(times, [350, 10, 20], 3600, null, 360)[2] as number, 20, 1e-9);
});

test('property: totals of a day put together from pieces are those of the whole, of directions and of numbers', () => {
  fc.assert(
    fc.property(
      fc.array(bearing, { minLength: 2, maxLength: 60 }),
      fc.nat(58),
      fc.boolean(),
      (values, cut, directions) => {
        const times = values.map((_, i) => i * 3_600_000);
        const at = Math.min(cut + 1, values.length - 1);
        const whole = bucketsOf(times, values, 'day', 'UTC', { directions });
        const parts = [
          ...bucketsOf(times.slice(0, at), values.slice(0, at), 'day', 'UTC', { directions }),
          ...bucketsOf(times.slice(at), values.slice(at), 'day', 'UTC', { directions }),
        ];
        const again: Bucket[] = [];
        for (const part of parts) {
          const last = again.at(-1);
          if (last?.start === part.start) again[again.length - 1] = joined(last, part);
          else again.push(part);
        }
        assert.equal(again.length, whole.length);
        for (const [i, bucket] of whole.entries()) {
          const other = again[i] as Bucket;
          assert.deepEqual(
            [other.n, other.first, other.last, other.min, other.max],
            [bucket.n, bucket.first, bucket.last, bucket.min, bucket.max],
          );
          if (directions) {
            assert.deepEqual([bucket.sum, bucket.min, bucket.max], [null, null, null]);
            const { east, north } = bucket.resultant ?? { east: 0, north: 0 };
            if (Math.hypot(east, north) > 1e-6) assert.ok(apart(other.mean, bucket.mean) < 1e-6);
          } else near(other.sum as number, bucket.sum as number, 1e-6);
        }
      },
    ),
  );
});
