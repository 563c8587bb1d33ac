/** What the minute's look at every channel reads and writes: set by set, whatever the number of points. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { CollectPlan } from '@plumbline/science/collect/plan';
import type { HealthStatus, HealthThresholds } from '@plumbline/science/health/health';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { ChannelState } from './logic/judge-health.ts';

const channelColumns = {
  pointId: 'number',
  projectId: 'number',
  deviceId: 'number',
  channel: 'text',
  family: typed<FamilyCode>(),
  mode: 'number',
  nodeCount: 'number',
  intervalSeconds: 'number',
  collectMode: 'text',
  timeZone: 'text',
  boundAt: 'instant',
  lastAt: 'instant?',
  receivedAt: 'instant?',
  /** null = it has never been looked at, or another channel fed the point then. */
  known: typed<
    | (Omit<ChannelState, 'since' | 'overdueAt' | 'expectedAt' | 'countedAt'> & {
        readonly since: string;
        readonly overdueAt: string | null;
        readonly expectedAt: string | null;
        readonly countedAt: string | null;
        readonly examinedAt: string | null;
      })
    | null
  >(),
  plan: typed<CollectPlan | null>(),
} as const satisfies Columns;
export type Channel = SqlRow<typeof channelColumns>;

/** One look at a time, until the transaction ends. */
export async function lockScan(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('plumbline health'))`.execute(db);
}

/** Whose channels are looked at: automated points that take readings. */
const live = sql`p.device_id IS NOT NULL AND p.type = 0 AND p.archived_at IS NULL AND p.deprecated_at IS NULL`;

export async function channels(db: Db): Promise<Channel[]> {
  const { rows } = await sqlRows(channelColumns)`
    SELECT p.id AS "pointId", p.project_id AS "projectId", p.device_id AS "deviceId", p.channel, p.family, p.mode,
      p.node_count AS "nodeCount", p.interval_seconds AS "intervalSeconds", p.collect_mode AS "collectMode",
      j.time_zone AS "timeZone", coalesce(g.from_at, p.created_at) AS "boundAt", s.at AS "lastAt",
      s.received_at AS "receivedAt", cp.in_force AS plan,
      CASE WHEN h.point_id IS NOT NULL THEN jsonb_build_object('status', h.status, 'since', h.since, 'missed', h.missed,
        'overdueAt', h.overdue_at, 'expectedAt', h.expected_at, 'brokenNodes', h.broken_nodes, 'repeats', h.repeats,
        'repeatKey', h.repeat_key, 'countedAt', h.counted_at, 'examinedAt', h.examined_at) END AS known
    FROM point p JOIN project j ON j.id = p.project_id
      LEFT JOIN device_group g ON g.point_id = p.id AND g.to_at IS NULL
      LEFT JOIN point_state s ON s.point_id = p.id
      LEFT JOIN point_health h ON h.point_id = p.id AND h.device_id = p.device_id AND h.channel = p.channel
      LEFT JOIN collect_plan cp ON cp.point_id = p.id AND cp.device_id = p.device_id
    WHERE ${live} AND j.archived_at IS NULL AND j.deleting_at IS NULL ORDER BY p.id`.execute(db);
  return rows;
}

/** The newest samples of points after a time each (null = all), at most `most` of a point, oldest first. */
export async function samplesAfter(
  db: Db,
  wanted: readonly { readonly pointId: number; readonly after: Date | null }[],
  max: number,
) {
  if (wanted.length === 0) return [];
  const { rows } = await sqlRows({
    pointId: 'number',
    at: 'instant',
    raw: typed<Record<string, number | null | (number | null)[]>>(),
  })`
    SELECT w."pointId", r.at, r.raw FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w("pointId" int, after timestamptz)
    CROSS JOIN LATERAL (SELECT at, raw FROM reading r WHERE r.point_id = w."pointId"
      AND r.at > coalesce(w.after, '-infinity') ORDER BY r.at DESC LIMIT ${max}) r
    ORDER BY w."pointId", r.at`.execute(db);
  return rows;
}

export interface ChannelRow extends ChannelState {
  readonly pointId: number;
  readonly deviceId: number;
  readonly channel: string;
  readonly examinedAt: number | null;
}
const when = (column: string) => sql`to_timestamp(t.${sql.ref(column)} / 1000)`;

export async function saveChannels(db: Db, rows: readonly ChannelRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO point_health (point_id, device_id, channel, status, since, missed, overdue_at, expected_at, broken_nodes,
      repeats, repeat_key, counted_at, examined_at)
    SELECT t."pointId", t."deviceId", t.channel, t.status, ${when('since')}, t.missed, ${when('overdueAt')}, ${when('expectedAt')},
      ARRAY(SELECT jsonb_array_elements_text(t."brokenNodes")::int), t.repeats, t."repeatKey", ${when('countedAt')}, ${when('examinedAt')}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t("pointId" int, "deviceId" int, channel text, status text,
      since float8, missed int, "overdueAt" float8, "expectedAt" float8, "brokenNodes" jsonb, repeats int, "repeatKey" text,
      "countedAt" float8, "examinedAt" float8)
    ON CONFLICT (point_id) DO UPDATE SET device_id = excluded.device_id, channel = excluded.channel,
      status = excluded.status, since = excluded.since, missed = excluded.missed, overdue_at = excluded.overdue_at,
      expected_at = excluded.expected_at, broken_nodes = excluded.broken_nodes, repeats = excluded.repeats,
      repeat_key = excluded.repeat_key, counted_at = excluded.counted_at, examined_at = excluded.examined_at`.execute(
    db,
  );
}

/** Forgets what no longer feeds a point that takes readings. */
export async function forgetOthers(db: Db): Promise<void> {
  await sql`DELETE FROM point_health h WHERE NOT EXISTS (
    SELECT FROM point p JOIN project j ON j.id = p.project_id
    WHERE p.id = h.point_id AND p.device_id = h.device_id AND p.channel = h.channel AND ${live}
      AND j.archived_at IS NULL AND j.deleting_at IS NULL)`.execute(db);
}

const deviceRowColumns = {
  id: 'number',
  thresholds: typed<HealthThresholds>(),
  voltage: 'number?',
  health: typed<HealthStatus>(),
  /** Its voltage counted as low at the last look. */
  wasLow: 'flag',
} as const satisfies Columns;
export type DeviceRow = SqlRow<typeof deviceRowColumns>;
export async function devices(db: Db): Promise<DeviceRow[]> {
  const { rows } = await sqlRows(deviceRowColumns)`
    SELECT d.id, coalesce(d.health_thresholds, c.health_thresholds) AS thresholds, e.voltage_v AS voltage,
      coalesce(e.health, 'normal') AS health, coalesce(e.low_voltage, false) AS "wasLow"
    FROM device d JOIN corporation c ON c.id = d.corporation_id LEFT JOIN device_state e ON e.device_id = d.id
    ORDER BY d.id`.execute(db);
  return rows;
}

export interface Changed {
  readonly deviceId: number;
  readonly before: HealthStatus;
  readonly status: HealthStatus;
  readonly channels: readonly string[];
}
/** Writes changes of the health of devices into its history. */
export async function insertChanges(db: Db, now: Date, changes: readonly Changed[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    INSERT INTO device_health_change (device_id, at, before, status, channels)
    SELECT "deviceId", ${now}::timestamptz, before, status, ARRAY(SELECT jsonb_array_elements_text(channels))
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS t("deviceId" int, before text, status text, channels jsonb)`.execute(
    db,
  );
}
