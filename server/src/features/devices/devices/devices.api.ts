/** What features above may ask about devices. */
import type { healthStatuses } from '@plumbline/contract/devices/devices';
import type { Connection } from '@plumbline/contract/devices/devices.words';
import { edgeLimits } from '@plumbline/contract/telemetry/edges';
import { voltageMargin } from '@plumbline/science/health/health';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Place } from '../../../kernel/context.ts';
import type { CountIn } from '../../../kernel/lifecycle.ts';

/** A device stands in its corporation and in every project that one of its channels feeds; one that feeds none is stock. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('point', 'point.device_id', 'device.id')
    .select(['device.id', 'device.corporation_id', 'point.project_id'])
    .where('device.id', 'in', ids)
    .execute();
  const placesById = new Map<number, Place & { projectIds: number[] }>();
  for (const row of rows) {
    const place = placesById.get(row.id) ?? {
      corporationId: row.corporation_id,
      projectIds: [],
      archived: false,
      inStock: row.project_id === null,
    };
    if (row.project_id !== null && !place.projectIds.includes(row.project_id)) place.projectIds.push(row.project_id);
    placesById.set(row.id, place);
  }
  return placesById;
}

type HealthStatus = (typeof healthStatuses)[number];

/** A collector or DTU may send nothing of its own: something came through it if it did from a device that sends by it. */
const relaysReportingDevice = sql`(d.type <> 'measuring' AND (
  EXISTS (SELECT FROM device f JOIN device_state s ON s.device_id = f.id WHERE f.collector_id = d.id AND s.last_seen_at IS NOT NULL)
  OR EXISTS (SELECT FROM device f JOIN device_state s ON s.device_id = f.id WHERE f.dtu_id = d.id AND s.last_seen_at IS NOT NULL)
  OR EXISTS (SELECT FROM device r JOIN device f ON f.collector_id = r.id JOIN device_state s ON s.device_id = f.id
    WHERE r.dtu_id = d.id AND s.last_seen_at IS NOT NULL)))`;

/**
 * The health of a device in SQL, over the aliases d (device), e (device_state, may be missing) and c (corporation): what
 * feature health found of its channels, which it looks at every minute; and its voltage as it is now (science: isVoltageLow).
 * The device's own thresholds, or those of the corporation. One that nothing ever came from or through is `neverReported`.
 */
export const health = (_now: Date): RawBuilder<HealthStatus> =>
  sql`CASE WHEN e.health IN ('dataLost', 'nodeBroken', 'dataRepeat') THEN e.health
  WHEN e.voltage_v < (coalesce(d.health_thresholds, c.health_thresholds)->>'voltageThreshold')::float8
    * CASE WHEN e.low_voltage THEN ${1 + voltageMargin}::float8 ELSE 1 END THEN 'lowVoltage'
  WHEN e.last_seen_at IS NULL AND NOT ${relaysReportingDevice} THEN 'neverReported'
  ELSE 'normal' END`;
/** From what needs nobody to what needs somebody most. */
const severities = [
  'normal',
  'neverReported',
  'lowVoltage',
  'dataRepeat',
  'nodeBroken',
  'dataLost',
] satisfies HealthStatus[];
/** How grave a health is, in SQL: the higher the graver. */
export const severityOf = (status: RawBuilder<unknown>): RawBuilder<number> =>
  sql`array_position(${sql.val(severities)}::text[], ${status})`;

/** Who asks for its commands over HTTP at least so often is networked. */
const pollsWithinMs = 600_000;
/** Who was connected over MQTT, or delivered, within so long is expected again: a logger on a battery connects now and then. */
const connectsWithinMs = 86_400_000;

/** Returns whether the edge that a device was last connected to is heard of, over the alias e. */
const isEdgeThere = (now: Date): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM feed_edge x WHERE x.feed_id = e.edge_feed_id AND x.at > ${new Date(now.getTime() - edgeLimits.silentMs)})`;

/**
 * The edge (a feed) at which the line of a device ends, over the aliases i (dial_in) and e (device_state), both may be missing;
 * NULL = it ends at the centre.
 */
export const edgeOfLine: RawBuilder<number | null> =
  sql`coalesce((i.setup->'tcp'->>'edge')::int, CASE WHEN i.setup->>'tcp' IS NULL AND NOT e.connected THEN e.edge_feed_id END)`;

/** A logger that the centre connects to: whatever an edge last said of it was of before. */
const isCalledFromCentre = sql`EXISTS (SELECT FROM dial_in k WHERE k.device_id = e.device_id
  AND jsonb_typeof(k.setup->'tcp') = 'object' AND k.setup->'tcp'->>'edge' IS NULL)`;

/**
 * How a device is connected in SQL, over the alias e (device_state, may be missing). connecting = it asks over HTTP, or
 * connects over MQTT, now and then: what is sent waits for that.
 */
export const connectionAt = (now: Date): RawBuilder<Connection> =>
  sql`CASE WHEN e.connected THEN 'connected'
  WHEN e.edge_feed_id IS NOT NULL AND NOT ${isEdgeThere(now)} AND NOT ${isCalledFromCentre} THEN 'unknown'
  WHEN e.edge_feed_id IS NOT NULL AND e.edge_connected AND NOT ${isCalledFromCentre} THEN 'connected'
  WHEN e.polled_at > ${new Date(now.getTime() - pollsWithinMs)} THEN 'connecting'
  WHEN e.mqtt_changed_at IS NOT NULL AND greatest(e.mqtt_changed_at, e.last_seen_at) > ${new Date(now.getTime() - connectsWithinMs)}
  THEN 'connecting'
  WHEN e.last_seen_at > ${new Date(now.getTime() - connectsWithinMs)} AND EXISTS (SELECT 1 FROM downlink_route r WHERE r.device_id = e.device_id)
  THEN 'connecting' ELSE 'notConnected' END`;

/** The sensor mode of each channel of these devices of a corporation, by `<sncode> <channel>`. */
export async function channelModes(
  db: Db,
  corporationId: number,
  sncodes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sncodes.length === 0) return new Map();
  const rows = await db
    .selectFrom('device')
    .select(['sncode', 'channels'])
    .where('corporation_id', '=', corporationId)
    .where('sncode', 'in', sncodes)
    .execute();
  return new Map(
    rows.flatMap(({ sncode, channels }) => channels.map(({ number, mode }) => [`${sncode} ${number}`, mode] as const)),
  );
}

/** Records which firmware a device runs; false where that was known. */
export async function setFirmwareVersion(db: Db, deviceId: number, version: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE device SET config = config || jsonb_build_object('firmwareVersion', ${version}::text)
    WHERE id = ${deviceId} AND config->>'firmwareVersion' IS DISTINCT FROM ${version}`.execute(db);
  return numAffectedRows === 1n;
}

export const devicesIn: CountIn = (corporationId) =>
  sql`(SELECT count(*) FROM device WHERE corporation_id = ${corporationId})`;
