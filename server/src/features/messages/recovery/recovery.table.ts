import type { Db } from '../../../kernel/context.ts';

/** The recovery address of an account; undefined = there is none. */
export async function ofAccount(db: Db, accountId: number) {
  return await db.selectFrom('recovery_address').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** An enabled account of this name that recovers its password at this address. */
export async function find(db: Db, name: string, address: string) {
  return await db
    .selectFrom('recovery_address as r')
    .innerJoin('account', 'account.id', 'r.account_id')
    .select(['account.id', 'account.name', 'account.corporation_id', 'account.language'])
    .where((each) => each(each.fn('lower', ['account.name']), '=', name.toLowerCase()))
    .where((each) => each(each.fn('lower', ['r.address']), '=', address.toLowerCase()))
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
}

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly corporation_id: number | null;
}

/** An account that may sign in, locked until the transaction ends. */
export async function lockEnabled(db: Db, accountId: number) {
  return await db
    .selectFrom('account')
    .select(['id', 'name', 'corporation_id'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function passwordHashOf(db: Db, accountId: number): Promise<string | undefined> {
  const row = await db.selectFrom('account').select('password_hash').where('id', '=', accountId).executeTakeFirst();
  return row?.password_hash;
}

/** Returns whether the account signed in from there before. */
export async function isKnownTo(db: Db, name: string, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_address')
    .innerJoin('account', 'account.id', 'known_address.account_id')
    .select('known_address.ip')
    .where((each) => each(each.fn('lower', ['account.name']), '=', name.toLowerCase()))
    .where('known_address.ip', '=', ip)
    .executeTakeFirst();
  return row !== undefined;
}

export async function put(db: Db, accountId: number, address: string, now: Date): Promise<void> {
  await db
    .insertInto('recovery_address')
    .values({ account_id: accountId, address, verified_at: now })
    .onConflict((on) => on.column('account_id').doUpdateSet({ address, verified_at: now }))
    .execute();
}

export async function remove(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('recovery_address').where('account_id', '=', accountId).execute();
}

/** Returns the enabled accounts of a corporation that have proved one of these addresses to be theirs. */
export async function accountsAt(db: Db, corporationId: number, addresses: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('recovery_address as r')
    .innerJoin('account', 'account.id', 'r.account_id')
    .select('account.id')
    .distinct()
    .where('account.corporation_id', '=', corporationId)
    .where((each) => each('account.disabled_at', 'is', null))
    .where((each) =>
      each(
        each.fn('lower', ['r.address']),
        'in',
        addresses.map((address) => address.toLowerCase()),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
