import type { Language, Theme } from '@plumbline/contract/kernel/constants';
import type { AccountType } from '@plumbline/contract/kernel/permissions';
import type { User } from '@plumbline/contract/people/users';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { forgetAttempts } from '../../../kernel/attempts.ts';
import { forgetConfirmations } from '../../../kernel/confirm.ts';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

export type Row = Selectable<Tables['account']>;

/** One page of a corporation's users by name, and how many match. */
export async function page(
  db: Db,
  corporationId: number,
  { keyword, page, pageSize }: { keyword?: string | undefined; page: number; pageSize: number },
) {
  const like = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null;
  const matching = db
    .selectFrom('account')
    .where('corporation_id', '=', corporationId)
    .$if(like !== null, (query) =>
      query.where((each) => each.or([each('name', 'ilike', like), each('display_name', 'ilike', like)])),
    );
  const rows = await matching
    .selectAll()
    .orderBy((each) => each.fn('lower', ['name']))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await matching.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { users: rows.map(fromRow), total };
}

export async function byId(db: Db, id: number): Promise<Row | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The account, locked until the transaction ends. */
export async function lock(db: Db, id: number): Promise<Row | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Enabled accounts of one type of a corporation (null = of none), locked in one order so that two of them cannot undo each other. */
export async function lockActive(db: Db, corporationId: number | null, type: AccountType): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('corporation_id', corporationId === null ? 'is' : '=', corporationId)
    .where('type', '=', type)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** How many accounts a corporation has. */
export async function count(db: Db, corporationId: number): Promise<number> {
  const { total } = await db
    .selectFrom('account')
    .select((each) => each.fn.countAll<number>().as('total'))
    .where('corporation_id', '=', corporationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns the usernames among these that are taken, whatever their case: the corporation of each, in lower case. */
export async function namesAmong(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  const lower = names.map((name) => name.toLowerCase());
  const { rows } = await sqlRows({ name: 'text', corporation_id: 'number?' })`
    SELECT lower(name) AS name, corporation_id FROM account WHERE lower(name) = ANY(${lower}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.name, row.corporation_id]));
}

export type NewAccount = Omit<
  Insertable<Tables['account']>,
  'avatar' | 'disabled_at' | 'last_signin_at' | 'last_signin_by'
>;

export async function insert(db: Db, account: NewAccount): Promise<Row> {
  return db
    .insertInto('account')
    .values({ avatar: null, disabled_at: null, ...account })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function update(db: Db, id: number, change: Updateable<Tables['account']>): Promise<Row> {
  return db.updateTable('account').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Sets one preference and leaves the others, whoever else is writing. */
export async function setPreference(db: Db, id: number, key: string, value: unknown): Promise<Row> {
  return db
    .updateTable('account')
    .set({
      preferences: sql<string>`preferences || jsonb_build_object(${key}::text, ${JSON.stringify(value)}::jsonb)`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Forgets the tries at an account's password and where it was signed in from. */
export async function forgetTries(
  db: Db,
  id: number,
  { name, pairs }: { readonly name: string; readonly pairs: string },
): Promise<void> {
  await forgetAttempts(db, [name], pairs);
  await forgetConfirmations(db, id);
  await db.deleteFrom('known_address').where('account_id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('account').where('id', '=', id).execute();
}

export const fromRow = (row: Row): User => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  type: row.type,
  corporationId: row.corporation_id,
  theme: row.theme as Theme,
  language: row.language as Language,
  avatar: row.avatar,
  sessionTimeout: row.session_timeout_seconds,
  disabled: row.disabled_at !== null,
  createdAt: row.created_at.toISOString(),
});

/** The projects that somebody may see; null = those of everybody. */
export async function visibleProjectIds(
  db: Db,
  scope: { readonly corporationId: number; readonly projectIds: readonly number[] | null } | null,
): Promise<ReadonlySet<number>> {
  let query = db.selectFrom('project').select('id').where('deleting_at', 'is', null);
  if (scope) query = query.where('corporation_id', '=', scope.corporationId);
  if (scope?.projectIds) query = query.where('id', 'in', scope.projectIds.length > 0 ? scope.projectIds : [0]);
  return new Set((await query.execute()).map(({ id }) => id));
}
