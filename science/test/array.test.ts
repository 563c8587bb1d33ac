import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeOf } from '../src/profiles/array.ts';
import { recipe } from '../src/sensors/recipes.ts';
import { displacementOf } from './chain-displacement.ts';
import { near, vector } from './vectors.ts';

interface In {
  segment_mm: number;
  fixed_end: 'top' | 'bottom';
  mark_angle_deg: number;
  twist_deg: number[];
  tiltA0_deg: number[];
  tiltB0_deg: number[];
  tiltA_deg: number[];
  tiltB_deg: number[];
}
type Out = Record<string, (number | null)[]>;

function same(actual: Float64Array, expected: readonly (number | null)[]): void {
  assert.equal(actual.length, expected.length);
  for (const [j, value] of expected.entries()) near(Number.isNaN(actual[j]) ? null : actual[j], value, 1e-6);
}

test('chains: shapes, displacements and the recipe of mode 5 agree with the vectors', () => {
  for (const { in: i, out } of vector<In, Out>('adm_profile').cases) {
    const chain = {
      segmentMm: i.segment_mm,
      fixedEnd: i.fixed_end,
      twistDeg: i.twist_deg,
      markAzimuthDeg: i.mark_angle_deg,
    };
    const now = shapeOf({ ...chain, tiltXDeg: i.tiltA_deg, tiltYDeg: i.tiltB_deg });
    const moved = displacementOf(now, shapeOf({ ...chain, tiltXDeg: i.tiltA0_deg, tiltYDeg: i.tiltB0_deg }));
    same(now.x, out.shape_X_mm!);
    same(now.y, out.shape_Y_mm!);
    same(now.north, out.shape_N_mm!);
    same(now.east, out.shape_E_mm!);
    same(now.up, out.shape_up_mm!);
    same(moved.x, out.disp_X_mm!);
    same(moved.y, out.disp_Y_mm!);
    same(moved.north, out.disp_N_mm!);
    same(moved.east, out.disp_E_mm!);
    same(moved.up, out.disp_up_mm!);
    same(moved.resultant, out.disp_resultant_mm!);
    same(moved.azimuthDeg, out.disp_azimuth_deg!);

    const n = i.tiltA_deg.length;
    const parameters: Record<string, number> = { segmentMm: i.segment_mm, fixedTop: i.fixed_end === 'top' ? 1 : 0 };
    for (let node = 1; node <= n; node++) {
      parameters[`ix${node}`] = i.tiltA0_deg[node - 1]!;
      parameters[`iy${node}`] = i.tiltB0_deg[node - 1]!;
      parameters[`twist${node}`] = i.twist_deg[node - 1]!;
    }
    const { convert } = recipe({ family: 'deepDisplacement', mode: 5, parameters, nodeCount: n });
    const values = convert({ x: i.tiltA_deg, y: i.tiltB_deg });
    const free = i.fixed_end === 'top' ? 1 : 0;
    for (let node = 1; node <= n; node++) {
      near(values[`x${node}`], out.disp_X_mm![node - 1 + free]!, 1e-6);
      near(values[`y${node}`], out.disp_Y_mm![node - 1 + free]!, 1e-6);
    }
    const largest = [...moved.x].reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
    near(values.maxX, largest);
  }
});

test('chains: the worked example', () => {
  const chain = { segmentMm: 1000, fixedEnd: 'bottom', markAzimuthDeg: 30 } as const;
  const now = shapeOf({ ...chain, tiltXDeg: [0.8, 0.5, 0.2], tiltYDeg: [0.1, 0, 0] });
  const moved = displacementOf(now, shapeOf({ ...chain, tiltXDeg: [0.5, 0.4, 0.2], tiltYDeg: [0, 0, 0] }));
  near(moved.x[0], 6.98092, 1e-6);
  near(moved.north[0], 5.17299, 1e-6);
  near(moved.east[0], 5.001959, 1e-6);
  near(moved.resultant[0], 7.195792, 1e-6);
  near(moved.azimuthDeg[0], 44.037, 1e-5);
  assert.ok(Number.isNaN(moved.azimuthDeg[3]));
});

test('chains: a missing node says nothing', () => {
  const { convert } = recipe({ family: 'deepDisplacement', mode: 5, parameters: {}, nodeCount: 2 });
  const nothing = { maxX: null, maxY: null, x1: null, y1: null, x2: null, y2: null };
  assert.deepEqual(convert({ x: [1, Number.NaN], y: [0, 0] }), nothing);
  assert.deepEqual(convert({ x: [1, null], y: [0, 0] }), nothing);
  assert.deepEqual(convert({ x: [1], y: [0] }), nothing);
  assert.deepEqual(convert({ x: [1, 1, 1], y: [0, 0, 0] }), nothing);
  assert.deepEqual(convert({}), nothing);
  assert.deepEqual(convert({ x: [0, 0], y: [0, 0] }), { maxX: 0, maxY: 0, x1: 0, y1: 0, x2: 0, y2: 0 });
});
