/** Firmware files, and the devices that each is for. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Firmware, type FirmwareType, firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { compareVersions } from '@plumbline/contract/telemetry/firmware.name';
import type { FittingDevice } from '@plumbline/contract/telemetry/firmware.upgrades';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { connectionAt } from '../../devices/devices/devices.api.ts';

/** The version in SQL as numbers, so that 1.10.0.0 comes after 1.9.0.0. */
const numbers = sql`string_to_array(f.version, '.')::int[]`;
/** SQL: the firmware version that a device (alias d) last reported. */
export const running = sql<string>`coalesce(d.config->>'firmwareVersion', '')`;
/** Devices of this model (alias m, may be missing) have a firmware version; of one that nobody knows, they may. */
export const versioned = sql<boolean>`(m.id IS NULL OR m.rules->'configFields' @> '["firmwareVersion"]')`;
export const joinModel = sql`LEFT JOIN device_model m ON lower(m.code) = lower(d.model)`;
/** Returns whether firmware of this type is for a device: the type is the code of its model, or its series. */
export const fits = (type: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${versioned} AND lower(${type}) IN (lower(d.model), coalesce(lower(m.series), lower(d.model))))`;

const rowColumns = {
  id: 'number',
  corporation_id: 'number?',
  type: 'text',
  version: 'text',
  note: 'text',
  name: 'text',
  notice: 'text',
  bytes: 'number',
  sha256: 'bytes',
  file_id: 'text',
  by_name: 'text',
  created_at: 'instant',
  in_progress: 'number',
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;
const fromRow = (row: Row, corporationId: number): Firmware => ({
  id: row.id,
  url: `/api/corporations/${corporationId}/firmware/${row.id}/file`,
  type: row.type,
  version: row.version,
  note: row.note,
  name: row.name,
  notice: row.notice,
  size: Number(row.bytes),
  sha256: row.sha256.toString('hex'),
  shared: row.corporation_id === null,
  inProgress: row.in_progress,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

/** A corporation sees of its own devices alone what is in progress, also to firmware of the installation. */
const columns = (
  corporationId: number,
) => sql`f.*, (SELECT count(*)::int FROM firmware_upgrade u JOIN device d ON d.id = u.device_id
  WHERE u.firmware_id = f.id AND u.state = 'inProgress' AND d.corporation_id = ${corporationId}) AS in_progress`;
const visible = (corporationId: number) => sql`(f.corporation_id = ${corporationId} OR f.corporation_id IS NULL)`;

export async function list(
  db: Db,
  corporationId: number,
  { type, keyword, page, pageSize }: { type?: string; keyword?: string; page: number; pageSize: number },
): Promise<{ firmware: Firmware[]; total: number }> {
  const where = sql`${visible(corporationId)} ${type ? sql`AND lower(f.type) = lower(${type})` : sql``}
    ${keyword ? sql`AND (f.name ILIKE ${containing(keyword)} OR f.notice ILIKE ${containing(keyword)})` : sql``}`;
  const { rows } = await sqlRows(rowColumns)`SELECT ${columns(corporationId)} FROM firmware f WHERE ${where}
    ORDER BY lower(f.type), ${numbers} DESC, f.id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  const counted = await sqlRows({
    total: 'number',
  })`SELECT count(*)::int AS total FROM firmware f WHERE ${where}`.execute(db);
  return { firmware: rows.map((row) => fromRow(row, corporationId)), total: elementAt(counted.rows, 0).total };
}

/** One that a corporation may use, with the id of its file; locked where it is to be changed, or must not go meanwhile. */
export async function one(db: Db, corporationId: number, id: number, lock: 'UPDATE' | 'SHARE' | null = null) {
  const { rows } = await sqlRows(rowColumns)`SELECT ${columns(corporationId)} FROM firmware f
    WHERE f.id = ${id} AND ${visible(corporationId)}
    ${lock === null ? sql`` : lock === 'UPDATE' ? sql`FOR UPDATE OF f` : sql`FOR SHARE OF f`}`.execute(db);
  return rows[0] && { firmware: fromRow(rows[0], corporationId), fileId: rows[0].file_id };
}

