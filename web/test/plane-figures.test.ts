/** Figures on a drawing: which points make which, and that what is silent, failed or missing is never drawn as if it were there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { figureOffers, placedPoints } from '@plumbline/contract/site/drawings.figures';
import type { RingMember } from '@plumbline/contract/site/drawings.rings';
import type { DrawingPlane } from '@plumbline/contract/site/drawings.scale';
import type { Shape } from '@plumbline/contract/views/profiles';
import { arrowPath, bentPath, settledAt } from '../src/features/views/plane-figures/figure-paths.ts';
import { latestChange } from '../src/features/views/plane-figures/figure-points.ts';
import { arrowsOf, onRings, ringsOf, turnOfSections } from '../src/features/views/plane-figures/figure-rings.ts';
import { casingsOf, troughOf, vectorsOf, waterOf } from '../src/features/views/plane-figures/figure-shapes.ts';
import { foundAzimuth, frameOf } from '../src/features/views/plane-figures/plane-frame.ts';
import { ringChains } from '../src/features/views/plane-figures/ring-chains.ts';
import type { PointNow } from '../src/features/views/site-map/points-now.queries.ts';

/** Across 100 m to 300 m, up 40 m to 0 m: a metre is 5 units wide and 10 units high. */
const scale = {
  first: { x: 0, y: 0, across: 100, up: 40 },
  second: { x: 1, y: 1, across: 300, up: 0 },
};
const size = { width: 1000, height: 400 };
const frame = frameOf({ scale }, size)!;

type State = 'reporting' | 'failed' | 'stale' | 'neverRead';
let lastId = 0;
const point = (
  family: FamilyCode,
  values: readonly (number | null)[] | null,
  more: { readonly state?: State; readonly [key: string]: unknown } = {},
): PointNow => {
  const { state = 'reporting', ...rest } = more;
  return {
    point: {
      id: ++lastId,
      family,
      type: 0,
      nodeCount: 0,
      parameters: {},
      countsFrom: {},
      slaves: [],
      coordinates: null,
      mainField: family === 'structuralDeformation' ? 'deflection' : '',
      latest: values && { at: '', receivedAt: '', values },
      ...rest,
    },
    status: { state, level: 0, at: 0, staleAt: 1 },
    value: null,
    unit: '',
    precision: 3,
  } as unknown as PointNow;
};
const at = (now: readonly PointNow[], places: readonly (readonly [x: number, y: number])[]) =>
  placedPoints(
    now.map(({ point: { id } }, i) => ({ pointId: id, x: places[i]![0], y: places[i]![1] })),
    now,
  );
const kindsOn = (plane: DrawingPlane, now: readonly PointNow[], isScaled = true): string[] => {
  const placed = at(
    now,
    now.map(() => [0.5, 0.5]),
  );
  return figureOffers(
    { plane, scale: isScaled ? scale : null },
    placed,
    now.map(({ point }) => point),
  ).map(({ kind, points, refusal }) => `${kind} ${points.length} ${refusal ?? ''}`.trim());
};
const surface = (dx: number | null, dy: number | null, dh: number | null, more: object = {}): PointNow =>
  point('surfaceDisplacement', [0, dx, dy, dh, 0, 0, 4], { mainField: 'dh', ...more });

test('a metre of the structure is as long across and up as the two known points say', () => {
  assert.deepEqual([frame.acrossPerM, frame.upPerM, frame.upSign], [5, 10, 1]);
  assert.equal(frame.yAt({ x: 0.5, y: 0.9 }, 30), 100);
  assert.equal(frame.yAt({ x: 0.5, y: 0.9 }, 41), null);
  const upsideDown = { first: { ...scale.first, up: 0 }, second: { ...scale.second, up: 40 } };
  assert.equal(frameOf({ scale: upsideDown }, size)?.upSign, -1);
  assert.equal(frameOf({ scale: null }, size), null);
});

test('figures are offered for what lies on the drawing, and refused with the reason', () => {
  const now = [
    surface(1, 2, 3),
    surface(1, 2, 3),
    point('deepDisplacement', null, { nodeCount: 3, mainField: 'maxX' }),
    point('deepDisplacement', null, { nodeCount: 3, mainField: 'maxX', parameters: { form: 1 } }),
    point('waterLevel', [1], { mainField: 'level' }),
    point('waterLevel', [1], { mainField: 'level' }),
  ];
  assert.deepEqual(kindsOn('section', now), ['vectors 2', 'casings 1', 'water 2', 'trough 2', 'sparklines 6']);
  assert.deepEqual(kindsOn('section', now, false), [
    'vectors 2 scale',
    'casings 1 scale',
    'water 2 scale',
    'trough 2 scale',
    'sparklines 6',
  ]);
  assert.deepEqual(kindsOn('plan', now), [
    'vectors 2',
    'casings 1 plane',
    'water 2 plane',
    'trough 2 plane',
    'sparklines 6',
  ]);
  assert.equal(kindsOn('lining', now)[0], 'casings 1 plane', 'no section joins the points: nothing says where up is');
  const marks = [surface(1, 2, 3), surface(1, 2, 3), surface(1, 2, 3)];
  const section = point('surfaceDisplacement', null, {
    type: 3,
    slaves: marks.map((each) => ({ pointId: each.point.id })),
  });
  assert.deepEqual(kindsOn('lining', [...marks, section]).slice(0, 2), ['vectors 3', 'rings 3']);
  assert.deepEqual(kindsOn('section', now.slice(4, 5)), ['sparklines 1'], 'one piezometer is no line');
});

