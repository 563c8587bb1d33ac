/** Commands to devices: what waits for them, and for half an hour what they answered. */

import type { Connection } from '@plumbline/contract/devices/devices.words';
import { limits } from '@plumbline/contract/kernel/constants';
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { connectionAt } from '../../devices/devices/devices.api.ts';
import { noteAnswer } from './commands.instruments.table.ts';

const maxShown = 50;
/** Of one device at once; the others come with the next. */
const maxAtOnce = 20;

const reachColumns = {
  sncode: 'text',
  connection: typed<Connection>(),
} as const satisfies Columns;
export type Reach = SqlRow<typeof reachColumns>;
export async function reach(db: Db, deviceId: number, now: Date): Promise<Reach> {
  const { rows } = await sqlRows(reachColumns)`
    SELECT d.sncode, ${connectionAt(now)} AS connection
    FROM device d LEFT JOIN device_state e ON e.device_id = d.id WHERE d.id = ${deviceId}`.execute(db);
  return rows[0] ?? { sncode: '', connection: 'notConnected' };
}

/** The device that feeds a point; null = none. */
export async function deviceOfPoint(db: Db, pointId: number): Promise<{ name: string; deviceId: number | null }> {
  const row = await db.selectFrom('point').select(['name', 'device_id']).where('id', '=', pointId).executeTakeFirst();
  return { name: row?.name ?? '', deviceId: row?.device_id ?? null };
}

export interface NewCommand {
  readonly sncode: string;
  readonly message: DeviceCommand;
  readonly byName: string;
}
/** Puts commands into the queues of their devices. An earlier `collect` that was not answered falls: one is enough. */
export async function insertCommand(db: Db, now: Date, commands: readonly NewCommand[]): Promise<void> {
  const rows = JSON.stringify(commands);
  await sql`
    DELETE FROM device_command c USING jsonb_to_recordset(${rows}::jsonb) AS t(sncode text, message jsonb), device d
    WHERE t.message->>'text' = 'collect' AND d.sncode = t.sncode AND c.device_id = d.id AND c.answered_at IS NULL
      AND c.message->>'text' = 'collect' AND c.message->'channels' = t.message->'channels'`.execute(db);
  await sql`
    INSERT INTO device_command (id, device_id, message, by_name, requested_at)
    SELECT (t.message->>'commandId')::uuid, d.id, t.message, t."byName", ${now}::timestamptz
    FROM jsonb_to_recordset(${rows}::jsonb) AS t(sncode text, message jsonb, "byName" text) JOIN device d ON d.sncode = t.sncode`.execute(
    db,
  );
}

const freshSince = (now: Date) => new Date(now.getTime() - limits.commandStateCacheMs);

const waitingColumns = {
  commandId: 'text',
  sncode: 'text',
  message: typed<DeviceCommand>(),
  sentAt: 'instant?',
} as const satisfies Columns;
export type Waiting = SqlRow<typeof waitingColumns>;
/** Returns the commands that these devices have not answered, the oldest first; with `unsent` only what they were never sent. */
export async function waiting(db: Db, now: Date, sncodes: readonly string[], unsent: boolean): Promise<Waiting[]> {
  const { rows } = await sqlRows(waitingColumns)`
    SELECT c.id AS "commandId", d.sncode, c.message, c.sent_at AS "sentAt"
    FROM device d CROSS JOIN LATERAL (SELECT * FROM device_command c WHERE c.device_id = d.id AND c.answered_at IS NULL
      AND c.requested_at > ${freshSince(now)} AND (NOT ${unsent}::boolean OR c.sent_at IS NULL)
      ORDER BY c.requested_at, c.id LIMIT ${maxAtOnce}) c
    WHERE d.sncode = ANY(${sncodes}::text[]) ORDER BY c.requested_at, c.id`.execute(db);
  return rows;
}

