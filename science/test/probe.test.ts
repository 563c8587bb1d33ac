/** Inclinometer probe surveys against the vectors, the worked example and a comparison of profiles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareProfiles, valueAtDepth } from '../src/profiles/compare.ts';
import { checksumsOf } from '../src/profiles/probe.ts';
import { incrementsOf, jointsOf, movementSince, withoutBias } from '../src/profiles/survey.ts';
import { chainSampleOf } from '../src/sensors/probe-sample.ts';
import { near, nearAll, vector } from './vectors.ts';

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const whole = (value: number | null): number => value ?? Number.NaN;

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
    const deviationsOf = ({ A0, A180 }: Survey): number[] => {
      const { x } = chainSampleOf({ a0: A0, a180: A180, constant: given.constant });
      return (x as number[]).map((tilt) => given.interval_mm * Math.sin((tilt * Math.PI) / 180));
    };
    const deviation = deviationsOf(given.current);
    const checksums = checksumsOf(surveyOf(given.current));
    nearAll(deviation, out.deviation_mm, tolerance);
    nearAll(checksums.sums, out.checksum, tolerance);
    near(checksums.mean, out.checksum_mean, tolerance ?? undefined);
    near(checksums.deviation, out.checksum_std_ddof1, tolerance ?? undefined);
    const from = (deviations: readonly number[]) => deviations.map((_, i) => sum(deviations.slice(i)));
    const moved = movementSince(
      jointsOf(from(deviation), 0, 'bottom'),
      jointsOf(from(deviationsOf(given.initial)), 0, 'bottom'),
    );
    nearAll(incrementsOf(moved, 'bottom').slice(0, -1).map(whole), out.incremental_mm, tolerance);
    nearAll(moved.slice(0, -1).map(whole), out.cumulative_from_bottom_mm, tolerance);
  }
});

test('a sum that leaves the others is named, and a missing reading is no outlier', () => {
  const survey = { a0: [22, 20, 23, 60, Number.NaN], a180: [0, 0, 0, 0, 0] };
  assert.deepEqual(checksumsOf(survey).outliers, [3]);
});

test('a bias is what the segments in firm ground lean by, and leaves every segment by its length', () => {
  const depthsM = [0, 0.5, 1, 1.5, 2];
  // Segments of 5, 1, 0.2 and 0.4 mm; the ground below 1 m is at rest: 0.3 mm for each half metre are a bias.
  const found = withoutBias([6.6, 1.6, 0.6, 0.4, 0], { depthsM, fixedEnd: 'bottom' }, 1);
  nearAll((found?.joints ?? []).map(whole), [5.4, 0.7, 0, 0.1, 0]);
  near(found?.mmPerM, 0.6);
  // Held at the top, the same segments, the other way round.
  const hung = withoutBias([0, -5, -6, -6.2, -6.6], { depthsM, fixedEnd: 'top' }, 1);
  nearAll((hung?.joints ?? []).map(whole), [0, -4.7, -5.4, -5.3, -5.4]);
  const long = withoutBias([4, 1, 0], { depthsM: [0, 3, 4], fixedEnd: 'bottom' }, 3);
  assert.deepEqual(long?.joints, [0, 0, 0], 'a segment of three metres has three times the bias of one');
});

test('without a known segment in firm ground there is no bias to tell, and what is missing stays missing', () => {
  const casing = { depthsM: [0, 1, 2], fixedEnd: 'bottom' } as const;
  assert.equal(withoutBias([null, null, 0], casing, 1), null);
  assert.equal(withoutBias([2, 1, 0], casing, 1.5), null, 'no whole segment lies below');
  assert.deepEqual(withoutBias([null, 1, 0], casing, 1), { joints: [null, 0, 0], mmPerM: 1 });
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
