/** Devices as people see them: with their state, what they feed, and what their model says where they say nothing. */

import type { Device } from '@plumbline/contract/devices/devices';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { batteryPercent } from '@plumbline/science/health/battery';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows, typed } from '../../../kernel/rows.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';
import { connectionAt, health } from './devices.api.ts';
import { setupOf } from './logic/device-columns.ts';

interface Fed {
  channel: string;
  pointId: number;
  /** null where the caller may not see the project: the channel is taken all the same. */
  pointName: string | null;
  projectId: number | null;
  family: FamilyCode;
  mode: number;
  nodeCount: number;
}
const shownColumns = {
  connection: typed<Device['connection']>(),
  last_seen_at: 'instant?',
  activated_at: 'instant?',
  signal_dbm: 'number?',
  signal_in_db: 'flag',
  voltage_v: 'number?',
  refused_count: 'number?',
  refused_at: 'instant?',
  refused_error: 'text?',
  deferred: 'number',
  refused_detail: 'json?',
  health: typed<Device['health']>(),
  warnings: 'number',
  series: 'text?',
  model_category: typed<Device['category'] | null>(),
  model_collector: typed<Device['collectorType'] | null>(),
  fed: typed<Fed[]>(),
} as const satisfies Columns;
type Row = TableRow<'device', typeof shownColumns>;

/** A device and the points that its channels feed: what its sample message is made from. */
export interface ListedDevice {
  readonly device: Device;
  readonly fed: readonly Fed[];
}

const from = sql`FROM device d JOIN corporation c ON c.id = d.corporation_id
  LEFT JOIN device_state e ON e.device_id = d.id LEFT JOIN device_model m ON lower(m.code) = lower(d.model)`;

/** Devices that a condition holds of, over the aliases d (device), c (corporation), e (device_state) and m (device_model). */
export async function select(
  db: Db,
  caller: Caller,
  now: Date,
  where: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql``,
): Promise<ListedDevice[]> {
  const { rows } = await tableRows('device', shownColumns)`
    SELECT d.*, ${connectionAt(now)} AS connection, e.last_seen_at, e.activated_at, e.signal_dbm, e.voltage_v,
      e.refused_count, e.refused_at, e.refused_error, e.refused_detail, ${health(now)} AS health,
      (SELECT count(*) FROM device_warning w WHERE w.device_id = d.id) AS warnings,
      (SELECT count(*)::int FROM deferred_reading h WHERE h.device_id = d.id) AS deferred,
      coalesce(m.rules->'features' ? 'signalInDb', false) AS signal_in_db, m.series, m.category AS model_category, m.rules->'collectorTypeOptions'->>0 AS model_collector,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('channel', p.channel, 'pointId', p.id, 'family', p.family, 'mode', p.mode,
          'nodeCount', p.node_count,
          'pointName', CASE WHEN ${visibleTo(caller)} THEN p.name END,
          'projectId', CASE WHEN ${visibleTo(caller)} THEN p.project_id END))
        FROM point p JOIN project j ON j.id = p.project_id WHERE p.device_id = d.id), '[]') AS fed
    ${from} WHERE ${where} ${page}`.execute(db);
  return rows.map((row) => ({ device: fromRow(row), fed: row.fed }));
}

/** The devices that feed points of a project, by name; hidden ones are left out, as in the list of them. */
export async function devicesOfProject(db: Db, caller: Caller, now: Date, projectId: number): Promise<Device[]> {
  const ofProject = sql`NOT d.hidden AND d.id IN (SELECT device_id FROM point WHERE project_id = ${projectId})`;
  const devices = await select(db, caller, now, ofProject, sql`ORDER BY d.name COLLATE natural_order, d.id`);
  return devices.map(({ device }) => device);
}

export async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sqlRows({ total: 'number' })`SELECT count(*) AS total ${from} WHERE ${where}`.execute(db);
  return elementAt(rows, 0).total;
}

export const one = async (db: Db, caller: Caller, now: Date, id: number): Promise<ListedDevice | undefined> =>
  (await select(db, caller, now, sql`d.id = ${id}`))[0];

function fromRow(row: Row): Device {
  const fed = new Map(row.fed.map((each) => [each.channel, each]));
  const { cameraCode, ...setup } = setupOf(row);
  return {
    id: row.id,
    corporationId: row.corporation_id,
    sncode: row.sncode,
    ...setup,
    category: setup.category ?? row.model_category ?? 'other',
    collectorType: setup.collectorType ?? row.model_collector ?? 'direct',
    channels: setup.channels.map((channel) => {
      const point = fed.get(channel.number);
      return {
        ...channel,
        pointId: point?.pointId ?? null,
        pointName: point?.pointName ?? null,
        projectId: point?.projectId ?? null,
      };
    }),
    series: row.series,
    hasCameraCode: cameraCode !== null,
    signal: row.signal_dbm,
    signalUnit: row.signal_in_db ? 'dB' : 'dBm',
    battery: row.voltage_v === null ? null : Math.round(batteryPercent(row.voltage_v)),
    voltage: row.voltage_v,
    health: row.health,
    warnings: row.warnings,
    connection: row.connection,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    refused: {
      count: row.refused_count ?? 0,
      at: row.refused_at?.toISOString() ?? null,
      error: row.refused_error,
      detail: row.refused_detail,
      deferred: row.deferred,
    },
    projectIds: [...new Set(row.fed.map((each) => each.projectId).filter((id) => id !== null))],
    activatedAt: row.activated_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
