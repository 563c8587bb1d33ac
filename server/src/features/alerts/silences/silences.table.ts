import type { Silence } from '@plumbline/contract/alerts/silences';
import { silenceLimits } from '@plumbline/contract/alerts/silences';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

const shownColumns = {
  structure_name: 'text?',
  point_name: 'text?',
  covered: typed<number[]>(),
  withheld: 'number',
  open: 'number',
} as const satisfies Columns;
type Row = TableRow<'silence', typeof shownColumns>;

/** When a window ends, or has ended. */
const end = sql<Date>`coalesce(s.ended_at, s.end_at)`;

const fromRow = (row: Row, now: Date): Silence => {
  const endAt = row.ended_at ?? row.end_at;
  return {
    id: row.id,
    projectId: row.project_id,
    structureId: row.structure_id,
    structureName: row.structure_name,
    pointId: row.point_id,
    pointName: row.point_name,
    startAt: row.start_at.toISOString(),
    endAt: row.end_at.toISOString(),
    levels: row.levels,
    reason: row.reason,
    redReason: row.red_reason,
    state: endAt <= now ? 'over' : row.start_at > now ? 'ahead' : 'active',
    coveredIds: row.covered,
    withheld: row.withheld,
    open: row.open,
    byName: row.by_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by,
    digestAt: row.digest_at?.toISOString() ?? null,
  };
};

/** Returns the quiet windows that are not over by their end, then the newest of those that are; one alone where `id` is given. */
export async function list(db: Db, projectId: number, now: Date, id?: number): Promise<Silence[]> {
  const { rows } = await tableRows('silence', shownColumns)`
    WITH chosen AS (
      (SELECT s.id FROM silence s WHERE s.project_id = ${projectId} AND ${end} > ${now}
        AND (${id ?? null}::int IS NULL OR s.id = ${id ?? null}::int) ORDER BY s.start_at, s.id LIMIT ${silenceLimits.open})
      UNION (SELECT s.id FROM silence s WHERE s.project_id = ${projectId} AND ${end} <= ${now}
        AND (${id ?? null}::int IS NULL OR s.id = ${id ?? null}::int) ORDER BY s.id DESC LIMIT ${silenceLimits.ended}))
    SELECT s.*, coalesce(concat_ws(' / ', up.name, t.name), '') AS structure_name, p.name AS point_name,
      ARRAY(SELECT c.id FROM structure c WHERE s.structure_id IN (c.id, c.parent_id) ORDER BY c.id) AS covered,
      (SELECT count(*)::int FROM silenced_alert w WHERE w.silence_id = s.id) AS withheld,
      (SELECT count(*)::int FROM silenced_alert w JOIN alert g ON g.id = w.alert_id
        WHERE w.silence_id = s.id AND g.status IN ('Pending', 'Notice')) AS open
    FROM chosen JOIN silence s ON s.id = chosen.id LEFT JOIN structure t ON t.id = s.structure_id
      LEFT JOIN structure up ON up.id = t.parent_id LEFT JOIN point p ON p.id = s.point_id
    ORDER BY ${end} > ${now} DESC, CASE WHEN ${end} > ${now} THEN s.start_at END, s.id DESC`.execute(db);
  return rows.map((row) => fromRow({ ...row, structure_name: row.structure_name || null }, now));
}

/** Returns how many of a project are not over, and locks the project so that none is added until the transaction ends. */
export async function countOpen(db: Db, projectId: number, now: Date): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM silence s WHERE s.project_id = ${projectId} AND ${end} > ${now}`.execute(db);
  return elementAt(rows, 0).count;
}

export async function insert(
  db: Db,
  values: Omit<Selectable<Tables['silence']>, 'id' | 'ended_at' | 'ended_by' | 'digest_at'>,
): Promise<number> {
  const { id } = await db.insertInto('silence').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Ends a window now; false where there is none, or it is over. */
export async function endNow(
  db: Db,
  {
    projectId,
    id,
    now,
    byName,
  }: { readonly projectId: number; readonly id: number; readonly now: Date; readonly byName: string },
): Promise<boolean> {
  const row = await db
    .updateTable('silence')
    .set({ ended_at: now, ended_by: byName })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .where('end_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
