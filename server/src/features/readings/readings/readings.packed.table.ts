/**
 * Hot rows packed by the database into a few strings of bytes, a third of the cost of as many rows; and the chunks of
 * sealed columns that a statement cuts out of a segment.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';

const epoch2000Ms = 946_684_800_000;

/** Times of rows as bytes; rows come in order from the subselect that this aggregates. */
export const packTimes = (at: string) => `string_agg(timestamptz_send(${at}), ''::bytea)`;
/** One field of rows as bytes, NaN where there is no value. `field` from 0. */
export const packField = (values: string, field: number) =>
  `string_agg(float8send(coalesce(${values}[${field + 1}], 'NaN')), ''::bytea)`;
/** The flags of rows that have some: [[epoch ms, [flag ...]] ...]. */
export const packFlags = (at: string, flags: string) =>
  `json_agg(json_build_array(round(date_part('epoch', ${at}) * 1000), ${flags})) FILTER (WHERE ${flags} IS NOT NULL)`;
export type PackedFlags = [number, number[]][] | null;

/** The segments among the rows of a statement, in order of time; the one row without `n` is that of the hot records. */
export const sealedAmong = <R extends { readonly n: number | null; readonly t0: number }>(
  rows: readonly R[],
): (R & { readonly n: number })[] =>
  rows.filter((row): row is R & { readonly n: number } => row.n !== null).sort((a, b) => a.t0 - b.t0);

export function unpackTimes(bytes: Buffer | null): Float64Array {
  if (bytes === null) return new Float64Array();
  const out = new Float64Array(bytes.length / 8);
  for (let i = 0; i < out.length; i++) {
    const micros = bytes.readInt32BE(i * 8) * 4294967296 + bytes.readUInt32BE(i * 8 + 4);
    out[i] = Math.round(micros / 1000) + epoch2000Ms;
  }
  return out;
}

export function unpackField(bytes: Buffer | null): Float64Array {
  if (bytes === null) return new Float64Array();
  const out = new Float64Array(bytes.length / 8);
  for (let i = 0; i < out.length; i++) out[i] = bytes.readDoubleBE(i * 8);
  return out;
}

/** The flags of one field for rows at these times; 0 where a row has none. */
export function unpackFlags(packed: NonNullable<PackedFlags>, times: Float64Array, field: number): Float64Array {
  const out = new Float64Array(times.length);
  let i = 0;
  for (const [at, flags] of packed) {
    while ((times[i] ?? Number.POSITIVE_INFINITY) < at) i++;
    if (times[i] === at) out[i] = flags[field] ?? 0;
  }
  return out;
}

/** A chunk of `column` for each field, by the directory `ends`; empty where the segment has no such field. */
const fieldChunk = (column: string, ends: string, field: number) =>
  `coalesce(substr(${column}, ${ends}[${field + 1}] + 1, ${ends}[${field + 2}] - ${ends}[${field + 1}]), ''::bytea)`;

/**
 * The first chunk (times) and those of the fields, as one string of bytes. Fields that stand together are cut out
 * together: every cut is a look-up of its own where the value is stored.
 */
export function cutChunks(column: string, ends: string, fields: readonly number[]): string {
  const cuts: string[] = [];
  // Many of the columns: the whole is cheaper than its parts.
  if (fields.length > 8) return column;
  const head = fields[0] === 0;
  cuts.push(head ? `substr(${column}, 1, coalesce(${ends}[2], ${ends}[1]))` : `substr(${column}, 1, ${ends}[1])`);
  for (const field of head ? fields.slice(1) : fields) cuts.push(fieldChunk(column, ends, field));
  return cuts.join(' || ');
}

/** Where a chunk begins and ends. */
type Place = readonly [start: number, end: number];

/** Where the chunks stand in what `cutChunks` gave: the times, and each field in the order asked for, null where it has none. */
export function placesOf(
  ends: readonly number[],
  fields: readonly number[],
): { times: Place; fields: { field: number; place: Place | null }[] } {
  const isWhole = fields.length > 8;
  const endOfTimes = elementAt(ends, 0);
  let at = endOfTimes;
  const placeOf = (field: number): Place | null => {
    if (field + 1 >= ends.length) return null;
    const [start, end] = [elementAt(ends, field), elementAt(ends, field + 1)];
    if (isWhole) return [start, end];
    at += end - start;
    return [at - (end - start), at];
  };
  return { times: [0, endOfTimes], fields: fields.map((field) => ({ field, place: placeOf(field) })) };
}
