/** The devices of a corporation that is to end: refused at once, deleted with it. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

export interface ClosedDevice {
  readonly id: number;
  readonly sncode: string;
}

/** Nobody knows their secrets any more. Gives the devices, for the gateways that hold their connections. */
export async function closeDevices(db: Db, corporationId: number): Promise<ClosedDevice[]> {
  return await db
    .updateTable('device')
    .set({ secret_hash: sql<Buffer>`sha256(gen_random_uuid()::text::bytea)` })
    .where('corporation_id', '=', corporationId)
    .returning(['id', 'sncode'])
    .execute();
}

/** Deletes some of them, whose points are gone; gives which, none when there are no more. */
export async function deleteDevices(db: Db, corporationId: number, most: number): Promise<ClosedDevice[]> {
  const some = await db
    .selectFrom('device')
    .select('id')
    .where('corporation_id', '=', corporationId)
    .orderBy('id')
    .limit(most)
    .execute();
  const ids = some.map(({ id }) => id);
  if (ids.length === 0) return [];
  await db.updateTable('device').set({ collector_id: null }).where('collector_id', 'in', ids).execute();
  await db.updateTable('device').set({ dtu_id: null }).where('dtu_id', 'in', ids).execute();
  return await db.deleteFrom('device').where('id', 'in', ids).returning(['id', 'sncode']).execute();
}
