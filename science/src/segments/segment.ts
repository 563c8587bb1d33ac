/**
 * A sealed segment: up to 4096 records of one point as a few chunks of bytes. Values and times are apart from samples and
 * received times, so that a chart never reads those; the summary is apart from both. Pure.
 *
 * Invariant: decode(encode(frame)) equals the frame; damage is an error (DamagedSegment), never a wrong number.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packInts, Reader, unpackInts, Writer } from './bits.ts';
import { DamagedSegment, endChunk, readAscending, readChunk, writeAscending } from './chunk.ts';
import { decodeColumn, encodeColumn } from './column.ts';
import type { Frame } from './frame.ts';
import { readRaws, writeRaws } from './raw.ts';
import { writeSummary } from './summary.ts';

const format = 1;
const maxRecords = 4096;
const maxValues = 65_536;
const rawBytesLimit = 64 * 1024 * 1024;

/** How many records of so many fields go into one segment. */
export const capacity = (fields: number) =>
  Math.max(1, Math.min(maxRecords, Math.floor(maxValues / Math.max(1, fields))));

/** Row of the table segment, but for its point. */
export interface Segment {
  /** Epoch ms of the first and last record. */
  readonly t0: number;
  readonly t1: number;
  readonly n: number;
  readonly format: number;
  /** Span of the widest block of the summary, ms. */
  readonly blockMs: number;
  /** Where the chunks of payload end: times, then each field. */
  readonly ends: number[];
  readonly summaryEnds: number[];
  readonly summary: Buffer;
  readonly payload: Buffer;
  readonly flags: Buffer | null;
  readonly raw: Buffer;
}
/** Columns that are needed to read a whole segment. */
export type SegmentRow = Pick<Segment, 'n' | 'format' | 'ends' | 'payload' | 'flags' | 'raw'>;

/** Throws a RangeError for a value that is not finite, and for times that do not ascend. */
export function encodeSegment(frame: Frame): Segment {
  const { times, fields } = frame;
  const n = times.length;
  if (n === 0) throw new RangeError('a segment holds at least one record');
  const writer = new Writer(n * (fields.length + 1) * 2 + 256);
  writeAscending(writer, times);
  const ends = [endChunk(writer, 0, 'times', n)];
  for (const [f, values] of fields.entries()) {
    const start = writer.at;
    encodeColumn(writer, values);
    ends.push(endChunk(writer, start, 'values', n, f));
  }
  const summary = new Writer();
  const { ends: summaryEnds, blockMs } = writeSummary(summary, times, fields);
  return {
    t0: times[0]!,
    t1: times[n - 1]!,
    n,
    format,
    blockMs,
    ends,
    summaryEnds,
    summary: summary.take(),
    payload: writer.take(),
    flags: frame.flags ? encodeFlags(times, frame.flags) : null,
    raw: encodeRaw(frame),
  };
}

export function decodeSegment(stored: SegmentRow): Frame {
  const { n, ends, payload } = stored;
  checkFormat(stored.format);
  const width = ends.length - 1;
  const times = decodeTimes(payload.subarray(0, ends[0]!), n);
  const flags = stored.flags ? decodeFlags(stored.flags, n) : null;
  return {
    times,
    fields: Array.from({ length: width }, (_, f) => decodeValues(payload.subarray(ends[f]!, ends[f + 1]!), n, f)),
    flags: flags && Array.from({ length: width }, (_, f) => denseFlags(flags, n, f)),
    ...decodeRaw(stored.raw, n, times),
  };
}

/** Throws DamagedSegment for one that a later version wrote. */
export function checkFormat(writtenFormat: number): void {
  if (writtenFormat !== format) throw new DamagedSegment(`format ${writtenFormat} is not known to this version`);
}

export const decodeTimes = (chunk: Buffer, n: number): Float64Array =>
  readChunk(chunk, 'times', n, 0, (reader) => readAscending(reader, n));

