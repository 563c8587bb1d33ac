/** The end of a corporation as its own row sees it: marked, unmarked, deleted. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** Marks it, once: undefined where it is marked already. */
export const beginEnding = (db: Db, id: number, at: Date): Promise<{ title: string } | undefined> =>
  db
    .updateTable('corporation')
    .set({ deleting_at: at })
    .where('id', '=', id)
    .where('deleting_at', 'is', null)
    .returning('title')
    .executeTakeFirst();

/** Since when it ends; null = it does not, undefined = there is none. */
export const endingSince = async (db: Db, id: number): Promise<Date | null | undefined> =>
  (await db.selectFrom('corporation').select('deleting_at').where('id', '=', id).executeTakeFirst())?.deleting_at;

export const cancelEnding = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('corporation').set({ deleting_at: null }).where('id', '=', id).execute();
};

/** Every file of it, also those that no row names any more. */
export async function filesOf(db: Db, id: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`SELECT id FROM stored_file WHERE corporation_id = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

/** With what hangs on it alone; people, projects and devices must be gone. */
export const deleteCorporation = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('corporation').where('id', '=', id).execute();
};