/** Returns whether there is such a version already, of the corporation (null = the installation) or of the installation. */
export async function exists(db: Db, corporationId: number | null, type: string, version: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM firmware f WHERE lower(f.type) = lower(${type}) AND f.version = ${version}
    AND (f.corporation_id IS NULL OR f.corporation_id = ${corporationId}) LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function insert(
  db: Db,
  input: Pick<Firmware, 'type' | 'version' | 'note' | 'name' | 'notice' | 'size' | 'byName'> & {
    readonly corporationId: number | null;
    readonly sha256: Buffer;
    readonly fileId: string;
    readonly createdAt: Date;
  },
): Promise<number> {
  const { corporationId, size, fileId, byName, createdAt, ...same } = input;
  const { id } = await db
    .insertInto('firmware')
    .values({
      ...same,
      corporation_id: corporationId,
      bytes: size,
      file_id: fileId,
      by_name: byName,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const setNotice = (db: Db, id: number, notice: string) =>
  db.updateTable('firmware').set({ notice }).where('id', '=', id).execute();
export const remove = (db: Db, id: number) => db.deleteFrom('firmware').where('id', '=', id).execute();

/** Upgrades in progress to a firmware, of whatever corporation. */
export async function inProgress(db: Db, id: number): Promise<number> {
  const { rows } = await sqlRows({ count: 'number' })`SELECT count(*)::int AS count FROM firmware_upgrade
    WHERE firmware_id = ${id} AND state = 'inProgress'`.execute(db);
  return elementAt(rows, 0).count;
}

/** More than anybody keeps. */
const maxTypes = 500;

/** By type: what there is, and what the devices that it is for run. Two queries, however many devices. */
export async function types(db: Db, corporationId: number): Promise<FirmwareType[]> {
  const found = await sqlRows({ key: 'text', type: 'text', versions: 'number', newest: typed<number[]>() })`
    SELECT lower(f.type) AS key, min(f.type) AS type, count(*)::int AS versions, max(${numbers}) AS newest
    FROM firmware f WHERE ${visible(corporationId)} GROUP BY 1 ORDER BY 1 LIMIT ${maxTypes}`.execute(db);
  const keys = found.rows.map(({ key }) => key);
  const runs = await sqlRows({ key: 'text', version: 'text', devices: 'number' })`
    SELECT t.key, h.version, count(*)::int AS devices FROM unnest(${keys}::text[]) AS t(key)
      JOIN (SELECT lower(d.model) AS model, lower(m.series) AS series, ${running} AS version
        FROM device d ${joinModel} WHERE d.corporation_id = ${corporationId} AND ${versioned}) h
      ON t.key = h.model OR t.key = h.series
    GROUP BY 1, 2`.execute(db);
  const byKey = Map.groupBy(runs.rows, ({ key }) => key);
  return found.rows.map(({ key, type, versions, newest: parts }) => {
    const newest = parts.join('.');
    const all = byKey.get(key) ?? [];
    const older = all.filter(({ version }) => (compareVersions(version, newest) ?? 0) < 0);
    const sum = (some: typeof all) => some.reduce((total, { devices }) => total + devices, 0);
    return {
      type,
      versions,
      newest,
      devices: sum(all),
      behind: sum(older),
      running: all
        .map(({ version, devices }) => ({ version, devices }))
        .sort((a, b) => compareVersions(b.version, a.version) ?? (a.version === '' ? 1 : b.version === '' ? -1 : 0)),
    };
  });
}

export async function fitting(
  db: Db,
  corporationId: number,
  { type, version }: Pick<Firmware, 'type' | 'version'>,
  { keyword, behind, now }: { keyword?: string; behind: boolean; now: Date },
): Promise<{ devices: FittingDevice[]; total: number }> {
  const { rows } = await sqlRows({
    id: 'number',
    name: 'text',
    sncode: 'text',
    model: 'text',
    version: 'text',
    connection: typed<FittingDevice['connection']>(),
    upgrading: 'flag',
    total: 'number',
  })`
    SELECT d.id, d.name, d.sncode, d.model, ${running} AS version, ${connectionAt(now)} AS connection,
      EXISTS (SELECT FROM firmware_upgrade u WHERE u.device_id = d.id AND u.state = 'inProgress') AS upgrading,
      (count(*) OVER ())::int AS total
    FROM device d ${joinModel} LEFT JOIN device_state e ON e.device_id = d.id
    WHERE d.corporation_id = ${corporationId} AND ${fits(sql`${type}`)}
      ${keyword ? sql`AND (d.name ILIKE ${containing(keyword)} OR d.sncode ILIKE ${containing(keyword)})` : sql``}
      ${behind ? sql`AND ${running} <> ${version}` : sql``}
    ORDER BY d.name COLLATE natural_order, d.id LIMIT ${firmwareLimits.fitting}`.execute(db);
  return { devices: rows.map(({ total: _, ...device }) => device), total: rows[0]?.total ?? 0 };
}

/** Returns the firmware that a device runs, and what it may be given. */
export async function ofDevice(db: Db, deviceId: number) {
  const { rows } = await sqlRows({ version: 'text', upgradable: 'flag', corporationId: 'number' })`
    SELECT ${running} AS version, ${versioned} AS upgradable, d.corporation_id AS "corporationId"
    FROM device d ${joinModel} WHERE d.id = ${deviceId}`.execute(db);
  const device = rows[0];
  if (!device) return undefined;
  const choices = await sqlRows(rowColumns)`SELECT ${columns(device.corporationId)}
    FROM device d ${joinModel} JOIN firmware f ON ${fits(sql`f.type`)} AND ${visible(device.corporationId)}
    WHERE d.id = ${deviceId} ORDER BY ${numbers} DESC, f.id DESC LIMIT ${firmwareLimits.ofDevice}`.execute(db);
  return { ...device, choices: choices.rows.map(fromRow) };
}
