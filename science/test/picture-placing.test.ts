/** Pictures placed by known points: what a fit gives back, what it says of mistakes, and what it refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { project, unproject } from '../src/surface/gauss-kruger.ts';
import { type PicturePoint, placePicture } from '../src/surface/picture-placing.ts';
import { referenceSystem } from '../src/surface/reference-systems.ts';

const meridian = 114.3;
const origin = project({ longitude: 114.3, latitude: 30.6 }, meridian);
const at = (east: number, north: number) =>
  unproject({ east: origin.east + east, north: origin.north + north }, meridian);
/** Half a metre a pixel, turned by 30 degrees. */
const turned = (x: number, y: number) => {
  const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
  return at(0.5 * (x * cos - y * sin), -0.5 * (x * sin + y * cos));
};
/** As a camera that looks down at an angle sees level ground. */
const slanted = (x: number, y: number) => {
  const w = 1 + 0.0002 * y;
  return at((0.5 * x) / w, (-0.5 * y) / w);
};
const known = (
  way: (x: number, y: number) => { longitude: number; latitude: number },
  pixels: number[][],
): PicturePoint[] => pixels.map(([x = 0, y = 0]) => ({ x, y, ...way(x, y) }));
const corners = [
  [100, 100],
  [3_900, 120],
  [3_800, 2_900],
  [90, 2_800],
];
const apartM = (a: { longitude: number; latitude: number }, b: { longitude: number; latitude: number }): number => {
  const [p, q] = [project(a, meridian), project(b, meridian)];
  return Math.hypot(p.east - q.east, p.north - q.north);
};

test('three points of a turned picture place all of it, and a place on the ground finds its pixel', () => {
  const fit = placePicture(known(turned, corners.slice(0, 3)), 'affine');
  assert.ok(fit);
  for (const [x = 0, y = 0] of [
    [0, 0],
    [2_000, 1_500],
    [4_000, 3_000],
  ]) {
    const there = fit.toDegrees(x, y);
    assert.ok(apartM(there, turned(x, y)) < 1e-3, `${apartM(there, turned(x, y))} m`);
    const back = fit.toPixel(there.longitude, there.latitude);
    assert.ok(Math.hypot(back.x - x, back.y - y) < 1e-4, `${back.x} ${back.y}`);
  }
  assert.deepEqual([fit.isExact, fit.isMirrored, fit.isWhole(4_000, 3_000)], [true, false, true]);
  assert.ok(Math.abs(fit.metresPerPixel - 0.5) < 1e-6, `${fit.metresPerPixel}`);
  assert.ok(
    fit.residualsM.every((each) => each < 1e-3),
    'three points fit whatever was clicked',
  );
});

test('a fourth point shows that one was clicked wrongly, and by how much', () => {
  const right = placePicture(known(turned, corners), 'affine');
  assert.ok(right && !right.isExact && right.residualsM.every((each) => each < 1e-3));
  // Forty pixels beside: twenty metres, which four points of a rectangle share evenly.
  const wrong = known(turned, corners).map((each, i) => (i === 2 ? { ...each, x: each.x + 40 } : each));
  const fit = placePicture(wrong, 'affine');
  assert.ok(fit);
  assert.ok(
    fit.residualsM.every((each) => each > 3 && each < 8),
    fit.residualsM.join(' '),
  );
});

test('a picture seen at an angle is placed by four points and a projective fit, and badly by an affine one', () => {
  const points = known(slanted, corners);
  const fit = placePicture(points, 'projective');
  assert.ok(fit?.isExact);
  assert.ok(apartM(fit.toDegrees(2_000, 1_500), slanted(2_000, 1_500)) < 1e-2);
  const flat = placePicture(points, 'affine');
  assert.ok(flat && Math.max(...flat.residualsM) > 50, flat?.residualsM.join(' '));
  // The horizon of this view lies 5,000 pixels above.
  assert.equal(fit.isWhole(4_000, 3_000), true);
  const other = placePicture(
    known(
      (x, y) => slanted(x, y - 4_900),
      [
        [100, 100],
        [3_900, 100],
        [3_900, 900],
        [100, 900],
      ].map(([x = 0, y = 0]) => [x, y + 800]),
    ),
    'projective',
  );
  assert.equal(other?.isWhole(4_000, 3_000), true);
  assert.equal(other?.isWhole(4_000, -400), false, 'beyond the horizon');
});

test('a mirror image is told', () => {
  const mirrored = known((x, y) => turned(-x, y), corners);
  assert.equal(placePicture(mirrored, 'affine')?.isMirrored, true);
});

test('points that say nothing about the rest are refused: too few, in one place, in a line, none at all', () => {
  assert.equal(placePicture(known(turned, corners.slice(0, 2)), 'affine'), null);
  assert.equal(placePicture(known(turned, corners.slice(0, 3)), 'projective'), null);
  assert.equal(
    placePicture(
      known(turned, [
        [5, 5],
        [5, 5],
        [5, 5],
      ]),
      'affine',
    ),
    null,
  );
  assert.equal(
    placePicture(
      known(turned, [
        [0, 0],
        [1_000, 1_000],
        [2_000, 2_001],
      ]),
      'affine',
    ),
    null,
  );
  // Three of four in a line: no projective fit.
  assert.equal(
    placePicture(
      known(turned, [
        [0, 0],
        [1_000, 0],
        [2_000, 0],
        [0, 2_000],
      ]),
      'projective',
    ),
    null,
  );
  const points = known(turned, corners);
  assert.equal(
    placePicture(
      points.map((each) => ({ ...each, x: Number.NaN })),
      'affine',
    ),
    null,
  );
  assert.equal(
    placePicture(
      points.map((each) => ({ ...each, longitude: 114, latitude: 30 })),
      'affine',
    ),
    null,
  );
});

test('every reference system finds the way back', () => {
  for (const epsg of [4326, 4490, 3857, 32650, 32750, 4547, 4526, 4508, 4498]) {
    const system = referenceSystem(epsg);
    assert.ok(system);
    const place = { longitude: 116.2, latitude: epsg === 32750 ? -22.4 : 31.4 };
    const { x, y } = system.fromDegrees(place);
    const back = system.toDegrees(x, y);
    assert.ok(
      Math.abs(back.longitude - place.longitude) < 1e-9 && Math.abs(back.latitude - place.latitude) < 1e-9,
      `${epsg}`,
    );
  }
});
