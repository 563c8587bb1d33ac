import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeOf } from '@plumbline/science/profiles/array';
import {
  farthestOf,
  incrementsOf,
  jointDepths,
  jointsOf,
  movementSince,
  profileOf,
  resultantOf,
} from '@plumbline/science/profiles/survey';
import { recipe } from '@plumbline/science/sensors/recipes';

const near = (actual: readonly (number | null)[], expected: readonly (number | null)[]) => {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of expected.entries())
    if (value === null) assert.equal(actual[i], null);
    else assert.ok(Math.abs((actual[i] ?? Number.NaN) - value) < 1e-6, `${i}: ${actual[i]} instead of ${value}`);
};

/** The worked example of the domain reference: bottom fixed, 1000 mm, initial tilts .5 .4 .2, now .8 .5 .2. */
const worked = { x: [6.98092, 1.745275, 0], y: [1.745328, 0, 0] };

test('the worked example: joints, increments and resultant of a casing fixed at the bottom', () => {
  const x = jointsOf(worked.x, 0, 'bottom');
  const y = jointsOf(worked.y, 0, 'bottom');
  near(incrementsOf(x, 'bottom'), [5.235645, 1.745275, 0, null]);
  near(resultantOf(x, y), [7.195792, 1.745275, 0, 0]);
  assert.deepEqual(farthestOf(x), { joint: 0, value: 6.98092 });
  near(profileOf({ x, y }, 'x', 'incremental', 'bottom'), [5.235645, 1.745275, 0, null]);
  near(profileOf({ x, y }, 'resultant', 'cumulative', 'bottom'), [7.195792, 1.745275, 0, 0]);
});

test('depths go down from the top of the first segment, also where segments differ', () => {
  assert.deepEqual(
    jointDepths({ lengthsMm: [500, 1000, 500], fixedEnd: 'bottom', topDepthM: 0.3 }),
    [0.3, 0.8, 1.8, 2.3],
  );
});

test('increments add up to the joints again, whichever end is fixed', () => {
  for (const fixedEnd of ['top', 'bottom'] as const) {
    const joints = jointsOf([4, -1, 2.5, 7], 0.5, fixedEnd);
    const steps = incrementsOf(joints, fixedEnd);
    const order = fixedEnd === 'top' ? [...joints.keys()] : [...joints.keys()].reverse();
    let sum = 0.5;
    for (const joint of order.slice(1)) {
      sum += steps[joint] ?? Number.NaN;
      assert.equal(sum, joints[joint]);
    }
  }
});

test('what is missing stays missing, in every number that is made of it', () => {
  const x = [null, 2, 3, 0];
  near(incrementsOf(x, 'bottom'), [null, -1, 3, null]);
  near(movementSince(x, [1, null, 1, 0]), [null, null, 2, 0]);
  near(resultantOf(x, [1, 1, null, 0]), [null, Math.sqrt(5), null, 0]);
  assert.equal(farthestOf([null, null]), null);
});

test('the free ends that are stored, with the fixed joint, are the shape of the chain less its first shape', () => {
  for (const fixedTop of [0, 1]) {
    const fixedEnd = fixedTop === 1 ? 'top' : 'bottom';
    const [first, now] = [
      [0.5, 0.4, 0.2],
      [0.8, -0.5, 0.25],
    ];
    const parameters = { segmentMm: 800, fixedTop, ix1: 0.5, ix2: 0.4, ix3: 0.2 };
    const { convert } = recipe({ family: 'deepDisplacement', mode: 5, parameters, nodeCount: 3 });
    const values = convert({ x: now, y: [0, 0, 0] });
    const chain = { segmentMm: 800, fixedEnd, tiltYDeg: [0, 0, 0] } as const;
    const [from, to] = [first, now].map((tiltXDeg) => shapeOf({ ...chain, tiltXDeg }).x);
    const expected = Array.from(to ?? [], (value, joint) => value - (from?.[joint] ?? Number.NaN));
    near(jointsOf([values['x1'] ?? null, values['x2'] ?? null, values['x3'] ?? null], 0, fixedEnd), expected);
  }
});
