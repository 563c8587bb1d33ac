/** The status of devices and channels, as people see it. */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { health as contract } from '@plumbline/contract/telemetry/health';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { health, severityOf } from '../../devices/devices/devices.api.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';

type Status = OutputOf<typeof contract.device.reply>['status'];

const devices = sql`FROM device d JOIN corporation c ON c.id = d.corporation_id LEFT JOIN device_state e ON e.device_id = d.id`;

export async function device(db: Db, now: Date, deviceId: number) {
  const { rows } = await sqlRows({ status: typed<Status>(), since: 'instant?' })`
    SELECT ${health(now)} AS status, e.health_since AS since ${devices} WHERE d.id = ${deviceId}`.execute(db);
  return rows[0];
}

export async function channels(db: Db, caller: Caller, deviceId: number) {
  const { rows } = await sqlRows({
    channel: 'text',
    pointId: 'number',
    pointName: 'text?',
    status: typed<Status>(),
    since: 'instant',
    missed: 'number',
    expectedAt: 'instant?',
    overdueAt: 'instant?',
    lastAt: 'instant?',
    brokenNodes: typed<number[]>(),
    repeats: 'number',
  })`
    SELECT h.channel, h.point_id AS "pointId", CASE WHEN ${visibleTo(caller)} THEN p.name END AS "pointName",
      CASE WHEN h.status = 'normal' AND s.at IS NULL THEN 'neverReported' ELSE h.status END AS status, h.since,
      h.missed, h.expected_at AS "expectedAt", h.overdue_at AS "overdueAt", s.at AS "lastAt",
      h.broken_nodes AS "brokenNodes", h.repeats
    FROM point_health h JOIN point p ON p.id = h.point_id JOIN project j ON j.id = p.project_id
      LEFT JOIN point_state s ON s.point_id = h.point_id
    WHERE h.device_id = ${deviceId} ORDER BY h.channel COLLATE natural_order`.execute(db);
  return rows;
}

