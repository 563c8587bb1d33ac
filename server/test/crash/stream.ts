/**
 * What the devices of the crash test measure: value = f(device, seq), time = g(seq), known without asking anybody, so
 * that the oracle needs nothing but the number of a reading to say what must be stored.
 */
import type { FleetRule } from './fleet.ts';

const firstAt = Date.UTC(1995, 0, 1);
const stepMs = 600_000;

export const timeOf = (seq: number) => firstAt + seq * stepMs;
/** The number of the reading of a time, from 1; null when no device could have sent it. */
export function seqOf(at: number): number | null {
  const seq = (at - firstAt) / stepMs;
  return Number.isInteger(seq) && seq > 0 ? seq : null;
}

/** A number from 0 to 1, the same for the same two numbers. */
function hash(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x165667b1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** Every 40 readings one in seven swells over some of the levels and back; two digits after the point, as sensors have. */
export function measuredAt(device: number, seq: number): number {
  const cell = Math.floor(seq / 40);
  const swell = hash(device, cell) < 1 / 7 ? 45 * hash(device + 1000, cell) * Math.sin((Math.PI * (seq % 40)) / 40) : 0;
  const sign = device % 2 === 0 && hash(device + 2000, cell) < 0.5 ? -1 : 1;
  const value = sign * swell + 3 * Math.sin(seq / 97) + 2 * (hash(device + 3000, seq) - 0.5);
  return Math.round(value * 100) / 100;
}

const levels = [12, 20, 28, 36] as const;

/** Every device has a value rule of its own strictness; some a cumulative one, some one of the daily rate. */
export function rulesOf(device: number): FleetRule[] {
  const method = device % 2 === 0 ? 'twoSided' : 'upper';
  const value = {
    kind: 'value',
    method,
    levels,
    releaseRatio: 0.9,
    releaseCount: 1 + (device % 3),
    consecutive: 1 + (device % 3),
  } as const;
  const rules: FleetRule[] = [{ field: 'temperature', rule: value }];
  if (device % 4 === 1)
    rules.push({
      field: 'temperature',
      rule: {
        kind: 'cumulative',
        method: 'twoSided',
        levels: [9, null, 24, null],
        releaseRatio: 0.95,
        releaseCount: 2,
        consecutive: 2,
      },
    });
  if (device % 5 === 2)
    rules.push({
      field: 'temperature',
      rule: {
        kind: 'rate',
        method: 'twoSided',
        levels: [15, 25, 40, null],
        releaseRatio: 0.95,
        releaseCount: 2,
        consecutive: 1,
      },
    });
  return rules;
}

/** Value that the cumulative change is counted from. */
export const initialValue = 4;
