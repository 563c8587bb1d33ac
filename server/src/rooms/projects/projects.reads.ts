/** What rooms above may ask about projects. */
import { type Permission, rolePermissions } from '@plumbline/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Db, Place } from '../../kernel/context.ts';
import { visibleProjects } from '../../kernel/door.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'corporation_id', 'archived_at'])
    .where('id', 'in', ids)
    .where('deleting_at', 'is', null)
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

/** A point is stale when it has no reading, or when three collections in a row are missing and 10 minutes have passed. */
const missedCollections = 3;
const leastSeconds = 600;

export const isStale = (at: Date | null, intervalSeconds: number, now: Date): boolean =>
  at === null || now.getTime() - at.getTime() > Math.max(missedCollections * intervalSeconds, leastSeconds) * 1000;

/** The same rule in SQL, over the time of the last reading and the interval of its point. */
export const stale = (now: Date, at = 's.at', intervalSeconds = 'p.interval_seconds'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(at)} IS NULL OR ${sql.ref(at)} < ${now}::timestamptz - make_interval(secs =>
    greatest(${sql.lit(missedCollections)} * ${sql.ref(intervalSeconds)}, ${sql.lit(leastSeconds)})))`;

/**
 * A condition on a project (by default the table alias `j`): the caller may see it, and holds `permission` there where
 * one is named. For lists that reach over projects; the door asks for one place at a time.
 */
export function seenBy(caller: Caller, permission?: Permission, alias = 'j'): RawBuilder<boolean> {
  const seen = visibleProjects(caller);
  const stands = sql<boolean>`${sql.ref(`${alias}.deleting_at`)} IS NULL`;
  if (!seen) return stands;
  const own = sql<boolean>`${stands} AND ${sql.ref(`${alias}.corporation_id`)} = ${seen.corporationId}`;
  if (!seen.projectIds) return own;
  const ids = seen.projectIds.filter((id) => !permission || caller.projects.get(id)?.has(permission));
  return sql<boolean>`${own} AND ${sql.ref(`${alias}.id`)} = ANY(${ids}::int[])`;
}
