/** What an upgrade writes on its way: sent, fetched, received, ended; and what a device runs. */
import { firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { joinModel, versioned } from './firmware.table.ts';
import type { Reason } from './firmware.upgrades.table.ts';

const openColumns = {
  id: 'number',
  deviceId: 'number',
  sncode: 'text',
  phase: typed<'waiting' | 'sent' | 'downloading' | 'installing'>(),
  commandId: 'text',
  firmwareId: 'number',
  type: 'text',
  version: 'text',
  name: 'text',
  size: 'number',
  sha256: 'text',
} as const satisfies Columns;
export type Open = SqlRow<typeof openColumns>;
const select = async (db: Db, where: RawBuilder<unknown>, lock = sql``): Promise<Open[]> =>
  (
    await sqlRows(openColumns)`
    SELECT u.id, d.id AS "deviceId", d.sncode, u.phase, u.command_id AS "commandId", f.id AS "firmwareId", f.type, f.version,
      f.name, f.bytes AS size, encode(f.sha256, 'hex') AS sha256
    FROM firmware_upgrade u JOIN device d ON d.id = u.device_id JOIN firmware f ON f.id = u.firmware_id
    WHERE u.state = 'inProgress' AND ${where} ORDER BY u.id ${lock}`.execute(db)
  ).rows;

/** Returns the upgrades to send to these devices: all of it, or only what has been quiet since `before`. */
export const open = (db: Db, sncodes: readonly string[], before: Date | null): Promise<Open[]> =>
  select(
    db,
    sql`d.sncode = ANY(${sncodes}::text[])
    ${before ? sql`AND (u.sent_at IS NULL OR greatest(u.sent_at, u.last_activity_at) <= ${before})` : sql``}`,
  );

/** From now on it has so long to answer; never longer than an upgrade may take in all. */
const due = (now: Date) => sql`least(${now}::timestamptz + make_interval(mins => ${firmwareLimits.silentMinutes}),
  created_at + make_interval(hours => ${firmwareLimits.openHours}))`;

/** These were sent. `anew` = the device has just come: its time begins again. Returns the devices that get it for the first time. */
export async function sent(db: Db, now: Date, ids: readonly number[], anew: boolean): Promise<number[]> {
  const { rows } = await sqlRows({ deviceId: 'number', first: 'flag' })`
    WITH before AS (SELECT id, phase = 'waiting' AS first FROM firmware_upgrade WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE)
    UPDATE firmware_upgrade u SET phase = CASE WHEN first THEN 'sent' ELSE phase END, sent_at = ${now},
      due_at = CASE WHEN first OR ${anew}::boolean THEN ${due(now)} ELSE due_at END
    FROM before WHERE u.id = before.id AND u.state = 'inProgress'
    RETURNING u.device_id AS "deviceId", first`.execute(db);
  return rows.filter(({ first }) => first).map(({ deviceId }) => deviceId);
}

/** The device, locked: whoever writes of it waits. Before its upgrade, always in this order. */
export async function lockDevice(db: Db, sncode: string): Promise<void> {
  await sql`SELECT id FROM device WHERE sncode = ${sncode} FOR NO KEY UPDATE`.execute(db);
}

/** The upgrade of a device that is in progress, locked; with `commandId` only that one. */
export const lockOpenUpgrade = async (db: Db, sncode: string, commandId?: string): Promise<Open | undefined> =>
  (
    await select(
      db,
      sql`d.sncode = ${sncode} ${commandId ? sql`AND u.command_id = ${commandId}::uuid` : sql``}`,
      sql`FOR UPDATE OF u`,
    )
  )[0];

/** Returns the firmware file of a device's open upgrade; undefined if it has none with this file. */
export async function fileFor(db: Db, deviceId: number, firmwareId: number) {
  const { rows } = await sqlRows({ id: 'number', fileId: 'text', size: 'number', sha256: 'text', name: 'text' })`
    SELECT u.id, f.file_id AS "fileId", f.bytes AS size, encode(f.sha256, 'hex') AS sha256, f.name
    FROM firmware_upgrade u JOIN firmware f ON f.id = u.firmware_id
    WHERE u.device_id = ${deviceId} AND u.firmware_id = ${firmwareId} AND u.state = 'inProgress'`.execute(db);
  return rows[0];
}

/** It fetches the file. True = for the first time. */
export async function fetched(db: Db, now: Date, id: number): Promise<boolean> {
  const { rows } = await sqlRows({ first: 'flag' })`
    WITH before AS (SELECT id, phase IN ('waiting', 'sent') AS first FROM firmware_upgrade WHERE id = ${id} FOR UPDATE)
    UPDATE firmware_upgrade u SET phase = CASE WHEN first THEN 'downloading' ELSE phase END,
      began_at = coalesce(began_at, ${now}), last_activity_at = ${now}, due_at = ${due(now)}
    FROM before WHERE u.id = before.id AND u.state = 'inProgress' RETURNING first`.execute(db);
  return rows[0]?.first ?? false;
}

/** It says how far it is. */
export async function saveProgress(
  db: Db,
  now: Date,
  id: number,
  phase: Open['phase'],
  percent: number | null,
): Promise<void> {
  await sql`UPDATE firmware_upgrade SET phase = ${phase}, percent = ${percent}, began_at = coalesce(began_at, ${now}),
    last_activity_at = ${now}, due_at = ${due(now)} WHERE id = ${id} AND state = 'inProgress'`.execute(db);
}

/** The end. `reason` null = success. */
export async function end(db: Db, now: Date, id: number, reason: Reason | null, deviceText: string): Promise<void> {
  await sql`UPDATE firmware_upgrade SET state = ${reason === null ? 'success' : 'fail'}, reason = ${reason}, device_message = ${deviceText},
    percent = CASE WHEN ${reason}::text IS NULL THEN 100 ELSE percent END, began_at = coalesce(began_at, ${now}),
    last_activity_at = ${now}, ended_at = ${now} WHERE id = ${id} AND state = 'inProgress'`.execute(db);
}

/** The device of a serial number that can have a firmware version; models without one have none. */
export async function versionedDevice(db: Db, sncode: string): Promise<number | null> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT d.id FROM device d ${joinModel} WHERE d.sncode = ${sncode} AND ${versioned}`.execute(db);
  return rows[0]?.id ?? null;
}
