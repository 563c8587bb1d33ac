/** Geodetic coordinates, projection and transformations against the vectors (PROJ) and worked examples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axialParts, movementOf } from '../src/sensors/displacement.ts';
import { localOffset, toCartesian, toGeodetic } from '../src/surface/ellipsoid.ts';
import { project, unproject, zoneOf } from '../src/surface/gauss-kruger.ts';
import {
  estimatePlane,
  estimateSpace,
  type SpacePoint,
  transformPlane,
  transformSpace,
} from '../src/surface/transforms.ts';
import { answer, needsRealFiles } from './real-files.ts';
import { near, nearAll, vector } from './vectors.ts';

type Three = [number, number, number];
const spaceOf = ([x, y, z]: Three): SpacePoint => ({ x, y, z });
const geodeticOf = ([latitude, longitude, height]: Three) => ({ latitude, longitude, height });

test('earth-centred coordinates and offsets to a base', () => {
  const { cases } = vector<
    { base_llh: Three; base_ecef: Three; rover_ecef: Three },
    { enu_m: Three; rover_llh: Three; azimuth_deg: number; horizontal_m: number; baseline_m: number }
  >('enu_ecef_llh');
  for (const { in: given, out } of cases) {
    const base = geodeticOf(given.base_llh);
    const cartesian = toCartesian(base);
    assert.ok(
      Math.hypot(...[cartesian.x, cartesian.y, cartesian.z].map((v, i) => v - (given.base_ecef[i] ?? 0))) < 1e-6,
    );
    const { east, north, up } = localOffset(base, spaceOf(given.rover_ecef));
    for (const [i, value] of [east, north, up].entries()) assert.ok(Math.abs(value - (out.enu_m[i] ?? 0)) < 1e-6);
    const rover = toGeodetic(spaceOf(given.rover_ecef));
    near(rover.latitude, out.rover_llh[0], 1e-12);
    near(rover.longitude, out.rover_llh[1], 1e-12);
    assert.ok(Math.abs(rover.height - out.rover_llh[2]) < 1e-6);
    const moved = movementOf(north, east, up);
    near(moved.azimuthDeg, out.azimuth_deg, 1e-8);
    near(moved.horizontal, out.horizontal_m, 1e-8);
    near(moved.total, out.baseline_m, 1e-8);
  }
});

test('places at the poles and on the axes come back', () => {
  for (const latitude of [-90, -45, 0, 1e-9, 89.9999999, 90])
    for (const height of [-400, 0, 9000]) {
      const place = { latitude, longitude: 100, height };
      const back = toGeodetic(toCartesian(place));
      near(back.latitude, latitude, 1e-12);
      assert.ok(Math.abs(back.height - height) < 1e-8);
      if (Math.abs(latitude) < 90) near(back.longitude, 100, 1e-9);
    }
});

test('Gauss-Kruger: grid, zones, convergence and scale, and back', () => {
  const { cases } = vector<
    { lat: number; lon: number; central_meridian?: number; zone_type?: number },
    Record<'x_north_m' | 'y_east_m', number> & {
      zone3?: number;
      zone6?: number;
      central_meridian?: number;
      convergence_deg?: number;
      scale?: number;
    }
  >('gauss_kruger_cgcs2000');
  for (const { in: given, out } of cases) {
    const width = given.zone_type === 6 ? 6 : 3;
    const { zone, centralMeridian } = zoneOf(given.lon, width);
    assert.equal(zone, out.zone6 ?? out.zone3 ?? zone);
    const meridian = given.central_meridian ?? centralMeridian;
    assert.equal(meridian, out.central_meridian ?? meridian);
    const place = { latitude: given.lat, longitude: given.lon };
    const grid = project(place, meridian);
    // PROJ calculated on GRS 80, which differs by less than 0.2 mm.
    assert.ok(Math.abs(grid.north - out.x_north_m) < 2e-4, `${grid.north} ${out.x_north_m}`);
    assert.ok(Math.abs(grid.east - out.y_east_m) < 2e-4);
    if (out.convergence_deg !== undefined) near(grid.convergenceDeg, out.convergence_deg, 1e-8);
    if (out.scale !== undefined) near(grid.scale, out.scale, 1e-9);
    const back = unproject(grid, meridian);
    near(back.latitude, given.lat, 1e-12);
    near(back.longitude, given.lon, 1e-12);
  }
  const { north, east } = project({ latitude: 30.5, longitude: 114.5 }, 114);
  assert.ok(Math.abs(north - 3375648.0326) < 1e-4 && Math.abs(east - 547999.7613) < 1e-4);
});

test('four parameters: applied and estimated', () => {
  const applied = transformPlane(
    { dx: 100, dy: 200, angleRad: (10 * Math.PI) / 648_000, scale: 1.00002 },
    { x: 1000, y: 2000 },
  );
  nearAll([applied.x, applied.y], [1099.923034, 2200.08848], 1e-9);
  const { cases } = vector<
    { source_xy: [number, number][]; target_xy: [number, number][] },
    { params: { dx: number; dy: number; alpha_rad: number; m: number }; rms_m: number; fitted_xy: [number, number][] }
  >('helmert4');
  const plane = ([x, y]: [number, number]) => ({ x, y });
  for (const { in: given, out } of cases) {
    const found = estimatePlane(given.source_xy.map(plane), given.target_xy.map(plane));
    assert.ok(found);
    near(found.parameters.dx, out.params.dx, 1e-5);
    near(found.parameters.angleRad, out.params.alpha_rad, 1e-9);
    near(found.parameters.scale, out.params.m, 1e-9);
    for (const [i, { x, y }] of found.fitted.entries())
      assert.ok(Math.hypot(x - (out.fitted_xy[i]?.[0] ?? 0), y - (out.fitted_xy[i]?.[1] ?? 0)) < 1e-4);
  }
  assert.equal(estimatePlane([{ x: 1, y: 1 }], [{ x: 1, y: 1 }]), null);
  const same = { x: 5, y: 5 };
  assert.equal(estimatePlane([same, same, same], [same, same, same]), null);
});

test('seven parameters: both conventions', () => {
  const { cases } = vector<
    Record<'tx_m' | 'ty_m' | 'tz_m' | 'rx_arcsec' | 'ry_arcsec' | 'rz_arcsec' | 'scale_ppm', number> & { xyz: Three },
    { coordinate_frame_small: Three; position_vector_small: Three }
  >('helmert7_apply');
  for (const { in: given, out } of cases) {
    const parameters = {
      tx: given.tx_m,
      ty: given.ty_m,
      tz: given.tz_m,
      rx: given.rx_arcsec,
      ry: given.ry_arcsec,
      rz: given.rz_arcsec,
      scalePpm: given.scale_ppm,
    };
    const frame = transformSpace(parameters, spaceOf(given.xyz));
    const position = transformSpace(parameters, spaceOf(given.xyz), 'positionVector');
    for (const [i, key] of (['x', 'y', 'z'] as const).entries()) {
      assert.ok(Math.abs(frame[key] - (out.coordinate_frame_small[i] ?? 0)) < 1e-5);
      assert.ok(Math.abs(position[key] - (out.position_vector_small[i] ?? 0)) < 1e-5);
    }
  }
});

test('seven parameters: estimated from common points, judged by the fitted ones', () => {
  const { cases } = vector<
    { source_xyz: Three[]; target_xyz: Three[] },
    { rms_m: number; unit_weight_sigma_m: number; fitted_xyz: Three[] }
  >('helmert7_estimate');
  for (const { in: given, out } of cases) {
    const found = estimateSpace(given.source_xyz.map(spaceOf), given.target_xyz.map(spaceOf));
    assert.ok(found);
    for (const [i, { x, y, z }] of found.fitted.entries()) {
      const [a, b, c] = out.fitted_xyz[i] as Three;
      assert.ok(Math.hypot(x - a, y - b, z - c) < 1e-3);
    }
    assert.ok(Math.abs(found.rms - out.rms_m) < 2e-4, `${found.rms} ${out.rms_m}`);
  }
  const line = [1, 2, 3, 4].map((i) => ({ x: i * 1000, y: i * 2000, z: i * 500 }));
  assert.equal(estimateSpace(line, line), null);
  assert.equal(estimateSpace(line.slice(0, 2), line.slice(0, 2)), null);
});

test('a movement along and across an axis', () => {
  const { axial, lateral } = axialParts(0, 10, 60);
  nearAll([axial, lateral], [10 * Math.sin(Math.PI / 3), 5]);
});

test('the baseline of two GEONET stations, as RTKLIB measured it', needsRealFiles, () => {
  const { base_xyz, static_L1L2_xyz, baseline_length_m } = answer<{
    base_xyz: Three;
    static_L1L2_xyz: { last: Three };
    baseline_length_m: number;
  }>('gnss_geonet');
  const { east, north, up } = localOffset(toGeodetic(spaceOf(base_xyz)), spaceOf(static_L1L2_xyz.last));
  for (const [value, expected] of [
    [east, -953.337],
    [north, 3196.2385],
    [up, -6.398],
    [Math.hypot(east, north, up), baseline_length_m],
  ] as const)
    assert.ok(Math.abs(value - expected) < 0.005, `${value} is not ${expected}`);
});
