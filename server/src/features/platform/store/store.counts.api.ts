/** How many records of points lie in a stretch of time, and how far a piece of work of bounded size reaches. */
import type { Db } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, instant } from './store.segments.api.ts';

/** About how many records the points have in [fromMs, toMs], by point: whole segments by their number, cut ones by their share. */
export async function roughCounts(
  sql: Sql,
  pointIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql.query<{ point_id: number; count: number }>({
    text: `SELECT p.id AS point_id, ceil(
        (SELECT coalesce(sum(s.n * (date_part('epoch', least(s.t1, ${instant('$3')}) - greatest(s.t0, ${instant('$2')})) + 1)
            / (date_part('epoch', s.t1 - s.t0) + 1)), 0) FROM segment s
          WHERE s.point_id = p.id AND s.t0 <= ${instant('$3')} AND s.t1 >= ${instant('$2')})
        + (SELECT count(*) FROM reading r WHERE r.point_id = p.id AND r.at >= ${instant('$2')} AND r.at <= ${instant('$3')})
      )::float8 AS count
      FROM unnest($1::int[]) AS p(id)`,
    values: [pointIds, fromMs, toMs],
  });
  return new Map(rows.map((row) => [row.point_id, row.count]));
}

/** Records in one transaction of a task, at most: ten segments and as many hot rows. */
const segmentsAtOnce = 10;
export const stretchRecords = segmentsAtOnce * 4096;

/** Where a stretch of at most about that many records ends that begins at `fromMs`; `toMs` where there are not more. */
export async function stretchEnd(sql: Sql, pointId: number, fromMs: number, toMs: number): Promise<number> {
  const { rows } = await sql.query<{ end_ms: number | null }>({
    text: `SELECT ${epochMs('least(sealed.at, hot.at)')} AS end_ms FROM
        (SELECT (SELECT t1 FROM segment WHERE point_id = $1 AND t1 >= ${instant('$2')} AND t0 <= ${instant('$3')}
          ORDER BY t0 OFFSET ${segmentsAtOnce - 1} LIMIT 1) AS at) sealed,
        (SELECT (SELECT at FROM reading WHERE point_id = $1 AND at >= ${instant('$2')} AND at <= ${instant('$3')}
          ORDER BY at OFFSET ${stretchRecords - 1} LIMIT 1) AS at) hot`,
    values: [pointId, fromMs, toMs],
  });
  return Math.min(rows[0]?.end_ms ?? toMs, toMs);
}

/** Forgets how many readings a corporation was sent day by day: it ends. */
export const forgetTotals = async (db: Db, corporationId: number): Promise<void> => {
  await db.deleteFrom('ingest_total').where('corporation_id', '=', corporationId).execute();
};
