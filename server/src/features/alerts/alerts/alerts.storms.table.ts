/** Alerts as storms are found among them. */
import { type StormAlert, stormLimits } from '@plumbline/contract/alerts/alerts.storms';
import { precisionOf } from '@plumbline/contract/points/families';
import type { Rise } from '@plumbline/science/limits/storms';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

/** The newest alerts of a project since a time, each with its whole structure; those that history proved wrong are left out. */
export async function risesOf(
  db: Db,
  projectId: number,
  { since, until, structureId = null }: { since: Date; until: Date; structureId?: number | null },
): Promise<Rise[]> {
  const { rows } = await sqlRows({ alertId: 'number', structureId: 'number', pointId: 'number', atMs: 'number' })`
    SELECT a.id AS "alertId", coalesce(s.parent_id, s.id) AS "structureId", a.point_id AS "pointId",
      (date_part('epoch', a.reading_at) * 1000)::float8 AS "atMs"
    FROM alert a JOIN structure s ON s.id = a.structure_id
    WHERE a.project_id = ${projectId} AND a.upheld IS NOT FALSE AND a.reading_at BETWEEN ${since} AND ${until}
      AND (${structureId}::int IS NULL OR coalesce(s.parent_id, s.id) = ${structureId}::int)
    ORDER BY a.reading_at DESC, a.id DESC LIMIT ${stormLimits.alerts}`.execute(db);
  return rows;
}

/** Project, whole structure and time of an alert. */
export async function originOf(db: Db, alertId: number) {
  const { rows } = await sqlRows({
    projectId: 'number',
    structureId: 'number',
    timeZone: 'text',
    readingAt: 'instant',
  })`
    SELECT a.project_id AS "projectId", coalesce(s.parent_id, s.id) AS "structureId", j.time_zone AS "timeZone",
      a.reading_at AS "readingAt"
    FROM alert a JOIN structure s ON s.id = a.structure_id JOIN project j ON j.id = a.project_id
    WHERE a.id = ${alertId}`.execute(db);
  return rows[0];
}

const summaryColumns = {
  n: 'number',
  open: 'number',
  level: 'number',
  structureName: 'text',
} as const satisfies Columns;
type Summary = SqlRow<typeof summaryColumns>;
/** Returns the summary of the alerts of each storm, in one statement; `n` is the place of the storm. */
export async function summaries(db: Db, storms: readonly (readonly Rise[])[]): Promise<ReadonlyMap<number, Summary>> {
  const { rows } = await sqlRows(summaryColumns)`
    SELECT t.n, (count(*) FILTER (WHERE a.status IN ('Pending', 'Notice')))::int AS open, max(a.level) AS level,
      min(coalesce(up.name, s.name)) AS "structureName"
    FROM jsonb_to_recordset(${JSON.stringify(storms.flatMap((storm, n) => storm.map(({ alertId }) => ({ n, alertId }))))}::jsonb)
        AS t(n int, "alertId" int)
      JOIN alert a ON a.id = t."alertId" JOIN structure s ON s.id = a.structure_id
      LEFT JOIN structure up ON up.id = s.parent_id
    GROUP BY t.n`.execute(db);
  return new Map(rows.map((row) => [row.n, row]));
}

export async function listed(db: Db, ids: readonly number[]): Promise<StormAlert[]> {
  const { rows } = await sqlRows({
    id: 'number',
    pointId: 'number',
    pointName: 'text',
    structureName: 'text',
    family: typed<StormAlert['family']>(),
    field: typed<StormAlert['field']>(),
    measure: typed<StormAlert['measure']>(),
    unit: 'text',
    level: 'number',
    value: 'number',
    readingAt: 'instant',
    status: typed<StormAlert['status']>(),
    assigneeName: 'text?',
  })`
    SELECT a.id, a.point_id AS "pointId", p.name AS "pointName", s.name AS "structureName", p.family, a.field, a.measure, a.unit,
      a.level, a.value, a.reading_at AS "readingAt", a.status, u.display_name AS "assigneeName"
    FROM alert a JOIN point p ON p.id = a.point_id JOIN structure s ON s.id = a.structure_id
      LEFT JOIN account u ON u.id = a.assignee_id
    WHERE a.id = ANY(${ids}::int[]) ORDER BY a.reading_at, a.id LIMIT ${stormLimits.listed}`.execute(db);
  return rows.map(({ readingAt, ...row }) => ({
    ...row,
    precision: precisionOf(row.family, row.field),
    readingAt: readingAt.toISOString(),
  }));
}
