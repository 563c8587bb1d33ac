import type { FamilyCode } from '@plumbline/contract/points/families';
import type { TopoNode } from '@plumbline/contract/points/topology';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { connectionAt, health } from '../../devices/devices/devices.api.ts';
import { statusColumns, statusKinds } from '../../site/projects/projects.api.ts';

type Health = NonNullable<TopoNode['health']>;

const topoPointColumns = {
  ...statusKinds,
  id: 'number',
  structure_id: 'number',
  name: 'text',
  family: typed<FamilyCode>(),
  device_id: 'number?',
  channel: 'text?',
  collector_id: 'number?',
  dtu_id: 'number?',
} as const satisfies Columns;
export type TopoPoint = SqlRow<typeof topoPointColumns>;
const topoDeviceColumns = {
  id: 'number',
  type: 'text',
  name: 'text',
  model: 'text',
  sncode: 'text',
  iccid: 'text',
  register: 'text?',
  manufacturer: 'text',
  category: 'text',
  collector_type: 'text',
  measurement: 'text?',
  hidden: 'flag',
  mounted: 'flag',
  config: typed<Record<string, unknown>>(),
  channels: typed<{ number: string }[]>(),
  collector_id: 'number?',
  dtu_id: 'number?',
  connection: typed<NonNullable<TopoNode['connection']>>(),
  health: typed<Health>(),
  seen_at: 'instant?',
} as const satisfies Columns;
export type TopoDevice = SqlRow<typeof topoDeviceColumns>;

/** The points of a project with what feeds them now, by way of which collector and DTU where the binding says so. In no order. */
export async function points(db: Db, projectId: number, now: Date): Promise<TopoPoint[]> {
  const { rows } = await sqlRows(topoPointColumns)`
    SELECT p.id, p.structure_id, p.name, p.family, p.device_id, p.channel, g.collector_id, g.dtu_id,
      ${statusColumns(now)}
    FROM point p LEFT JOIN device_group g ON g.point_id = p.id AND g.to_at IS NULL
      LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND p.deprecated_at IS NULL`.execute(db);
  return rows;
}

/** Devices with those that they send through: at most a collector and a DTU above a measuring device. In no order. */
export async function devices(db: Db, ids: readonly number[], now: Date): Promise<TopoDevice[]> {
  if (ids.length === 0) return [];
  const { rows } = await sqlRows(topoDeviceColumns)`
    WITH RECURSIVE way(id, depth) AS (
      SELECT id, 0 FROM unnest(${ids}::int[]) AS given(id)
      UNION
      SELECT up.id, way.depth + 1 FROM way JOIN device d ON d.id = way.id
        CROSS JOIN LATERAL (VALUES (d.collector_id), (d.dtu_id)) AS up(id)
      WHERE up.id IS NOT NULL AND way.depth < 3
    )
    SELECT d.id, d.type, d.name, d.model, d.sncode, d.iccid, d.register, d.manufacturer,
      coalesce(d.category, m.category, 'other') AS category,
      coalesce(d.collector_type, m.rules->'collectorTypeOptions'->>0, 'direct') AS collector_type, d.measurement, d.hidden, d.mounted, d.config, d.channels, d.collector_id, d.dtu_id,
      ${connectionAt(now)} AS connection, ${health(now)} AS health, e.last_seen_at AS seen_at
    FROM device d JOIN corporation c ON c.id = d.corporation_id LEFT JOIN device_state e ON e.device_id = d.id
      LEFT JOIN device_model m ON lower(m.code) = lower(d.model)
    WHERE d.id IN (SELECT id FROM way)`.execute(db);
  return rows;
}
