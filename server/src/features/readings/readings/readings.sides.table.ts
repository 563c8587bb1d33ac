/** The records on both sides of a moment, sealed or hot: two probes of an index each, and a segment where it is sealed. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { flagAt } from '@plumbline/science/quality/flags';
import { lowerBound } from '@plumbline/science/segments/frame';
import { checkFormat, decodeFlags, decodeTimes, decodeValues, denseFlags } from '@plumbline/science/segments/segment';
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, instant, withLocation } from '../../platform/store/store.segments.api.ts';

export interface Side {
  /** Epoch ms. */
  readonly at: number;
  readonly values: (number | null)[];
  /** quality + 16 * tests of each value; null = nothing was found. */
  readonly flags: readonly number[] | null;
}
export interface Sides {
  /** The last record at or before the moment. */
  readonly before: Side | null;
  /** The first at or after it. */
  readonly after: Side | null;
}

/** For each (point, moment), in order. `sealed` false: it is known to lie after everything sealed. */
export async function sidesOf(
  sql: Sql,
  wanted: readonly { pointId: number; at: number; sealed: boolean }[],
): Promise<Sides[]> {
  const hot = await hotSides(sql, wanted);
  const some = wanted.filter((each) => each.sealed);
  if (some.length === 0) return hot;
  const sealed = (await sealedSides(sql, some)).values();
  return hot.map((row, i) => {
    const found = elementAt(wanted, i).sealed ? sealed.next().value : undefined;
    return found ? nearest(row, found) : row;
  });
}

/** Where both hold the same time, the row stands for the sealed record. */
const nearest = (row: Sides, found: Sides): Sides => ({
  before: !found.before || (row.before && row.before.at >= found.before.at) ? row.before : found.before,
  after: !found.after || (row.after && row.after.at <= found.after.at) ? row.after : found.after,
});

async function hotSides(sql: Sql, wanted: readonly { pointId: number; at: number }[]): Promise<Sides[]> {
  const side = (comparison: string, order: string) =>
    `LEFT JOIN LATERAL (SELECT ${epochMs('r.at')} AS at, r.values, r.flags FROM reading r
       WHERE r.point_id = t.point_id AND r.at ${comparison} ${instant('t.at')} ORDER BY r.at ${order} LIMIT 1)`;
  const { rows } = await sql.query<{
    b_at: number | null;
    b_values: (number | null)[];
    b_flags: number[] | null;
    a_at: number | null;
    a_values: (number | null)[];
    a_flags: number[] | null;
  }>({
    text: `SELECT b.at AS b_at, b.values AS b_values, b.flags AS b_flags, a.at AS a_at, a.values AS a_values, a.flags AS a_flags
     FROM unnest($1::int[], $2::float8[]) WITH ORDINALITY AS t(point_id, at, n)
     ${side('<=', 'DESC')} b ON true ${side('>=', 'ASC')} a ON true ORDER BY t.n`,
    values: [wanted.map((each) => each.pointId), wanted.map((each) => each.at)],
  });
  return rows.map((row) => ({
    before: row.b_at === null ? null : { at: row.b_at, values: row.b_values, flags: row.b_flags },
    after: row.a_at === null ? null : { at: row.a_at, values: row.a_values, flags: row.a_flags },
  }));
}

