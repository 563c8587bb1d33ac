/** Rings, circles, slabs and total-station sections against the vectors and worked examples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { solveLinearFit } from '../src/estimation/linear-fit.ts';
import { fitCircle } from '../src/sections/circle.ts';
import { panelDeflection } from '../src/sections/panel.ts';
import { ovalityOf, ringShape } from '../src/sections/ring.ts';
import { chordOf, inPlane, placeOnLine, polarTarget, sectionPlane, usualChords } from '../src/sections/tunnel.ts';
import { near, nearAll, vector } from './vectors.ts';

test('closed ring: misclosure, nodes, chords, convergence, circle, ovality', () => {
  const { cases, tolerance } = vector<
    { length_mm: number[]; angle0_deg: number[]; angle_deg: number[] },
    {
      closure_mm: [number, number];
      nodes_mm: [number, number][];
      chord0_mm: number[];
      chord_mm: number[];
      convergence_mm: number[];
      fit_center_mm: [number, number];
      fit_radius_mm: number;
      fit_rms_mm: number;
      ovality: number;
    }
  >('adm_circular');
  for (const { in: given, out } of cases) {
    const ring = { lengthsMm: given.length_mm, isClosed: true };
    const { nodes, misclosure } = ringShape({ ...ring, directionDeg: given.angle_deg });
    nearAll([misclosure.x, misclosure.y], out.closure_mm, tolerance);
    nearAll(
      nodes.flatMap(({ x, y }) => [x, y]),
      out.nodes_mm.flat(),
      tolerance,
    );
    // How far apart the nodes are that lie opposite of each other; `chain.test.ts` holds the chords of the view to the vector.
    const half = nodes.length / 2;
    const chords = nodes
      .slice(0, half)
      .map((a, k) => Math.hypot(a.x - (nodes[k + half]?.x ?? 0), a.y - (nodes[k + half]?.y ?? 0)));
    nearAll(chords, out.chord_mm, tolerance);
    near(ovalityOf(chords), out.ovality, tolerance ?? undefined);
    const circle = fitCircle(nodes);
    assert.ok(circle);
    // Relative to the ring: the solver of the vectors stops at 1e-8 of it.
    const [x, y] = out.fit_center_mm;
    assert.ok(Math.hypot(circle.centre.x - x, circle.centre.y - y) < 1e-7 * circle.radius);
    near(circle.radius, out.fit_radius_mm, tolerance ?? undefined);
    near(circle.rms, out.fit_rms_mm, tolerance ?? undefined);
  }
});

test('an open ring has a node more than segments and nothing to close', () => {
  const { nodes, misclosure } = ringShape({ lengthsMm: [1000, 1000], directionDeg: [0, 90], isClosed: false });
  nearAll(
    nodes.flatMap(({ x, y }) => [x, y]),
    [0, 0, 1000, 0, 1000, 1000],
  );
  assert.deepEqual(misclosure, { x: 0, y: 0 });
});

test('circle: exact points far from the origin, and what has no circle', () => {
  const points = [0, 50, 130, 200, 290].map((at) => ({
    x: 3_375_648 + 2.75 * Math.cos((at * Math.PI) / 180),
    y: 547_999 + 2.75 * Math.sin((at * Math.PI) / 180),
  }));
  const circle = fitCircle(points);
  near(circle?.radius, 2.75, 1e-8);
  near(circle?.rms, 0, 1e-8);
  assert.equal(fitCircle(points.slice(0, 2)), null);
  assert.equal(fitCircle([1, 2, 3, 4].map((x) => ({ x, y: 2 * x }))), null);
  assert.equal(fitCircle([...points, { x: Number.NaN, y: 0 }]), null);
});

test('slab: deflection, its parts and elevations', () => {
  const { cases, tolerance } = vector<
    {
      segment_mm: number;
      panel_angle_deg: number;
      plinth_elev_m: number;
      tilt0_deg: number[];
      tilt_deg: number[];
    },
    { deflection_mm: number[]; disp_horizontal_mm: number[]; disp_vertical_mm: number[]; joint_elev_m: number[] }
  >('adm_panel_deflection');
  for (const { in: given, out } of cases) {
    const panel = panelDeflection({
      lengthsMm: given.tilt_deg.map(() => given.segment_mm),
      tiltDeg: given.tilt_deg,
      initialTiltDeg: given.tilt0_deg,
      panelAngleDeg: given.panel_angle_deg,
      plinthElevationM: given.plinth_elev_m,
    });
    nearAll(panel.deflectionMm, out.deflection_mm, tolerance);
    nearAll(panel.horizontalMm, out.disp_horizontal_mm, tolerance);
    nearAll(panel.upMm, out.disp_vertical_mm, tolerance);
    nearAll(panel.elevationM, out.joint_elev_m, tolerance);
  }
});

test('total station: chords, convergence, crown, offset to a line', () => {
  type Three = [number, number, number];
  const { cases, tolerance } = vector<
    Record<'A0_NEZ' | 'B0_NEZ' | 'M0_NEZ' | 'A_NEZ' | 'B_NEZ' | 'M_NEZ', Three>,
    Record<string, number>
  >('total_station_tunnel');
  const station = ([north, east, height]: Three) => ({ north, east, height });
  for (const { in: given, out } of cases) {
    const [a0, b0, m0] = [station(given.A0_NEZ), station(given.B0_NEZ), station(given.M0_NEZ)];
    const [a, b, m] = [station(given.A_NEZ), station(given.B_NEZ), station(given.M_NEZ)];
    near(chordOf(a0, b0), out['chord0_m'] ?? null);
    near(chordOf(a, b), out['chord_m'] ?? null);
    near((chordOf(a, b) - chordOf(a0, b0)) * 1000, out['convergence_mm'] ?? null, tolerance ?? undefined);
    const now = placeOnLine(a, b, m);
    near(now?.offset, out['offset_right_m'] ?? null, tolerance ?? undefined);
    near(now?.chainage, out['chainage_m'] ?? null, tolerance ?? undefined);
    // The change is that of the mark about the line of the reference time.
    const [moved, initial] = [placeOnLine(a0, b0, m), placeOnLine(a0, b0, m0)];
    assert.ok(moved && initial);
    near((moved.offset - initial.offset) * 1000, out['offset_change_mm'] ?? null, tolerance ?? undefined);
  }
  assert.equal(
    placeOnLine({ north: 1, east: 1, height: 0 }, { north: 1, east: 1, height: 5 }, { north: 0, east: 0, height: 0 }),
    null,
  );
});

test('a polar observation is reduced with curvature and refraction', () => {
  const station = { north: 100, east: 200, height: 50 };
  const observed = { distance: 100, azimuthDeg: 90, zenithDeg: 90, instrumentHeight: 1.6, targetHeight: 1.5 };
  const target = polarTarget(station, observed);
  near(target.north, 100);
  near(target.east, 300);
  near(target.height, 50.1 + (0.87 * 100 * 100) / (2 * 6_371_000));
});

test('least squares: a known solution, residuals, and systems without one', () => {
  const rows = [
    [1, 0],
    [1, 1],
    [1, 2],
    [1, 3],
  ];
  const solved = solveLinearFit(rows, [1, 3, 5, 8]);
  nearAll(solved?.solution ?? [], [0.8, 2.3]);
  nearAll(solved?.residuals ?? [], [0.2, -0.1, -0.4, 0.3]);
  assert.equal(solveLinearFit([[1, 2]], [1]), null);
  assert.equal(
    solveLinearFit(
      rows.map(([one = 0]) => [one, 2 * one]),
      [1, 2, 3, 4],
    ),
    null,
  );
  assert.equal(solveLinearFit(rows, [1, 2, Number.NaN, 4]), null);
});

test('the plane of a section goes through its points, whatever way it faces, with the last one to the right', () => {
  for (const azimuth of [0, 30, 90, 200, 359]) {
    const [n, e] = [Math.cos((azimuth * Math.PI) / 180), Math.sin((azimuth * Math.PI) / 180)];
    const points = [-5, -2, 0, 2, 5].map((right) => ({
      north: 3e6 + right * n,
      east: 5e5 + right * e,
      height: 25 - right ** 2,
    }));
    const plane = sectionPlane(points);
    near(plane.rightNorth, n, 1e-6);
    near(plane.rightEast, e, 1e-6);
    const { right, forward } = inPlane(plane, n, e);
    near(right, 1, 1e-6);
    near(forward, 0, 1e-6);
  }
  const over = sectionPlane([1, 2].map((height) => ({ north: 7, east: 8, height })));
  assert.deepEqual([over.rightNorth, over.rightEast], [0, 1]);
  // Facing north, east is right.
  assert.deepEqual(inPlane(over, 2, 3), { right: 3, forward: 2 });
});

test('usual chords: across, then from the crown; none is there twice', () => {
  assert.deepEqual(usualChords(1), []);
  assert.deepEqual(usualChords(2), [[0, 1]]);
  assert.deepEqual(
    usualChords(5).map((chord) => chord.join()),
    ['0,4', '1,3', '2,0', '2,1', '2,3', '2,4'],
  );
  for (const count of [3, 4, 5, 6, 7, 8]) {
    const chords = usualChords(count).map((chord) => [...chord].sort().join());
    assert.equal(new Set(chords).size, chords.length, `${count}`);
  }
});
