/** A casing on the plan against the vectors, and bodies on a sheet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exaggerationOf, roundBelow } from '../src/display/exaggeration.ts';
import { projected, turned } from '../src/display/projection.ts';
import { northEastOf, planOf } from '../src/profiles/north-east.ts';
import { planPlaces } from '../src/surface/plan-places.ts';
import { near, vector } from './vectors.ts';

interface In {
  readonly mark_angle_deg: number;
}
type Out = Readonly<Record<string, (number | null)[]>>;

test('joints on the plan are the displacements that the vectors turn by the mark', () => {
  for (const { in: given, out } of vector<In, Out>('adm_profile').cases) {
    const plan = planOf(out['disp_X_mm'] ?? [], out['disp_Y_mm'] ?? [], given.mark_angle_deg);
    assert.equal(plan.length, out['disp_N_mm']?.length);
    for (const [joint, place] of plan.entries()) {
      near(place?.north, out['disp_N_mm']?.[joint] ?? null, 1e-6);
      near(place?.east, out['disp_E_mm']?.[joint] ?? null, 1e-6);
      near(place?.horizontal, out['disp_resultant_mm']?.[joint] ?? null, 1e-6);
      // Of a movement of a thousandth of a micrometre the direction is noise.
      if ((place?.horizontal ?? 0) > 1e-6) near(place?.azimuthDeg, out['disp_azimuth_deg']?.[joint] ?? null, 1e-5);
    }
  }
});

test('an A axis that looks east, and a joint that misses one axis', () => {
  const { north, east } = northEastOf(3, 4, 90);
  near(north, -4);
  near(east, 3);
  const [first, second, third] = planOf([0, null, 1], [0, 2, null], 30);
  assert.deepEqual([first?.horizontal, first?.azimuthDeg, second, third], [0, null, null, null]);
});

test('projection: the sides of a body seen from where one stands', () => {
  const see = (north: number, east: number, up: number, bearingDeg: number, elevationDeg: number) => {
    const { x, y, near: depth } = projected({ north, east, up }, { bearingDeg, elevationDeg });
    return [x, y, depth].map((value) => Math.round(value * 1e9) / 1e9 + 0);
  };
  assert.deepEqual(see(1, 2, 3, 180, 0), [2, 3, -1], 'from the south: east is right, north is far');
  assert.deepEqual(see(1, 2, 3, 180, 90), [2, 1, 3], 'from above: a map');
  assert.deepEqual(see(1, 2, 3, 270, 0), [-1, 3, -2], 'from the west: south is right');
  for (const [bearingDeg, elevationDeg] of [
    [17, 33],
    [200, 71],
  ] as const) {
    const [x = 0, y = 0, depth = 0] = see(1, 2, 3, bearingDeg, elevationDeg);
    near(x * x + y * y + depth * depth, 14, 1e-6);
  }
  assert.deepEqual(turned({ bearingDeg: 350, elevationDeg: 80 }, { bearingDeg: 20, elevationDeg: 30 }), {
    bearingDeg: 10,
    elevationDeg: 90,
  });
  assert.deepEqual(turned({ bearingDeg: 10, elevationDeg: 10 }, { bearingDeg: -20, elevationDeg: -30 }), {
    bearingDeg: 350,
    elevationDeg: 0,
  });
});

test('points on one plan: by the grid of the site, else by the map, and none without either', () => {
  const grid = (east: number, north: number) => ({ grid: { east, north }, map: null });
  const rounded = (located: Parameters<typeof planPlaces>[0]) => {
    const { from, places } = planPlaces(located);
    return [from, ...places.map((place) => place && [Math.round(place.eastM), Math.round(place.northM)])];
  };
  assert.deepEqual(rounded([grid(500_000, 3_300_000), grid(500_040, 3_300_010)]), ['grid', [-20, -5], [20, 5]]);
  const map = (latitude: number, longitude: number) => ({ grid: { east: 0, north: 0 }, map: { latitude, longitude } });
  // A minute of latitude at 30 degrees is 1847.5 m of the meridian, one of longitude 1608 m of the parallel.
  assert.deepEqual(
    rounded([
      map(30, 114),
      { ...map(30 + 1 / 60, 114 + 1 / 60), grid: { east: 9e5, north: 0 } },
      { grid: null, map: null },
    ]),
    ['map', [-804, -924], [804, 924], null],
  );
  assert.deepEqual(planPlaces([{ grid: null, map: null }]), { from: null, places: [null] });
  assert.deepEqual(planPlaces([]), { from: null, places: [] });
});

test('exaggeration: round, and never smaller than true to scale', () => {
  assert.deepEqual([0.3, 1, 1.99, 2, 4.9, 5, 999, 1000].map(roundBelow), [0.2, 1, 1, 2, 2, 5, 500, 1000]);
  assert.deepEqual([roundBelow(0), roundBelow(Number.NaN)], [1, 1]);
  // 12 mm on 80 m: 20 m of the drawing are 1667 times as much.
  assert.equal(exaggerationOf(12, 80), 1000);
  assert.equal(exaggerationOf(100_000, 80), 1);
  assert.equal(exaggerationOf(0, 80), 1);
});
