/** Upgrades of devices. Invariant: at most one of a device is in progress; one that has ended is never written again. */
import { firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import type { Upgrade, upgradeReasons } from '@plumbline/contract/telemetry/firmware.upgrades';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { connectionAt } from '../../devices/devices/devices.api.ts';
import { addWarnings, type DeviceWarning } from '../../devices/devices/devices.warnings.api.ts';
import { fits, joinModel, running } from './firmware.table.ts';

export type Reason = (typeof upgradeReasons)[number];

const iso = (at: Date | null) => at?.toISOString() ?? null;
const rowColumns = {
  id: 'number',
  deviceId: 'number',
  deviceName: 'text',
  sncode: 'text',
  connection: typed<Upgrade['connection']>(),
  firmwareId: 'number?',
  type: 'text',
  version: 'text',
  fromVersion: 'text',
  state: typed<Upgrade['state']>(),
  phase: typed<Upgrade['phase']>(),
  percent: 'number?',
  reason: typed<Upgrade['reason']>(),
  deviceMessage: 'text',
  attempt: 'number',
  last: 'flag',
  byName: 'text',
  createdAt: 'instant',
  sentAt: 'instant?',
  beganAt: 'instant?',
  endedAt: 'instant?',
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;
const fromRow = (row: Row): Upgrade => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  sentAt: iso(row.sentAt),
  beganAt: iso(row.beganAt),
  endedAt: iso(row.endedAt),
});
const columns = (now: Date) => sql`u.id, u.device_id AS "deviceId", d.name AS "deviceName", d.sncode,
  ${connectionAt(now)} AS connection, u.firmware_id AS "firmwareId", u.type, u.version,
  u.from_version AS "fromVersion", u.state, u.phase, u.percent, u.reason, u.device_message AS "deviceMessage", u.attempt,
  NOT EXISTS (SELECT FROM firmware_upgrade l WHERE l.device_id = u.device_id AND l.id > u.id) AS last,
  u.by_name AS "byName", u.created_at AS "createdAt", u.sent_at AS "sentAt", u.began_at AS "beganAt", u.ended_at AS "endedAt"`;
const from = sql`FROM firmware_upgrade u JOIN device d ON d.id = u.device_id LEFT JOIN device_state e ON e.device_id = d.id`;

