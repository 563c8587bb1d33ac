/**
 * How much a corporation has, and how much it may have. Invariant: two who add at the same time are counted one after the
 * other, so that no limit is passed between them.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { Limited } from '@plumbline/contract/people/corporations';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

const counted: Readonly<Record<Limited, (corporationId: number) => ReturnType<typeof sql<number>>>> = {
  points: (id) =>
    sql<number>`(SELECT count(*) FROM point p JOIN project j ON j.id = p.project_id WHERE j.corporation_id = ${id})`,
  devices: (id) => sql<number>`(SELECT count(*) FROM device WHERE corporation_id = ${id})`,
  storageBytes: (id) =>
    sql<number>`(SELECT coalesce(sum(bytes), 0)::bigint FROM stored_file WHERE corporation_id = ${id})`,
};

export async function useOf(db: Db, corporationId: number): Promise<Record<Limited, number>> {
  const { rows } = await sql<Record<Limited, number>>`
    SELECT ${counted.points(corporationId)} AS points, ${counted.devices(corporationId)} AS devices,
      ${counted.storageBytes(corporationId)} AS "storageBytes"`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a SELECT without FROM has one row');
  return found;
}

/** Throws limitReached where so many more would be more than the corporation may have. In the transaction that adds them. */
export async function requireCapacity(
  db: Db,
  corporationId: number,
  limited: Exclude<Limited, 'storageBytes'>,
  added: number,
): Promise<void> {
  const column = limited === 'points' ? 'max_points' : 'max_devices';
  const row = await db
    .selectFrom('corporation')
    .select(`${column} as max`)
    .where('id', '=', corporationId)
    .where(column, 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || row.max === null) return;
  const { rows } = await sql<{ used: number }>`SELECT ${counted[limited](corporationId)} AS used`.execute(db);
  if ((rows[0]?.used ?? 0) + added > row.max) throw new Failure('limitReached', { fault: limited, max: row.max });
}
