/** What rooms above may ask about devices. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Place } from '../../kernel/context.ts';

/** A device stands in its corporation and in every project that one of its channels feeds. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('point', 'point.device_id', 'device.id')
    .select(['device.id', 'device.corporation_id', 'point.project_id'])
    .where('device.id', 'in', ids)
    .execute();
  const found = new Map<number, Place & { projectIds: number[] }>();
  for (const row of rows) {
    const place = found.get(row.id) ?? { corporationId: row.corporation_id, projectIds: [], archived: false };
    if (row.project_id !== null && !place.projectIds.includes(row.project_id)) place.projectIds.push(row.project_id);
    found.set(row.id, place);
  }
  return found;
}

/**
 * The health of a device in SQL, over the aliases d (device), e (device_state, may be missing) and c (corporation):
 * lowVoltage under the corporation's threshold; dataLost when a device that feeds points was seen, but not for
 * lostTolerance times the shortest interval of its points; else normal.
 */
export const health = (now: Date): RawBuilder<'normal' | 'lowVoltage' | 'dataLost'> => sql`CASE
  WHEN e.voltage_v < (c.health_thresholds->>'voltageThreshold')::float8 THEN 'lowVoltage'
  WHEN e.last_seen_at < ${now}::timestamptz - make_interval(secs => (c.health_thresholds->>'lostTolerance')::float8
    * (SELECT min(q.interval_seconds) FROM point q WHERE q.device_id = d.id AND q.archived_at IS NULL)) THEN 'dataLost'
  ELSE 'normal' END`;
