/**
 * What a wide chart needs of a segment, without its records: for each block of 64 and each field the first, last, least
 * and most value with their times, the first gap, and how many values there are. Pure.
 */
import { packInts, type Reader, unpackInts, type Writer } from './bits.ts';
import { divisor, endChunk, readChunk } from './chunk.ts';
import { decodeColumn, encodeColumn } from './column.ts';

const blockRecords = 64;
export const blocksOf = (n: number) => Math.ceil(n / blockRecords);

/** The span of each block, epoch ms, and its number of records. */
export interface Blocks {
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly records: Float64Array;
}
/** Extremes of one field; NaN where the block has no value, or for `gapAt` no gap. Among equals the first. */
export interface Extremes {
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Epoch ms. */
  readonly firstAt: Float64Array;
  readonly lastAt: Float64Array;
  readonly minAt: Float64Array;
  readonly maxAt: Float64Array;
  readonly gapAt: Float64Array;
  /** Values that are not missing. */
  readonly count: Float64Array;
}

/** Writes the summary; gives where each of its chunks ends, and the span of its widest block. */
export function writeSummary(
  writer: Writer,
  times: Float64Array,
  fields: readonly Float64Array[],
): { ends: number[]; blockMs: number } {
  const n = times.length;
  const blocks = blocksOf(n);
  let unit = 0;
  let blockMs = 0;
  for (let i = 1; i < n && unit !== 1; i++) unit = divisor(times[i]! - times[i - 1]!, unit);
  if (unit === 0) unit = 1;
  const firsts = new Float64Array(blocks);
  const spans = new Float64Array(blocks);
  for (let b = 0; b < blocks; b++) {
    const from = times[b * blockRecords]!;
    const span = times[Math.min(n, (b + 1) * blockRecords) - 1]! - from;
    firsts[b] = (from - times[0]!) / unit;
    spans[b] = span / unit;
    if (span > blockMs) blockMs = span;
  }
  const start = writer.at;
  writer.double(times[0] ?? 0);
  writer.count(unit);
  packInts(writer, firsts);
  packInts(writer, spans);
  const ends = [endChunk(writer, start, 'blocks', n)];
  for (const [f, values] of fields.entries()) ends.push(writeExtremes(writer, times, values, unit, f));
  return { ends: ends.map((end) => end - start), blockMs };
}

/** Planes of one value a block: first, last, least, most; and of times: the same four, the gap, and what is missing. */
function writeExtremes(writer: Writer, times: Float64Array, values: Float64Array, unit: number, field: number): number {
  const n = times.length;
  const blocks = blocksOf(n);
  const start = writer.at;
  const plane = new Float64Array(blocks * 4).fill(Number.NaN);
  const at = Array.from({ length: 6 }, () => new Float64Array(blocks));
  for (let b = 0; b < blocks; b++) {
    const from = b * blockRecords;
    const to = Math.min(n, from + blockRecords);
    let first = -1;
    let last = -1;
    let min = -1;
    let max = -1;
    let gap = -1;
    let missing = 0;
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      if (Number.isNaN(value)) {
        if (gap < 0) gap = i;
        missing++;
        continue;
      }
      if (first < 0) {
        first = i;
        min = i;
        max = i;
      } else if (value < values[min]!) min = i;
      else if (value > values[max]!) max = i;
      last = i;
    }
    const blockFrom = times[from]!;
    const blockTo = times[to - 1]!;
    at[5]![b] = missing;
    if (gap >= 0) at[4]![b] = (times[gap]! - blockFrom) / unit;
    if (first < 0) continue;
    plane[b] = values[first]!;
    plane[blocks + b] = values[last]!;
    plane[2 * blocks + b] = values[min]!;
    plane[3 * blocks + b] = values[max]!;
    at[0]![b] = (times[first]! - blockFrom) / unit;
    at[1]![b] = (blockTo - times[last]!) / unit;
    at[2]![b] = (times[min]! - blockFrom) / unit;
    at[3]![b] = (times[max]! - blockFrom) / unit;
  }
  encodeColumn(writer, plane);
  for (const each of at) packInts(writer, each);
  return endChunk(writer, start, 'extremes', n, field);
}

interface Grid extends Blocks {
  readonly unit: number;
}

export const readBlocks = (bytes: Buffer, n: number): Grid =>
  readChunk(bytes, 'blocks', n, 0, (reader) => {
    const blocks = blocksOf(n);
    const start = reader.double();
    const unit = reader.count();
    const first = ints(reader, blocks);
    const last = ints(reader, blocks);
    const records = new Float64Array(blocks).fill(blockRecords);
    if (blocks > 0) records[blocks - 1] = n - (blocks - 1) * blockRecords;
    for (let b = 0; b < blocks; b++) {
      first[b] = start + first[b]! * unit;
      last[b] = first[b]! + last[b]! * unit;
    }
    return { first, last, records, unit };
  });

export const readExtremes = (bytes: Buffer, n: number, field: number, grid: Grid): Extremes =>
  readChunk(bytes, 'extremes', n, field, (reader) => {
    const blocks = blocksOf(n);
    const plane = decodeColumn(reader, blocks * 4);
    const [first, last, min, max] = [0, 1, 2, 3].map((p) => plane.subarray(p * blocks, (p + 1) * blocks));
    const [firstAt, lastAt, minAt, maxAt, gapAt, count] = Array.from({ length: 6 }, () => ints(reader, blocks));
    for (let b = 0; b < blocks; b++) {
      const from = grid.first[b]!;
      firstAt![b] = from + firstAt![b]! * grid.unit;
      lastAt![b] = grid.last[b]! - lastAt![b]! * grid.unit;
      minAt![b] = from + minAt![b]! * grid.unit;
      maxAt![b] = from + maxAt![b]! * grid.unit;
      gapAt![b] = count![b]! > 0 ? from + gapAt![b]! * grid.unit : Number.NaN;
      count![b] = grid.records[b]! - count![b]!;
    }
    return {
      first: first!,
      last: last!,
      min: min!,
      max: max!,
      firstAt: firstAt!,
      lastAt: lastAt!,
      minAt: minAt!,
      maxAt: maxAt!,
      gapAt: gapAt!,
      count: count!,
    };
  });

function ints(reader: Reader, n: number): Float64Array {
  const out = new Float64Array(n);
  unpackInts(reader, n, out);
  return out;
}
