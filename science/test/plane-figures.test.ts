import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bendOf } from '../src/plane-figures/casing.ts';
import { factorFor, roundBelow, scaleBar } from '../src/plane-figures/enlarged.ts';
import { linePartsOf } from '../src/plane-figures/line.ts';
import { aroundRing, chainOnLining, girthTurn, onLaidLining } from '../src/plane-figures/lining.ts';
import { inUprightPlane, onPlan, rightAzimuthOf } from '../src/plane-figures/movement.ts';

const near = (found: number | null | undefined, wanted: number, tolerance = 1e-9): void =>
  assert.ok(typeof found === 'number' && Math.abs(found - wanted) <= tolerance, `${found} for ${wanted}`);

test('a movement in an upright plane: the part along its right, and up as it is', () => {
  // Right is east.
  const east = inUprightPlane({ north: 3, east: 4, up: -5 }, 90);
  near(east?.right, 4);
  assert.equal(east?.up, -5);
  // Right is south: what goes north goes left.
  near(inUprightPlane({ north: 3, east: 4, up: 0 }, 180)?.right, -3);
  near(inUprightPlane({ north: 1, east: 1, up: 0 }, 45)?.right, Math.SQRT2);
});

test('a movement on a plan: up is counter-clockwise of right, heights do not show', () => {
  const northUp = onPlan({ north: 3, east: 4 }, 90);
  near(northUp?.right, 4);
  near(northUp?.up, 3);
  // Right is north: up is west.
  const westUp = onPlan({ north: 3, east: 4 }, 0);
  near(westUp?.right, 3);
  near(westUp?.up, -4);
});

test('a movement of which a part is missing has no arrow; none is not nothing', () => {
  assert.equal(inUprightPlane({ north: 1, east: 1, up: null }, 0), null);
  assert.equal(inUprightPlane({ north: null, east: 1, up: 1 }, 0), null);
  assert.equal(onPlan({ north: 1, east: null }, 0), null);
  assert.deepEqual(inUprightPlane({ north: 0, east: 0, up: 0 }, 0), { right: 0, up: 0 });
});

const sited = (azimuthDeg: number, rows: readonly (readonly [right: number, up: number, away: number])[]) => {
  const [sin, cos] = [Math.sin((azimuthDeg * Math.PI) / 180), Math.cos((azimuthDeg * Math.PI) / 180)];
  return rows.map(([rightM, upM, away]) => ({
    rightM,
    upM,
    // `away` is to the left of right, seen from above.
    eastM: 500 + rightM * sin - away * cos,
    northM: -80 + rightM * cos + away * sin,
  }));
};

test('where right is follows from points that lie on the drawing as on site', () => {
  for (const azimuth of [0, 33, 90, 215.5, 359]) {
    near(
      rightAzimuthOf(
        sited(azimuth, [
          [0, 10, 0],
          [40, 7, 0],
          [65, 3, 0],
        ]),
        false,
      ),
      azimuth,
      1e-6,
    );
    // Also where they do not lie in one plane.
    near(
      rightAzimuthOf(
        sited(azimuth, [
          [0, 10, 12],
          [40, 7, -9],
          [65, 3, 30],
        ]),
        false,
      ),
      azimuth,
      1e-6,
    );
    near(
      rightAzimuthOf(
        sited(azimuth, [
          [0, 3, 3],
          [40, 8, 8],
          [20, -5, -5],
        ]),
        true,
      ),
      azimuth,
      1e-6,
    );
  }
});

test('points that are placed anywhere, that are alone or lie together say nothing of where right is', () => {
  const placed = sited(90, [
    [0, 0, 0],
    [40, 0, 0],
    [80, 0, 0],
  ]);
  assert.equal(rightAzimuthOf(placed.slice(0, 1), false), null);
  assert.equal(rightAzimuthOf([], true), null);
  assert.equal(
    rightAzimuthOf(
      placed.map((each) => ({ ...each, rightM: 2 * each.rightM })),
      false,
    ),
    null,
    'twice as far apart on the drawing as on site',
  );
  const together = sited(90, [
    [0, 0, 0],
    [0.2, 0, 0],
  ]);
  assert.equal(rightAzimuthOf(together, false), null);
});

test('a casing bends by what of A and B lies in the plane; by A where that is not known, and says so', () => {
  const survey = { x: [10, 6, null, 0], y: [5, null, 2, 0] };
  // A is right, B is 90 degrees clockwise of it: towards the viewer.
  const inPlane = bendOf(survey, 'plane', 90, 90);
  assert.equal(inPlane.direction, 'plane');
  near(inPlane.rightMm[0], 10);
  assert.deepEqual(inPlane.rightMm.slice(1, 3), [null, null], 'both axes are needed');
  // A is north, B east, right is east.
  near(bendOf(survey, 'plane', 0, 90).rightMm[0], 5);
  // A points left.
  near(bendOf(survey, 'plane', 270, 90).rightMm[0], -10);
  for (const [mark, right] of [
    [null, 90],
    [0, null],
  ] as const)
    assert.deepEqual(bendOf(survey, 'plane', mark, right), { direction: 'a', rightMm: [10, 6, null, 0] });
  assert.deepEqual(bendOf(survey, 'bReversed', 0, 90).rightMm, [-5, null, -2, -0]);
});

