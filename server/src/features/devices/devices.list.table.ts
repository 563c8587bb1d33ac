/** Devices as people see them: with their state, what they feed, and what their model says where they say nothing. */

import type { Device, deviceSorts } from '@plumbline/contract/devices';
import type { StoredChannel } from '@plumbline/contract/devices.channels';
import type { FamilyCode } from '@plumbline/contract/families';
import { batteryPercent } from '@plumbline/science/health/battery';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Caller, Db } from '../../kernel/context.ts';
import { containing } from '../../kernel/matching.ts';
import type { Tables } from '../../kernel/tables.ts';
import { visibleTo } from '../projects/projects.api.ts';
import { connectionAt, health } from './devices.api.ts';

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
type Row = Selectable<Tables['device']> & {
  connection: Device['connection'];
  last_seen_at: Date | null;
  activated_at: Date | null;
  signal_dbm: number | null;
  voltage_v: number | null;
  refused_count: number | null;
  refused_at: Date | null;
  refused_error: string | null;
  deferred: number;
  refused_detail: unknown;
  health: Device['health'];
  warnings: number;
  series: string | null;
  model_category: string | null;
  model_collector: string | null;
  fed: Fed[];
};

/** A device and the points that its channels feed: what its sample message is made from. */
export interface ListedDevice {
  readonly device: Device;
  readonly fed: readonly Fed[];
}

export interface Filter {
  readonly keyword?: string | undefined;
  readonly health?: Device['health'] | undefined;
  readonly connection?: Device['connection'] | undefined;
  readonly model?: string | undefined;
  readonly series?: string | undefined;
  readonly type?: Device['type'] | undefined;
  readonly category?: Device['category'] | undefined;
  readonly mounted?: boolean | undefined;
  readonly hidden: 'no' | 'yes' | 'all';
  readonly warned?: boolean | undefined;
  readonly unbound?: boolean | undefined;
  readonly inProject?: number | undefined;
  readonly sort: (typeof deviceSorts)[number];
  readonly order: 'asc' | 'desc';
}

/** Each condition that was asked for; what was not asked for is not there. */
function matching(filter: Filter, now: Date): RawBuilder<unknown> {
  const { keyword, connection, model, series, type, category, mounted, hidden, warned, unbound, inProject } = filter;
  const like = keyword ? containing(keyword) : '';
  const has = (wanted: boolean, exists: RawBuilder<unknown>) => (wanted ? exists : sql`NOT ${exists}`);
  const parts = [
    keyword &&
      sql`(d.name ILIKE ${like} OR d.sncode ILIKE ${like} OR d.model ILIKE ${like} OR d.register ILIKE ${like} OR d.iccid ILIKE ${like})`,
    connection && sql`${connectionAt(now)} = ${connection}`,
    filter.health && sql`${health(now)} = ${filter.health}`,
    model && sql`lower(d.model) = lower(${model})`,
    series && sql`m.series = ${series}`,
    type && sql`d.type = ${type}`,
    category && sql`coalesce(d.category, m.category, 'other') = ${category}`,
    mounted !== undefined && sql`d.mounted = ${mounted}`,
    hidden !== 'all' && sql`d.hidden = ${hidden === 'yes'}`,
    warned !== undefined && has(warned, sql`EXISTS (SELECT FROM device_warning w WHERE w.device_id = d.id)`),
    unbound !== undefined && has(!unbound, sql`EXISTS (SELECT FROM point p WHERE p.device_id = d.id)`),
    inProject !== undefined && sql`d.id IN (SELECT p.device_id FROM point p WHERE p.project_id = ${inProject})`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? sql`` : sql`AND ${sql.join(parts, sql` AND `)}`;
}

/** Health by gravity, so that what needs somebody stands together. */
const severity = (now: Date) =>
  sql`array_position(ARRAY['normal', 'lowVoltage', 'dataRepeat', 'nodeBroken', 'dataLost'], ${health(now)})`;

function sorted({ sort, order }: Pick<Filter, 'sort' | 'order'>, now: Date): RawBuilder<unknown> {
  const by: Record<Filter['sort'], RawBuilder<unknown>> = {
    name: sql`d.name COLLATE natural_order`,
    sncode: sql`d.sncode COLLATE natural_order`,
    model: sql`d.model COLLATE natural_order`,
    type: sql`d.type`,
    health: severity(now),
    connection: sql`array_position(ARRAY['notConnected', 'connecting', 'connected'], ${connectionAt(now)})`,
    lastSeenAt: sql`e.last_seen_at`,
    signal: sql`e.signal_dbm`,
    voltage: sql`e.voltage_v`,
    warnings: sql`(SELECT count(*) FROM device_warning w WHERE w.device_id = d.id)`,
    createdAt: sql`d.created_at`,
  };
  const way = order === 'asc' ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`;
  return sql`${by[sort]} ${way}, d.name COLLATE natural_order, d.id`;
}

const from = sql`FROM device d JOIN corporation c ON c.id = d.corporation_id
  LEFT JOIN device_state e ON e.device_id = d.id LEFT JOIN device_model m ON lower(m.code) = lower(d.model)`;

async function select(
  db: Db,
  caller: Caller,
  now: Date,
  where: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql``,
): Promise<ListedDevice[]> {
  const { rows } = await sql<Row>`
    SELECT d.*, ${connectionAt(now)} AS connection, e.last_seen_at, e.activated_at, e.signal_dbm, e.voltage_v,
      e.refused_count, e.refused_at, e.refused_error, e.refused_detail, ${health(now)} AS health,
      (SELECT count(*) FROM device_warning w WHERE w.device_id = d.id) AS warnings,
      (SELECT count(*)::int FROM deferred_reading h WHERE h.device_id = d.id) AS deferred,
      m.series, m.category AS model_category, m.rules->'collectorTypeOptions'->>0 AS model_collector,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('channel', p.channel, 'pointId', p.id, 'family', p.family, 'mode', p.mode,
          'nodeCount', p.node_count,
          'pointName', CASE WHEN ${visibleTo(caller)} THEN p.name END,
          'projectId', CASE WHEN ${visibleTo(caller)} THEN p.project_id END))
        FROM point p JOIN project j ON j.id = p.project_id WHERE p.device_id = d.id), '[]') AS fed
    ${from} WHERE ${where} ${page}`.execute(db);
  return rows.map((row) => ({ device: fromRow(row), fed: row.fed }));
}

async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  return (await sql<{ total: number }>`SELECT count(*) AS total ${from} WHERE ${where}`.execute(db)).rows[0]!.total;
}

interface Page {
  readonly page: number;
  readonly pageSize: number;
}
async function paged(
  db: Db,
  caller: Caller,
  now: Date,
  within: RawBuilder<unknown>,
  filter: Filter,
  { page, pageSize }: Page,
) {
  const where = sql`${within} ${matching(filter, now)}`;
  const limit = sql`ORDER BY ${sorted(filter, now)} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  const [found, total] = await Promise.all([select(db, caller, now, where, limit), count(db, where)]);
  return { devices: found.map(({ device }) => device), total };
}

