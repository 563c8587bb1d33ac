/** Readings on their way into the table `reading`, and as the bytes in which PostgreSQL takes them quickest. Pure. */

export interface NewReading {
  readonly pointId: number;
  /** Epoch ms, both. */
  readonly at: number;
  readonly receivedAt: number;
  readonly values: readonly (number | null)[];
  /** The sample as JSON text. */
  readonly raw: string;
  /** quality + 16 * tests of each value; absent or null = nothing was found. */
  readonly flags?: readonly number[] | null | undefined;
  /** The device that measured; absent or null = by hand. */
  readonly deviceId?: number | null | undefined;
  /** The series_change that brings it; absent or null = the gateway. */
  readonly changeId?: number | null | undefined;
}
/** PostgreSQL counts microseconds from 2000. */
const epoch2000Ms = 946_684_800_000;
const float8Oid = 701;
const int2Oid = 21;

/** The readings in PostgreSQL's binary COPY format: point_id, at, received_at, values, raw, flags, device_id, change_id. */
export function encode(readings: readonly NewReading[]): Buffer {
  let size = 19 + 2;
  // A UTF-16 unit is at most three bytes of UTF-8.
  for (const { values, raw, flags } of readings)
    size += 2 + 12 + 12 + 12 + (24 + values.length * 12) + (4 + raw.length * 3) + (24 + (flags?.length ?? 0) * 6);
  const buffer = Buffer.allocUnsafe(size + readings.length * 16);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  let at = buffer.write('PGCOPY\n\xff\r\n\0', 0, 'latin1');
  view.setInt32(at, 0);
  view.setInt32(at + 4, 0);
  at += 8;
  for (const { pointId, at: ms, receivedAt, values, raw, flags, deviceId, changeId } of readings) {
    view.setInt16(at, 8);
    at = writeInt(view, at + 2, pointId);
    at = writeInstant(view, at, ms);
    at = writeInstant(view, at, receivedAt);
    at = writeValues(view, at, values);
    const bytes = buffer.write(raw, at + 4, 'utf8');
    view.setInt32(at, bytes);
    at = writeFlags(view, at + 4 + bytes, flags ?? null);
    at = writeInt(view, at, deviceId ?? null);
    at = writeInt(view, at, changeId ?? null);
  }
  view.setInt16(at, -1);
  return buffer.subarray(0, at + 2);
}

function writeInstant(view: DataView, at: number, ms: number): number {
  const micros = (ms - epoch2000Ms) * 1000;
  view.setInt32(at, 8);
  const high = Math.floor(micros / 4_294_967_296);
  view.setInt32(at + 4, high);
  view.setUint32(at + 8, micros - high * 4_294_967_296);
  return at + 12;
}

function writeInt(view: DataView, at: number, value: number | null): number {
  if (value === null) {
    view.setInt32(at, -1);
    return at + 4;
  }
  view.setInt32(at, 4);
  view.setInt32(at + 4, value);
  return at + 8;
}

/** The head of an array of one dimension; its bytes follow. */
function writeHead(view: DataView, at: number, length: number, hasNull: boolean, type: number): number {
  view.setInt32(at, length > 0 ? 1 : 0);
  view.setInt32(at + 4, hasNull ? 1 : 0);
  view.setInt32(at + 8, type);
  if (length === 0) return at + 12;
  view.setInt32(at + 12, length);
  view.setInt32(at + 16, 1);
  return at + 20;
}

function writeValues(view: DataView, start: number, values: readonly (number | null)[]): number {
  let at = writeHead(view, start + 4, values.length, values.includes(null), float8Oid);
  for (const value of values) {
    if (value === null) {
      view.setInt32(at, -1);
      at += 4;
    } else {
      view.setInt32(at, 8);
      view.setFloat64(at + 4, value);
      at += 12;
    }
  }
  view.setInt32(start, at - start - 4);
  return at;
}

function writeFlags(view: DataView, start: number, flags: readonly number[] | null): number {
  if (flags === null || flags.length === 0) return writeInt(view, start, null);
  let at = writeHead(view, start + 4, flags.length, false, int2Oid);
  for (const flag of flags) {
    view.setInt32(at, 2);
    view.setInt16(at + 4, flag);
    at += 6;
  }
  view.setInt32(start, at - start - 4);
  return at;
}

/** An array as SQL text; cheaper to write, and one parameter whatever its length. */
export const arrayText = (values: readonly (number | null)[]) =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;
