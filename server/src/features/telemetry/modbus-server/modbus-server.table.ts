/** Register maps of projects for control systems, and what their rows say now. */

import type { Status } from '@plumbline/contract/kernel/status';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { type ModbusMap, modbusServerLimits } from '@plumbline/contract/telemetry/modbus-server';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { shownValues } from '../../platform/store/store.shown.api.ts';
import { statusColumns, statusKinds, statusOf } from '../../points/points/points.api.ts';

export interface StoredMap {
  readonly projectId: number;
  readonly unit: number;
  readonly map: ModbusMap;
}

export async function mapOf(db: Db, projectId: number): Promise<StoredMap | null> {
  const row = await db.selectFrom('modbus_map').selectAll().where('project_id', '=', projectId).executeTakeFirst();
  return row ? stored(row) : null;
}

/** The map that a unit address stands for. */
export async function mapOfUnit(db: Db, unit: number): Promise<StoredMap | null> {
  const row = await db.selectFrom('modbus_map').selectAll().where('unit', '=', unit).executeTakeFirst();
  return row ? stored(row) : null;
}

const stored = (row: {
  project_id: number;
  unit: number;
  enabled: boolean;
  networks: string[];
  keeps_stale: boolean;
  rows: ModbusMap['rows'];
}): StoredMap => ({
  projectId: row.project_id,
  unit: row.unit,
  map: { enabled: row.enabled, networks: row.networks, keepsStale: row.keeps_stale, rows: row.rows },
});

/** The networks that may read anything at all. */
export async function openNetworks(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('modbus_map').select('networks').where('enabled', '=', true).execute();
  return [...new Set(rows.flatMap(({ networks }) => networks))];
}

/**
 * Writes the map of a project; the first time it gets the lowest unit address that is free. `full`: none is; `shareFull`: its
 * corporation has its share of them, which is all of them where no other one is there.
 */
export async function save(
  db: Db,
  { projectId, map, byName, now }: { projectId: number; map: ModbusMap; byName: string; now: Date },
): Promise<number | 'full' | 'shareFull'> {
  // Two projects at once must not find the same address free. Readers go on.
  await sql`LOCK TABLE modbus_map IN SHARE ROW EXCLUSIVE MODE`.execute(db);
  if (await hasItsShare(db, projectId)) return 'shareFull';
  const { rows } = await sqlRows({ unit: 'number' })`
    INSERT INTO modbus_map AS m (project_id, unit, enabled, networks, keeps_stale, rows, by_name, changed_at)
    SELECT ${projectId}, unit, ${map.enabled}, ${JSON.stringify(map.networks)}::jsonb, ${map.keepsStale},
      ${JSON.stringify(map.rows)}::jsonb, ${byName}, ${now}
    FROM (SELECT coalesce((SELECT own.unit FROM modbus_map own WHERE own.project_id = ${projectId}),
      (SELECT min(u) FROM generate_series(1, ${modbusServerLimits.units}) u WHERE u NOT IN (SELECT unit FROM modbus_map))) AS unit) free
    WHERE unit IS NOT NULL
    ON CONFLICT (project_id) DO UPDATE SET enabled = excluded.enabled, networks = excluded.networks,
      keeps_stale = excluded.keeps_stale, rows = excluded.rows, by_name = excluded.by_name, changed_at = excluded.changed_at
    RETURNING unit`.execute(db);
  return rows[0]?.unit ?? 'full';
}

/** Returns whether a project that has no unit address yet may have none either: other corporations are to find some left. */
async function hasItsShare(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sqlRows({ full: 'flag' })`
    SELECT NOT EXISTS (SELECT 1 FROM modbus_map WHERE project_id = p.id)
      AND EXISTS (SELECT 1 FROM corporation c WHERE c.id <> p.corporation_id)
      AND (SELECT count(*) FROM modbus_map m JOIN project o ON o.id = m.project_id WHERE o.corporation_id = p.corporation_id)
        >= ${modbusServerLimits.unitsOfCorporation} AS "full"
    FROM project p WHERE p.id = ${projectId}`.execute(db);
  return rows[0]?.full ?? false;
}

export async function remove(db: Db, projectId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('modbus_map').where('project_id', '=', projectId).executeTakeFirst();
  return numDeletedRows > 0n;
}

const servablePointColumns = {
  id: 'number',
  family: typed<FamilyCode>(),
  nodeCount: 'number',
} as const satisfies Columns;
export type ServablePoint = SqlRow<typeof servablePointColumns>;

/** Returns the points among these that are of the project and have values of their own: masters have none. */
export async function servablePoints(db: Db, projectId: number, ids: readonly number[]): Promise<ServablePoint[]> {
  const { rows } = await sqlRows(servablePointColumns)`
    SELECT id, family, node_count AS "nodeCount" FROM point
    WHERE project_id = ${projectId} AND id = ANY(${ids}::int[]) AND type <> 3`.execute(db);
  return rows;
}

export interface PointNow extends ServablePoint {
  /** Corrected, as people see them, by field; null = never read. */
  readonly values: readonly (number | null)[] | null;
  readonly status: Status;
}

/** Points in use of a project in use, as they are now. */
export async function pointsNow(db: Db, projectId: number, ids: readonly number[], now: Date): Promise<PointNow[]> {
  const { rows } = await sqlRows({ ...servablePointColumns, ...statusKinds, values: typed<PointNow['values']>() })`
    SELECT p.id, p.family, p.node_count AS "nodeCount", ${shownValues} AS values, ${statusColumns(now)}
    FROM point p JOIN project j ON j.id = p.project_id LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND p.id = ANY(${ids}::int[]) AND p.archived_at IS NULL AND p.deprecated_at IS NULL
      AND j.archived_at IS NULL AND j.deleting_at IS NULL`.execute(db);
  return rows.map(({ id, family, nodeCount, values, ...status }) => ({
    id,
    family,
    nodeCount,
    values,
    status: statusOf(status, now),
  }));
}
