import type { Format } from '@plumbline/contract/kernel/formats';
import { type FeedUnknown, feedLimits } from '@plumbline/contract/telemetry/feeds';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export const isOfCorporation = async (db: Db, corporationId: number, deviceId: number): Promise<boolean> =>
  (await db
    .selectFrom('device')
    .select('id')
    .where('id', '=', deviceId)
    .where('corporation_id', '=', corporationId)
    .executeTakeFirst()) !== undefined;

/** The device that a source is by its serial number alone, as messages find it; null = none. */
export async function deviceNamed(db: Db, corporationId: number, source: string): Promise<number | null> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT id FROM device WHERE corporation_id = ${corporationId} AND lower(sncode) = ${source.toLowerCase()}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export async function ofFeed(db: Db, feedId: number) {
  const rows = await db
    .selectFrom('feed_device')
    .innerJoin('device', 'device.id', 'feed_device.device_id')
    .select(['source', 'device_id', 'format', 'device.sncode', 'device.name', 'device.model'])
    .where('feed_id', '=', feedId)
    .orderBy('source')
    .limit(feedLimits.devices)
    .execute();
  return rows.map(({ device_id: deviceId, name: deviceName, ...row }) => ({ ...row, deviceId, deviceName }));
}

export async function unknownOf(db: Db, feedId: number): Promise<FeedUnknown[]> {
  const rows = await db
    .selectFrom('feed_unknown')
    .selectAll()
    .where('feed_id', '=', feedId)
    .orderBy('last_at', 'desc')
    .orderBy('source')
    .limit(feedLimits.unknown)
    .execute();
  return rows.map((row) => ({
    source: row.source,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    times: row.times,
    frames: row.frames,
  }));
}

export async function countOf(db: Db, feedId: number): Promise<number> {
  const { count } = await db
    .selectFrom('feed_device')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('feed_id', '=', feedId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Assigns a source; the serial number of the device that it is already, where that is another. */
export async function assign(db: Db, feedId: number, source: string, deviceId: number): Promise<string | null> {
  const key = source.toLowerCase();
  await sql`INSERT INTO feed_device (feed_id, source, device_id) VALUES (${feedId}, ${key}, ${deviceId})
    ON CONFLICT DO NOTHING`.execute(db);
  await db.deleteFrom('feed_unknown').where('feed_id', '=', feedId).where('source', '=', key).execute();
  const { rows } = await sqlRows({ sncode: 'text' })`
    SELECT d.sncode FROM feed_device f JOIN device d ON d.id = f.device_id
    WHERE f.feed_id = ${feedId} AND f.source = ${key} AND f.device_id <> ${deviceId}`.execute(db);
  return rows[0]?.sncode ?? null;
}

export const setFormat = async (db: Db, feedId: number, source: string, format: Format | null): Promise<boolean> =>
  (await db
    .updateTable('feed_device')
    .set({ format: format === null ? null : JSON.stringify(format) })
    .where('feed_id', '=', feedId)
    .where('source', '=', source.toLowerCase())
    .returning('source')
    .executeTakeFirst()) !== undefined;

export const release = async (db: Db, feedId: number, source: string): Promise<boolean> =>
  (await db
    .deleteFrom('feed_device')
    .where('feed_id', '=', feedId)
    .where('source', '=', source.toLowerCase())
    .returning('source')
    .executeTakeFirst()) !== undefined;

export const forget = (db: Db, feedId: number) => db.deleteFrom('feed_unknown').where('feed_id', '=', feedId).execute();

/** Devices of feeds whose messages a plug-in takes apart. */
export const pluginUses = sql`
  SELECT 'feedDevice' AS kind, f.format->>'codec' AS part, split_part(f.format->>'codec', '/', 1) AS plugin, d.name,
    c.title AS corporation
  FROM feed_device f JOIN device d ON d.id = f.device_id JOIN corporation c ON c.id = d.corporation_id
  WHERE f.format->>'codec' IS NOT NULL`;
