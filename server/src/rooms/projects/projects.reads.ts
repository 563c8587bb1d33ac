/** What rooms above may ask about projects. */
import { type Permission, rolePermissions } from '@plumbline/contract/permissions';
import type { Db, Place } from '../../kernel/context.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'corporation_id', 'archived_at'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { corporationId: row.corporation_id, projectIds: [row.id], archived: row.archived_at !== null },
    ]),
  );
}

/** What an account's active memberships give it, by project. */
export async function grants(db: Db, accountId: number): Promise<ReadonlyMap<number, ReadonlySet<Permission>>> {
  const rows = await db
    .selectFrom('project_member as member')
    .innerJoin('role', 'role.id', 'member.role_id')
    .select(['member.project_id', 'role.type', 'role.permissions'])
    .where('member.account_id', '=', accountId)
    .where('member.status', '=', 'active')
    .execute();
  return new Map(
    rows.map((row) => [row.project_id, new Set(row.type === 'Custom' ? row.permissions : rolePermissions[row.type])]),
  );
}