export const decodeValues = (chunk: Buffer, n: number, field: number): Float64Array =>
  readChunk(chunk, 'values', n, field, (reader) => decodeColumn(reader, n));

/** Flags are rare: the places and times of the records that have some, and a column for each field. */
function encodeFlags(times: Float64Array, flags: readonly Float64Array[]): Buffer {
  const n = times.length;
  const places: number[] = [];
  for (let i = 0; i < n; i++) if (flags.some((each) => each[i] !== 0)) places.push(i);
  const writer = new Writer(1024);
  writer.count(places.length);
  writer.count(flags.length);
  packInts(writer, places);
  writeAscending(
    writer,
    Float64Array.from(places, (i) => times[i]!),
  );
  for (const each of flags)
    packInts(
      writer,
      places.map((i) => each[i]!),
    );
  endChunk(writer, 0, 'flags', n);
  return writer.take();
}

/** The flags of the records that have some. */
export interface SparseFlags {
  /** Places in the segment, and their times, epoch ms. */
  readonly places: Float64Array;
  readonly times: Float64Array;
  /** A column for each field, as long as those two. */
  readonly fields: Float64Array[];
}

export const decodeFlags = (bytes: Buffer, n: number): SparseFlags =>
  readChunk(bytes, 'flags', n, 0, (reader) => {
    const count = reader.count();
    const width = reader.count();
    const places = ints(reader, count);
    const times = readAscending(reader, count);
    return { places, times, fields: Array.from({ length: width }, () => ints(reader, count)) };
  });

/** The flags of one field for every record; 0 where it has none. */
export function denseFlags({ places, fields }: SparseFlags, n: number, field: number): Float64Array {
  const out = new Float64Array(n);
  const fieldSegment = fields[field];
  if (fieldSegment) for (let i = 0; i < places.length; i++) out[places[i]!] = fieldSegment[i]!;
  return out;
}

/** Received times, devices, changes and samples; compressed where that helps. */
function encodeRaw({ times, received, device, change, raws }: Frame): Buffer {
  const n = times.length;
  const writer = new Writer(n * 4 + 256);
  // Live readings come a moment after they were measured; a logger that was read out sends a thousand at once.
  const delays = new Float64Array(n);
  for (let i = 0; i < n; i++) delays[i] = received[i]! - times[i]!;
  const [asDelays, asTimes] = [delays, received].map((each) => {
    const alone = new Writer(n * 2 + 64);
    packInts(alone, each);
    return alone.take();
  });
  writer.byte(asDelays!.length <= asTimes!.length ? 0 : 1);
  writer.append(asDelays!.length <= asTimes!.length ? asDelays! : asTimes!);
  packInts(writer, device);
  packInts(writer, change);
  writeRaws(writer, raws);
  // Bits are read four bytes at a time.
  writer.append(Buffer.alloc(4));
  const plain = writer.take();
  const packed = zstdCompressSync(plain);
  const out = new Writer(plain.length + 16);
  if (packed.length < plain.length) {
    out.byte(1);
    out.append(packed);
  } else {
    out.byte(0);
    out.append(plain);
  }
  endChunk(out, 0, 'raw', n);
  return out.take();
}

function decodeRaw(bytes: Buffer, n: number, times: Float64Array) {
  return readChunk(bytes, 'raw', n, 0, (outer) => {
    const packed = outer.byte() === 1;
    const body = bytes.subarray(1, bytes.length - 4);
    const reader = new Reader(packed ? zstdDecompressSync(body, { maxOutputLength: rawBytesLimit }) : body);
    const asTimes = reader.byte() === 1;
    const received = ints(reader, n);
    if (!asTimes) for (let i = 0; i < n; i++) received[i] = received[i]! + times[i]!;
    const device = ints(reader, n);
    const change = ints(reader, n);
    return { received, device, change, raws: readRaws(reader, n) };
  });
}

function ints(reader: Reader, n: number): Float64Array {
  const out = new Float64Array(n);
  unpackInts(reader, n, out);
  return out;
}