export async function sent(db: Db, now: Date, commandIds: readonly string[]): Promise<void> {
  await sql`UPDATE device_command SET sent_at = ${now} WHERE id = ANY(${commandIds}::uuid[])`.execute(db);
}

/** The commands of a device that were never sent, oldest first: from now on they are, by whoever claimed them. */
export async function claim(db: Db, now: Date, deviceId: number): Promise<DeviceCommand[]> {
  const { rows } = await sqlRows({ message: typed<DeviceCommand>(), requestedAt: 'instant' })`
    UPDATE device_command SET sent_at = ${now}
    WHERE device_id = ${deviceId} AND sent_at IS NULL AND answered_at IS NULL AND requested_at > ${freshSince(now)}
    RETURNING message, requested_at AS "requestedAt"`.execute(db);
  return rows.toSorted((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime()).map(({ message }) => message);
}

/**
 * Keeps what a device answered: to the command that it names, or, where it names none, to the last one that it was sent.
 * False = there is none. The same answer again changes nothing.
 */
export async function answered(
  db: Db,
  now: Date,
  deviceId: number,
  commandId: string | null,
  answer: string,
): Promise<boolean> {
  const which =
    commandId === null
      ? sql`(SELECT id FROM device_command WHERE device_id = ${deviceId} AND requested_at > ${freshSince(now)} ORDER BY requested_at DESC, id LIMIT 1)`
      : sql`${commandId}::uuid`;
  const { rows } = await sqlRows({ id: 'text', isPart: 'flag' })`
    UPDATE device_command SET answer = ${answer}, sent_at = coalesce(sent_at, ${now}::timestamptz),
      answered_at = CASE WHEN answer = ${answer} THEN answered_at ELSE ${now}::timestamptz END
    WHERE id = ${which} AND device_id = ${deviceId} RETURNING id, message ? 'part' AS "isPart"`.execute(db);
  const [row] = rows;
  if (row?.isPart) await noteAnswer(db, now, deviceId, row.id, answer);
  return row !== undefined;
}

const stateColumns = {
  commandId: 'text',
  message: typed<DeviceCommand>(),
  byName: 'text',
  requestedAt: 'instant',
  sentAt: 'instant?',
  answeredAt: 'instant?',
  answer: 'text?',
} as const satisfies Columns;
export type State = SqlRow<typeof stateColumns>;
export async function states(db: Db, now: Date, deviceId: number): Promise<State[]> {
  const { rows } = await sqlRows(stateColumns)`
    SELECT id AS "commandId", message, by_name AS "byName", requested_at AS "requestedAt", sent_at AS "sentAt",
      answered_at AS "answeredAt", answer
    FROM device_command WHERE device_id = ${deviceId} AND requested_at > ${freshSince(now)}
    ORDER BY requested_at DESC, id LIMIT ${maxShown}`.execute(db);
  return rows;
}

/** Deletes commands that are older than their retention. */
export async function forgetOld(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM device_command WHERE requested_at <= ${freshSince(now)}`.execute(db);
}

/** By its network register id; one without a register id of its own announces itself with its serial number. */
export async function deviceOfRegister(
  db: Db,
  register: string,
): Promise<{ id: number; sncode: string; connected: boolean } | null> {
  const row = await db
    .selectFrom('device')
    .leftJoin('device_state', 'device_state.device_id', 'device.id')
    .select(['device.id', 'device.sncode', 'device_state.connected'])
    .where((is) => is.or([is('device.register', '=', register), is('device.sncode', '=', register)]))
    .orderBy((is) => is.case().when('device.register', '=', register).then(0).else(1).end())
    .executeTakeFirst();
  return row ? { id: row.id, sncode: row.sncode, connected: row.connected ?? false } : null;
}

export async function sncodeOf(db: Db, deviceId: number): Promise<string> {
  return (await db.selectFrom('device').select('sncode').where('id', '=', deviceId).executeTakeFirstOrThrow()).sncode;
}