test('factors and bars are round and never too long', () => {
  assert.deepEqual([1, 1.9, 2, 4.99, 5, 9.9, 10, 730, 0.034].map(roundBelow), [1, 1, 2, 2, 5, 5, 10, 500, 0.02]);
  // 12 mm at 8 units per m are 0.096 units; 60 units may be drawn: 625 times.
  assert.equal(factorFor(12, 8, 60), 500);
  assert.equal(factorFor(0, 8, 60), null);
  assert.deepEqual(scaleBar(3, 100), { mm: 20, px: 60 });
  assert.equal(scaleBar(0, 100), null);
  assert.equal(scaleBar(Number.NaN, 100), null);
});

test('a line goes through what is known; past what is silent or missing it is a guess, and it ends where values end', () => {
  const station = (offset: number, state: 'now' | 'past' | 'missing', place: string | null = String(offset)) => ({
    offset,
    state,
    place,
  });
  const parts = linePartsOf([
    station(4, 'now'),
    station(1, 'missing', null),
    station(2, 'now'),
    station(3, 'now'),
    station(5, 'now', null),
    station(6, 'now'),
    station(7, 'past'),
    station(8, 'missing'),
  ]);
  assert.deepEqual(
    parts.map(({ from, to, isKnown }) => `${from}${isKnown ? '-' : '~'}${to}`),
    ['2-3', '3-4', '4~6', '6~7'],
  );
  assert.deepEqual(linePartsOf([station(1, 'now')]), []);
});

test('on a lining laid flat a movement is turned to the tangent of its place; the order of marks says which way is up', () => {
  const degrees = [0, 90, 180, 225];
  const places = degrees.map((each) => {
    const angle = (each * Math.PI) / 180;
    return { x: 10 + 3 * Math.cos(angle), y: -4 + 3 * Math.sin(angle) };
  });
  const ring = aroundRing(places, [
    { acrossMm: 2, upMm: 1 },
    { acrossMm: 2, upMm: 1 },
    { acrossMm: 2, upMm: 1 },
    { acrossMm: null, upMm: 1 },
  ]);
  const rounded = ring?.movements.map(({ tangentialMm, outMm }) =>
    [tangentialMm, outMm].map((each) => each && Math.round(each)),
  );
  assert.deepEqual(rounded, [
    [1, 2],
    [-2, 1],
    [-1, -2],
    [null, null],
  ]);
  assert.equal(aroundRing(places.slice(0, 2), []), null);
  const angles = ring?.angles ?? [];
  const onSheet = (girths: readonly number[]) =>
    girthTurn(girths.map((girth, i) => ({ girth, angle: angles[i] ?? 0 })));
  assert.equal(onSheet([1, 2, 3, 4]), 1);
  assert.equal(onSheet([4, 3, 2, 1]), -1);
  assert.equal(onSheet([1, 3, 2, 4]), null, 'in no order around the tube');
  assert.equal(onSheet([1, 1, 2, 3]), null, 'two at one place');
  assert.equal(girthTurn([]), null);
});

test('the joints of a chain around a tube lie along the lining by their angles, and count around it beyond half a turn', () => {
  // Worked by hand: eight joints every 45 degrees from the invert, 3 m from a middle that is nobody's zero.
  const joint = (k: number) => {
    const angle = -Math.PI / 2 + (k * Math.PI) / 4;
    return { x: 500 + 3000 * Math.cos(angle), y: 3000 + 3000 * Math.sin(angle) };
  };
  const moves = Array.from({ length: 8 }, (_, k) => ({ acrossMm: 2, upMm: k === 5 ? null : -4 }));
  const laid = chainOnLining(
    moves.map((_, k) => joint(k)),
    moves,
  );
  const eighth = (2 * Math.PI * 3) / 8;
  assert.ok(laid);
  assert.ok(Math.abs(laid.girthM - 8 * eighth) < 1e-9);
  for (const [k, girthM] of laid.girthsM.entries()) assert.ok(Math.abs(girthM - k * eighth) < 1e-9, `joint ${k}`);
  const out = laid.movements.map(({ outMm }) => outMm && Number(outMm.toFixed(3)));
  // Invert 4 out, right springing 2 out, crown 4 in, left springing 2 in; between them the two by cos 45.
  assert.deepEqual(out, [4, 4.243, 2, -1.414, -4, null, -2, 1.414]);
  const backwards = chainOnLining([0, 7, 6].map(joint), moves.slice(0, 3));
  assert.ok(Math.abs((backwards?.girthsM[2] ?? 0) + 2 * eighth) < 1e-9, 'clockwise is negative');
  assert.equal(chainOnLining([joint(0), joint(1)], []), null);
  assert.equal(onLaidLining(9, 10, 0), -1, 'past the cut it goes on at the other edge');
  assert.equal(onLaidLining(4, 10, 0), 4);
});
