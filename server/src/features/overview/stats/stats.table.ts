/** Counts over many projects at once. `where` is a condition on `j` (project), made by `viewer`. */

import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { healthStatuses } from '@plumbline/contract/devices/devices';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { WholeStatus } from '@plumbline/contract/kernel/status';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { health } from '../../devices/devices/devices.api.ts';
import { wholeColumns, wholeKinds, wholeOfRow } from '../../points/points/points.api.ts';
import {
  conditionColumns,
  conditionKinds,
  conditionsFrom,
  measures,
  visibleTo,
} from '../../site/projects/projects.api.ts';

type Where = RawBuilder<unknown>;
const keyCountColumns = {
  key: 'text',
  count: 'number',
} as const satisfies Columns;
export type KeyCount = SqlRow<typeof keyCountColumns>;

export interface PointCounts {
  status: WholeStatus;
  lastReceivedAt: Date | null;
}

const pointsFrom = sql`FROM point p JOIN project j ON j.id = p.project_id LEFT JOIN point_state s ON s.point_id = p.id`;

type Condition = RawBuilder<unknown>;

export const inProject = (projectId: number): Condition => sql`j.id = ${projectId}`;
/** `alias` = the table whose structure is meant: p for points, g for alerts, c for conditions. A structure brings its items. */
export const inStructure = (alias: 'p' | 'g' | 'c', structureId: number): Condition =>
  sql`${sql.ref(`${alias}.structure_id`)} IN (SELECT id FROM structure WHERE id = ${structureId} OR parent_id = ${structureId})`;
export const itemsOf = (structureId: number): Condition => sql`t.parent_id = ${structureId}`;
export const also = (...conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` AND `)})`;

/** The status of the points and conditions. `where` may use p (point) too, and `ofConditions` c (condition). */
export async function pointCounts(db: Db, now: Date, where: Where, ofConditions: Where = where): Promise<PointCounts> {
  const { rows } = await sqlRows({ ...wholeKinds, last_received_at: 'instant?' })`
    SELECT ${wholeColumns(now)}, max(s.received_at) AS last_received_at
    ${pointsFrom} WHERE p.archived_at IS NULL AND p.deprecated_at IS NULL AND ${where}`.execute(db);
  const row = elementAt(rows, 0);
  const conditions = await sqlRows(conditionKinds)`
    SELECT ${conditionColumns} ${conditionsFrom} JOIN project j ON j.id = c.project_id WHERE ${ofConditions}`.execute(
    db,
  );
  return { status: wholeOfRow({ ...row, ...conditions.rows[0] }), lastReceivedAt: row.last_received_at };
}

/** Points by measurement family, most first; masters are no points of their own. */
export async function byFamily(db: Db, where: Where): Promise<KeyCount[]> {
  const { rows } = await sqlRows(keyCountColumns)`
    SELECT p.family AS key, count(*) AS count FROM point p JOIN project j ON j.id = p.project_id
    WHERE p.archived_at IS NULL AND p.deprecated_at IS NULL AND ${measures} AND ${where} GROUP BY p.family ORDER BY 2 DESC, 1`.execute(
    db,
  );
  return rows;
}

/** Alerts by status. `where` may use g (alert) too. */
export async function byStatus(db: Db, where: Where): Promise<{ status: AlertStatus; count: number }[]> {
  const { rows } = await sqlRows({ status: typed<AlertStatus>(), count: 'number' })`
    SELECT g.status, count(*) AS count FROM alert g JOIN project j ON j.id = g.project_id
    WHERE ${where} GROUP BY g.status`.execute(db);
  return rows;
}

/** Open alerts by level 0..4, in how many projects, and when the newest was measured. */
export async function openAlerts(db: Db, where: Where) {
  const at = (level: number) => sql`count(*) FILTER (WHERE g.level = ${level})`;
  const { rows } = await sqlRows({ levels: typed<number[]>(), projects: 'number', newest: 'instant?' })`
    SELECT ARRAY[${at(0)}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}]::int[] AS levels,
      count(DISTINCT g.project_id) AS projects, max(g.reading_at) AS newest
    FROM alert g JOIN project j ON j.id = g.project_id
    WHERE g.status IN ('Pending', 'Notice') AND ${where}`.execute(db);
  return elementAt(rows, 0);
}

/** Projects, and structures by how their points and their items' points stand: none silent and none at a level is normal. */
export async function placeCounts(db: Db, now: Date, where: Where) {
  const [counted, { rows: structures }] = await Promise.all([
    sqlRows({ projects: 'number' })`SELECT count(*) AS projects FROM project j WHERE ${where}`.execute(db),
    sqlRows({ ...wholeKinds, ...conditionKinds })`
      SELECT ${wholeColumns(now)}, max(w.condition_level) AS condition_level, max(w.unknown_conditions) AS unknown_conditions
      FROM structure t JOIN project j ON j.id = t.project_id
        LEFT JOIN point p ON p.structure_id = t.id AND p.archived_at IS NULL AND p.deprecated_at IS NULL
        LEFT JOIN point_state s ON s.point_id = p.id
        LEFT JOIN (SELECT c.structure_id, ${conditionColumns} ${conditionsFrom} GROUP BY c.structure_id) w ON w.structure_id = t.id
      WHERE ${where} GROUP BY coalesce(t.parent_id, t.id)`.execute(db),
  ]);
  const statuses = structures.map(wholeOfRow);
  return {
    projects: elementAt(counted.rows, 0).projects,
    structures: statuses.length,
    normal: statuses.filter(({ state, level }) => state === 'reporting' && level === 0).length,
    silent: statuses.filter(({ state }) => state === 'silent').length,
  };
}

/** The devices of the caller's corporation that are not hidden, or those that feed a point of its projects: by health, and how many fell silent. */
export async function deviceCounts(db: Db, caller: Caller, now: Date) {
  const seesAll = caller.type !== 'Normal';
  const visible = seesAll
    ? caller.corporationId === null
      ? sql`true`
      : sql`d.corporation_id = ${caller.corporationId}`
    : sql`d.id IN (SELECT p.device_id FROM point p JOIN project j ON j.id = p.project_id WHERE ${visibleTo(caller, 'Retrieve:Device')})`;
  const { rows } = await sqlRows({
    status: typed<(typeof healthStatuses)[number]>(),
    count: 'number',
    silent: 'number',
  })`
    SELECT ${health(now)} AS status, count(*) AS count,
      count(*) FILTER (WHERE e.last_seen_at < ${now}::timestamptz - interval '24 hours') AS silent
    FROM device d JOIN corporation c ON c.id = d.corporation_id LEFT JOIN device_state e ON e.device_id = d.id
    WHERE NOT d.hidden AND ${visible} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** Readings stored on a day of UTC: of the caller's corporation, of all for a System account, of his projects for a member. */
export async function storedOn(db: Db, caller: Caller, day: string): Promise<number> {
  const mine = sql<boolean>`project_id IN (SELECT j.id FROM project j WHERE ${visibleTo(caller, 'Retrieve:Data')})`;
  let query = db
    .selectFrom('ingest_total')
    .select((each) => each.fn.sum<number>('stored').as('stored'))
    .where('day', '=', day);
  if (caller.corporationId !== null) query = query.where('corporation_id', '=', caller.corporationId);
  if (caller.type === 'Normal') query = query.where(mine);
  return Number((await query.executeTakeFirst())?.stored ?? 0);
}