test('the cells of a line move as the line of their master says, never by their own level', () => {
  const cell = () => point('structuralDeformation', [null, 5], { countsFrom: { deflection: 0 } });
  const [cells, loose] = [
    [cell(), cell(), cell()],
    [cell(), cell()],
  ];
  const master = point('structuralDeformation', null, {
    type: 3,
    slaves: cells.map((each) => ({ pointId: each.point.id })),
  });
  const now = [...cells, ...loose, master];
  const placed = at(
    now,
    now.map((_, i) => [i / 10, 0.5]),
  ).filter(({ point: { type } }) => type !== 3);
  const trough = figureOffers(
    { plane: 'section', scale },
    placed,
    now.map(({ point }) => point),
  ).find(({ kind }) => kind === 'trough')!;
  assert.deepEqual(
    [...trough.masters.values()],
    [master, master, master].map((each) => each.point.id),
  );
  const ids = cells.map((each) => each.point.id);
  const movements = new Map([
    [ids[0]!, 0],
    [ids[1]!, -7],
    [ids[2]!, null],
  ]);
  const drawn = troughOf(trough.points, frame, trough.masters, movements);
  assert.deepEqual(
    drawn.places.map(({ upMm }) => upMm),
    [0, -7, -5, -5],
  );
  assert.deepEqual(
    drawn.lines.map(({ length }) => length),
    [1, 1],
  );
  assert.equal(drawn.counts.missing, 1);
  const unanswered = troughOf(trough.points, frame, trough.masters, new Map());
  assert.equal(unanswered.counts.missing, 3, 'nothing is drawn of a cell before its line is known');
});

test('a movement counts from its initial value; one in space from its base position where none is set', () => {
  const [placed] = at([surface(7, null, 3, { countsFrom: { dh: 1 } })], [[0, 0]]);
  assert.deepEqual(
    [latestChange(placed!, 'dx'), latestChange(placed!, 'dy'), latestChange(placed!, 'dh')],
    [7, null, 2],
  );
  const [level] = at([point('structuralDeformation', [null, 5])], [[0, 0]]);
  assert.equal(latestChange(level!, 'deflection'), null, 'nothing to count from');
});

test('arrows go where points went in the plane; silent ones are marked, failed and missing ones are left out and counted', () => {
  const now = [
    surface(0, 3, 4),
    surface(0, 900, 0, { state: 'stale' }),
    surface(1, 1, 1, { state: 'failed' }),
    surface(1, null, 1),
    surface(null, null, null, { state: 'neverRead' }),
  ];
  const placed = at(
    now,
    now.map((_, i) => [i / 10, 0.5]),
  );
  const { vectors, counts, largestMm } = vectorsOf(placed, frame, 'section', 90);
  assert.deepEqual(counts, { now: 1, past: 1, missing: 3 });
  assert.deepEqual(
    vectors.map(({ state }) => state),
    ['now', 'past'],
  );
  assert.ok(Math.abs(largestMm - 5) < 1e-9, 'what is silent does not set the factor');
  // 3 mm to the right and 4 mm up, a mm being 2 units.
  assert.match(arrowPath(vectors[0]!, 2, 1), /^M0(\.0+)? 200(\.0+)?L6\.00000\d? 192(\.0+)?M/);
  const plan = vectorsOf(placed.slice(0, 1), frame, 'plan', 0);
  assert.ok(Math.abs((plan.vectors[0]?.up ?? 0) + 3) < 1e-9, 'east is down where right is north');
});

