/** Who is told about something in a project, and who may be named in it. */
import { type Permission, type RoleType, rolePermissions } from '@plumbline/contract/kernel/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/**
 * Returns the audience of something in a project, over the alias j (project): Admins and Managers of the corporation,
 * and active members, by themselves or by a user group, who hold the permission. System accounts look after the
 * installation, not after a dam.
 */
export function audienceOf(sees: Permission): RawBuilder<{ id: number }> {
  const fixedRoles = (Object.entries(rolePermissions) as [RoleType, readonly Permission[]][])
    .filter(([, permissions]) => permissions.includes(sees))
    .map(([type]) => type);
  return sql`
  SELECT u.id FROM account u WHERE u.corporation_id = j.corporation_id AND u.disabled_at IS NULL
    AND (u.type IN ('Admin', 'Manager') OR EXISTS (
      SELECT 1 FROM project_grant m JOIN role r ON r.id = m.role_id
      WHERE m.project_id = j.id AND m.account_id = u.id
        AND (r.type = ANY(${fixedRoles}::text[]) OR (r.type = 'Custom' AND ${sees} = ANY(r.permissions)))))`;
}

/** The audience of a project by name, at most so many. */
export async function peopleWho(
  db: Db,
  sees: Permission,
  projectId: number,
  most: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sqlRows({ id: 'number', name: 'text' })`
    SELECT u.id, u.display_name AS name FROM project j CROSS JOIN LATERAL (${audienceOf(sees)}) AS may
      JOIN account u ON u.id = may.id
    WHERE j.id = ${projectId} ORDER BY u.display_name, u.id LIMIT ${most}`.execute(db);
  return rows;
}

/** The name of an account that is of the audience of each of these projects; undefined where it is not. */
export async function nameIfSees(
  db: Db,
  sees: Permission,
  projectIds: readonly number[],
  accountId: number,
): Promise<string | undefined> {
  const { rows } = await sqlRows({ name: 'text' })`
    SELECT u.display_name AS name FROM account u WHERE u.id = ${accountId}
      AND NOT EXISTS (SELECT FROM unnest(${projectIds}::int[]) AS wanted(id)
        WHERE NOT EXISTS (SELECT FROM project j CROSS JOIN LATERAL (${audienceOf(sees)}) AS may
          WHERE j.id = wanted.id AND may.id = ${accountId}))`.execute(db);
  return rows[0]?.name;
}

/** The projects of a corporation. */
export async function projectIdsOf(db: Db, corporationId: number): Promise<number[]> {
  const rows = await db.selectFrom('project').select('id').where('corporation_id', '=', corporationId).execute();
  return rows.map(({ id }) => id);
}
