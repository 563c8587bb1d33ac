/**
 * Hot rows packed by the database into a few strings of bytes, a third of the cost of as many rows; and the chunks of
 * sealed columns that a statement cuts out of a segment.
 */

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

export function unpackTimes(bytes: Buffer | null): Float64Array {
  const out = new Float64Array((bytes?.length ?? 0) / 8);
  for (let i = 0; i < out.length; i++) {
    const micros = bytes!.readInt32BE(i * 8) * 4294967296 + bytes!.readUInt32BE(i * 8 + 4);
    out[i] = Math.round(micros / 1000) + epoch2000Ms;
  }
  return out;
}

export function unpackField(bytes: Buffer | null): Float64Array {
  const out = new Float64Array((bytes?.length ?? 0) / 8);
  for (let i = 0; i < out.length; i++) out[i] = bytes!.readDoubleBE(i * 8);
  return out;
}

/** The flags of one field for rows at these times; 0 where a row has none. */
export function unpackFlags(packed: PackedFlags, times: Float64Array, field: number): Float64Array | null {
  if (packed === null) return null;
  const out = new Float64Array(times.length);
  let i = 0;
  for (const [at, flags] of packed) {
    while (i < times.length && times[i]! < at) i++;
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

/** Where each chunk stands in what `cutChunks` gave: [start, end] of the times and of each field, null where there is none. */
export function placesOf(ends: readonly number[], fields: readonly number[]): ([number, number] | null)[] {
  if (fields.length > 8)
    return [
      [0, ends[0]!],
      ...fields.map((f): [number, number] | null => (f + 1 < ends.length ? [ends[f]!, ends[f + 1]!] : null)),
    ];
  let at = ends[0]!;
  return [
    [0, at],
    ...fields.map((f): [number, number] | null => {
      if (f + 1 >= ends.length) return null;
      const start = at;
      at += ends[f + 1]! - ends[f]!;
      return [start, at];
    }),
  ];
}
