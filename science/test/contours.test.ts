import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandEdges, contourField, type Place } from '../src/surface/contours.ts';
import { interpolationOf, type ScatteredPoint } from '../src/surface/natural-neighbours.ts';

let state = 7;
const roll = (): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return state / 4_294_967_296;
};
const scattered = (count: number, read: (x: number, y: number) => number): ScatteredPoint[] =>
  Array.from({ length: count }, () => {
    const [x, y] = [roll() * 300 - 100, roll() * 80];
    return { x, y, value: read(x, y) };
  });
const near = (found: number | null, wanted: number, tolerance = 1e-9): void =>
  assert.ok(found !== null && Math.abs(found - wanted) <= tolerance, `${found} for ${wanted}`);

test('a plane is given back exactly inside of the hull, and nothing outside of it', () => {
  const plane = (x: number, y: number): number => 3 + 0.25 * x - 0.5 * y;
  const points = scattered(120, plane);
  const found = interpolationOf(points)!;
  let inside = 0;
  for (let i = 0; i < 4_000; i++) {
    const [x, y] = [roll() * 340 - 120, roll() * 100 - 10];
    const value = found.valueAt(x, y);
    if (value === null) continue;
    inside++;
    near(value, plane(x, y), 1e-7);
  }
  assert.ok(inside > 2_000 && inside < 3_900, `${inside}`);
  assert.equal(found.valueAt(1_000, 0), null);
});

test('at a point it has that point’s value, and between points never more or less than all of them', () => {
  const points = scattered(60, (x, y) => Math.sin(x / 9) * 20 + y);
  const found = interpolationOf(points)!;
  for (const { x, y, value } of points) near(found.valueAt(x, y), value);
  const [low, high] = [Math.min(...points.map(({ value }) => value)), Math.max(...points.map(({ value }) => value))];
  for (let i = 0; i < 2_000; i++) {
    const value = found.valueAt(roll() * 300 - 100, roll() * 80);
    assert.ok(value === null || (value >= low - 1e-9 && value <= high + 1e-9));
  }
});

test('on a regular grid, where four points lie on one circle, and on the edge of the hull', () => {
  const points = Array.from({ length: 25 }, (_, i) => {
    const [x, y] = [i % 5, Math.floor(i / 5)];
    return { x, y, value: 2 * x + y };
  });
  const found = interpolationOf(points)!;
  near(found.valueAt(1.5, 1.5), 4.5);
  near(found.valueAt(0.5, 0), 1);
  near(found.valueAt(4, 3.25), 11.25);
  near(found.valueAt(2, 2), 6);
});

test('the values of one place are joined; points on a line, too few and without a number give nothing to draw', () => {
  const corner = [
    { x: 0, y: 0, value: 1 },
    { x: 0, y: 0, value: 3 },
    { x: 1, y: 0, value: 0 },
    { x: 0, y: 1, value: 0 },
  ];
  near(interpolationOf(corner)!.valueAt(0, 0), 2);
  assert.equal(interpolationOf(corner.slice(0, 3)), null);
  assert.equal(interpolationOf([0, 1, 2, 3].map((x) => ({ x, y: 2 * x, value: x }))), null);
  assert.throws(() => interpolationOf([{ x: 0, y: 0, value: Number.NaN }]), RangeError);
});

const areaOf = (ring: readonly Place[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length]!;
    return sum + (x * ny - nx * y) / 2;
  }, 0);

test('the bands of a plane are stripes that end where its values say', () => {
  const points = Array.from({ length: 11 * 5 }, (_, i) => {
    const [x, y] = [(i % 11) * 10, Math.floor(i / 11) * 10];
    return { x, y, value: x };
  });
  const edges = bandEdges([points.map(({ value }) => value)]);
  assert.deepEqual(edges, [0, 20, 40, 60, 80, 100]);
  const { bands, hull } = contourField(interpolationOf(points)!, edges);
  assert.deepEqual(
    bands.map(({ from }) => from),
    [null, 20, 40, 60, 80],
  );
  near(Math.abs(areaOf(hull)), 4_000);
  for (const { from, areas } of bands.slice(1)) {
    // The ring goes on beyond the hull: what drawing cuts off. Its inner edge is exact.
    const inner = Math.min(...areas.flat(2).map(([x]) => x));
    near(inner, from!, 0.01);
  }
});

test('the edges hold the values of every frame; nothing measured has none, one value a band around it', () => {
  assert.deepEqual(bandEdges([[null, null], []]), []);
  const edges = bandEdges([
    [0.2, null],
    [-3.1, 7],
  ]);
  assert.ok(edges[0]! <= -3.1 && edges.at(-1)! >= 7);
  const single = bandEdges([[5, 5]]);
  assert.ok(single[0]! < 5 && single.at(-1)! > 5);
});
