/** Lists of devices: what they are narrowed to, and how they are sorted. */

import type { Device } from '@plumbline/contract/devices/devices';
import type { deviceSorts } from '@plumbline/contract/devices/warehouse';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { connectionAt, health, severityOf } from '../devices/devices.api.ts';
import { count, select } from '../devices/devices.read.api.ts';

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

/** Health by severity, so that devices that need attention come together. */
const severity = (now: Date) => severityOf(health(now));

function sorted({ sort, order }: Pick<Filter, 'sort' | 'order'>, now: Date): RawBuilder<unknown> {
  const by: Record<Filter['sort'], RawBuilder<unknown>> = {
    name: sql`d.name COLLATE natural_order`,
    sncode: sql`d.sncode COLLATE natural_order`,
    model: sql`d.model COLLATE natural_order`,
    type: sql`d.type`,
    health: severity(now),
    connection: sql`array_position(ARRAY['notConnected', 'unknown', 'connecting', 'connected'], ${connectionAt(now)})`,
    lastSeenAt: sql`e.last_seen_at`,
    signal: sql`e.signal_dbm`,
    voltage: sql`e.voltage_v`,
    warnings: sql`(SELECT count(*) FROM device_warning w WHERE w.device_id = d.id)`,
    createdAt: sql`d.created_at`,
  };
  const way = order === 'asc' ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`;
  return sql`${by[sort]} ${way}, d.name COLLATE natural_order, d.id`;
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
