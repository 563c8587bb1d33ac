import type { Permission } from '@plumbline/contract/kernel/permissions';
import { type RoleType, rolePermissions } from '@plumbline/contract/kernel/permissions';
import type { Grant, ProjectGroup } from '@plumbline/contract/site/projects.groups';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { rolesColumn, usersColumn } from '../../people/user-groups/user-groups.api.ts';

/** The last day of a membership in the zone of the project j, from its `ends_at`. */
export const untilColumn = (endsAt: RawBuilder<Date | null>): RawBuilder<string | null> =>
  sql`to_char((${endsAt} AT TIME ZONE j.time_zone) - interval '1 second', 'YYYY-MM-DD')`;

/** When a membership ends whose last day is given: at the end of that day in the zone of the project. */
export async function endOf(db: Db, projectId: number, until: string): Promise<Date | undefined> {
  const { rows } = await sqlRows({ at: 'instant' })`
    SELECT (${until}::date + 1)::timestamp AT TIME ZONE j.time_zone AS at FROM project j WHERE j.id = ${projectId}`.execute(
    db,
  );
  return rows[0]?.at;
}

/** The user groups of a project by name, disabled ones too. */
export async function groupsOf(db: Db, projectId: number): Promise<ProjectGroup[]> {
  const { rows } = await sqlRows({
    userGroupId: 'number',
    name: 'text',
    roles: typed<ProjectGroup['roles']>(),
    users: 'number',
    status: typed<ProjectGroup['status']>(),
    until: 'text?',
  })`
    SELECT g.id AS "userGroupId", g.name, ${rolesColumn} AS roles, ${usersColumn} AS users, p.status,
      ${untilColumn(sql`p.ends_at`)} AS until
    FROM project_group p JOIN user_group g ON g.id = p.group_id JOIN project j ON j.id = p.project_id
    WHERE p.project_id = ${projectId} ORDER BY lower(g.name)`.execute(db);
  return rows;
}

/** The group with what it may give, if it is of the project's corporation. */
export async function groupFor(db: Db, projectId: number, groupId: number) {
  const { rows } = await sqlRows({ id: 'number', roles: typed<{ type: RoleType; permissions: Permission[] }[]>() })`
    SELECT g.id, (SELECT coalesce(json_agg(json_build_object('type', r.type, 'permissions', r.permissions)), '[]')
      FROM user_group_role o JOIN role r ON r.id = o.role_id WHERE o.group_id = g.id) AS roles
    FROM user_group g JOIN project j ON j.corporation_id = g.corporation_id
    WHERE j.id = ${projectId} AND g.id = ${groupId}`.execute(db);
  return rows[0];
}

/** Groups of the project's corporation that are no members of it, by name. */
export async function candidates(db: Db, projectId: number) {
  const { rows } = await sqlRows({ userGroupId: 'number', name: 'text' })`
    SELECT g.id AS "userGroupId", g.name FROM user_group g JOIN project j ON j.corporation_id = g.corporation_id
    WHERE j.id = ${projectId} AND NOT EXISTS (SELECT FROM project_group p WHERE p.project_id = j.id AND p.group_id = g.id)
    ORDER BY lower(g.name)`.execute(db);
  return rows;
}

export const isMember = async (db: Db, projectId: number, groupId: number): Promise<boolean> =>
  (await db
    .selectFrom('project_group')
    .select('group_id')
    .where('project_id', '=', projectId)
    .where('group_id', '=', groupId)
    .executeTakeFirst()) !== undefined;

export async function insert(db: Db, projectId: number, groupId: number, endsAt: Date | null): Promise<void> {
  await db.insertInto('project_group').values({ project_id: projectId, group_id: groupId, ends_at: endsAt }).execute();
}

export async function update(
  db: Db,
  projectId: number,
  groupId: number,
  change: { readonly status?: 'active' | 'disabled'; readonly ends_at?: Date | null },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('project_group')
    .set(change)
    .where('project_id', '=', projectId)
    .where('group_id', '=', groupId)
    .execute();
}

export async function remove(db: Db, projectId: number, groupId: number): Promise<void> {
  await db.deleteFrom('project_group').where('project_id', '=', projectId).where('group_id', '=', groupId).execute();
}

/** Disables memberships whose time is over; gives the accounts that they concern. */
export async function endMemberships(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    WITH members AS (UPDATE project_member SET status = 'disabled' WHERE status = 'active' AND ends_at <= ${now} RETURNING account_id),
      groups AS (UPDATE project_group SET status = 'disabled' WHERE status = 'active' AND ends_at <= ${now} RETURNING group_id)
    SELECT account_id AS id FROM members
    UNION SELECT m.account_id FROM groups JOIN user_group_member m ON m.group_id = groups.group_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Everything that an account is granted in projects, disabled grants too, by the name of the project. */
export async function grantsOf(db: Db, accountId: number, now: Date) {
  const { rows } = await sqlRows({
    projectId: 'number',
    projectName: 'text',
    roleType: typed<RoleType>(),
    roleName: 'text',
    custom: typed<Permission[]>(),
    groupName: 'text?',
    status: typed<Grant['status']>(),
    until: 'text?',
  })`
    SELECT j.id AS "projectId", j.name AS "projectName", r.type AS "roleType", r.name AS "roleName", r.permissions AS custom,
      e.group_name AS "groupName", CASE WHEN e.ends_at <= ${now} THEN 'disabled' ELSE e.status END AS status, ${untilColumn(sql`e.ends_at`)} AS until
    FROM (
      SELECT m.project_id, m.role_id, NULL AS group_name, m.status, m.ends_at FROM project_member m WHERE m.account_id = ${accountId}
      UNION ALL
      SELECT p.project_id, o.role_id, g.name, p.status, p.ends_at FROM user_group_member u
        JOIN user_group g ON g.id = u.group_id JOIN user_group_role o ON o.group_id = g.id
        JOIN project_group p ON p.group_id = g.id
      WHERE u.account_id = ${accountId}
    ) e JOIN project j ON j.id = e.project_id AND j.deleting_at IS NULL JOIN role r ON r.id = e.role_id
    ORDER BY lower(j.name), j.id, e.group_name NULLS FIRST`.execute(db);
  return rows.map(({ projectId, projectName, custom, ...row }) => ({
    projectId,
    projectName,
    grant: {
      ...row,
      by: row.groupName === null ? ('member' as const) : ('group' as const),
      permissions: row.roleType === 'Custom' ? custom : [...rolePermissions[row.roleType]],
    },
  }));
}

/** The projects of a corporation by name; those of no corporation (a System account) are all of them. */
export const projectsOf = (db: Db, corporationId: number | null) =>
  db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('deleting_at', 'is', null)
    .$if(corporationId !== null, (query) => query.where('corporation_id', '=', corporationId))
    .orderBy((each) => each.fn('lower', ['name']))
    .execute();

export const accountOf = (db: Db, accountId: number) =>
  db
    .selectFrom('account')
    .select(['type', 'corporation_id', 'disabled_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
