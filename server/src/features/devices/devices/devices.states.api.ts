/** What is observed of devices: when they were seen, by which gateway or edge they are connected, their health. */
import type { HealthStatus } from '@plumbline/science/health/health';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export interface DeviceNews {
  readonly deviceId: number;
  readonly seenAt: Date | null;
  readonly connected: boolean | null;
  /** When it connected or left. */
  readonly connectionAt: Date | null;
  readonly voltage: number | null;
  readonly signal: number | null;
  readonly refused: number;
  readonly refusedAt: Date | null;
  readonly refusedError: string | null;
  readonly refusedDetail: unknown;
}

/**
 * Adds what is new to what is known. A device that was removed meanwhile is left out. A connection belongs to the lease
 * that it is held by: the end of an older one says nothing about a device that has gone to another gateway.
 */
export async function saveDeviceNews(db: Db, news: readonly DeviceNews[], lease: string): Promise<void> {
  if (news.length === 0) return;
  const rows = JSON.stringify(news);
  const ids = news.map((each) => each.deviceId);
  await sql`INSERT INTO device_state (device_id) SELECT id FROM device WHERE id = ANY(${ids}::int[]) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`
    UPDATE device_state AS state SET
      connected = CASE WHEN t.connected THEN true WHEN NOT t.connected AND coalesce(state.lease, ${lease}::uuid) = ${lease}::uuid THEN false
        ELSE state.connected END,
      lease = CASE WHEN t.connected THEN ${lease}::uuid WHEN NOT t.connected AND state.lease = ${lease}::uuid THEN NULL ELSE state.lease END,
      edge_feed_id = CASE WHEN t.connected THEN NULL ELSE state.edge_feed_id END,
      edge_connected = state.edge_connected AND t.connected IS NOT TRUE,
      mqtt_changed_at = greatest(state.mqtt_changed_at, t."connectionAt"),
      last_seen_at = greatest(state.last_seen_at, t."seenAt"),
      activated_at = coalesce(state.activated_at, t."seenAt"),
      signal_dbm = coalesce(t.signal, state.signal_dbm),
      voltage_v = coalesce(t.voltage, state.voltage_v),
      refused_count = state.refused_count + t.refused,
      refused_at = coalesce(t."refusedAt", state.refused_at),
      refused_error = coalesce(t."refusedError", state.refused_error),
      refused_detail = coalesce(t."refusedDetail", state.refused_detail)
    FROM jsonb_to_recordset(${rows}::jsonb) AS t("deviceId" int, connected boolean, "connectionAt" timestamptz, "seenAt" timestamptz, signal float8, voltage float8,
      refused bigint, "refusedAt" timestamptz, "refusedError" text, "refusedDetail" jsonb)
    WHERE state.device_id = t."deviceId"`.execute(db);
}

/** A device asks for its commands; written at most every half minute. */
export async function polled(db: Db, now: Date, deviceId: number): Promise<void> {
  await sql`INSERT INTO device_state (device_id, polled_at) VALUES (${deviceId}, ${now})
    ON CONFLICT (device_id) DO UPDATE SET polled_at = excluded.polled_at
    WHERE device_state.polled_at IS NULL OR device_state.polled_at < ${new Date(now.getTime() - 30_000)}`.execute(db);
}

/**
 * Notes which devices of an edge are connected to it, and gives those of which that is new. Devices that are none of its plan
 * any more are nobody's; one that is connected to the centre itself is so whatever an edge says.
 */
export async function saveEdgeConnections(
  db: Db,
  state: {
    readonly feedId: number;
    readonly known: readonly string[];
    readonly online: readonly string[];
    readonly now: Date;
  },
): Promise<{ sncode: string; connected: boolean }[]> {
  const { feedId, known, online, now } = state;
  await sql`UPDATE device_state e SET edge_feed_id = NULL, edge_connected = false FROM device d
    WHERE e.edge_feed_id = ${feedId} AND d.id = e.device_id AND NOT d.sncode = ANY(${known}::text[])`.execute(db);
  const left = await sqlRows({ sncode: 'text' })`
    UPDATE device_state e SET edge_connected = false, mqtt_changed_at = ${now} FROM device d
    WHERE e.edge_feed_id = ${feedId} AND e.edge_connected AND d.id = e.device_id AND NOT d.sncode = ANY(${online}::text[])
    RETURNING d.sncode`.execute(db);
  const came = await sqlRows({ sncode: 'text' })`
    INSERT INTO device_state AS e (device_id, edge_feed_id, edge_connected, mqtt_changed_at)
    SELECT d.id, ${feedId}, true, ${now} FROM device d
    WHERE d.sncode = ANY(${online}::text[]) AND d.sncode = ANY(${known}::text[])
    ORDER BY d.id
    ON CONFLICT (device_id) DO UPDATE SET edge_feed_id = excluded.edge_feed_id, edge_connected = true, mqtt_changed_at = excluded.mqtt_changed_at
    WHERE NOT e.connected AND (e.edge_feed_id IS DISTINCT FROM excluded.edge_feed_id OR NOT e.edge_connected)
    RETURNING (SELECT sncode FROM device d WHERE d.id = e.device_id) AS sncode`.execute(db);
  return [
    ...left.rows.map(({ sncode }) => ({ sncode, connected: false })),
    ...came.rows.map(({ sncode }) => ({ sncode, connected: true })),
  ];
}

/** Says that nobody is connected. */
export const forgetAllConnections = (db: Db) =>
  db.updateTable('device_state').set({ connected: false, lease: null }).where('connected', '=', true).execute();

/** These devices are connected to the gateway of this lease. */
export async function hold(db: Db, lease: string, sncodes: readonly string[]): Promise<void> {
  await sql`UPDATE device_state e SET connected = true, lease = ${lease}::uuid FROM device d
    WHERE d.id = e.device_id AND d.sncode = ANY(${sncodes}::text[])`.execute(db);
}

/** Says that devices are connected no more whose lease a condition over the alias e (device_state) holds of; gives the sncodes. */
export async function release(db: Db, isEnded: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sqlRows({ sncode: 'text' })`
    UPDATE device_state e SET connected = false, lease = NULL FROM device d
    WHERE d.id = e.device_id AND e.lease IS NOT NULL AND ${isEnded}
    RETURNING d.sncode`.execute(db);
  return rows.map(({ sncode }) => sncode);
}

/** Devices that a clock ahead has heard: they would count as alive until that time, whatever becomes of them. */
export async function pullInStates(db: Db, now: Date): Promise<void> {
  await sql`UPDATE device_state SET last_seen_at = least(last_seen_at, ${now}), polled_at = least(polled_at, ${now}),
      mqtt_changed_at = least(mqtt_changed_at, ${now})
    WHERE greatest(last_seen_at, polled_at, mqtt_changed_at) > ${now}`.execute(db);
}

/** Writes the health of devices from `now` on. */
export async function saveHealth(
  db: Db,
  now: Date,
  devices: readonly { readonly deviceId: number; readonly status: HealthStatus }[],
): Promise<void> {
  await sql`
    INSERT INTO device_state (device_id, health, health_since)
    SELECT "deviceId", status, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) AS t("deviceId" int, status text)
    ORDER BY "deviceId"
    ON CONFLICT (device_id) DO UPDATE SET health = excluded.health, health_since = excluded.health_since`.execute(db);
}

/** Remembers whose voltage counts as low from now on, and whose no more. */
export async function saveLowVoltage(
  db: Db,
  devices: readonly { readonly id: number; readonly low: boolean }[],
): Promise<void> {
  if (devices.length === 0) return;
  await sql`UPDATE device_state e SET low_voltage = t.low
    FROM jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) AS t(id int, low boolean) WHERE e.device_id = t.id`.execute(
    db,
  );
}
