/** Which numbers of a register are taken, and which are held. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bounds, Plausibility } from '@plumbline/science/modbus/plausible';

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
