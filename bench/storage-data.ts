/**
 * What the storage bench stores, the same at every run: piezometers that report level, pressure and temperature every
 * minute in the decimals of their data sheets, one message in 500 lost, and the samples that they were computed from.
 */
import { minuteMs } from '@plumbline/contract/kernel/durations';
import type { NewReading } from '../server/src/features/platform/store/store.ingest.table.ts';

/** Two days into the year before, so that a year of minutes reaches over a turn of the year. */
export const startMs = Date.UTC(2025, 0, 3);
/** The point that has a year of minutes. */
export const yearPoint = 1_000_000;

/** A number from 0 to 1, the same for the same two numbers. */
function hash(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x165667b1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}
/** Noise of one, nearly normal. */
const noise = (a: number, b: number) => (hash(a, b) + hash(a + 1, b) + hash(a + 2, b) + hash(a + 3, b) - 2) * 1.73;
const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** The reading of a point in a minute; null = it was lost. */
export function readingOf(pointId: number, minute: number): NewReading | null {
  if (hash(pointId, minute) < 0.002) return null;
  const days = minute / 1440 + pointId / 7;
  const temperature = rounded(
    14 + 6 * Math.sin(days / 58) + 0.4 * Math.sin(days * 6.283) + 0.1 * noise(pointId + 3e6, minute),
    1,
  );
  const level = rounded(
    120 + 2.5 * Math.sin(days / 37) + 0.05 * Math.sin(days * 12.1) + 0.003 * noise(pointId + 1e6, minute),
    3,
  );
  const pressure = rounded((level - 108.5) * 9.81 + 0.03 * noise(pointId + 2e6, minute), 2);
  const frequency = rounded(2712 - pressure * 3.1 + 0.1 * noise(pointId + 4e6, minute), 1);
  const at = startMs + minute * minuteMs;
  return {
    pointId,
    at,
    receivedAt: at + 800 + Math.floor(hash(pointId + 5e6, minute) * 600),
    values: [level, pressure, temperature],
    raw: `{"frequency":${frequency},"temperature":${temperature}}`,
    deviceId: pointId,
  };
}

/** Readings of the points over minutes [from, to), in the order in which they arrive, in batches. */
export function* batches(points: readonly number[], from: number, to: number, size: number): Generator<NewReading[]> {
  let batch: NewReading[] = [];
  for (let minute = from; minute < to; minute++)
    for (const pointId of points) {
      const reading = readingOf(pointId, minute);
      if (reading === null) continue;
      batch.push(reading);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}
