/**
 * Chance that can be looked up: every function gives the same number for the same seed and time, in any order, so that
 * a year of history and the live curve of a device are one. No state, no clock.
 */

/** A number in [0, 1) from a seed and an index of any size below 2^53. */
export function hash(seed: number, index: number): number {
  const high = Math.floor(index / 4294967296) | 0;
  let h =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(index | 0, 0xc2b2ae35) ^
    Math.imul(high + 0x165667b1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** Very nearly normal, mean 0, standard deviation 1: the sum of four even chances. */
export function white(seed: number, index: number): number {
  const sum = hash(seed, index) + hash(seed + 101, index) + hash(seed + 211, index) + hash(seed + 307, index);
  return (sum - 2) * Math.sqrt(3);
}

/** 0 below 0, 1 above 1, smooth in between: 3x^2 - 2x^3. */
export function smooth(x: number): number {
  return x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x);
}

/** A smooth wandering about 0, size about 1, that changes its mind every `periodMs`. */
export function wander(seed: number, atMs: number, periodMs: number): number {
  const place = atMs / periodMs + hash(seed, 7);
  const cell = Math.floor(place);
  const before = white(seed, cell);
  return before + (white(seed, cell + 1) - before) * smooth(place - cell);
}

/** Creep that goes in shoves: rises by 1 per period on the whole, now faster, now slower, never back. */
export function creep(seed: number, periods: number): number {
  const cell = Math.floor(periods);
  const part = periods - cell;
  const steep = hash(seed, cell) * 0.8;
  return cell + (1 - steep) * part + steep * smooth((part - 0.3) / 0.4);
}

/** The fixed properties of one device: `pick(low, high)` gives the next of them. */
export function dice(seed: number): (low: number, high: number) => number {
  let next = 1_000_003;
  return (low, high) => low + (high - low) * hash(seed, next++);
}
