/** Inclinometer probe surveys against the vectors, the worked example and a comparison of profiles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareProfiles, valueAtDepth } from '../src/profiles/compare.ts';
import { checksumsOf, deviationOf, probeDisplacement, withoutBias } from '../src/profiles/probe.ts';
import { near, nearAll, vector } from './vectors.ts';

test('deviation, checksums and displacement', () => {
  type Survey = { A0: number[]; A180: number[] };
  const { cases, tolerance } = vector<
    { interval_mm: number; constant: number; initial: Survey; current: Survey },
    {
      checksum: number[];
      checksum_mean: number;
      checksum_std_ddof1: number;
      deviation_mm: number[];
      incremental_mm: number[];
      cumulative_from_bottom_mm: number[];
    }
  >('probe_inclinometer');
  const surveyOf = ({ A0, A180 }: Survey) => ({ a0: A0, a180: A180 });
  for (const { in: given, out } of cases) {
    const instrument = { intervalMm: given.interval_mm, constant: given.constant };
    const deviation = deviationOf(surveyOf(given.current), instrument);
    const checksums = checksumsOf(surveyOf(given.current));
    nearAll(deviation, out.deviation_mm, tolerance);
    nearAll(checksums.sums, out.checksum, tolerance);
    near(checksums.mean, out.checksum_mean, tolerance ?? undefined);
    near(checksums.deviation, out.checksum_std_ddof1, tolerance ?? undefined);
    const moved = probeDisplacement(deviation, deviationOf(surveyOf(given.initial), instrument));
    nearAll(moved.incrementalMm, out.incremental_mm, tolerance);
    nearAll(moved.cumulativeMm, out.cumulative_from_bottom_mm, tolerance);
  }
  nearAll(deviationOf({ a0: [612], a180: [-590] }, { intervalMm: 500, constant: 25_000 }), [12.02]);
});

test('a sum that leaves the others is named, and a missing reading is no outlier', () => {
  const survey = { a0: [22, 20, 23, 60, Number.NaN], a180: [0, 0, 0, 0, 0] };
  assert.deepEqual(checksumsOf(survey).outliers, [3]);
});

test('above a missing interval nothing is known', () => {
  const { cumulativeMm } = probeDisplacement([1, Number.NaN, 3], [0, 0, 0]);
  assert.deepEqual([...cumulativeMm].map(Number.isNaN), [true, true, false]);
  assert.throws(() => probeDisplacement([1, 2], [1]), RangeError);
});

test('a bias is the mean of the intervals that are held to be firm', () => {
  nearAll(withoutBias([5, 1, 0.2, 0.4], 2) ?? [], [4.7, 0.7, -0.1, 0.1]);
  assert.equal(withoutBias([1, Number.NaN], 1), null);
});

test('profiles of different depths are compared at those of the reference', () => {
  const automatic = { depthM: [0, 1, 2, 3], value: [10, 8, 4, Number.NaN] };
  near(valueAtDepth(automatic, 0.5), 9);
  assert.ok(Number.isNaN(valueAtDepth(automatic, 2.5)));
  assert.ok(Number.isNaN(valueAtDepth(automatic, 4)));
  const found = compareProfiles({ depthM: [0.5, 1, 2.5], value: [8, 9, 1] }, automatic);
  const { difference, rms, largest } = found;
  nearAll(difference.slice(0, 2), [1, -1]);
  assert.ok(Number.isNaN(difference[2]));
  near(rms, 1);
  near(found.mean, 0);
  assert.equal(found.count, 2);
  const biased = compareProfiles({ depthM: [0, 1, 2], value: [9.5, 7.5, 3] }, automatic);
  near(biased.mean, 2 / 3);
  near(biased.rms, Math.sqrt((0.25 + 0.25 + 1) / 3));
  assert.deepEqual(largest, { depthM: 0.5, difference: 1 });
  assert.equal(compareProfiles({ depthM: [9], value: [1] }, automatic).rms, null);
});
