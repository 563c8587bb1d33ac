/** Readings of points around given times, from the rows that are not sealed yet: what composites are computed from. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { epochMs, instant } from '../features/platform/store/store.segments.api.ts';
import type { Sql } from '../kernel/sql.ts';

export interface Around {
  /** Time of the last sealed record, epoch ms; null = nothing is sealed. */
  readonly sealedTo: number | null;
  /** In order of time. */
  readonly rows: readonly { at: number; values: (number | null)[]; flags: number[] | null }[];
}

/** For each (point, span), in order. One query, whatever their number. */
export async function aroundSlaves(
  sql: Sql,
  wanted: readonly { readonly pointId: number; readonly fromMs: number; readonly toMs: number }[],
): Promise<Around[]> {
  const { rows } = await sql.query<{
    n: number;
    sealed_to: number | null;
    at: number | null;
    values: (number | null)[];
    flags: number[] | null;
  }>({
    name: 'around-slaves',
    text: `SELECT t.n::int - 1 AS n, ${epochMs('s.sealed_to')} AS sealed_to, ${epochMs('r.at')} AS at, r.values, r.flags
      FROM unnest($1::int[], $2::float8[], $3::float8[]) WITH ORDINALITY AS t(point_id, from_ms, to_ms, n)
      LEFT JOIN point_state s ON s.point_id = t.point_id
      LEFT JOIN reading r ON r.point_id = t.point_id AND r.at >= ${instant('t.from_ms')} AND r.at <= ${instant('t.to_ms')}
      ORDER BY t.n, r.at`,
    values: [wanted.map((each) => each.pointId), wanted.map((each) => each.fromMs), wanted.map((each) => each.toMs)],
  });
  const found = wanted.map(() => ({ sealedTo: null as number | null, rows: [] as Around['rows'][number][] }));
  for (const { n, sealed_to, at, values, flags } of rows) {
    const around = elementAt(found, n);
    around.sealedTo = sealed_to;
    if (at !== null) around.rows.push({ at, values, flags });
  }
  return found;
}
