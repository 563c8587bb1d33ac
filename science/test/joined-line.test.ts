/** Points joined to one line, against the vectors of their parts and by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beamsUp, joinedUp, levelledUp, lineChainages } from '../src/settlement/joined-line.ts';
import { upOf } from '../src/settlement/tilt-line.ts';
import { near, nearAll, vector } from './vectors.ts';

test('one circuit is the hydrostatic levelling of the vectors', () => {
  const { cases } = vector<
    { level0_mm: number[]; level_mm: number[]; reference_index: number; reference_disp_up_mm: number },
    { disp_up_mm: number[] }
  >('hydrostatic_level');
  for (const { in: given, out } of cases) {
    const risenMm = given.level_mm.map((level, i) => level - (given.level0_mm[i] ?? Number.NaN));
    const up = levelledUp({ risenMm, turns: [], fixed: given.reference_index });
    nearAll(
      up.map((each) => each + given.reference_disp_up_mm),
      out.disp_up_mm,
      1e-9,
    );
  }
});

test('circuits turn on a bracket that two cells share, on both sides of the firm one', () => {
  // The ground sank by 0, 1, 2 | 2, 5 | 5, 6 mm; the liquid of each circuit fell by another amount.
  const sunk = [0, 1, 2, 2, 5, 5, 6];
  const fallen = [3, 3, 3, -1, -1, 4, 4];
  const risenMm = sunk.map((mm, i) => mm - (fallen[i] ?? 0));
  nearAll(
    levelledUp({ risenMm, turns: [3, 5], fixed: 0 }),
    sunk.map((mm) => -mm),
    1e-12,
  );
  nearAll(
    levelledUp({ risenMm, turns: [3, 5], fixed: 4 }),
    sunk.map((mm) => 5 - mm),
    1e-12,
  );
  const missing = levelledUp({ risenMm: risenMm.with(3, Number.NaN), turns: [3, 5], fixed: 0 });
  assert.deepEqual(
    missing.map(Number.isNaN),
    [false, false, false, true, true, true, true],
    'what hangs on a cell without a level is unknown',
  );
});

test('beams from their first joint are those of the vectors; from another joint the same shape, lowered to it', () => {
  const { cases, tolerance } = vector<
    { beam_mm: number[]; tilt0_deg: number[]; tilt_deg: number[] },
    { disp_up_mm: number[] }
  >('tilt_settlement_track');
  for (const { in: given, out } of cases) {
    const line = { lengthsMm: given.beam_mm, tiltDeg: given.tilt_deg, initialTiltDeg: given.tilt0_deg };
    nearAll(beamsUp({ ...line, fixedJoint: 0 }), out.disp_up_mm, tolerance);
    for (const fixedJoint of out.disp_up_mm.keys())
      nearAll(
        beamsUp({ ...line, fixedJoint }),
        out.disp_up_mm.map((up) => up - (out.disp_up_mm[fixedJoint] ?? Number.NaN)),
        tolerance,
      );
  }
});

test('a chain cut in two and joined again is the chain, whichever part holds it', () => {
  const { cases, tolerance } = vector<
    { segment_mm: number; tilt0_deg: number[]; tilt_deg: number[] },
    { disp_up_mm: number[] }
  >('horizontal_array_settlement');
  for (const { in: given, out } of cases) {
    const half = Math.floor(given.tilt_deg.length / 2);
    const part = (from: number, to: number, fixedEnd: 'first' | 'last') => [
      ...upOf({
        lengthsMm: given.tilt_deg.slice(from, to).map(() => given.segment_mm),
        tiltDeg: given.tilt_deg.slice(from, to),
        initialTiltDeg: given.tilt0_deg.slice(from, to),
        fixedEnd,
      }),
    ];
    const [a, b] = [part(0, half, 'first'), part(half, given.tilt_deg.length, 'last')];
    const first = joinedUp([a, b], 0);
    nearAll([...(first[0] ?? []), ...(first[1] ?? []).slice(1)], out.disp_up_mm, tolerance);
    const last = joinedUp([a, b], 1);
    const end = out.disp_up_mm.at(-1) ?? Number.NaN;
    nearAll(
      [...(last[0] ?? []), ...(last[1] ?? []).slice(1)],
      out.disp_up_mm.map((up) => up - end),
      tolerance,
    );
  }
});

test('beyond a beam or an end that is missing nothing is known', () => {
  const beams = { lengthsMm: [1000, 1000, 1000], tiltDeg: [0.1, Number.NaN, 0.1], initialTiltDeg: [0, 0, 0] };
  assert.deepEqual(beamsUp({ ...beams, fixedJoint: 1 }).map(Number.isNaN), [false, false, true, true]);
  assert.deepEqual(joinedUp([[0, Number.NaN], [0, 1], []], 0)[1]?.map(Number.isNaN), [true, true]);
});

test('distances run along the line', () => {
  const at = lineChainages([
    { eastM: 0, northM: 0 },
    { eastM: 3, northM: 4 },
    { eastM: 3, northM: 5 },
  ]);
  near(at[0], 0);
  near(at[1], 5);
  near(at[2], 6);
});
