/** What happened last, and what is called so: short lists over every project that the caller may see. */
import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import { sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';

const activityRowColumns = {
  at: 'instant',
  kind: typed<'raised' | 'released' | 'changed' | 'comment'>(),
  level: 'number',
  status: typed<AlertStatus>(),
  alertId: 'number',
  pointName: 'text',
  projectId: 'number',
  projectName: 'text',
  by: 'text?',
} as const satisfies Columns;
export type ActivityRow = SqlRow<typeof activityRowColumns>;

/** The newest changes of alerts within a year. */
export async function activity(db: Db, caller: Caller, now: Date, limit: number): Promise<ActivityRow[]> {
  const { rows } = await sqlRows(activityRowColumns)`
    SELECT x.at, x.kind, x.level, x.status, x.alert_id AS "alertId", p.name AS "pointName", j.id AS "projectId",
      j.name AS "projectName", x.by_name AS by
    FROM alert_change x JOIN alert g ON g.id = x.alert_id JOIN point p ON p.id = g.point_id
      JOIN project j ON j.id = g.project_id
    WHERE x.kind IN ('raised', 'released', 'changed', 'comment') AND x.at > ${now}::timestamptz - interval '366 days' AND ${visibleTo(caller, 'Retrieve:Alert')}
    ORDER BY x.at DESC, x.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

const hitColumns = {
  kind: typed<'project' | 'structure' | 'point' | 'device'>(),
  id: 'number',
  name: 'text',
  projectId: 'number?',
  where: 'text',
} as const satisfies Columns;
export type Hit = SqlRow<typeof hitColumns>;

/** Projects, structures, points and devices by name or sncode: at most `most` of each, those that begin so first. */
export async function search(db: Db, caller: Caller, keyword: string, max: number): Promise<Hit[]> {
  const like = containing(keyword);
  const begins = containing(keyword).slice(1);
  const corporation = caller.corporationId === null ? sql`true` : sql`d.corporation_id = ${caller.corporationId}`;
  const device =
    caller.type === 'Normal'
      ? sql`${corporation} AND d.id IN (SELECT p.device_id FROM point p JOIN project j ON j.id = p.project_id
          WHERE ${visibleTo(caller, 'Retrieve:Device')})`
      : corporation;
  const { rows } = await sqlRows(hitColumns)`
    (SELECT 'project' AS kind, j.id, j.name, j.id AS "projectId", j.address AS where
      FROM project j WHERE j.name ILIKE ${like} AND ${visibleTo(caller)}
      ORDER BY j.name ILIKE ${begins} DESC, j.name COLLATE natural_order LIMIT ${max})
    UNION ALL
    (SELECT 'structure', t.id, t.name, j.id, concat_ws(' / ', j.name, u.name)
      FROM structure t JOIN project j ON j.id = t.project_id LEFT JOIN structure u ON u.id = t.parent_id
      WHERE t.name ILIKE ${like} AND ${visibleTo(caller, 'Retrieve:Structure')}
      ORDER BY t.name ILIKE ${begins} DESC, t.name COLLATE natural_order LIMIT ${max})
    UNION ALL
    (SELECT 'point', p.id, p.name, j.id, concat_ws(' / ', j.name, t.name)
      FROM point p JOIN project j ON j.id = p.project_id JOIN structure t ON t.id = p.structure_id
      WHERE p.name ILIKE ${like} AND p.deprecated_at IS NULL AND ${visibleTo(caller, 'Retrieve:MeasuringPoint')}
      ORDER BY p.name ILIKE ${begins} DESC, p.name COLLATE natural_order LIMIT ${max})
    UNION ALL
    (SELECT 'device', d.id, d.name, NULL, d.sncode
      FROM device d WHERE (d.name ILIKE ${like} OR d.sncode ILIKE ${like}) AND ${device}
      ORDER BY d.sncode ILIKE ${begins} DESC, d.name COLLATE natural_order LIMIT ${max})`.execute(db);
  return rows;
}
