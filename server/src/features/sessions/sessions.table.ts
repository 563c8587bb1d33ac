import type { Db } from '../../kernel/context.ts';

/** What sign-in compares with; null = no such account. */
export async function account(db: Db, name: string) {
  const row = await db
    .selectFrom('account')
    .select(['id', 'password_hash', 'disabled_at'])
    .where((each) => each(each.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return row ?? null;
}

/** Whose account it is, for the log; undefined = there is none. */
export const named = (db: Db, accountId: number) =>
  db.selectFrom('account').select(['name', 'corporation_id']).where('id', '=', accountId).executeTakeFirst();

/** Whether no corporation has an account yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('account').select('id').where('type', '!=', 'System').limit(1).executeTakeFirst()) ===
    undefined
  );
}
