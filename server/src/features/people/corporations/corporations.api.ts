/** What features above may ask about corporations. */

import type { Flags } from '@plumbline/contract/kernel/flags';
import type { Limits } from '@plumbline/contract/people/corporations';
import type { Db, Place } from '../../../kernel/context.ts';
import type { CorporationCounts } from '../../../kernel/lifecycle.ts';

import { knownFlags } from './corporations.table.ts';

export { requireCapacity } from './corporations.limits.table.ts';
export { insert as createCorporation } from './corporations.table.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('corporation').select('id').where('id', 'in', ids).execute();
  return new Map(rows.map(({ id }) => [id, { corporationId: id, projectIds: [], archived: false }]));
}

const brandColumns = ['product_name as productName', 'copyright', 'logo', 'favicon'] as const;

/** Returns the brand of the corporation of a signed-in user. */
export async function brief(db: Db, id: number) {
  const row = await db
    .selectFrom('corporation')
    .select(['id', 'title', 'document_disabled as documentDisabled', 'flags', ...brandColumns])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, flags: knownFlags(row.flags) } : null;
}

/** The prefix of usernames in a corporation, locked until the transaction ends; undefined = there is no such corporation. */
export async function lockPrefix(db: Db, id: number): Promise<{ readonly prefix: string | null } | undefined> {
  return await db.selectFrom('corporation').select('prefix').where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function setPrefix(db: Db, id: number, prefix: string): Promise<void> {
  await db.updateTable('corporation').set({ prefix }).where('id', '=', id).execute();
}

/** Sets the limits of a new corporation. */
export async function setStartLimits(db: Db, id: number, { points, devices, storageBytes }: Limits): Promise<void> {
  const limits = { max_points: points, max_devices: devices, max_storage_bytes: storageBytes };
  await db.updateTable('corporation').set(limits).where('id', '=', id).execute();
}

/** How the product looks at a host name; null = as Plumbline. */
export const brandAt = async (db: Db, host: string) =>
  (await db.selectFrom('corporation').select(brandColumns).where('host', '=', host).executeTakeFirst()) ?? null;

export async function flagsOf(db: Db, id: number): Promise<Flags> {
  const row = await db.selectFrom('corporation').select('flags').where('id', '=', id).executeTakeFirst();
  return knownFlags(row?.flags);
}

declare module '../../../kernel/services.ts' {
  interface Services {
    readonly corporationCounts: CorporationCounts;
  }
}
