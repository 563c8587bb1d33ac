import type { UserGroup } from '@plumbline/contract/people/user-groups';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { rolesColumn, usersColumn } from './user-groups.api.ts';

const columns = sql`g.id, g.corporation_id AS "corporationId", g.name, ${rolesColumn} AS roles, ${usersColumn} AS users,
  (SELECT count(*)::int FROM project_group p WHERE p.group_id = g.id) AS projects, g.created_at AS "createdAt"`;
const rowColumns = {
  id: 'number',
  corporationId: 'number',
  name: 'text',
  roles: typed<UserGroup['roles']>(),
  users: 'number',
  projects: 'number',
  createdAt: 'instant',
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;
const fromRow = (row: Row): UserGroup => ({ ...row, createdAt: row.createdAt.toISOString() });

/** One page of the groups of a corporation, by name, and how many there are. */
export async function page(
  db: Db,
  corporationId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const { rows } = await sqlRows(rowColumns)`
    SELECT ${columns} FROM user_group g WHERE g.corporation_id = ${corporationId}
    ORDER BY lower(g.name) LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  return { userGroups: rows.map(fromRow), total: await count(db, corporationId) };
}

export async function count(db: Db, corporationId: number): Promise<number> {
  const { total } = await db
    .selectFrom('user_group')
    .select((each) => each.fn.countAll<number>().as('total'))
    .where('corporation_id', '=', corporationId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function byId(db: Db, id: number): Promise<UserGroup | undefined> {
  const { rows } = await sqlRows(rowColumns)`SELECT ${columns} FROM user_group g WHERE g.id = ${id}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

/** Its row, locked until the transaction ends. */
export const lock = (db: Db, id: number) =>
  db.selectFrom('user_group').select(['id', 'corporation_id']).where('id', '=', id).forUpdate().executeTakeFirst();

/** The people of a group by name. */
export const usersOf = (db: Db, groupId: number) =>
  db
    .selectFrom('user_group_member as member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select((each) => [
      'account.id as userId',
      'account.name',
      'account.display_name as displayName',
      each('account.disabled_at', 'is not', null).$castTo<boolean>().as('disabled'),
    ])
    .where('member.group_id', '=', groupId)
    .orderBy((each) => each.fn('lower', ['account.name']))
    .execute();

export async function insert(db: Db, corporationId: number, name: string, now: Date): Promise<number> {
  const row = await db
    .insertInto('user_group')
    .values({ corporation_id: corporationId, name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function rename(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('user_group').set({ name }).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('user_group').where('id', '=', id).execute();
}

/** Roles that a corporation may give, of these: its own and the fixed ones. */
export const rolesAmong = (db: Db, corporationId: number, ids: readonly number[]) =>
  db
    .selectFrom('role')
    .select(['id', 'type'])
    .where('id', 'in', ids)
    .where((is) => is.or([is('corporation_id', 'is', null), is('corporation_id', '=', corporationId)]))
    .execute();

/** Accounts of a corporation, of these. */
export async function accountsAmong(db: Db, corporationId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', ids)
    .where('corporation_id', '=', corporationId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function replaceRoles(db: Db, groupId: number, roleIds: readonly number[]): Promise<void> {
  await db.deleteFrom('user_group_role').where('group_id', '=', groupId).execute();
  if (roleIds.length === 0) return;
  await db
    .insertInto('user_group_role')
    .values(roleIds.map((roleId) => ({ group_id: groupId, role_id: roleId })))
    .execute();
}

export async function replaceUsers(db: Db, groupId: number, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('user_group_member').where('group_id', '=', groupId).execute();
  if (userIds.length === 0) return;
  await db
    .insertInto('user_group_member')
    .values(userIds.map((userId) => ({ group_id: groupId, account_id: userId })))
    .execute();
}
