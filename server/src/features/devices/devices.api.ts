/** What features above may ask about devices. */
import { voltageMargin } from '@plumbline/science/health/health';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Place } from '../../kernel/context.ts';

/** A device stands in its corporation and in every project that one of its channels feeds; one that feeds none is stock. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('point', 'point.device_id', 'device.id')
    .select(['device.id', 'device.corporation_id', 'point.project_id'])
    .where('device.id', 'in', ids)
    .execute();
  const found = new Map<number, Place & { projectIds: number[] }>();
  for (const row of rows) {
    const place = found.get(row.id) ?? {
      corporationId: row.corporation_id,
      projectIds: [],
      archived: false,
      inStock: row.project_id === null,
    };
    if (row.project_id !== null && !place.projectIds.includes(row.project_id)) place.projectIds.push(row.project_id);
    found.set(row.id, place);
  }
  return found;
}

/**
 * The health of a device in SQL, over the aliases d (device), e (device_state, may be missing) and c (corporation): what
 * feature health found of its channels, which it looks at every minute; and its voltage as it is now (science: isVoltageLow).
 * The device's own thresholds, or those of the corporation.
 */
export const health = (_now: Date): RawBuilder<'normal' | 'lowVoltage' | 'dataLost' | 'dataRepeat' | 'nodeBroken'> =>
  sql`CASE WHEN e.health IN ('dataLost', 'nodeBroken', 'dataRepeat') THEN e.health
  WHEN e.voltage_v < (coalesce(d.health_thresholds, c.health_thresholds)->>'voltageThreshold')::float8
    * CASE WHEN e.low_voltage THEN ${1 + voltageMargin}::float8 ELSE 1 END THEN 'lowVoltage'
  ELSE 'normal' END`;

/** Who asks for its commands over HTTP at least so often is networked. */
const pollsWithinMs = 600_000;
/** Who was connected over MQTT, or delivered, within so long is expected again: a logger on a battery connects now and then. */
const connectsWithinMs = 86_400_000;

/**
 * How a device is connected in SQL, over the alias e (device_state, may be missing). connecting = it asks over HTTP, or
 * connects over MQTT, now and then: what is sent waits for that.
 */
export const connectionAt = (now: Date): RawBuilder<'notConnected' | 'connecting' | 'connected'> =>
  sql`CASE WHEN e.connected THEN 'connected'
  WHEN e.polled_at > ${new Date(now.getTime() - pollsWithinMs)} THEN 'connecting'
  WHEN e.mqtt_changed_at IS NOT NULL AND greatest(e.mqtt_changed_at, e.last_seen_at) > ${new Date(now.getTime() - connectsWithinMs)}
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