export const ofCorporation = (db: Db, caller: Caller, now: Date, corporationId: number, filter: Filter, page: Page) =>
  paged(db, caller, now, sql`d.corporation_id = ${corporationId}`, filter, page);

export const ofProject = (db: Db, caller: Caller, now: Date, projectId: number, filter: Filter, page: Page) =>
  paged(
    db,
    caller,
    now,
    sql`d.id IN (SELECT device_id FROM point WHERE project_id = ${projectId})`,
    { ...filter, inProject: undefined },
    page,
  );

export const one = async (db: Db, caller: Caller, now: Date, id: number): Promise<ListedDevice | undefined> =>
  (await select(db, caller, now, sql`d.id = ${id}`))[0];

/** A piece of the warehouse by id, after `afterId`: for a file, whose rows are pulled one piece at a time. */
export const piece = async (db: Db, caller: Caller, now: Date, corporationId: number, afterId: number, rows: number) =>
  (
    await select(
      db,
      caller,
      now,
      sql`d.corporation_id = ${corporationId} AND d.id > ${afterId}`,
      sql`ORDER BY d.id LIMIT ${rows}`,
    )
  ).map(({ device }) => device);

/** A channel with optional fields. */
export type ChannelInput = { readonly [K in keyof StoredChannel]?: StoredChannel[K] | undefined } & Pick<
  StoredChannel,
  'number' | 'mode'
>;
/** Returns a channel with every field. */
export const wholeChannel = (channel: ChannelInput): StoredChannel => ({
  number: channel.number,
  mode: channel.mode,
  label: channel.label ?? '',
  configType: channel.configType ?? 'direct',
  protocol: channel.protocol ?? null,
  sensor: channel.sensor ?? '',
  address: channel.address ?? '',
});

function fromRow(row: Row): Device {
  const fed = new Map(row.fed.map((each) => [each.channel, each]));
  return {
    id: row.id,
    corporationId: row.corporation_id,
    type: row.type as Device['type'],
    name: row.name,
    model: row.model,
    series: row.series,
    sncode: row.sncode,
    register: row.register,
    manufacturer: row.manufacturer,
    category: (row.category ?? row.model_category ?? 'other') as Device['category'],
    collectorType: (row.collector_type ?? row.model_collector ?? 'direct') as Device['collectorType'],
    measurement: row.measurement as Device['measurement'],
    iccid: row.iccid,
    hidden: row.hidden,
    mounted: row.mounted,
    coordinates:
      row.longitude !== null && row.latitude !== null ? { longitude: row.longitude, latitude: row.latitude } : null,
    collectorId: row.collector_id,
    dtuId: row.dtu_id,
    channels: row.channels.map((channel) => {
      const point = fed.get(channel.number);
      return {
        ...wholeChannel(channel),
        pointId: point?.pointId ?? null,
        pointName: point?.pointName ?? null,
        projectId: point?.projectId ?? null,
      };
    }),
    config: row.config,
    hasCameraCode: row.camera_code !== null,
    processor: row.processor,
    chart: row.chart,
    hem: row.hem,
    healthThresholds: row.health_thresholds,
    signal: row.signal_dbm,
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

/** Serial numbers by id. */
export async function sncodesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('device')
    .select(['id', 'sncode'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.sncode]));
}
