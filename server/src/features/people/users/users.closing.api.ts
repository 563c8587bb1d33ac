/** The accounts of a corporation that is to end: closed at once, opened again where it is not ended after all, deleted with it. */
import type { Db } from '../../../kernel/context.ts';

/** Disables those that are not, and ends every session and access token. Gives the ids of all accounts. */
export async function closeAccounts(db: Db, corporationId: number, at: Date): Promise<number[]> {
  await db
    .updateTable('account')
    .set({ disabled_at: at })
    .where('corporation_id', '=', corporationId)
    .where('disabled_at', 'is', null)
    .execute();
  const accounts = await db.selectFrom('account').select('id').where('corporation_id', '=', corporationId).execute();
  await db
    .deleteFrom('token')
    .where('account_id', 'in', (each) =>
      each.selectFrom('account').select('id').where('corporation_id', '=', corporationId),
    )
    .execute();
  return accounts.map(({ id }) => id);
}

/** Enables those that were disabled at that instant. */
export const reopenAccounts = async (db: Db, corporationId: number, closedAt: Date): Promise<void> => {
  await db
    .updateTable('account')
    .set({ disabled_at: null })
    .where('corporation_id', '=', corporationId)
    .where('disabled_at', '=', closedAt)
    .execute();
};

export const deleteAccounts = async (db: Db, corporationId: number): Promise<void> => {
  await db.deleteFrom('account').where('corporation_id', '=', corporationId).execute();
};

/** For a password that is asked for again; undefined = there is no such account. */
export const passwordOwner = (db: Db, accountId: number) =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash as passwordHash'])
    .where('id', '=', accountId)
    .executeTakeFirst();