async function sealedSides(sql: Sql, positions: readonly { pointId: number; at: number }[]): Promise<Sides[]> {
  const { rows } = await sql.query<{ b0: number | null; b1: number | null; a0: number | null }>({
    name: 'sealed-sides',
    text: `SELECT ${epochMs('b.t0')} AS b0, ${epochMs('b.t1')} AS b1, CASE WHEN b.t1 >= ${instant('t.at')} THEN NULL ELSE ${epochMs('a.t0')} END AS a0
     FROM unnest($1::int[], $2::float8[]) WITH ORDINALITY AS t(point_id, at, n)
     LEFT JOIN LATERAL (SELECT s.t0, s.t1 FROM segment s WHERE s.point_id = t.point_id AND s.t0 <= ${instant('t.at')} ORDER BY s.t0 DESC LIMIT 1) b ON true
     LEFT JOIN LATERAL (SELECT s.t0 FROM segment s WHERE s.point_id = t.point_id AND s.t0 > ${instant('t.at')} ORDER BY s.t0 LIMIT 1) a ON true
     ORDER BY t.n`,
    values: [positions.map((each) => each.pointId), positions.map((each) => each.at)],
  });
  const key = (pointId: number, t0: number) => `${pointId}/${t0}`;
  const wanted = new Map<string, { pointId: number; t0: number }>();
  const want = (pointId: number, t0: number | null) => t0 !== null && wanted.set(key(pointId, t0), { pointId, t0 });
  const probes = rows.map((row, i) => ({ ...row, ...elementAt(positions, i) }));
  for (const { pointId, b0, a0 } of probes) {
    want(pointId, b0);
    want(pointId, a0);
  }
  const opened = await openAll(sql, [...wanted.values()], key);
  return probes.map(({ pointId, at, b0, b1, a0 }) => {
    const before = b0 === null ? null : opened.get(key(pointId, b0));
    const after = a0 === null ? null : opened.get(key(pointId, a0));
    const isWithin = b1 !== null && b1 >= at;
    return {
      before: before ? before.side(lowerBound(before.times, at + 1) - 1) : null,
      after: before && isWithin ? before.side(lowerBound(before.times, at)) : (after?.side(0) ?? null),
    };
  });
}

interface SegmentRow {
  point_id: number;
  t0: number;
  n: number;
  format: number;
  ends: number[];
  payload: Buffer;
  flags: Buffer | null;
}

/** A segment of which single records are asked for: its columns are decoded with the first of them. */
class OpenSegment {
  readonly times: Float64Array;
  readonly #row: SegmentRow;
  #columns: { values: Float64Array; flags: Float64Array | null }[] | null = null;

  /** Throws DamagedSegment. */
  constructor(row: SegmentRow) {
    checkFormat(row.format);
    this.times = decodeTimes(row.payload.subarray(0, row.ends[0]), row.n);
    this.#row = row;
  }

  side(i: number): Side {
    this.#columns ??= this.#decode();
    const values = this.#columns.map((column) => {
      const value = elementAt(column.values, i);
      return Number.isNaN(value) ? null : value;
    });
    return {
      at: elementAt(this.times, i),
      values,
      flags: this.#row.flags ? this.#columns.map(({ flags }, f) => flags?.[i] || flagAt(null, values, f)) : null,
    };
  }

  #decode() {
    const { n, ends, payload, flags } = this.#row;
    const found = flags ? decodeFlags(flags, n) : null;
    return ends.slice(1).map((end, f) => ({
      values: decodeValues(payload.subarray(ends[f], end), n, f),
      flags: found && denseFlags(found, n, f),
    }));
  }
}

async function openAll(
  sql: Sql,
  wanted: readonly { pointId: number; t0: number }[],
  key: (pointId: number, t0: number) => string,
): Promise<Map<string, OpenSegment>> {
  const { rows } = await sql.query<SegmentRow>({
    name: 'open-segments',
    text: `SELECT s.point_id, ${epochMs('s.t0')} AS t0, s.n, s.format, s.ends, s.payload, s.flags
      FROM unnest($1::int[], $2::float8[]) AS t(point_id, t0) JOIN segment s ON s.point_id = t.point_id AND s.t0 = ${instant('t.t0')}`,
    values: [wanted.map((each) => each.pointId), wanted.map((each) => each.t0)],
  });
  return new Map(
    rows.map((row) => [key(row.point_id, row.t0), withLocation(row.point_id, row.t0, () => new OpenSegment(row))]),
  );
}
