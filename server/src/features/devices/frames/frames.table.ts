/** Recordings of links and the frames that passed meanwhile. */

import { type Frame, frameLimits } from '@plumbline/contract/devices/frames';
import { setupByModel } from '@plumbline/contract/telemetry/dial-in';
import type { RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** A device or a feed. */
export type Target = { readonly deviceId: number } | { readonly feedId: number };
/** The corporation that it is of now. */
const ownerOf = (target: Target) =>
  'deviceId' in target
    ? sql<number>`(SELECT corporation_id FROM device WHERE id = ${target.deviceId})`
    : sql<number>`(SELECT corporation_id FROM feed WHERE id = ${target.feedId})`;
const columnOf = (target: Target) => ('deviceId' in target ? 'device_id' : 'feed_id');
const idOf = (target: Target): number => ('deviceId' in target ? target.deviceId : target.feedId);

export interface FrameRow {
  readonly deviceId: number | null;
  readonly feedId: number | null;
  readonly at: Date;
  readonly content: Omit<Frame, 'id' | 'at'>;
}

/** Frames of one transaction; the rest follow in the next. */
const batchSize = 200;

/**
 * Adds frames and forgets the oldest beyond the bound. One writer at a time in all processes: ids then grow in the order of
 * commits, so that who has read as far as one id misses none.
 */
export async function saveFrames(db: Db, rows: readonly FrameRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize).map((row, n) => ({ ...row, n }));
    await db.transaction().execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('plumbline frames'))`.execute(transaction);
      await sql`
        INSERT INTO frame (device_id, feed_id, corporation_id, at, content)
        SELECT t."deviceId", t."feedId", coalesce(d.corporation_id, f.corporation_id), t.at, t.content
        FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS t(n int, "deviceId" int, "feedId" int, at timestamptz, content jsonb)
          LEFT JOIN device d ON d.id = t."deviceId" LEFT JOIN feed f ON f.id = t."feedId"
        WHERE d.id IS NOT NULL OR f.id IS NOT NULL
        ORDER BY t.n`.execute(transaction);
      for (const column of ['deviceId', 'feedId'] as const) {
        const ids = [...new Set(batch.flatMap((row) => row[column] ?? []))];
        if (ids.length > 0) await prune(transaction, column === 'deviceId' ? 'device_id' : 'feed_id', ids);
      }
    });
  }
}

const prune = (db: Db, column: 'device_id' | 'feed_id', ids: readonly number[]) =>
  sql`
  DELETE FROM frame USING unnest(${ids}::int[]) AS t(id),
    LATERAL (SELECT id FROM frame f WHERE f.${sql.ref(column)} = t.id ORDER BY id DESC OFFSET ${frameLimits.frames} LIMIT 1) AS last
  WHERE frame.${sql.ref(column)} = t.id AND frame.id <= last.id`.execute(db);

/** Returns the running recordings. */
export async function running(db: Db, now: Date) {
  const { rows } = await sqlRows({ deviceId: 'number?', sncode: 'text?', feedId: 'number?', until: 'instant' })`
    SELECT r.device_id AS "deviceId", d.sncode, r.feed_id AS "feedId", r.until_at AS until
    FROM frame_recording r LEFT JOIN device d ON d.id = r.device_id
    WHERE r.until_at > ${now} AND (d.id IS NULL OR d.corporation_id = r.corporation_id)`.execute(db);
  return rows;
}

export interface Recording {
  readonly startedAt: string;
  readonly until: string;
  readonly byName: string;
  readonly isRunning: boolean;
}

export async function recordingOf(db: Db, target: Target, now: Date): Promise<Recording | null> {
  const row = await db
    .selectFrom('frame_recording')
    .selectAll()
    .where(columnOf(target), '=', idOf(target))
    .where('corporation_id', '=', ownerOf(target))
    .executeTakeFirst();
  return row ? shown(row, now) : null;
}

const shown = (row: { started_at: Date; until_at: Date; by_name: string }, now: Date): Recording => ({
  startedAt: row.started_at.toISOString(),
  until: row.until_at.toISOString(),
  byName: row.by_name,
  isRunning: row.until_at > now,
});

/** Begins a recording, or has one that runs go on until then. */
export async function record(
  db: Db,
  target: Target,
  { now, until, byName }: { now: Date; until: Date; byName: string },
): Promise<Recording> {
  const { rows } = await sqlRows({ started_at: 'instant', until_at: 'instant', by_name: 'text' })`
    INSERT INTO frame_recording AS r (${sql.ref(columnOf(target))}, corporation_id, started_at, until_at, by_name)
    VALUES (${idOf(target)}, ${ownerOf(target)}, ${now}, ${until}, ${byName})
    ON CONFLICT (${sql.ref(columnOf(target))}) DO UPDATE SET until_at = excluded.until_at, corporation_id = excluded.corporation_id, by_name = excluded.by_name,
      started_at = CASE WHEN r.until_at > ${now} THEN r.started_at ELSE excluded.started_at END
    RETURNING started_at, until_at, by_name`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a recording was not written');
  return shown(row, now);
}

/** Ends those of a corporation that end first, but not this one, as far as there are more than there may be; gives what they recorded. */
export async function endSurplus(
  db: Db,
  corporationId: number,
  target: Target,
  now: Date,
): Promise<{ deviceId: number | null; feedId: number | null }[]> {
  const { rows } = await sqlRows({ deviceId: 'number?', feedId: 'number?' })`
    UPDATE frame_recording SET until_at = ${now} WHERE id IN (
      SELECT r.id FROM frame_recording r WHERE r.until_at > ${now} AND r.corporation_id = ${corporationId}
      ORDER BY (r.${sql.ref(columnOf(target))} = ${idOf(target)}) IS TRUE DESC, r.until_at DESC, r.id OFFSET ${frameLimits.recordings})
    RETURNING device_id AS "deviceId", feed_id AS "feedId"`.execute(db);
  return rows;
}

export const stop = (db: Db, target: Target, now: Date) =>
  db
    .updateTable('frame_recording')
    .set({ until_at: now })
    .where(columnOf(target), '=', idOf(target))
    .where('until_at', '>', now)
    .execute();

export const clear = (db: Db, target: Target) =>
  db.deleteFrom('frame').where(columnOf(target), '=', idOf(target)).execute();

export async function framesAfter(db: Db, target: Target, after: number, limit: number): Promise<Frame[]> {
  const rows = await db
    .selectFrom('frame')
    .selectAll()
    .where(columnOf(target), '=', idOf(target))
    .where('corporation_id', '=', ownerOf(target))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, at, content }) => ({ id: Number(id), at: at.toISOString(), ...content }));
}

export async function dropOld(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - frameLimits.hours * 3_600_000);
  await db.deleteFrom('frame').where('at', '<', before).execute();
  await db.deleteFrom('frame_recording').where('until_at', '<', before).execute();
}

/** Returns the set-up needed to replay frames: how the device is read, how the feed is taken apart; no secret. */
export async function setupOf(db: Db, target: Target): Promise<Record<string, unknown>> {
  if ('deviceId' in target) {
    const { setup, registers, ...device } = await db
      .selectFrom('device')
      .leftJoin('dial_in', 'dial_in.device_id', 'device.id')
      .leftJoin('device_model', (join) => join.on(sql<boolean>`lower(device_model.code) = lower(device.model)`))
      .select(['sncode', 'name', 'model', 'register', 'setup'])
      .select(sql<RegisterRow[] | null>`device_model.rules->'registers'`.as('registers'))
      .where('device.id', '=', target.deviceId)
      .executeTakeFirstOrThrow();
    return { kind: 'device', ...device, setup: setup && setupByModel(setup, registers) };
  }
  const { settings, ...feed } = await db
    .selectFrom('feed')
    .select(['name', 'kind as feedKind', 'settings'])
    .where('id', '=', target.feedId)
    .executeTakeFirstOrThrow();
  const { wrapping, place, timeZone } = settings;
  return { kind: 'feed', ...feed, wrapping, place, timeZone };
}

export const corporationOf = async (db: Db, deviceId: number): Promise<number> =>
  (await db.selectFrom('device').select('corporation_id').where('id', '=', deviceId).executeTakeFirstOrThrow())
    .corporation_id;

/** Recordings that a clock ahead has begun: they would go on until that time. */
export async function pullInFrames(db: Db, now: Date): Promise<void> {
  await sql`UPDATE frame_recording SET until_at = ${now}::timestamptz + (until_at - started_at), started_at = ${now}
    WHERE started_at > ${now}`.execute(db);
}
