/** The projects of a corporation that is to end: closed at once like one that is being deleted, opened again where it is not ended after all. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

/** Marks those that are not being deleted yet, so that nothing shows them and no work goes on in them. Gives their ids. */
export async function closeProjects(db: Db, corporationId: number, at: Date): Promise<number[]> {
  const closed = await db
    .updateTable('project')
    .set({ deleting_at: at, archived_at: sql<Date>`coalesce(archived_at, ${at}::timestamptz)` })
    .where('corporation_id', '=', corporationId)
    .where('deleting_at', 'is', null)
    .returning('id')
    .execute();
  return closed.map(({ id }) => id);
}

/** Opens those that were closed at that instant, as they were. Gives their ids. */
export async function reopenProjects(db: Db, corporationId: number, closedAt: Date): Promise<number[]> {
  const opened = await db
    .updateTable('project')
    .set({ deleting_at: null, archived_at: sql<Date | null>`nullif(archived_at, ${closedAt}::timestamptz)` })
    .where('corporation_id', '=', corporationId)
    .where('deleting_at', '=', closedAt)
    .returning('id')
    .execute();
  return opened.map(({ id }) => id);
}