test('a casing hangs from its mark by its depths, broken at a joint without a value; a silent one is left out', () => {
  const now = [0, 1, 2].map((i) =>
    point('deepDisplacement', [], { nodeCount: 3, state: i === 2 ? 'stale' : 'reporting' }),
  );
  const placed = at(now, [
    [0.1, 0.25],
    [0.2, 0.25],
    [0.3, 0.25],
  ]);
  const casing = { depthsM: [0, 1, 2, 3], markAzimuthDeg: null };
  const shape = (i: number, x: (number | null)[], found: string | null = '2026-01-01'): Shape =>
    ({ pointId: now[i]!.point.id, at: found, x, y: [0, 0, 0, 0], isComplete: true, casing }) as unknown as Shape;
  const shapes = [shape(0, [6, null, 2, 0]), shape(2, [null, null, null, null], null)];
  const { casings, counts, missingJoints, byAxis, largestMm } = casingsOf(placed, shapes, frame, 'plane', 90);
  assert.deepEqual(counts, { now: 1, past: 1, missing: 1 });
  assert.deepEqual([missingJoints, byAxis, largestMm], [1, 1, 6]);
  // A metre down is 10 units, from y = 100; a mm across is 3 units here.
  assert.equal(bentPath(casings[0]!, 3), 'M118.0000 100.0000M106.0000 120.0000L100.0000 130.0000');
});

test('the water stands at its elevation, joined in order across; beyond the drawing it is left out', () => {
  const level = (m: number | null, state: State = 'reporting') => point('waterLevel', [m], { state });
  const now = [level(30), level(20), level(25, 'stale'), level(99), level(null)];
  const placed = at(now, [
    [0.5, 0.9],
    [0.1, 0.9],
    [0.7, 0.9],
    [0.8, 0.9],
    [0.3, 0.9],
  ]);
  const { parts, places, counts, outside } = waterOf(placed, frame);
  assert.deepEqual(
    places.map(({ x, y, state }) => [x, y, state]),
    [
      [500, 100, 'now'],
      [100, 200, 'now'],
      [700, 150, 'past'],
    ],
  );
  assert.deepEqual(
    parts.map(({ from, to, isKnown }) => [from.x, to.x, isKnown]),
    [
      [100, 500, false],
      [500, 700, false],
    ],
  );
  assert.deepEqual([counts, outside], [{ now: 2, past: 1, missing: 1 }, 1]);
});

test('a trough goes down where marks went down: heights count upwards, a deflection downwards', () => {
  const now = [
    surface(0, 0, -4),
    surface(0, 0, -8),
    point('structuralDeformation', [null, 6], { countsFrom: { deflection: 1 } }),
  ];
  const placed = at(now, [
    [0.1, 0.5],
    [0.2, 0.5],
    [0.3, 0.5],
  ]);
  const { lines, places, largestMm } = troughOf(placed, frame, new Map(), new Map());
  assert.deepEqual(
    places.map(({ upMm }) => upMm),
    [-4, -8, -5],
  );
  assert.deepEqual(
    lines.map(({ length }) => length),
    [1, 0],
    'fields of two kinds are two lines',
  );
  assert.equal(largestMm, 8);
  assert.deepEqual(settledAt(places[1]!, 2, 1), { x: 200, y: 216 });
});

test('of a point whose newest reading lacks a value nothing has moved', () => {
  const [gone] = at([surface(3, 4, 5)], [[0.5, 0.5]]);
  assert.equal(latestChange({ ...gone!, state: 'missing' }, 'dx'), null);
});

test('the azimuth of a drawing follows from points with coordinates, and is not guessed without', () => {
  // A thousandth of a degree along a meridian is 111.2 m: 0.556 of the 200 m across.
  const north = (longitude: number, latitude: number) => surface(0, 0, 0, { coordinates: { longitude, latitude } });
  const placed = at(
    [north(114, 30), north(114, 30.001)],
    [
      [0.2, 0.5],
      [0.2 + 111.195 / 200, 0.5],
    ],
  );
  const found = foundAzimuth(placed, frame, false);
  assert.ok(found !== null && (found < 0.1 || found > 359.9), `${found}`);
  assert.equal(foundAzimuth(at([surface(0, 0, 0)], [[0, 0]]), frame, false), null);
});

