/** The warehouse as a whole: how many of what, and where they are. */
import type { Device } from '@plumbline/contract/devices/devices';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';
import { connectionAt, health } from '../devices/devices.api.ts';

const from = sql`FROM device d JOIN corporation c ON c.id = d.corporation_id LEFT JOIN device_state e ON e.device_id = d.id`;

/** How many devices of a corporation are alike in everything that the summary counts by. */
const groupColumns = {
  type: typed<Device['type']>(),
  model: 'text',
  series: 'text?',
  health: typed<Device['health']>(),
  connection: typed<Device['connection']>(),
  mounted: 'flag',
  hidden: 'flag',
  warned: 'flag',
  unbound: 'flag',
  count: 'number',
} as const satisfies Columns;
export type Group = SqlRow<typeof groupColumns>;
export async function groups(db: Db, now: Date, corporationId: number): Promise<Group[]> {
  const { rows } = await sqlRows(groupColumns)`
    SELECT d.type, d.model, m.series, ${health(now)} AS health, ${connectionAt(now)} AS connection, d.mounted, d.hidden,
      EXISTS (SELECT FROM device_warning w WHERE w.device_id = d.id) AS warned,
      NOT EXISTS (SELECT FROM point p WHERE p.device_id = d.id) AS unbound, count(*) AS count
    ${from} LEFT JOIN device_model m ON lower(m.code) = lower(d.model)
    WHERE d.corporation_id = ${corporationId} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db);
  return rows;
}

const placedColumns = {
  id: 'number',
  name: 'text',
  sncode: 'text',
  model: 'text',
  type: typed<Device['type']>(),
  health: typed<Device['health']>(),
  connection: typed<Device['connection']>(),
  longitude: 'number?',
  latitude: 'number?',
  from: typed<'own' | 'points'>(),
  unplaced: 'number',
} as const satisfies Columns;

const maxDevicesOnMap = 10_000;

/** Devices that are not hidden, with their own place, or the middle of the points that they feed and the caller may see. */
async function placed(db: Db, caller: Caller, now: Date, where: RawBuilder<unknown>) {
  const { rows } = await sqlRows(placedColumns)`
    WITH stood AS (
      SELECT d.id, d.name, d.sncode, d.model, d.type, ${health(now)} AS health,
        ${connectionAt(now)} AS connection,
        coalesce(d.longitude, q.longitude) AS longitude, coalesce(d.latitude, q.latitude) AS latitude,
        CASE WHEN d.longitude IS NULL THEN 'points' ELSE 'own' END AS "from"
      ${from} LEFT JOIN LATERAL (
        SELECT avg(p.longitude) AS longitude, avg(p.latitude) AS latitude
        FROM point p JOIN project j ON j.id = p.project_id
        WHERE p.device_id = d.id AND p.longitude IS NOT NULL AND ${visibleTo(caller)}) q ON true
      WHERE NOT d.hidden AND ${where})
    SELECT *, (SELECT count(*) FROM stood WHERE longitude IS NULL) AS unplaced FROM stood
    ORDER BY longitude IS NULL, name COLLATE natural_order, id LIMIT ${maxDevicesOnMap}`.execute(db);
  return {
    positions: rows.flatMap(({ longitude, latitude, ...row }) =>
      longitude === null || latitude === null ? [] : [{ ...row, longitude, latitude }],
    ),
    unplaced: rows[0]?.unplaced ?? 0,
  };
}
export const positions = (db: Db, caller: Caller, now: Date, corporationId: number) =>
  placed(db, caller, now, sql`d.corporation_id = ${corporationId}`);
export const positionsOfProject = (db: Db, caller: Caller, now: Date, projectId: number) =>
  placed(db, caller, now, sql`d.id IN (SELECT device_id FROM point WHERE project_id = ${projectId})`);

/** GNSS devices that say they are base stations. */
export async function baseStations(db: Db, corporationId: number) {
  const { rows } = await sqlRows({
    id: 'number',
    name: 'text',
    sncode: 'text',
    model: 'text',
    config: typed<Device['config']>(),
  })`
    SELECT d.id, d.name, d.sncode, d.model, d.config FROM device d
    WHERE d.corporation_id = ${corporationId} AND d.config->>'gnssRole' = 'base'
    ORDER BY d.name COLLATE natural_order, d.id LIMIT 1000`.execute(db);
  return rows;
}
