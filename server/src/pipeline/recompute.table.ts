/** What recomputing needs of the tables: which acts still run, whose history it is, the settings that are put back. */
import { sql } from 'kysely';
import type { Db } from '../kernel/context.ts';

/** What an act of recomputing remembers (series_change.detail). */
export interface RecomputeDetail {
  readonly scope: 'values' | 'initials';
  /** Settings of the point before and after; of a replaced device with `deviceId`. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** A newer act took over while this one ran: what it had done was put back. */
  readonly supersededBy?: number;
  /** Follows the undoing of that act: what arrived meanwhile. */
  readonly follows?: number | null;
  readonly counts?: Readonly<Record<string, number>>;
}

const recomputeLock = 7306;

/** One act on a point at a time, until the transaction ends. */
export const oneAtATime = (db: Db, pointId: number) =>
  sql`SELECT pg_advisory_xact_lock(${recomputeLock}, ${pointId})`.execute(db);

/** The act that is still being carried out on a point, its task locked; undefined where there is none. */
export async function runningAct(
  db: Db,
  pointId: number,
): Promise<{ id: number; taskId: number; fromMs: number | null; detail: RecomputeDetail } | undefined> {
  const { rows } = await sql<{ id: number; task_id: number; from_at: Date | null; detail: RecomputeDetail }>`
    SELECT c.id, c.task_id, c.from_at, c.detail FROM series_change c JOIN task t ON t.id = c.task_id
    WHERE c.point_ids && ARRAY[${pointId}::int] AND c.kind = 'recompute' AND c.undone_at IS NULL
      AND t.state IN ('queued', 'running') AND t.kind = 'recompute' AND t.input ->> 'pointId' = ${String(pointId)}
      AND c.detail ->> 'supersededBy' IS NULL
    ORDER BY c.id DESC LIMIT 1 FOR UPDATE OF t`.execute(db);
  const row = rows[0];
  return row && { id: row.id, taskId: row.task_id, fromMs: row.from_at?.getTime() ?? null, detail: row.detail };
}

/** A newer act takes over: the task of the older one is stopped, and puts back what it had done. */
export async function supersede(db: Db, old: { id: number; taskId: number }, by: number): Promise<void> {
  await sql`UPDATE series_change SET detail = detail || jsonb_build_object('supersededBy', ${by}::int) WHERE id = ${old.id}`.execute(
    db,
  );
  await sql`UPDATE task SET cancel_asked = true WHERE id = ${old.taskId}`.execute(db);
  await sql`SELECT pg_notify('plumbline_task', '')`.execute(db);
}

export const setTask = (db: Db, changeId: number, taskId: number) =>
  db.updateTable('series_change').set({ task_id: taskId }).where('id', '=', changeId).execute();

export const setPoints = (db: Db, changeId: number, pointIds: readonly number[]) =>
  db
    .updateTable('series_change')
    .set({ point_ids: [...pointIds] })
    .where('id', '=', changeId)
    .execute();

/** Tasks on the point that began before this one and are not over. */
export async function earlierTasks(db: Db, taskId: number, pointId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM task WHERE kind = 'recompute' AND id < ${taskId}
      AND state IN ('queued', 'running') AND input ->> 'pointId' = ${String(pointId)}`.execute(db);
  return rows[0]!.count;
}

export async function ownerOf(
  db: Db,
  pointId: number,
): Promise<{ name: string; projectId: number; corporationId: number } | undefined> {
  const row = await db
    .selectFrom('point')
    .innerJoin('project', 'project.id', 'point.project_id')
    .select(['point.name', 'point.project_id', 'project.corporation_id'])
    .where('point.id', '=', pointId)
    .executeTakeFirst();
  return row && { name: row.name, projectId: row.project_id, corporationId: row.corporation_id };
}

/** Time of the first and the last record of a point, epoch ms; null where it has none. */
export async function extentOf(db: Db, pointId: number): Promise<{ fromMs: number; toMs: number } | null> {
  const ms = (expression: string) => sql.raw(`(extract(epoch FROM ${expression}) * 1000)::float8`);
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    SELECT least((SELECT ${ms('at')} FROM reading WHERE point_id = ${pointId} ORDER BY at LIMIT 1),
        (SELECT ${ms('t0')} FROM segment WHERE point_id = ${pointId} ORDER BY t0 LIMIT 1)) AS first,
      greatest((SELECT ${ms('at')} FROM reading WHERE point_id = ${pointId} ORDER BY at DESC LIMIT 1),
        (SELECT ${ms('t1')} FROM segment WHERE point_id = ${pointId} ORDER BY t0 DESC LIMIT 1)) AS last`.execute(db);
  const { first, last } = rows[0]!;
  return first === null || last === null ? null : { fromMs: Math.floor(first), toMs: Math.ceil(last) };
}

/** Columns by the names of the settings. */
const settings = {
  type: (value: unknown) => ({ type: value as number }),
  mode: (value: unknown) => ({ mode: value as number }),
  formulaType: (value: unknown) => ({ formula_type: value as string }),
  parameters: (value: unknown) => ({ parameters: JSON.stringify(value) }),
  customFormula: (value: unknown) => ({ custom_formula: JSON.stringify(value) }),
  slaves: (value: unknown) => ({ slaves: JSON.stringify(value) }),
  initialValues: (value: unknown) => ({ initial_values: JSON.stringify(value) }),
} as const;

/** Whether a point is still set up as an act left it; what an act says nothing of does not count. */
export async function standsAs(db: Db, pointId: number, after: Readonly<Record<string, unknown>>): Promise<boolean> {
  const said = Object.fromEntries(
    Object.entries(after).filter(([name]) => name in settings && name !== 'initialValues'),
  );
  const { rows } = await sql<{ same: boolean }>`
    SELECT jsonb_build_object('type', type, 'mode', mode, 'formulaType', formula_type, 'parameters', parameters,
      'customFormula', custom_formula, 'slaves', slaves) || ${JSON.stringify(said)}::jsonb = jsonb_build_object('type', type, 'mode', mode,
      'formulaType', formula_type, 'parameters', parameters, 'customFormula', custom_formula, 'slaves', slaves) AS same
    FROM point WHERE id = ${pointId}`.execute(db);
  return rows[0]?.same ?? true;
}

/**
 * Puts settings of a point back and drops what processes keep of it. Of a replaced device nothing is put back: its
 * groups say what is in force.
 */
export async function putSettingsBack(db: Db, pointId: number, before: RecomputeDetail['before']): Promise<void> {
  if ('deviceId' in before) return;
  const set = Object.assign(
    {},
    ...Object.entries(settings).map(([name, column]) => (name in before ? column(before[name]) : {})),
  );
  if (Object.keys(set).length === 0) return;
  await db.updateTable('point').set(set).where('id', '=', pointId).execute();
  await dropPlans(db, [pointId]);
}

/** Tells every process that points read differently. */
export async function dropPlans(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`SELECT pg_notify('plumbline_changed', jsonb_build_object('kind', 'point', 'id', id)::text) FROM unnest(${pointIds}::int[]) AS t(id)`.execute(
    db,
  );
}

/** The points that a composite or a master is made of, in order. */
export async function slavesOf(db: Db, pointId: number): Promise<number[]> {
  const row = await db.selectFrom('point').select('slaves').where('id', '=', pointId).executeTakeFirst();
  return row?.slaves.map((slave) => slave.pointId) ?? [];
}
