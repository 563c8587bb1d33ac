import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { requireCapacity } from '../../people/corporations/corporations.api.ts';
import { connectionAt, devicesIn } from './devices.api.ts';
import { columnsOf, type DevicePatch, type StoredSetup, setupOf } from './logic/device-columns.ts';

/** Throws limitReached. */
export async function insert(
  db: Db,
  patch: DevicePatch & { name: string; model: string },
  made: { corporationId: number; sncode: string; secretHash: Buffer; createdAt: Date },
): Promise<number> {
  await requireCapacity(db, made.corporationId, { limited: 'devices', count: devicesIn }, 1);
  const row = await db
    .insertInto('device')
    .values({
      ...columnsOf(patch),
      name: patch.name,
      model: patch.model,
      corporation_id: made.corporationId,
      sncode: made.sncode,
      secret_hash: made.secretHash,
      created_at: made.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A device as stored, without the state that the gateway keeps. */
export interface StoredDevice extends StoredSetup {
  readonly id: number;
  readonly corporationId: number;
  readonly sncode: string;
}

/** The device, locked until the transaction ends: binding a point to it waits. */
export async function lock(db: Db, id: number): Promise<StoredDevice | undefined> {
  const row = await db.selectFrom('device').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && { id: row.id, corporationId: row.corporation_id, sncode: row.sncode, ...setupOf(row) };
}

export const fedPoints = (db: Db, id: number) =>
  db.selectFrom('point').select(['channel', 'name']).where('device_id', '=', id).orderBy('channel').execute();

export async function update(db: Db, id: number, patch: DevicePatch): Promise<void> {
  const change = columnsOf(patch);
  if (Object.keys(change).length > 0) await db.updateTable('device').set(change).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('channel_state').where('device_id', '=', id).execute();
  await db.deleteFrom('device').where('id', '=', id).execute();
}

/** Samples of channels that are gone. */
export const dropChannels = (db: Db, id: number, numbers: readonly string[]) =>
  db.deleteFrom('channel_state').where('device_id', '=', id).where('channel', 'in', numbers).execute();

/** The newest sample of each channel that feeds no point, by channel. */
export async function unboundSamples(db: Db, id: number) {
  const rows = await db
    .selectFrom('channel_state as state')
    .leftJoin('point', (on) =>
      on.onRef('point.device_id', '=', 'state.device_id').onRef('point.channel', '=', 'state.channel'),
    )
    .select(['state.channel', 'state.at', 'state.received_at', 'state.raw'])
    .where('state.device_id', '=', id)
    .where('point.id', 'is', null)
    .orderBy('state.channel')
    .execute();
  return rows.map((row) => ({
    channel: row.channel,
    at: row.at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    sample: row.raw as Record<string, unknown>,
  }));
}

export async function sncodeExists(db: Db, corporationId: number, sncode: string): Promise<boolean> {
  const own = db.selectFrom('device').select('id').where('corporation_id', '=', corporationId);
  return (await own.where('sncode', '=', sncode).executeTakeFirst()) !== undefined;
}

/** Returns whether another corporation has it. */
export async function isElsewhere(db: Db, corporationId: number, sncode: string): Promise<boolean> {
  const others = db.selectFrom('device').select('id').where('corporation_id', '<>', corporationId);
  return (await others.where('sncode', '=', sncode).executeTakeFirst()) !== undefined;
}

export async function registerExists(db: Db, corporationId: number, register: string): Promise<boolean> {
  const own = db.selectFrom('device').select('id').where('corporation_id', '=', corporationId);
  return (await own.where('register', '=', register).executeTakeFirst()) !== undefined;
}

/** The first of these serial numbers that another device, or an extension module of another device, has already. */
export async function existingSncode(db: Db, exceptId: number, sncodes: readonly string[]): Promise<string | null> {
  if (sncodes.length === 0) return null;
  const { rows } = await sqlRows({ sncode: 'text' })`
    SELECT sncode FROM device WHERE sncode = ANY(${sncodes}::text[])
    UNION ALL
    SELECT module->>'sncode' FROM device d, jsonb_array_elements(d.hem) AS module
      WHERE d.hem <> '[]' AND d.id <> ${exceptId} AND module->>'sncode' = ANY(${sncodes}::text[])
    LIMIT 1`.execute(db);
  return rows[0]?.sncode ?? null;
}

/** A device by its serial number or network register id. */
export async function byName(db: Db, now: Date, by: 'sncode' | 'register', value: string) {
  return await db
    .selectFrom('device')
    .leftJoin('device_state as e', 'e.device_id', 'device.id')
    .select(['device.id', 'device.sncode', 'device.register', 'device.iccid', 'e.last_seen_at'])
    .select(connectionAt(now).as('connection'))
    .where(`device.${by}`, '=', value)
    .executeTakeFirst();
}
