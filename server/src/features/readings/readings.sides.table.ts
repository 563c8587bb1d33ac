/** The records on both sides of a moment, sealed or hot: two probes of an index each, and a segment where it is sealed. */
import { flagAt } from '@plumbline/science/quality/flags';
import { lowerBound } from '@plumbline/science/segments/frame';
import { checkFormat, decodeFlags, decodeTimes, decodeValues, denseFlags } from '@plumbline/science/segments/segment';
import type { Sql } from '../../kernel/sql.ts';
import { epochMs, instant, withLocation } from '../store/store.segments.api.ts';

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
  const places = [...wanted.keys()].filter((i) => wanted[i]!.sealed);
  if (places.length === 0) return hot;
  const sealed = await sealedSides(
    sql,
    places.map((i) => wanted[i]!),
  );
  places.forEach((place, i) => {
    const row = hot[place]!;
    const found = sealed[i]!;
    // Where both hold the same time, the row stands for the sealed record.
    hot[place] = {
      before: !found.before || (row.before && row.before.at >= found.before.at) ? row.before : found.before,
      after: !found.after || (row.after && row.after.at <= found.after.at) ? row.after : found.after,
    };
  });
  return hot;
}

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
  for (const [i, { b0, a0 }] of rows.entries()) {
    want(positions[i]!.pointId, b0);
    want(positions[i]!.pointId, a0);
  }
  const opened = await openAll(sql, [...wanted.values()], key);
  return rows.map(({ b0, b1, a0 }, i) => {
    const { pointId, at } = positions[i]!;
    const before = b0 === null ? null : opened.get(key(pointId, b0))!;
    const after = a0 === null ? null : opened.get(key(pointId, a0))!;
    return {
      before: before ? before.side(lowerBound(before.times, at + 1) - 1) : null,
      after: before && b1! >= at ? before.side(lowerBound(before.times, at)) : after ? after.side(0) : null,
    };
  });
}

interface Opened {
  readonly times: Float64Array;
  side(i: number): Side;
}

async function openAll(
  sql: Sql,
  wanted: readonly { pointId: number; t0: number }[],
  key: (pointId: number, t0: number) => string,
): Promise<Map<string, Opened>> {
  const { rows } = await sql.query<{
    point_id: number;
    t0: number;
    n: number;
    format: number;
    ends: number[];
    payload: Buffer;
    flags: Buffer | null;
  }>({
    name: 'open-segments',
    text: `SELECT s.point_id, ${epochMs('s.t0')} AS t0, s.n, s.format, s.ends, s.payload, s.flags
      FROM unnest($1::int[], $2::float8[]) AS t(point_id, t0) JOIN segment s ON s.point_id = t.point_id AND s.t0 = ${instant('t.t0')}`,
    values: [wanted.map((each) => each.pointId), wanted.map((each) => each.t0)],
  });
  return new Map(
    rows.map(({ point_id, t0, n, format, ends, payload, flags: sealed }) => [
      key(point_id, t0),
      withLocation(point_id, t0, () => {
        checkFormat(format);
        const times = decodeTimes(payload.subarray(0, ends[0]), n);
        let columns: Float64Array[] | null = null;
        let flags: Float64Array[] | null = null;
        return {
          times,
          side(i: number) {
            columns ??= ends.slice(1).map((end, f) => decodeValues(payload.subarray(ends[f], end), n, f));
            if (sealed && flags === null) {
              const found = decodeFlags(sealed, n);
              flags = columns.map((_, f) => denseFlags(found, n, f));
            }
            const values = columns.map((c) => (Number.isNaN(c[i]!) ? null : c[i]!));
            return {
              at: times[i]!,
              values,
              flags: flags?.map((column, f) => column[i]! || flagAt(null, values, f)) ?? null,
            };
          },
        };
      }),
    ]),
  );
}
