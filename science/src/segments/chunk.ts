/**
 * A chunk: a stretch of bytes that ends with its checksum (CRC-32). Every column is one, so that it can be read and
 * trusted without its neighbours. Pure.
 *
 * Invariant: what was damaged, or stands in the wrong place, is an error and never a wrong number.
 */
import { crc32 } from 'node:zlib';
import { packInts, Reader, unpackInts, type Writer } from './bits.ts';

export class DamagedSegment extends Error {
  constructor(what: string, cause?: unknown) {
    super(`damaged segment: ${what}`, { cause });
    this.name = 'DamagedSegment';
  }
}

/** Content of a chunk, and of how many records: part of its checksum. */
export type Part = 'times' | 'values' | 'blocks' | 'extremes' | 'flags' | 'raw';
const parts: readonly Part[] = ['times', 'values', 'blocks', 'extremes', 'flags', 'raw'];
const seedOf = (part: Part, n: number, column: number) => ((column * 65_536 + n) * 8 + parts.indexOf(part)) >>> 0;

/** Ends the chunk that began at `start`; gives where it ends. */
export function endChunk(writer: Writer, start: number, part: Part, n: number, column = 0): number {
  const sum = crc32(writer.bytes.subarray(start, writer.at), seedOf(part, n, column));
  writer.feature(4);
  writer.at = writer.bytes.writeUInt32LE(sum, writer.at);
  return writer.at;
}

/** Returns the content of a chunk, once its checksum is right. Throws DamagedSegment. */
export function readChunk<T>(bytes: Buffer, part: Part, n: number, column: number, read: (reader: Reader) => T): T {
  const name = `${part}${part === 'values' || part === 'extremes' ? ` of field ${column}` : ''}`;
  if (bytes.length < 4) throw new DamagedSegment(`${name} are cut short`);
  const body = bytes.length - 4;
  if (crc32(bytes.subarray(0, body), seedOf(part, n, column)) !== bytes.readUInt32LE(body))
    throw new DamagedSegment(`the checksum of its ${name} is wrong`);
  try {
    return read(new Reader(bytes));
  } catch (error) {
    if (error instanceof DamagedSegment) throw error;
    throw new DamagedSegment(`its ${name} cannot be read`, error);
  }
}

/** Ascending whole numbers (ms): the first, the unit that divides every step, and the steps. */
export function writeAscending(writer: Writer, times: Float64Array): void {
  const n = times.length;
  const steps = new Float64Array(Math.max(0, n - 1));
  let unit = 0;
  for (let i = 1; i < n; i++) {
    const step = times[i]! - times[i - 1]!;
    if (!(step > 0)) throw new RangeError('times are not in order, or one is there twice');
    steps[i - 1] = step;
    if (unit !== 1) unit = unit !== 0 && step % unit === 0 ? unit : divisor(step, unit);
  }
  writer.double(times[0] ?? 0);
  writer.count(unit);
  if (unit > 1) for (let i = 0; i < steps.length; i++) steps[i] = steps[i]! / unit;
  packInts(writer, steps);
}

export function readAscending(reader: Reader, n: number): Float64Array {
  const times = new Float64Array(n);
  let at = reader.double();
  const unit = reader.count();
  if (n === 0) return times;
  const steps = times.subarray(1);
  unpackInts(reader, n - 1, steps);
  times[0] = at;
  for (let i = 1; i < n; i++) {
    at += times[i]! * unit;
    times[i] = at;
  }
  return times;
}

/** The greatest common divisor of whole numbers from 0 up. */
export function divisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
