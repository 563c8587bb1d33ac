import { type Permission, rolePermissions } from '@plumbline/contract/kernel/permissions';
import type { Role } from '@plumbline/contract/people/roles';
import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['role']>;

/** The fixed roles and the custom ones of a corporation, each with its members in `projectIds` (null = all of the corporation). */
export async function ofCorporation(db: Db, corporationId: number, projectIds: number[] | null): Promise<Role[]> {
  const rows = await db
    .selectFrom('role')
    .selectAll()
    .where((each) => each.or([each('corporation_id', 'is', null), each('corporation_id', '=', corporationId)]))
    .orderBy((each) => each('corporation_id', 'is not', null))
    .orderBy('id')
    .execute();
  const members = await membersOf(db, corporationId, projectIds);
  return rows.map((row) => fromRow(row, members.get(row.id) ?? 0));
}

/** How many people hold each role, by role id. */
export async function membersOf(db: Db, corporationId: number, projectIds: number[] | null) {
  if (projectIds?.length === 0) return new Map<number, number>();
  const { rows } = await sqlRows({ role_id: 'number', count: 'number' })`
    SELECT g.role_id, count(DISTINCT g.account_id) AS count FROM project_grant g JOIN project j ON j.id = g.project_id
    WHERE j.corporation_id = ${corporationId} AND (${projectIds}::int[] IS NULL OR j.id = ANY(${projectIds}::int[]))
    GROUP BY g.role_id`.execute(db);
  return new Map(rows.map((row) => [row.role_id, row.count]));
}

/** The role, locked until the transaction ends. */
export async function lock(db: Db, id: number): Promise<Row | undefined> {
  return db.selectFrom('role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function byId(db: Db, id: number): Promise<Row | undefined> {
  return db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insert(db: Db, corporationId: number, name: string, permissions: Permission[]): Promise<Role> {
  const row = await db
    .insertInto('role')
    .values({ corporation_id: corporationId, type: 'Custom', name, permissions })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row, 0);
}

export async function update(db: Db, id: number, change: { name?: string; permissions?: Permission[] }): Promise<Row> {
  return db.updateTable('role').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('role').where('id', '=', id).execute();
}

/** Accounts that have a role in any project or by a user group. */
export async function holders(db: Db, id: number): Promise<number[]> {
  const { rows } = await sqlRows({ account_id: 'number' })`
    SELECT account_id FROM project_member WHERE role_id = ${id}
    UNION SELECT m.account_id FROM user_group_role r JOIN user_group_member m ON m.group_id = r.group_id
    WHERE r.role_id = ${id}`.execute(db);
  return rows.map((row) => row.account_id);
}

/** How many user groups have a role. */
export async function groupsWith(db: Db, id: number): Promise<number> {
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*) AS count FROM user_group_role WHERE role_id = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const permissionsOf = (row: Row): Permission[] =>
  row.type === 'Custom' ? row.permissions : [...rolePermissions[row.type]];

export const fromRow = (row: Row, members: number): Role => ({
  id: row.id,
  corporationId: row.corporation_id,
  type: row.type,
  name: row.name,
  permissions: permissionsOf(row),
  members,
});
