/** What features above may ask about corporations. */
import type { Db, Place } from '../../kernel/context.ts';

export { insert as createCorporation } from './corporations.table.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('corporation').select('id').where('id', 'in', ids).execute();
  return new Map(rows.map(({ id }) => [id, { corporationId: id, projectIds: [], archived: false }]));
}

/** What a page shows of the corporation of whoever is signed in. */
export async function brief(db: Db, id: number): Promise<{ id: number; title: string; copyright: string } | null> {
  const row = await db
    .selectFrom('corporation')
    .select(['id', 'title', 'copyright'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
