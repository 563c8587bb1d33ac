/** The log of acts that changed history: who, when, why, what. Rows are never deleted; an undone one says so. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { ChangeCounts } from '@plumbline/contract/readings/history';
import type { Sql } from '../../../kernel/sql.ts';
import type { Tables } from '../../../kernel/tables.ts';

export type ChangeKind = Tables['series_change']['kind'];

export interface NewChange {
  readonly projectId: number;
  readonly kind: ChangeKind;
  readonly pointIds: readonly number[];
  /** Epoch ms; null = open. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly reason: string;
  readonly byId: number | null;
  readonly byName: string;
  /** Epoch ms. */
  readonly at: number;
  readonly detail?: unknown;
  readonly taskId?: number | null;
}
export interface SeriesChange extends Required<NewChange> {
  readonly id: number;
  readonly undoneAt: number | null;
  readonly undoneBy: string | null;
}

/** Writes an act down; gives its number, which the records that it brings or rewrites carry. */
export async function insertChange(sql: Sql, change: NewChange): Promise<number> {
  const { rows } = await sql.query<{ id: number }>({
    text: `INSERT INTO series_change (project_id, kind, point_ids, from_at, to_at, reason, by_id, by_name, at, detail, task_id)
      VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000), $6, $7, $8, to_timestamp($9::float8 / 1000), $10, $11)
      RETURNING id`,
    values: [
      change.projectId,
      change.kind,
      change.pointIds,
      change.fromMs,
      change.toMs,
      change.reason,
      change.byId,
      change.byName,
      change.at,
      JSON.stringify(change.detail ?? {}),
      change.taskId ?? null,
    ],
  });
  return elementAt(rows, 0).id;
}

interface Row {
  id: number;
  project_id: number;
  kind: ChangeKind;
  point_ids: number[];
  from_at: Date | null;
  to_at: Date | null;
  reason: string;
  by_id: number | null;
  by_name: string;
  at: Date;
  detail: unknown;
  task_id: number | null;
  undone_at: Date | null;
  undone_by: string | null;
}
const columns =
  'id, project_id, kind, point_ids, from_at, to_at, reason, by_id, by_name, at, detail, task_id, undone_at, undone_by';
const changeOf = (row: Row): SeriesChange => ({
  id: row.id,
  projectId: row.project_id,
  kind: row.kind,
  pointIds: row.point_ids,
  fromMs: row.from_at?.getTime() ?? null,
  toMs: row.to_at?.getTime() ?? null,
  reason: row.reason,
  byId: row.by_id,
  byName: row.by_name,
  at: row.at.getTime(),
  detail: row.detail,
  taskId: row.task_id,
  undoneAt: row.undone_at?.getTime() ?? null,
  undoneBy: row.undone_by,
});

/** The acts that touched any of the points, newest first, a page of them, with how many there are. */
export async function changesOf(
  sql: Sql,
  pointIds: readonly number[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ changes: SeriesChange[]; total: number }> {
  const { rows } = await sql.query<Row & { total: number }>({
    text: `SELECT ${columns}, count(*) OVER () AS total FROM series_change WHERE point_ids && $1::int[] ORDER BY id DESC OFFSET $2 LIMIT $3`,
    values: [pointIds, offset, limit],
  });
  if (rows.length === 0 && offset > 0) {
    const { rows: counted } = await sql.query<{ total: number }>({
      text: 'SELECT count(*) AS total FROM series_change WHERE point_ids && $1::int[]',
      values: [pointIds],
    });
    return { changes: [], total: counted[0]?.total ?? 0 };
  }
  return { changes: rows.map(changeOf), total: rows[0]?.total ?? 0 };
}

/** One act, or null. With `lock` it stays as it is until the transaction ends: two undos cannot run beside each other. */
export async function changeById(sql: Sql, id: number, lock = false): Promise<SeriesChange | null> {
  const { rows } = await sql.query<Row>({
    text: `SELECT ${columns} FROM series_change WHERE id = $1 ${lock ? 'FOR UPDATE' : ''}`,
    values: [id],
  });
  return rows[0] ? changeOf(rows[0]) : null;
}

/** Marks an act as undone; false where it was already. */
export async function markUndone(sql: Sql, id: number, byName: string, atMs: number): Promise<boolean> {
  const { rowCount } = await sql.query({
    text: `UPDATE series_change SET undone_at = to_timestamp($3::float8 / 1000), undone_by = $2 WHERE id = $1 AND undone_at IS NULL`,
    values: [id, byName, atMs],
  });
  return rowCount === 1;
}

/** Returns the acts among these that were undone, with when, epoch ms. */
export async function undoneChanges(sql: Sql, changeIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql.query<{ id: number; undone_at: Date }>({
    text: 'SELECT id, undone_at FROM series_change WHERE id = ANY($1) AND undone_at IS NOT NULL',
    values: [changeIds],
  });
  return new Map(rows.map((row) => [row.id, row.undone_at.getTime()]));
}

/** Says in the log how many records an act changed. */
export async function setCounts(sql: Sql, changeId: number, counts: ChangeCounts): Promise<void> {
  await sql.query({
    text: `UPDATE series_change SET detail = detail || jsonb_build_object('counts', $2::jsonb) WHERE id = $1`,
    values: [changeId, JSON.stringify(counts)],
  });
}

/** Sets the task that works on an act: the one that does it, then the one that undoes it. */
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
 * The newest act after this one that builds on the same readings, of the same points and time: undoing this one would
 * remove what it builds on. Corrections build on corrections alone: they never touch what is stored.
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

/** Adds points that an act reaches besides its own: composites that were computed with them. Its undo puts them back too. */
export async function addPoints(sql: Sql, changeId: number, pointIds: readonly number[]): Promise<void> {
  if (pointIds.length === 0) return;
  await sql.query({
    text: `UPDATE series_change SET point_ids = ARRAY(SELECT DISTINCT unnest(point_ids || $2::int[]) ORDER BY 1)
      WHERE id = $1 AND NOT point_ids @> $2::int[]`,
    values: [changeId, pointIds],
  });
}

/** Marks an act as superseded: a newer one took all its points over. */
export async function supersede(sql: Sql, changeId: number, by: number): Promise<void> {
  await sql.query({
    text: `UPDATE series_change SET detail = detail || jsonb_build_object('supersededBy', $2::int) WHERE id = $1`,
    values: [changeId, by],
  });
}

/** Takes points out of an act, of which `left` is what its detail says of the others. */
export async function removePoints(
  sql: Sql,
  changeId: number,
  pointIds: readonly number[],
  left: readonly unknown[],
): Promise<void> {
  await sql.query({
    text: `UPDATE series_change SET detail = detail || jsonb_build_object('points', $3::jsonb),
        point_ids = ARRAY(SELECT unnest(point_ids) EXCEPT SELECT unnest($2::int[]) ORDER BY 1)
      WHERE id = $1`,
    values: [changeId, pointIds, JSON.stringify(left)],
  });
}