export async function changes(db: Db, deviceId: number, { page, pageSize }: { page: number; pageSize: number }) {
  const of = db.selectFrom('device_health_change').where('device_id', '=', deviceId);
  const [rows, counted] = await Promise.all([
    of
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    of.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return {
    changes: rows.map(({ id, device_id, at, before, status, channels: which }) => ({
      id,
      deviceId: device_id,
      at: at.toISOString(),
      before: before as Status,
      status: status as Status,
      channels: which,
    })),
    total: counted.total,
  };
}

/** Devices that the caller may see: of its corporation, or those that feed a point of its projects. */
function mine(caller: Caller, projectId: number | undefined): RawBuilder<unknown> {
  const inProject =
    projectId === undefined ? sql`true` : sql`d.id IN (SELECT device_id FROM point WHERE project_id = ${projectId})`;
  if (caller.corporationId === null) return inProject;
  const own = sql`d.corporation_id = ${caller.corporationId} AND ${inProject}`;
  return caller.type === 'Normal'
    ? sql`${own} AND d.id IN (SELECT p.device_id FROM point p JOIN project j ON j.id = p.project_id
        WHERE ${visibleTo(caller, 'Retrieve:Device')})`
    : own;
}

const severity = severityOf(sql`x.status`);

export async function list(
  db: Db,
  caller: Caller,
  now: Date,
  { projectId, status, page, pageSize }: OutputOf<typeof contract.list.input>,
) {
  const wanted =
    status === undefined ? sql`true` : status === 'unhealthy' ? sql`x.status <> 'normal'` : sql`x.status = ${status}`;
  const { rows } = await sqlRows({
    // NULL in the one row of an empty page, which brings the total and is left out.
    deviceId: typed<number>(),
    name: typed<string>(),
    sncode: typed<string>(),
    projectId: 'number?',
    status: typed<Status>(),
    since: 'instant?',
    lastSeenAt: 'instant?',
    voltage: 'number?',
    channels: 'number',
    unhealthy: typed<string[]>(),
    total: 'number',
  })`
    WITH x AS (SELECT d.id, d.name, d.sncode, ${health(now)} AS status, e.health_since, e.last_seen_at, e.voltage_v ${devices}
      WHERE NOT d.hidden AND ${mine(caller, projectId)}),
    counted AS (SELECT count(*) AS total FROM x WHERE ${wanted}),
    page AS (SELECT * FROM x WHERE ${wanted} ORDER BY ${severity} DESC, name COLLATE natural_order, id
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize})
    SELECT x.id AS "deviceId", x.name, x.sncode, x.status, x.health_since AS since, x.last_seen_at AS "lastSeenAt",
      x.voltage_v AS voltage, (SELECT min(j.id) FROM point p JOIN project j ON j.id = p.project_id
        WHERE p.device_id = x.id AND ${visibleTo(caller, 'Retrieve:Device')}) AS "projectId", (SELECT count(*) FROM point_health h WHERE h.device_id = x.id) AS channels,
      ARRAY(SELECT h.channel FROM point_health h WHERE h.device_id = x.id AND h.status <> 'normal'
        ORDER BY h.channel COLLATE natural_order) AS unhealthy, counted.total
    FROM counted LEFT JOIN page x ON true ORDER BY ${severity} DESC, x.name COLLATE natural_order, x.id`.execute(db);
  return { rows: rows.filter(({ deviceId }) => deviceId !== null), total: rows[0]?.total ?? 0 };
}

export async function byStatus(db: Db, caller: Caller, now: Date, projectId: number | undefined) {
  const { rows } = await sqlRows({ status: typed<Status>(), count: 'number' })`
    SELECT ${health(now)} AS status, count(*) AS count ${devices}
    WHERE NOT d.hidden AND ${mine(caller, projectId)} GROUP BY 1`.execute(db);
  return rows;
}

/** A device counts in every project that it feeds. */
export async function unhealthyByProject(db: Db, caller: Caller, now: Date, projectId: number | undefined) {
  const one = projectId === undefined ? sql`true` : sql`j.id = ${projectId}`;
  const { rows } = await sqlRows({
    projectId: 'number',
    projectName: 'text',
    status: typed<Status>(),
    count: 'number',
  })`
    SELECT j.id AS "projectId", j.name AS "projectName", x.status, count(*) AS count
    FROM project j JOIN (SELECT DISTINCT project_id, device_id FROM point WHERE device_id IS NOT NULL) p ON p.project_id = j.id
      JOIN (SELECT d.id, ${health(now)} AS status ${devices} WHERE NOT d.hidden) x ON x.id = p.device_id
    WHERE x.status <> 'normal' AND ${one} AND ${visibleTo(caller, 'Retrieve:Device')}
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 2 LIMIT 1000`.execute(db);
  return rows;
}

const projectDeviceColumns = {
  name: 'text',
  sncode: 'text',
  status: typed<Status>(),
  since: 'instant?',
  lastSeenAt: 'instant?',
  voltage: 'number?',
  /** How often its health changed for the worse in a period. */
  worsened: 'number',
} as const satisfies Columns;
export type ProjectDevice = SqlRow<typeof projectDeviceColumns>;

/** The devices that feed a project, the worst first: how they are now, and how often they fell ill in [from, to). */
export async function devicesOf(
  db: Db,
  now: Date,
  projectId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ProjectDevice[]> {
  const { rows } = await sqlRows(projectDeviceColumns)`
    SELECT x.name, x.sncode, x.status, x.since, x."lastSeenAt", x.voltage,
      (SELECT count(*) FROM device_health_change g WHERE g.device_id = x.id AND g.at >= ${from} AND g.at < ${to}
        AND g.before = 'normal' AND g.status <> 'normal')::int AS worsened
    FROM (SELECT d.id, d.name, d.sncode, ${health(now)} AS status, e.health_since AS since, e.last_seen_at AS "lastSeenAt",
        e.voltage_v AS voltage ${devices}
      WHERE NOT d.hidden AND d.id IN (SELECT device_id FROM point WHERE project_id = ${projectId})) x
    ORDER BY ${severity} DESC, x.name COLLATE natural_order, x.id`.execute(db);
  return rows;
}
