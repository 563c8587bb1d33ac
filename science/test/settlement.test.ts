/** Lines of tilt segments, hydrostatic levelling and track geometry against the vectors and worked examples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedLine } from '../src/settlement/closing.ts';
import { cellsUp, chainedUp, levelAtReference, levelOfPressure } from '../src/settlement/hydrostatic.ts';
import { differentialOf, upOf } from '../src/settlement/tilt-line.ts';
import { cantOf, twistOf, versineOf } from '../src/settlement/track.ts';
import { near, nearAll, vector } from './vectors.ts';

test('horizontal array: settlement from the first end, and closed on a known end', () => {
  const { cases, tolerance } = vector<
    { segment_mm: number; tilt0_deg: number[]; tilt_deg: number[]; fixed_end: 'first'; known_end_disp_mm: number },
    { disp_up_mm: number[]; disp_up_closed_mm: number[]; max_settlement_mm: number }
  >('horizontal_array_settlement');
  for (const { in: given, out } of cases) {
    const line = {
      lengthsMm: given.tilt_deg.map(() => given.segment_mm),
      tiltDeg: given.tilt_deg,
      initialTiltDeg: given.tilt0_deg,
      fixedEnd: given.fixed_end,
    };
    nearAll(upOf(line), out.disp_up_mm, tolerance);
    const chainagesM = [0, ...given.tilt_deg.map((_, i) => ((i + 1) * given.segment_mm) / 1000)];
    const closed = closedLine({ upMm: [...upOf(line)], chainagesM, fixed: 0, knownUpMm: given.known_end_disp_mm });
    nearAll(closed.upMm, out.disp_up_closed_mm, tolerance);
    near(Math.max(...upOf(line).map((up) => -up)), out.max_settlement_mm, tolerance ?? undefined);
  }
});

test('a line that is fixed at its last end is the same line, lowered to it', () => {
  const line = { lengthsMm: [1000, 2000, 500], tiltDeg: [0.1, -0.2, 0.3], initialTiltDeg: [0, 0.05, 0] } as const;
  const first = upOf({ ...line, fixedEnd: 'first' });
  const last = upOf({ ...line, fixedEnd: 'last' });
  nearAll(
    last,
    first.map((up) => up - (first.at(-1) ?? Number.NaN)),
  );
});

test('beyond a missing inclination nothing is known', () => {
  const line = { lengthsMm: [1000, 1000, 1000], tiltDeg: [0.1, Number.NaN, 0.1], initialTiltDeg: [0, 0, 0] } as const;
  assert.deepEqual([...upOf({ ...line, fixedEnd: 'first' })].map(Number.isNaN), [false, false, true, true]);
  assert.deepEqual([...upOf({ ...line, fixedEnd: 'last' })].map(Number.isNaN), [true, true, false, false]);
});

test('beam chain and track', () => {
  const { cases, tolerance } = vector<
    {
      beam_mm: number[];
      tilt0_deg: number[];
      tilt_deg: number[];
      rail_centres_mm: number;
      cross_tilt_deg: number[];
      spacing_m: number;
    },
    {
      disp_up_mm: number[];
      cant_mm: number[];
      twist_mm_per_base: number[];
      twist_per_mille: number[];
      differential_mm_per_m: number[];
    }
  >('tilt_settlement_track');
  for (const { in: given, out } of cases) {
    const up = upOf({
      lengthsMm: given.beam_mm,
      tiltDeg: given.tilt_deg,
      initialTiltDeg: given.tilt0_deg,
      fixedEnd: 'first',
    });
    nearAll(up, out.disp_up_mm, tolerance);
    nearAll(differentialOf(up, given.beam_mm), out.differential_mm_per_m, tolerance);
    const cant = given.cross_tilt_deg.map((tilt) => cantOf(tilt, given.rail_centres_mm));
    nearAll(cant, out.cant_mm, tolerance);
    const twists = (baseM: number) => cant.slice(1).map((next, k) => twistOf(cant[k] ?? Number.NaN, next, baseM));
    nearAll(twists(1), out.twist_mm_per_base, tolerance);
    nearAll(twists(given.spacing_m), out.twist_per_mille, tolerance);
  }
  near(cantOf(2), 52.349245, 1e-8);
  near(versineOf(0, 12.4, 1), 11.9);
});

test('hydrostatic levelling', () => {
  const { cases, tolerance } = vector<
    { level0_mm: number[]; level_mm: number[]; reference_index: number; reference_disp_up_mm: number },
    { disp_up_mm: number[]; settlement_mm: number[]; differential_mm: number }
  >('hydrostatic_level');
  for (const { in: given, out } of cases) {
    const up = cellsUp({
      levelMm: given.level_mm,
      initialLevelMm: given.level0_mm,
      referenceIndex: given.reference_index,
      referenceUpMm: given.reference_disp_up_mm,
    });
    nearAll(up, out.disp_up_mm, tolerance);
    near(Math.max(...up) - Math.min(...up), out.differential_mm, tolerance ?? undefined);
  }
  nearAll(cellsUp({ levelMm: [100, 103], initialLevelMm: [100, 100], referenceIndex: 0, referenceUpMm: -1 }), [-1, -4]);
});

test('a chain that turns on a cell of the one before adds its movement', () => {
  const first = { levelMm: [100, 102], initialLevelMm: [100, 100], referenceIndex: 0 };
  const second = { levelMm: [50, 53], initialLevelMm: [50, 50], referenceIndex: 0, turnsOn: { chain: 0, cell: 1 } };
  assert.deepEqual(
    chainedUp([first, second]).map((each) => [...each]),
    [
      [0, -2],
      [-2, -5],
    ],
  );
  assert.throws(() => chainedUp([second, first]), RangeError);
});

test('a missing level makes its cell unknown, that of the reference all', () => {
  const levels = { levelMm: [100, Number.NaN, 101], initialLevelMm: [100, 100, 100] };
  assert.deepEqual([...cellsUp({ ...levels, referenceIndex: 0 })].map(Number.isNaN), [false, true, false]);
  assert.deepEqual([...cellsUp({ ...levels, referenceIndex: 1 })].map(Number.isNaN), [true, true, true]);
});

test('pressure and temperature of the liquid', () => {
  near(levelOfPressure(9.80665), 1000);
  near(levelAtReference(1002.1, 30, 20), 1000);
});

test('a closed line: what it misses its far end by is shared out by distance, from the first end as from the last', () => {
  const line = { upMm: [0, 4, 10], chainagesM: [5, 10, 25], knownUpMm: 2 };
  const first = closedLine({ ...line, fixed: 0 });
  assert.deepEqual(first, { upMm: [0, 2, 2], misclosureMm: 8 });
  const last = closedLine({ upMm: [10, 4, 0], chainagesM: [0, 15, 20], fixed: 2, knownUpMm: 2 });
  assert.deepEqual(last, { upMm: [2, 2, 0], misclosureMm: 8 });
  const unknown = closedLine({ ...line, upMm: [0, 4, Number.NaN], fixed: 0 });
  assert.deepEqual(unknown, { upMm: [0, Number.NaN, Number.NaN], misclosureMm: Number.NaN });
});
