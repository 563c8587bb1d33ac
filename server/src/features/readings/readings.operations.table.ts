/** What acts on history need of the tables beside rewriting: how much they touch, what follows, what stands in the way. */
import type { ChangeCounts } from '@plumbline/contract/changes';
import type { Sql } from '../../kernel/sql.ts';
import { epochMs, instant } from './readings.segment.table.ts';

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

/** Says in the log how many records an act changed. */
export async function setCounts(sql: Sql, changeId: number, counts: ChangeCounts): Promise<void> {
  await sql.query({
    text: `UPDATE series_change SET detail = detail || jsonb_build_object('counts', $2::jsonb) WHERE id = $1`,
    values: [changeId, JSON.stringify(counts)],
  });
}

/** Which task works on an act: the one that does it, then the one that undoes it. */
export async function setTask(sql: Sql, changeId: number, taskId: number): Promise<void> {
  await sql.query({ text: 'UPDATE series_change SET task_id = $2 WHERE id = $1', values: [changeId, taskId] });
}

/** When a point was last reset, epoch ms; null = never. */
export async function lastReset(sql: Sql, pointId: number): Promise<number | null> {
  const { rows } = await sql.query<{ at: Date | null }>({
    text: `SELECT max(coalesce(to_at, at)) AS at FROM series_change WHERE point_ids && ARRAY[$1::int] AND kind = 'reset'`,
    values: [pointId],
  });
  return rows[0]?.at?.getTime() ?? null;
}

/**
 * The newest act after this one that stands on the same readings, of the same points and time: undoing this one would
 * take the ground from under it. Corrections stand on corrections alone: they never touch what is stored.
 */
export async function laterChange(
  sql: Sql,
  changeId: number,
): Promise<{ changeId: number; kind: string; byName: string; at: string } | null> {
  const { rows } = await sql.query<{ id: number; kind: string; by_name: string; at: Date }>({
    text: `SELECT later.id, later.kind, later.by_name, later.at FROM series_change own JOIN series_change later
        ON later.id > own.id AND later.point_ids && own.point_ids AND later.undone_at IS NULL
      WHERE own.id = $1 AND NOT (later.kind = 'recompute' AND later.detail ->> 'follows' IS NOT NULL) AND (later.kind = 'reset' OR (
        (later.kind = 'correction') = (own.kind = 'correction')
        AND coalesce(later.from_at, '-infinity') <= coalesce(own.to_at, 'infinity')
        AND coalesce(later.to_at, 'infinity') >= coalesce(own.from_at, '-infinity')))
      ORDER BY later.id DESC LIMIT 1`,
    values: [changeId],
  });
  const row = rows[0];
  return row ? { changeId: row.id, kind: row.kind, byName: row.by_name, at: row.at.toISOString() } : null;
}
