/** Projects, structures and points one by one, each with its status and open alerts. `where` is a condition on `j` (project). */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows } from '../../../kernel/rows.ts';
import { statusColumns, statusKinds, wholeColumns, wholeKinds } from '../../points/points/points.api.ts';
import {
  conditionColumns,
  conditionKinds,
  conditionsFrom,
  measures,
  urgency,
} from '../../site/projects/projects.api.ts';

export type Where = RawBuilder<unknown>;
const groupColumns = {
  ...wholeKinds,
  ...conditionKinds,
  id: 'number',
  name: 'text',
  open_alerts: 'number',
} as const satisfies Columns;
type GroupRow = SqlRow<typeof groupColumns>;
const placeColumns = {
  ...groupColumns,
  within: 'text',
  project_id: 'number',
  /** The structure that an item is in. */
  parent_id: 'number?',
} as const satisfies Columns;
export type PlaceRow = SqlRow<typeof placeColumns>;
const pointColumns = {
  ...statusKinds,
  id: 'number',
  name: 'text',
  within: 'text',
  project_id: 'number',
  structure_id: 'number',
  open_alerts: 'number',
} as const satisfies Columns;
export type PointRow = SqlRow<typeof pointColumns>;

const isOpen = sql`g.status IN ('Pending', 'Notice')`;
const columns = (now: Date) => sql`${wholeColumns(now)}, max(w.condition_level) AS condition_level,
  max(w.unknown_conditions) AS unknown_conditions, coalesce(max(a.open_alerts), 0)::int AS open_alerts`;
const pointsOf = (on: Where) => sql`LEFT JOIN point p ON ${on} AND p.archived_at IS NULL AND p.deprecated_at IS NULL
  LEFT JOIN point_state s ON s.point_id = p.id`;

export async function projectRows(db: Db, now: Date, where: Where): Promise<GroupRow[]> {
  const { rows } = await sqlRows(groupColumns)`
    SELECT j.id, j.name, ${columns(now)}
    FROM project j ${pointsOf(sql`p.project_id = j.id`)}
      LEFT JOIN (SELECT c.project_id, ${conditionColumns} ${conditionsFrom} GROUP BY c.project_id) w ON w.project_id = j.id
      LEFT JOIN (SELECT g.project_id, count(*) AS open_alerts FROM alert g WHERE ${isOpen} GROUP BY g.project_id) a
        ON a.project_id = j.id
    WHERE ${where} GROUP BY j.id`.execute(db);
  return rows;
}

/** Structures and items, each with its own points alone. `where` may use t (structure) too. */
export async function placeRows(db: Db, now: Date, where: Where): Promise<PlaceRow[]> {
  const { rows } = await sqlRows(placeColumns)`
    SELECT t.id, t.name, coalesce(h.name, j.name) AS within, t.project_id, t.parent_id, ${columns(now)}
    FROM structure t JOIN project j ON j.id = t.project_id LEFT JOIN structure h ON h.id = t.parent_id ${pointsOf(sql`p.structure_id = t.id`)}
      LEFT JOIN (SELECT c.structure_id, ${conditionColumns} ${conditionsFrom} GROUP BY c.structure_id) w ON w.structure_id = t.id
      LEFT JOIN (SELECT g.structure_id, count(*) AS open_alerts FROM alert g WHERE ${isOpen} GROUP BY g.structure_id) a
        ON a.structure_id = t.id
    WHERE ${where} GROUP BY t.id, h.name, j.name`.execute(db);
  return rows;
}

/** The most urgent points; masters are no points of their own. `where` may use p (point) too. */
export async function pointRows(db: Db, now: Date, where: Where, limit: number): Promise<PointRow[]> {
  const { rows } = await sqlRows(pointColumns)`
    WITH worst AS (
      SELECT p.id, ${urgency(now)} AS urgency
      FROM point p JOIN project j ON j.id = p.project_id LEFT JOIN point_state s ON s.point_id = p.id
      WHERE p.archived_at IS NULL AND p.deprecated_at IS NULL AND ${measures} AND ${where}
      ORDER BY urgency DESC, p.name, p.id LIMIT ${limit})
    SELECT p.id, p.name, t.name AS within, p.project_id, p.structure_id, ${statusColumns(now)},
      (SELECT count(*) FROM alert g WHERE g.point_id = p.id AND ${isOpen})::int AS open_alerts
    FROM worst JOIN point p ON p.id = worst.id JOIN structure t ON t.id = p.structure_id LEFT JOIN point_state s ON s.point_id = p.id
    ORDER BY worst.urgency DESC, p.name, p.id`.execute(db);
  return rows;
}
