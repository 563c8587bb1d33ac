/**
 * Acts of recomputing as they stand in the change log: which points each still holds, which are under way, and how a
 * newer one takes points over.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { sql } from 'kysely';
import { removePoints, supersede } from '../features/platform/store/store.changes.api.ts';
import type { Settings } from '../features/points/points/points.settings.api.ts';
import type { Db } from '../kernel/context.ts';
import { sqlRows, typed } from '../kernel/rows.ts';
import { sqlOver } from '../kernel/sql.ts';
import { requestCancel } from '../kernel/tasks.queue.ts';

/** Effect of an act on one point. */
export interface PointOperation {
  readonly pointId: number;
  /** Epoch ms; null = from the first record. */
  readonly fromMs: number | null;
  readonly scope: 'values' | 'initials';
  /** The device group whose conversion it changed (see `GroupSettings`). */
  readonly groupId?: number | null | undefined;
  readonly before: Settings;
  readonly after: Settings;
}
/** Details of an act (`series_change.detail`). */
export interface RecomputeDetail {
  /** The points whose settings it changed; those that a newer act took over are gone from it. */
  readonly points: readonly PointOperation[];
  /** A newer act took all of it over while it ran: what it had done is put back. */
  readonly supersededBy?: number;
  /** Follows that act: computes what has to be computed again because of it, and is never undone by itself. */
  readonly follows?: number | null;
  readonly counts?: Readonly<Record<string, number>>;
}

/** Returns the details of an act; one that was written when acts were of one point each is read as one of one. */
export function detailOf({
  detail,
  pointIds,
  fromMs,
}: {
  detail: unknown;
  pointIds: readonly number[];
  fromMs: number | null;
}) {
  const { points, ...rest } = detail as RecomputeDetail & Partial<PointOperation>;
  if (points) return { ...rest, points };
  const [pointId] = pointIds;
  const { scope = 'values', before = {}, after = {} } = rest;
  return { ...rest, points: pointId === undefined ? [] : [{ pointId, fromMs, scope, before, after }] };
}

const recomputeLock = 7306;

/** One act on a point at a time, until the transaction ends. */
export const oneAtATime = (db: Db, pointIds: readonly number[]) =>
  sql`SELECT pg_advisory_xact_lock(${recomputeLock}, id) FROM (SELECT unnest(${pointIds}::int[]) AS id ORDER BY 1) AS p`.execute(
    db,
  );

export interface RunningOperation {
  readonly id: number;
  readonly taskId: number;
  readonly points: readonly PointOperation[];
}

/** The acts that are still being carried out on any of the points, their tasks locked, in their order. */
export async function runningOperations(db: Db, pointIds: readonly number[]): Promise<RunningOperation[]> {
  const { rows } = await sqlRows({
    id: 'number',
    task_id: 'number',
    point_ids: typed<number[]>(),
    from_at: 'instant?',
    detail: 'json',
  })`
    SELECT c.id, c.task_id, c.point_ids, c.from_at, c.detail FROM series_change c JOIN task t ON t.id = c.task_id
    WHERE c.point_ids && ${pointIds}::int[] AND c.kind = 'recompute' AND c.undone_at IS NULL
      AND t.state IN ('queued', 'running') AND t.kind = 'recompute' AND c.detail ->> 'supersededBy' IS NULL
    ORDER BY c.id FOR UPDATE OF t, c`.execute(db);
  const wanted = new Set(pointIds);
  return rows
    .map(({ id, task_id, point_ids, from_at, detail }) => ({
      id,
      taskId: task_id,
      points: detailOf({ detail, pointIds: point_ids, fromMs: from_at?.getTime() ?? null }).points,
    }))
    .filter(({ points }) => points.some(({ pointId }) => wanted.has(pointId)));
}

/**
 * A newer act takes points of an older one over. One that is left with nothing is stopped, and puts back what it had
 * done; of one that goes on the newer act puts it back (`taken`).
 */
export async function takeOver(
  db: Db,
  old: RunningOperation,
  pointIds: ReadonlySet<number>,
  by: number,
): Promise<'all' | 'some'> {
  const left = old.points.filter(({ pointId }) => !pointIds.has(pointId));
  if (left.length === 0) {
    await supersede(sqlOver(db), old.id, by);
    await requestCancel(db, old.taskId);
    return 'all';
  }
  const gone = old.points.flatMap(({ pointId }) => (pointIds.has(pointId) ? [pointId] : []));
  await removePoints(sqlOver(db), old.id, gone, left);
  return 'some';
}

/** Returns whether an act still holds a point: no newer one has taken it over, and it is not undone. */
export async function holds(db: Db, changeId: number, pointId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM series_change WHERE id = ${changeId} AND undone_at IS NULL AND detail ->> 'supersededBy' IS NULL
      AND (detail -> 'points' IS NULL OR detail -> 'points' @> jsonb_build_array(jsonb_build_object('pointId', ${pointId}::int)))`.execute(
    db,
  );
  return rows.length > 0;
}

/** Tasks that began before this one, are not over, and still have one of the points to compute or to put back. */
export async function earlierTasks(db: Db, taskId: number, pointIds: readonly number[]): Promise<number> {
  if (pointIds.length === 0) return 0;
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM task t LEFT JOIN series_change c ON c.id = (t.input ->> 'changeId')::int
    WHERE t.id < ${taskId} AND t.state IN ('queued', 'running') AND (
      (t.kind = 'undoChange' AND c.kind = 'recompute' AND c.point_ids && ${pointIds}::int[])
      OR (t.kind = 'recompute' AND EXISTS (
        SELECT 1 FROM jsonb_array_elements(coalesce(t.input -> 'points', jsonb_build_array(t.input))) AS p
        WHERE (p ->> 'pointId')::int = ANY(${pointIds}::int[])
          AND (c.id IS NULL OR c.detail ->> 'supersededBy' IS NOT NULL OR c.detail -> 'points' IS NULL
            OR c.detail -> 'points' @> jsonb_build_array(jsonb_build_object('pointId', p -> 'pointId'))))))`.execute(
    db,
  );
  return elementAt(rows, 0).count;
}