test('on a lining a section shows how its members moved along it and out of it; one that is in no order is left out and counted', () => {
  const degrees = [150, 90, 30];
  const members = degrees.map((each, i): RingMember => {
    const angle = (each * Math.PI) / 180;
    return {
      masterId: 9,
      pointId: i + 1,
      acrossM: 3 * Math.cos(angle),
      upM: 3 * Math.sin(angle),
      acrossMm: 0,
      upMm: i === 2 ? null : -4,
      forwardMm: 1,
    };
  });
  const now = [1, 2, 3].map((id) => {
    const each = surface(0, 0, 0);
    return { ...each, point: { ...each.point, id } };
  });
  const placed = at(
    now,
    now.map((_, i) => [0.5, 0.2 + 0.3 * i]),
  );
  const found = onRings(members, placed, frame);
  const arrows = arrowsOf(placed, frame, 'lining', found, null);
  // The crown goes down: nothing along the lining. The left springing, clockwise above it, goes down the drawing's way.
  assert.deepEqual(
    arrows?.vectors.map(({ id, right, up }) => [id, right, Number(up.toFixed(3)) + 0]),
    [
      [1, frame.acrossSign, 3.464],
      [2, frame.acrossSign, 0],
    ],
  );
  assert.deepEqual(arrows?.counts, { now: 2, past: 0, missing: 1 });
  // Laid out the other way around the tube the same movement goes the other way on the drawing.
  const turned = at(
    now,
    now.map((_, i) => [0.5, 0.8 - 0.3 * i]),
  );
  const [springing] = arrowsOf(turned, frame, 'lining', onRings(members, turned, frame), null)?.vectors ?? [];
  assert.equal(springing && Number(springing.up.toFixed(3)), -3.464);
  const other = members.map((each) => ({ ...each, masterId: 8, pointId: each.pointId + 3 }));
  const both = at(
    [1, 2, 3, 4, 5, 6].map((id) => ({ ...now[0]!, point: { ...now[0]!.point, id } })),
    [0.2, 0.5, 0.8, 0.8, 0.5, 0.2].map((y) => [0.5, y]),
  );
  assert.equal(turnOfSections([...members, ...other], both, frame), null, 'two sections that differ say nothing');
  const rings = ringsOf(placed, frame, found);
  assert.deepEqual(
    rings.places.map(({ id, outMm }) => [id, Number(outMm.toFixed(3))]),
    [
      [1, -2],
      [2, -4],
    ],
  );
  assert.equal(rings.profiles[0]?.length, 1);
  const mixed = at(
    now,
    [0.2, 0.8, 0.5].map((y) => [0.5, y]),
  );
  assert.deepEqual(ringsOf(mixed, frame, onRings(members, mixed, frame)).counts, { now: 0, past: 0, missing: 3 });
  assert.equal(
    turnOfSections(members, placed, frame),
    1,
    'down the drawing they go clockwise, so up it counter-clockwise',
  );
  assert.equal(turnOfSections(members, mixed, frame), null);
  assert.equal(arrowsOf(placed, frame, 'section', null, null), null, 'upright: not before the azimuth is known');
});

test('a chain around a ring is laid out from the mark of its first joint, cut open where the lining is; its way around is not guessed', () => {
  // 40 m up the drawing: a ring as long lies on the whole of it. A quarter of it is 100 units.
  const radiusMm = 40_000 / (2 * Math.PI);
  const nodes = [-90, 0, 90, 180].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: radiusMm * Math.cos(angle), y: radiusMm * Math.sin(angle) };
  });
  const ring = point('deepDisplacement', [], { nodeCount: 4, parameters: { form: 3 } });
  const casing = point('deepDisplacement', [], { nodeCount: 4 });
  const now = [ring, casing];
  const placed = at(now, [
    [0.5, 0.75],
    [0.1, 0.5],
  ]);
  const offer = figureOffers(
    { plane: 'lining', scale },
    placed,
    now.map((each) => each.point),
  ).find(({ kind }) => kind === 'rings');
  assert.deepEqual(
    offer?.points.map((each) => each.point.id),
    [ring.point.id],
    'one chain is a ring of its own; a casing is none',
  );
  const shape = {
    pointId: ring.point.id,
    at: '2026-01-01',
    isComplete: false,
    x: [0, 5, 0, null],
    y: [-3, 0, -2, 0],
    casing: { form: 'ring', nodes },
  } as unknown as Shape;
  const drawn = ringChains(placed, [shape], frame, 1);
  const places = drawn.chains[0]?.places.map(({ joint, x, y, outMm }) => [joint, x, Math.round(y), Math.round(outMm)]);
  // The invert moved 3 outwards, the right springing 5, the crown 2 inwards; the left springing has no value.
  assert.deepEqual(places, [
    [0, 500, 300, 3],
    [1, 500, 200, 5],
    [2, 500, 100, -2],
  ]);
  assert.deepEqual(
    drawn.chains[0]?.parts.map(({ joint }) => joint),
    [0, 1],
  );
  const clockwise = ringChains(placed, [shape], frame, -1).chains[0];
  assert.deepEqual(
    clockwise?.places.map(({ y }) => Math.round(y) % 400),
    [300, 0, 100],
    'past the lower edge it goes on at the upper one',
  );
  const whole = ringsOf(placed.slice(0, 1), frame, new Map(), drawn);
  assert.deepEqual([whole.counts, whole.largestMm], [{ now: 1, past: 0, missing: 0 }, 5]);
  const unknown = ringChains(placed, [shape], frame, null);
  assert.deepEqual([unknown.chains, unknown.turnMissing], [[], 1]);
  assert.deepEqual(ringsOf(placed.slice(0, 1), frame, new Map(), unknown).counts, { now: 0, past: 0, missing: 0 });
  const silent = { ...shape, at: null } as Shape;
  assert.equal(ringsOf(placed.slice(0, 1), frame, new Map(), ringChains(placed, [silent], frame, 1)).counts.missing, 1);
});
