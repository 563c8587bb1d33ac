import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wayTo } from './bearing.ts';

const near = (value: number, expected: number, by: number) =>
  assert.ok(Math.abs(value - expected) <= by, `${value} is not ${expected}`);

test('a degree of latitude, a degree of longitude at 60°, and across the date line', () => {
  const north = wayTo({ longitude: 10, latitude: 0 }, { longitude: 10, latitude: 1 });
  near(north.distanceM, 111_195, 1);
  near(north.bearing, 0, 1e-9);
  const east = wayTo({ longitude: 0, latitude: 60 }, { longitude: 1, latitude: 60 });
  near(east.distanceM, 55_597, 5);
  near(east.bearing, 89.567, 0.001);
  near(wayTo({ longitude: 179.5, latitude: 0 }, { longitude: -179.5, latitude: 0 }).distanceM, 111_195, 1);
  near(wayTo({ longitude: 5, latitude: 10 }, { longitude: 5, latitude: 9 }).bearing, 180, 1e-9);
});

test('the same place is no way, and the far side of the Earth is half of its girth', () => {
  assert.equal(wayTo({ longitude: 5, latitude: 10 }, { longitude: 5, latitude: 10 }).distanceM, 0);
  near(wayTo({ longitude: 0, latitude: 0 }, { longitude: 180, latitude: 0 }).distanceM, Math.PI * 6_371_008.8, 1);
});
