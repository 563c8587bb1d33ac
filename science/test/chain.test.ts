/** Chains of every form: the recipe against the vectors and against the functions that draw them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeOf } from '../src/profiles/array.ts';
import { jointsOfForm, restOf } from '../src/profiles/rest.ts';
import { panelDeflection } from '../src/sections/panel.ts';
import { ringShape } from '../src/sections/ring.ts';
import { chordsOfSection, crownOf, nodesNow, roundnessOf, surveyChords } from '../src/sections/section-survey.ts';
import { chainDrawing, chainFault, chainForms, chainOf } from '../src/sensors/chain.ts';
import { recipe } from '../src/sensors/recipes.ts';
import { Settings } from '../src/sensors/settings.ts';
import { upOf } from '../src/settlement/tilt-line.ts';
import { displacementOf } from './chain-displacement.ts';
import { near, nearAll, vector } from './vectors.ts';

type Parameters = Record<string, number>;
const numbered = (prefix: string, values: readonly number[]): Parameters =>
  Object.fromEntries(values.map((value, i) => [`${prefix}${i + 1}`, value]));
const converted = (parameters: Parameters, x: readonly number[], y?: readonly number[]) =>
  recipe({ family: 'deepDisplacement', mode: 5, parameters, nodeCount: x.length }).convert(y ? { x, y } : { x });
const column = (values: Record<string, number | null>, axis: 'x' | 'y', n: number) =>
  Array.from({ length: n }, (_, i) => values[`${axis}${i + 1}`] ?? null);
const whole = (values: readonly (number | null)[]): number[] => values.map((value) => value ?? Number.NaN);
const largest = (values: readonly number[]): number =>
  values.reduce((max, value) => (Math.abs(value) > Math.abs(max) ? value : max), 0);

test('horizontal: the recipe gives the settlement line of the vectors, from either end', () => {
  const { cases, tolerance } = vector<
    { segment_mm: number; tilt0_deg: number[]; tilt_deg: number[] },
    { disp_up_mm: number[] }
  >('horizontal_array_settlement');
  for (const { in: given, out } of cases) {
    const parameters = { form: 1, segmentMm: given.segment_mm, ...numbered('ix', given.tilt0_deg) };
    const n = given.tilt_deg.length;
    const values = converted(parameters, given.tilt_deg);
    nearAll(whole(column(values, 'x', n)), out.disp_up_mm.slice(1), tolerance);
    near(values['maxX'], largest(out.disp_up_mm), tolerance ?? undefined);
    assert.deepEqual([values['y1'], values['maxY']], [null, null], 'no second axis is measured');
    const end = out.disp_up_mm.at(-1) ?? Number.NaN;
    const fromLast = converted({ ...parameters, fixedLast: 1 }, given.tilt_deg);
    nearAll(
      whole(column(fromLast, 'x', n)),
      out.disp_up_mm.slice(0, -1).map((up) => up - end),
      tolerance,
    );
  }
});

test('panel: the recipe gives the deflections of the vectors, the joints at rest their elevations', () => {
  const { cases, tolerance } = vector<
    { segment_mm: number; panel_angle_deg: number; plinth_elev_m: number; tilt0_deg: number[]; tilt_deg: number[] },
    { deflection_mm: number[]; joint_elev_m: number[] }
  >('adm_panel_deflection');
  for (const { in: given, out } of cases) {
    const parameters = {
      form: 2,
      segmentMm: given.segment_mm,
      panelAngle: given.panel_angle_deg,
      plinthElevation: given.plinth_elev_m,
      ...numbered('ix', given.tilt0_deg),
    };
    const n = given.tilt_deg.length;
    nearAll(whole(column(converted(parameters, given.tilt_deg), 'x', n)), out.deflection_mm.slice(1), tolerance);
    nearAll(restOf(chainOf(new Settings(parameters), n), 0).elevationsM, out.joint_elev_m, 1e-6);
  }
});

test('ring: the recipe gives the nodes, chords and convergence of the vectors; the last field what did not close', () => {
  const { cases } = vector<
    { length_mm: number[]; angle0_deg: number[]; angle_deg: number[] },
    {
      nodes0_mm: [number, number][];
      nodes_mm: [number, number][];
      chord_mm: number[];
      convergence_mm: number[];
      closure_mm: [number, number];
      ovality: number;
      fit_radius_mm: number;
    }
  >('adm_circular');
  for (const { in: given, out } of cases) {
    const n = given.angle_deg.length;
    const parameters = { form: 3, ...numbered('length', given.length_mm), ...numbered('ix', given.angle0_deg) };
    const values = converted(parameters, given.angle_deg);
    const chain = chainOf(new Settings(parameters), n);
    const rest = restOf(chain, 0);
    nearAll(
      rest.nodes.flatMap(({ x, y }) => [x, y]),
      out.nodes0_mm.flat(),
      1e-5,
    );
    const [x, y] = (['x', 'y'] as const).map((axis) => jointsOfForm(chain, column(values, axis, n), 0));
    const now = nodesNow(rest.nodes, x ?? [], y ?? []);
    nearAll(
      now.flatMap((node) => [node?.x ?? Number.NaN, node?.y ?? Number.NaN]),
      out.nodes_mm.flat(),
      1e-5,
    );
    const chords = surveyChords(chordsOfSection(n, true), rest.nodes, now);
    nearAll(whole(chords.map(({ lengthMm }) => lengthMm)), out.chord_mm, 1e-5);
    nearAll(whole(chords.map(({ convergenceMm }) => convergenceMm)), out.convergence_mm, 1e-5);
    const { ovality, circle } = roundnessOf(chords, now);
    near(ovality ?? undefined, out.ovality, 1e-8);
    near(circle?.radius, out.fit_radius_mm, 1e-3);
    const closing = ringShape({
      lengthsMm: given.length_mm,
      directionDeg: given.angle0_deg,
      isClosed: true,
    }).misclosure;
    nearAll(
      [(values[`x${n}`] ?? Number.NaN) + closing.x, (values[`y${n}`] ?? Number.NaN) + closing.y],
      out.closure_mm,
      1e-5,
    );
    near(values['maxX'], largest(whole(column(values, 'x', n - 1))), 1e-9);
  }
});

/** The same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  return (low: number, high: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return low + (state / 2_147_483_648) * (high - low);
  };
}

test('of every form, the recipe is what the functions that draw it say, with lengths and twists of single segments', () => {
  for (let run = 1; run <= 200; run++) {
    const pick = dice(run);
    const n = Math.round(pick(1, 24));
    const list = (low: number, high: number) => Array.from({ length: n }, () => pick(low, high));
    const form = run % 5;
    const isSection = form > 2;
    const [x0, y0] = [isSection ? list(-180, 180) : list(-20, 20), list(-20, 20)];
    const [x, y] = [x0.map((angle) => angle + pick(-0.5, 0.5)), y0.map((angle) => angle + pick(-0.5, 0.5))];
    const lengthsMm = list(500, 3000);
    const twistDeg = list(-5, 5);
    const isLast = pick(0, 1) < 0.5;
    const parameters: Parameters = { form, ...numbered('length', lengthsMm), ...numbered('ix', x0) };
    if (form === 0)
      Object.assign(parameters, numbered('iy', y0), numbered('twist', twistDeg), { fixedTop: isLast ? 0 : 1 });
    if (form === 1) Object.assign(parameters, { fixedLast: isLast ? 1 : 0 });
    if (form === 2) Object.assign(parameters, { panelAngle: 35 });
    const values = converted(parameters, x, y);
    const chain = chainOf(new Settings(parameters), n);
    const joints = (axis: 'x' | 'y') => whole(jointsOfForm(chain, column(values, axis, n), 0));
    if (form === 0) {
      const shape = (tiltXDeg: number[], tiltYDeg: number[]) =>
        shapeOf({ segmentMm: lengthsMm, fixedEnd: isLast ? 'bottom' : 'top', tiltXDeg, tiltYDeg, twistDeg });
      const moved = displacementOf(shape(x, y), shape(x0, y0));
      nearAll(joints('x'), moved.x, 1e-6);
      nearAll(joints('y'), moved.y, 1e-6);
    } else if (form === 1) {
      const fixedEnd = isLast ? 'last' : 'first';
      nearAll(joints('x'), upOf({ lengthsMm, tiltDeg: x, initialTiltDeg: x0, fixedEnd }), 1e-6);
    } else if (form === 2) {
      const slab = { lengthsMm, tiltDeg: x, initialTiltDeg: x0, panelAngleDeg: 35, plinthElevationM: 0 };
      nearAll(joints('x'), panelDeflection(slab).deflectionMm, 1e-6);
    } else {
      const shape = (directionDeg: number[]) => ringShape({ lengthsMm, directionDeg, isClosed: form === 3 }).nodes;
      const [from, to] = [shape(x0), shape(x)];
      nearAll(
        joints('x'),
        to.map((node, k) => node.x - (from[k]?.x ?? Number.NaN)),
        1e-6,
      );
      nearAll(
        joints('y'),
        to.map((node, k) => node.y - (from[k]?.y ?? Number.NaN)),
        1e-6,
      );
    }
  }
});

test('a ring without its initial directions has no values and no shape: nothing is taken for 0', () => {
  const values = converted({ form: 3 }, [0, 90, 180, 270]);
  assert.ok(Object.values(values).every((value) => value === null));
  const { parameters } = recipe({ family: 'deepDisplacement', mode: 5, parameters: { form: 3 }, nodeCount: 1 });
  assert.equal(parameters.find(({ key }) => key === 'ix1')?.required, true);
});

test('one missing node leaves the whole record of any form without values', () => {
  for (const form of chainForms.keys()) {
    const parameters = { form, panelAngle: 35, ix1: 0, ix2: 90 };
    const values = converted(parameters, [1, Number.NaN], [0, 0]);
    assert.ok(
      Object.values(values).every((value) => value === null),
      chainForms[form],
    );
  }
});

test('chords: opposite nodes of a ring, the ends of an arc; one missing node takes its chord away and no other', () => {
  assert.deepEqual(chordsOfSection(4, true), [
    { from: 0, to: 2 },
    { from: 1, to: 3 },
  ]);
  assert.deepEqual(chordsOfSection(7, false), [{ from: 0, to: 6 }]);
  const rest = [
    { x: 0, y: 0 },
    { x: 1000, y: -1000 },
    { x: 2000, y: 0 },
    { x: 1000, y: 1000 },
  ];
  const now = nodesNow(rest, [0, 5, -10, null], [0, 0, 0, 0]);
  const chords = surveyChords(chordsOfSection(4, true), rest, now);
  assert.deepEqual(
    chords.map(({ convergenceMm }) => convergenceMm),
    [-10, null],
  );
  assert.deepEqual(roundnessOf(chords, now), { ovality: null, circle: null });
  assert.equal(crownOf(rest), 3);
});

test('what no chain has is named: short segments, unknown forms and signs, a slab that does not rise', () => {
  assert.equal(chainFault({ segmentMm: 500, length3: 750, form: 4, chartDirection: -1, panelAngle: 90 }), null);
  assert.deepEqual(chainFault({ segmentMm: 499 }), { key: 'segmentMm', fault: 'segmentTooShort' });
  assert.deepEqual(chainFault({ length12: 0 }), { key: 'length12', fault: 'segmentTooShort' });
  assert.deepEqual(chainFault({ form: 5 }), { key: 'form', fault: 'formUnknown' });
  assert.deepEqual(chainFault({ form: 0.5 }), { key: 'form', fault: 'formUnknown' });
  assert.deepEqual(chainFault({ settlementSign: 0 }), { key: 'settlementSign', fault: 'signUnknown' });
  assert.deepEqual(chainFault({ panelAngle: 0 }), { key: 'panelAngle', fault: 'angleOutside' });
  assert.deepEqual(chainDrawing(new Settings({ form: 1, settlementSign: -1, chartDirection: -1 })), {
    direction: -1,
    settlementSign: -1,
    convergenceSign: 1,
    archSign: 1,
    markAzimuthDeg: null,
  });
});
