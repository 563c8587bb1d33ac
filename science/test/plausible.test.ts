/** Which numbers of a register are taken, and which are held. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bounds, Plausibility, plausiblePart } from '@plumbline/science/quality/plausible';

const free: Bounds = { minimum: null, maximum: null, jump: null };
const accepted = (numbers: readonly number[], bounds: Partial<Bounds>) => {
  const device = new Plausibility();
  return numbers.filter((number) => device.isPlausible('1 temperature', number, { ...free, ...bounds }));
};

test('a number out of range is never taken, and one on the bound is', () => {
  assert.deepEqual(accepted([-41, -40, 0, 85, 86, 3276.7], { minimum: -40, maximum: 85 }), [-40, 0, 85]);
  assert.deepEqual(accepted([1e9, -1e9], {}), [1e9, -1e9], 'unless bounds are set');
});

test('a single outlier is held; a jump that is confirmed is taken, for what is watched does move', () => {
  assert.deepEqual(accepted([20, 21, 60, 22], { jump: 5 }), [20, 21, 22]);
  assert.deepEqual(accepted([20, 60, 62, 61], { jump: 5 }), [20, 62, 61]);
  assert.deepEqual(accepted([20, 60, -30, 80, 21], { jump: 5 }), [20, 21], 'noise confirms nothing');
  assert.deepEqual(accepted([20, 25], { jump: 5 }), [20, 25]);
});

test('what is out of range confirms no jump, and each number of a device is judged by its own', () => {
  assert.deepEqual(accepted([20, 99, 97], { maximum: 90, jump: 5 }), [20]);
  const device = new Plausibility();
  assert.ok(device.isPlausible('1 a', 20, { ...free, jump: 5 }));
  assert.ok(device.isPlausible('2 a', 90, { ...free, jump: 5 }));
});

test('by the time of measuring: the same message again confirms nothing, and what is late keeps to its range alone', () => {
  const device = new Plausibility();
  const take = (at: number, number: number) =>
    device.isPlausible('1 level', number, { minimum: -50, maximum: 500, jump: 5 }, at);
  assert.ok(take(1_000, 20));
  assert.ok(!take(2_000, 60));
  assert.ok(!take(2_000, 60), 'it is the same one');
  assert.ok(!take(1_500, 61), 'one before it is not the next');
  assert.ok(take(500, 400), 'a back-fill is of another time');
  assert.ok(!take(500, 501));
  assert.ok(take(3_000, 61));
  assert.ok(take(4_000, 64));
});

test('what is held is not in the sample, and a channel of which nothing is left has none', () => {
  const device = new Plausibility();
  const rows = [
    { channel: '1', quantity: 'level', minimum: 0, maximum: 10 },
    { channel: '2', quantity: 'value', minimum: null, maximum: 5, jump: null },
  ];
  const read = plausiblePart({ 1: { level: 11, temp: 3 }, 2: { value: 6, other: null } }, rows, device, 0);
  assert.deepEqual(read.channels, { 1: { level: null, temp: 3 } });
  assert.deepEqual(
    read.rejected.map(({ channel, number }) => [channel, number]),
    [
      ['1', 11],
      ['2', 6],
    ],
  );
  const good = { 1: { level: 9 }, 3: { value: [1, 2] } };
  assert.equal(plausiblePart(good, rows, device, 1).channels, good);
});
