/** What the warehouse has already, and its devices piece by piece for a sheet. */
import { sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { select } from '../devices/devices.read.api.ts';

/** Returns the keys of the installation that exist under these names: serial numbers with their corporation, and register ids. */
export async function existingKeys(db: Db, sncodes: readonly string[], registers: readonly string[]) {
  const [bySncode, byRegister] = await Promise.all([
    sqlRows({ id: 'number', sncode: 'text', corporationId: 'number', type: 'text' })`
      SELECT id, sncode, corporation_id AS "corporationId", type FROM device WHERE sncode = ANY(${sncodes}::text[])`.execute(
      db,
    ),
    sqlRows({ register: 'text' })`SELECT register FROM device WHERE register = ANY(${registers}::text[])`.execute(db),
  ]);
  return {
    devices: new Map(bySncode.rows.map((row) => [row.sncode, row])),
    registers: new Set(byRegister.rows.map((row) => row.register)),
  };
}

/** A piece of the warehouse by id, after `afterId`: for a file, whose rows are pulled one piece at a time. */
export const piece = async (db: Db, caller: Caller, now: Date, corporationId: number, afterId: number, rows: number) =>
  (
    await select(
      db,
      caller,
      now,
      sql`d.corporation_id = ${corporationId} AND d.id > ${afterId}`,
      sql`ORDER BY d.id LIMIT ${rows}`,
    )
  ).map(({ device }) => device);

/** Serial numbers by id. */
export async function sncodesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('device')
    .select(['id', 'sncode'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.sncode]));
}
