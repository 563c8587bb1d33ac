/** Settings of the processors of devices that their devices have not answered yet. */
import type { ProcessorConfig } from '@plumbline/contract/devices/devices.processor';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

const openColumns = {
  commandId: 'text',
  sncode: 'text',
  wanted: typed<ProcessorConfig>(),
  sentAt: 'instant?',
} as const satisfies Columns;
export type OpenProcessor = SqlRow<typeof openColumns>;

/** Returns the settings that these devices have not answered, and were not sent since `before`. */
export async function openProcessorsOf(db: Db, sncodes: readonly string[], before: Date): Promise<OpenProcessor[]> {
  const { rows } = await sqlRows(openColumns)`
    SELECT i.command_id AS "commandId", d.sncode, i.wanted, i.sent_at AS "sentAt"
    FROM device d JOIN instrument_part i ON i.device_id = d.id AND i.part = 'processor'
    WHERE d.sncode = ANY(${sncodes}::text[]) AND i.answered_at IS NULL AND (i.sent_at IS NULL OR i.sent_at <= ${before})`.execute(
    db,
  );
  return rows;
}

export async function markSent(db: Db, now: Date, commandIds: readonly string[]): Promise<void> {
  await sql`UPDATE instrument_part SET sent_at = ${now}
    WHERE part = 'processor' AND command_id = ANY(${commandIds}::uuid[])`.execute(db);
}

/** Returns whether a device owes the answer to this command. */
export async function isAwaited(db: Db, deviceId: number, commandId: string): Promise<boolean> {
  const { rows } = await sqlRows({ count: 'number' })`SELECT count(*) AS count FROM instrument_part
    WHERE device_id = ${deviceId} AND part = 'processor' AND command_id = ${commandId}::uuid AND answered_at IS NULL`.execute(
    db,
  );
  return rows[0]?.count === 1;
}

/** Brings back to now what was sent by a clock ahead: it would not be sent again until that time. */
export async function pullInProcessors(db: Db, now: Date): Promise<void> {
  await sql`UPDATE instrument_part SET sent_at = ${now} WHERE sent_at > ${now}`.execute(db);
}