const select = async (db: Db, now: Date, where: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<Upgrade[]> =>
  (
    await sqlRows(rowColumns)`SELECT ${columns(now)} ${from} WHERE ${where} ORDER BY u.id DESC ${page}`.execute(db)
  ).rows.map(fromRow);

export async function list(
  db: Db,
  now: Date,
  corporationId: number,
  query: { state?: string; type?: string; keyword?: string; page: number; pageSize: number },
) {
  const { state, type, keyword, page, pageSize } = query;
  const where = sql`d.corporation_id = ${corporationId} ${type ? sql`AND lower(u.type) = lower(${type})` : sql``}
    ${keyword ? sql`AND (d.name ILIKE ${containing(keyword)} OR d.sncode ILIKE ${containing(keyword)})` : sql``}`;
  const counted = await sqlRows({
    state: typed<Upgrade['state']>(),
    count: 'number',
  })`SELECT u.state, count(*)::int AS count
    FROM firmware_upgrade u JOIN device d ON d.id = u.device_id WHERE ${where} GROUP BY 1`.execute(db);
  const none = { inProgress: 0, success: 0, fail: 0, cancelled: 0 };
  const counts = Object.fromEntries(counted.rows.map((row) => [row.state, row.count]));
  return {
    upgrades: await select(
      db,
      now,
      sql`${where} ${state ? sql`AND u.state = ${state}` : sql``}`,
      sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    ),
    counts: { ...none, ...counts },
    total: counted.rows.reduce((sum, row) => sum + (!state || row.state === state ? row.count : 0), 0),
  };
}
export const ofDevice = (db: Db, now: Date, deviceId: number) =>
  select(db, now, sql`u.device_id = ${deviceId}`, sql`LIMIT ${firmwareLimits.ofDevice}`);

/** Upgrades of a corporation or of a device, with their devices locked first and then themselves. */
export async function locked(
  db: Db,
  now: Date,
  of: { readonly corporationId: number } | { readonly deviceId: number },
  ids: readonly number[],
): Promise<Upgrade[]> {
  const where = sql`u.id = ANY(${ids}::int[]) AND ${'deviceId' in of ? sql`d.id = ${of.deviceId}` : sql`d.corporation_id = ${of.corporationId}`}`;
  await sql`SELECT d.id FROM device d WHERE d.id IN (SELECT u.device_id ${from} WHERE ${where})
    ORDER BY d.id FOR NO KEY UPDATE`.execute(db);
  return await select(db, now, where, sql`FOR UPDATE OF u`);
}

const hostColumns = {
  id: 'number',
  corporationId: 'number',
  sncode: 'text',
  model: 'text',
  version: 'text',
  fits: 'flag',
  upgrading: 'flag',
} as const satisfies Columns;
export type Host = SqlRow<typeof hostColumns>;
/** Returns devices with the facts that decide whether they can be upgraded to a firmware of a type; locks them in id order. */
export async function hosts(
  db: Db,
  wanted: readonly { readonly deviceId: number; readonly type: string }[],
): Promise<Host[]> {
  const { rows } = await sqlRows(hostColumns)`
    SELECT d.id, d.corporation_id AS "corporationId", d.sncode, d.model, ${running} AS version, ${fits(sql`t.type`)} AS fits,
      EXISTS (SELECT FROM firmware_upgrade u WHERE u.device_id = d.id AND u.state = 'inProgress') AS upgrading
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS t("deviceId" int, type text)
      JOIN device d ON d.id = t."deviceId" ${joinModel} ORDER BY d.id FOR NO KEY UPDATE OF d`.execute(db);
  return rows;
}

export interface Begun {
  readonly deviceId: number;
  readonly firmwareId: number;
  readonly fromVersion: string;
  readonly attempt: number;
  readonly commandId: string;
}
/** Writes upgrades that begin; gives their ids. */
export async function insert(db: Db, now: Date, byName: string, begun: readonly Begun[]): Promise<number[]> {
  const dueAt = new Date(now.getTime() + firmwareLimits.openHours * 3_600_000);
  const { rows } = await sqlRows({ id: 'number' })`
    INSERT INTO firmware_upgrade (device_id, firmware_id, type, version, from_version, attempt, command_id, by_name, created_at, due_at)
    SELECT t."deviceId", f.id, f.type, f.version, t."fromVersion", t.attempt, t."commandId", ${byName},
      ${now}::timestamptz, ${dueAt}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) AS t("deviceId" int, "firmwareId" int, "fromVersion" text,
      attempt int, "commandId" uuid) JOIN firmware f ON f.id = t."firmwareId"
    ORDER BY t."deviceId" RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function cancel(db: Db, now: Date, ids: readonly number[]): Promise<void> {
  await sql`UPDATE firmware_upgrade SET state = 'cancelled', ended_at = ${now} WHERE id = ANY(${ids}::int[])
    AND state = 'inProgress' AND began_at IS NULL`.execute(db);
}

/** Puts these, which have just failed, on the warnings of their devices. */
export async function warn(db: Db, now: Date, ids: readonly number[]): Promise<void> {
  const { rows } = await sqlRows({ deviceId: 'number', kind: 'text', detail: typed<DeviceWarning['detail']>() })`
    SELECT device_id AS "deviceId", 'firmware' AS kind,
      jsonb_build_object('type', type, 'version', version, 'reason', reason, 'message', device_message) AS detail
    FROM firmware_upgrade WHERE id = ANY(${ids}::int[]) AND state = 'fail' ORDER BY id`.execute(db);
  await addWarnings(db, now, rows);
}

/** Fails what was silent for too long; gives the devices. The phase says what was waited for. */
export async function expire(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number', deviceId: 'number' })`
    UPDATE firmware_upgrade u SET state = 'fail', ended_at = ${now}, reason = CASE
      WHEN phase = 'waiting' AND (SELECT ${connectionAt(now)} FROM device_state e WHERE e.device_id = u.device_id) = 'unknown'
      THEN 'edgeAway' WHEN phase = 'waiting' THEN 'notConnected'
      WHEN phase = 'sent' THEN 'noAnswer' WHEN phase = 'downloading' THEN 'stalled' ELSE 'noVersion' END
    WHERE state = 'inProgress' AND due_at <= ${now} RETURNING id, device_id AS "deviceId"`.execute(db);
  await warn(
    db,
    now,
    rows.map(({ id }) => id),
  );
  return rows.map(({ deviceId }) => deviceId);
}

/** Upgrades that a clock ahead has begun. */
export async function pullInUpgrades(db: Db, now: Date): Promise<void> {
  await sql`UPDATE firmware_upgrade SET due_at = ${now}::timestamptz + make_interval(hours => ${firmwareLimits.openHours})
    WHERE state = 'inProgress' AND due_at > ${now}::timestamptz + make_interval(hours => ${firmwareLimits.openHours})`.execute(
    db,
  );
}
