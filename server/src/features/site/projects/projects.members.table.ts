import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Member } from '@plumbline/contract/site/projects.members';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { untilColumn } from './projects.groups.table.ts';

/** The members of a project by name, disabled ones too. */
export async function ofProject(db: Db, projectId: number): Promise<OutputOf<typeof Member>[]> {
  return await db
    .selectFrom('project_member as member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .innerJoin('role', 'role.id', 'member.role_id')
    .innerJoin('project as j', 'j.id', 'member.project_id')
    .select([
      'account.id as userId',
      'account.name',
      'account.display_name as displayName',
      'role.id as roleId',
      'role.type as roleType',
      'member.status',
      untilColumn(sql`member.ends_at`).as('until'),
    ])
    .where('member.project_id', '=', projectId)
    .orderBy('account.name')
    .execute();
}

/** All memberships of a project, locked: who the last Owner is cannot change meanwhile. */
export async function lock(db: Db, projectId: number) {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  return await db
    .selectFrom('project_member as member')
    .innerJoin('role', 'role.id', 'member.role_id')
    .select(['member.account_id as userId', 'member.status', 'role.type', 'role.permissions'])
    .where('member.project_id', '=', projectId)
    .execute();
}

/** The account, if it works for the project's corporation; `same_named` = somebody else in the project is called like it. */
export async function colleague(db: Db, projectId: number, userId: number) {
  const { rows } = await sqlRows({ display_name: 'text', password_hash: 'text', same_named: 'flag' })`
    SELECT a.display_name, a.password_hash, EXISTS (
      SELECT 1 FROM project_member m JOIN account o ON o.id = m.account_id
      WHERE m.project_id = j.id AND o.id <> a.id AND lower(o.display_name) = lower(a.display_name)
    ) AS same_named
    FROM account a JOIN project j ON j.corporation_id = a.corporation_id
    WHERE j.id = ${projectId} AND a.id = ${userId}`.execute(db);
  return rows[0];
}

/** Enabled accounts of the project's corporation that are no members of it, by name; at most 50. */
export async function candidates(db: Db, projectId: number, keyword: string | undefined) {
  const like = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null;
  return await db
    .selectFrom('account')
    .innerJoin('project', 'project.corporation_id', 'account.corporation_id')
    .leftJoin('project_member as member', (join) =>
      join.onRef('member.account_id', '=', 'account.id').onRef('member.project_id', '=', 'project.id'),
    )
    .select(['account.id as userId', 'account.name', 'account.display_name as displayName'])
    .where('project.id', '=', projectId)
    .where('member.account_id', 'is', null)
    .where('account.disabled_at', 'is', null)
    .$if(like !== null, (query) =>
      query.where((each) =>
        each.or([each('account.name', 'ilike', like), each('account.display_name', 'ilike', like)]),
      ),
    )
    .orderBy((each) => each.fn('lower', ['account.name']))
    .limit(50)
    .execute();
}

/** The role, if it is a fixed one or of the project's corporation. */
export const role = (db: Db, projectId: number, roleId: number) =>
  db
    .selectFrom('role')
    .innerJoin('project', (join) => join.on('project.id', '=', projectId))
    .select(['role.id', 'role.type', 'role.permissions'])
    .where('role.id', '=', roleId)
    .where((is) =>
      is.or([is('role.corporation_id', 'is', null), is('role.corporation_id', '=', is.ref('project.corporation_id'))]),
    )
    .executeTakeFirst();

export async function fixedRole(db: Db, type: Exclude<RoleType, 'Custom'>): Promise<number> {
  return (await db.selectFrom('role').select('id').where('type', '=', type).executeTakeFirstOrThrow()).id;
}

export async function insert(
  db: Db,
  member: {
    readonly projectId: number;
    readonly userId: number;
    readonly roleId: number;
    readonly endsAt?: Date | null;
  },
): Promise<void> {
  const { projectId, userId, roleId, endsAt = null } = member;
  await db
    .insertInto('project_member')
    .values({ project_id: projectId, account_id: userId, role_id: roleId, ends_at: endsAt })
    .execute();
}

export async function update(
  db: Db,
  projectId: number,
  userId: number,
  change: { role_id?: number; status?: 'active' | 'disabled'; ends_at?: Date | null },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('project_member')
    .set(change)
    .where('project_id', '=', projectId)
    .where('account_id', '=', userId)
    .execute();
}

export async function remove(db: Db, projectId: number, userId: number): Promise<void> {
  await db.deleteFrom('project_member').where('project_id', '=', projectId).where('account_id', '=', userId).execute();
}
