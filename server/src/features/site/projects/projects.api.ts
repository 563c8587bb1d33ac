/** What features above may ask about projects. */
import { type Permission, type RoleType, rolePermissions } from '@plumbline/contract/kernel/permissions';
import {
  emptyWhole,
  pointStatus,
  type Status,
  staleness,
  type WholeStatus,
  wholeStatus,
} from '@plumbline/contract/kernel/status';
import { type RawBuilder, sql } from 'kysely';
import { permissionsAt, visibleProjects } from '../../../kernel/access.ts';
import type { Caller, Db, Place } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

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

/** Returns the grants of an account's memberships that have not ended, its own and those of its user groups, by project. */
export async function grants(
  db: Db,
  accountId: number,
  now: Date,
): Promise<ReadonlyMap<number, ReadonlySet<Permission>>> {
  const { rows } = await sqlRows({ project_id: 'number', type: typed<RoleType>(), permissions: typed<Permission[]>() })`
    SELECT g.project_id, r.type, r.permissions FROM project_grant g JOIN role r ON r.id = g.role_id
    WHERE g.account_id = ${accountId} AND (g.ends_at IS NULL OR g.ends_at > ${now})`.execute(db);
  const byProject = new Map<number, Set<Permission>>();
  for (const { project_id: projectId, type, permissions } of rows) {
    const granted = byProject.get(projectId) ?? new Set();
    for (const permission of type === 'Custom' ? permissions : rolePermissions[type]) granted.add(permission);
    byProject.set(projectId, granted);
  }
  return byProject;
}

/** The roles that an account has in a project today, its own and those of its user groups. */
export async function roleTypesAt(db: Db, accountId: number, projectId: number, now: Date): Promise<RoleType[]> {
  const { rows } = await sqlRows({ type: typed<RoleType>() })`
    SELECT DISTINCT r.type FROM project_grant g JOIN role r ON r.id = g.role_id
    WHERE g.account_id = ${accountId} AND g.project_id = ${projectId} AND (g.ends_at IS NULL OR g.ends_at > ${now})`.execute(
    db,
  );
  return rows.map(({ type }) => type);
}

/** Returns the grants of an access token of this account, by project: of what the account holds there, what the scope names. */
export async function scopedGrants(
  db: Db,
  account: Caller,
  scope: { readonly permissions: readonly Permission[]; readonly projectIds: readonly number[] | null },
): Promise<ReadonlyMap<number, ReadonlySet<Permission>>> {
  const { rows } = await sqlRows({ id: 'number' })`SELECT j.id FROM project j WHERE ${visibleTo(account)}`.execute(db);
  const chosen = rows.filter(({ id }) => scope.projectIds === null || scope.projectIds.includes(id));
  return new Map(
    chosen.flatMap(({ id }) => {
      const place = { corporationId: account.corporationId ?? 0, projectIds: [id], archived: false };
      const grantable = new Set(permissionsAt(account, place));
      const granted = new Set(scope.permissions.filter((permission) => grantable.has(permission)));
      return granted.size > 0 ? [[id, granted] as const] : [];
    }),
  );
}

const staleAfter = sql`make_interval(secs =>
    greatest(${sql.lit(staleness.missedCollections)} * p.interval_seconds, ${sql.lit(staleness.minSeconds)}))`;

/** The rule of `pointStatus` in SQL, over p (point) and s (point_state): it has a reading, and that is too old. */
const stale = (now: Date): RawBuilder<boolean> => sql<boolean>`(s.at < ${now}::timestamptz - ${staleAfter})`;

/** When the next of the points that report becomes stale unless a reading comes, epoch ms, over p and s. */
export const nextStaleColumn = (now: Date): RawBuilder<unknown> =>
  sql`round(date_part('epoch', min(s.at + ${staleAfter}) FILTER (WHERE NOT ${stale(now)})) * 1000) AS next_stale_at`;

/** Stale or never read: it has no present level. */
export const silent = (now: Date): RawBuilder<boolean> => sql<boolean>`(s.at IS NULL OR ${stale(now)})`;

/** `lacksGoodValue` in SQL, over p and s: the main field may be another one by now than when the reading came. */
export const lackingText = `(s.failed IS TRUE OR (s.at IS NOT NULL AND coalesce(s.values[p.main_index + 1], 'NaN') = 'NaN'))`;
export const lacking = sql.raw<boolean>(lackingText);

/** The state alone, over p and s; of a master by the rule of `wholeStatus`. */
export const stateOf = (now: Date): RawBuilder<Status['state']> =>
  sql`CASE WHEN NOT ${measures} THEN ${joinedState(now)} WHEN s.at IS NULL THEN 'neverRead' WHEN ${stale(now)} THEN 'stale' WHEN ${lacking} THEN 'failed' ELSE 'reporting' END`;

/** A rule is on for the point p (and state s): its readings are compared with something. Who stands at a level was. */
const hasLimits = sql<boolean>`(s.level > 0 OR EXISTS (SELECT FROM threshold h WHERE h.point_id = p.id AND h.enabled))`;

/** The level that the newest reading was judged at, over p and s; null without reading or limits. */
const judgedLevel = sql<number | null>`CASE WHEN ${hasLimits} THEN s.level END`;

/** The same, over p and s; of a master that of the points that it joins. */
export const levelOf = (now: Date): RawBuilder<number | null> =>
  sql`CASE WHEN NOT ${measures} THEN ${joinedLevel(now)} ELSE ${judgedLevel} END`;

/** The rule of `urgencyOf` in SQL, over p and s; of a master nothing is known by it. */
export const urgency = (now: Date): RawBuilder<number> =>
  sql`CASE WHEN s.at IS NULL THEN 0.4 WHEN ${stale(now)} THEN 0.5 + coalesce(${judgedLevel}, 0) / 10.0 WHEN s.level > 0 THEN s.level
    WHEN ${lacking} THEN 0.3 ELSE 0 END`;

/** Returns the columns of a point that `statusOf` needs, over p and s. */
export const statusColumns = (
  now: Date,
): RawBuilder<unknown> => sql`${joined(now)} AS status_joined, s.level AS last_level, ${hasLimits} AS has_limits, ${lacking} AS last_failed, p.interval_seconds AS status_interval,
  round(date_part('epoch', s.at) * 1000) AS last_at`;
export const statusKinds = {
  /** Of a master alone. */
  status_joined: typed<WholeRow | null>(),
  last_level: 'number?',
  /** NULL where there is neither a reading nor a limit. */
  has_limits: 'flag?',
  last_failed: 'flag',
  last_at: 'number?',
  status_interval: 'number',
} as const satisfies Columns;
export type StatusRow = SqlRow<typeof statusKinds>;
export const statusOf = (row: StatusRow, now: Date): Status =>
  row.status_joined
    ? wholeOfRow(row.status_joined)
    : pointStatus(
        {
          atMs: row.last_at,
          level: row.last_level,
          hasLimits: row.has_limits ?? false,
          failed: row.last_failed,
          intervalSeconds: row.status_interval,
        },
        now.getTime(),
      );

/** At no level for want of a good value, over p and s: a level above normal stands whatever came after it. */
const failed = sql<boolean>`(${lacking} AND s.level = 0)`;

/** A master shows what its slaves measure: it has no reading of its own that could be missing. */
export const measures = sql<boolean>`(p.type <> 3)`;

/**
 * Returns the columns of a group of points that `wholeOfRow` needs, over p and s (joined LEFT). Masters are no points
 * of their own here.
 */
export function wholeColumns(now: Date): RawBuilder<unknown> {
  const at = (level: number) =>
    sql`count(p.id) FILTER (WHERE NOT ${silent(now)} AND s.level = ${sql.lit(level)} AND ${hasLimits} AND NOT ${failed})`;
  return sql`ARRAY[${sql.join([0, 1, 2, 3, 4].map(at))}]::int[] AS levels, (count(p.id) FILTER (WHERE ${measures}))::int AS points,
    (count(p.id) FILTER (WHERE ${stale(now)}))::int AS stale, (count(p.id) FILTER (WHERE s.at IS NULL AND ${measures}))::int AS never_read,
    (count(p.id) FILTER (WHERE NOT ${silent(now)} AND ${failed}))::int AS failed,
    max(${judgedLevel}) FILTER (WHERE ${stale(now)}) AS last_level`;
}

/** `wholeColumns` of the points that the master p joins, as JSON; NULL where p is none. */
function joined(now: Date): RawBuilder<WholeRow | null> {
  return sql`CASE WHEN NOT ${measures} THEN (SELECT to_jsonb(w) FROM (SELECT p.slaves) m, LATERAL (SELECT ${wholeColumns(now)}
    FROM jsonb_array_elements(m.slaves) each JOIN point p ON p.id = (each->>'pointId')::int
      LEFT JOIN point_state s ON s.point_id = p.id) w) END`;
}

/** The rule of `wholeStatus` in SQL, over the master p. */
const joinedState = (now: Date): RawBuilder<WholeStatus['state']> =>
  sql`(SELECT CASE WHEN w.points = 0 THEN 'empty' WHEN w.stale + w.never_read > 0 THEN 'silent' WHEN w.failed > 0 THEN 'failed' ELSE 'reporting' END
    FROM jsonb_to_record(${joined(now)}) AS w(points int, stale int, never_read int, failed int))`;
const joinedLevel = (now: Date): RawBuilder<number | null> =>
  sql`(SELECT max(l.place) - 1 FROM jsonb_array_elements_text(${joined(now)} -> 'levels') WITH ORDINALITY AS l(count, place)
    WHERE l.count::int > 0)::int`;

export const wholeKinds = {
  levels: typed<number[]>(),
  points: 'number',
  failed: 'number',
  stale: 'number',
  never_read: 'number',
  last_level: 'number?',
} as const satisfies Columns;

/** Columns that conditions add to a group of points, over c (condition) and q (condition_state). */
export const conditionColumns = sql`max(c.level) FILTER (WHERE q.raised) AS condition_level,
  (count(*) FILTER (WHERE NOT q.raised AND q.truth IN ('waiting', 'unknown')))::int AS unknown_conditions`;
export const conditionsFrom = sql`FROM condition c JOIN condition_state q ON q.condition_id = c.id AND c.enabled`;
/** NULL where they are joined to a group without conditions. */
export const conditionKinds = { condition_level: 'number?', unknown_conditions: 'number?' } as const satisfies Columns;
/** A group of points, with its conditions where they are asked for. */
export type WholeRow = SqlRow<typeof wholeKinds> & Partial<SqlRow<typeof conditionKinds>>;

/** Points that nobody counted, under conditions that somebody did. */
export const noPoints: WholeRow = {
  levels: [0, 0, 0, 0, 0],
  points: 0,
  failed: 0,
  stale: 0,
  never_read: 0,
  last_level: null,
};

export function wholeOfRow(row: WholeRow | undefined): WholeStatus {
  if (row === undefined) return emptyWhole();
  const { levels, points, failed, stale, never_read: neverRead, last_level: lastLevel } = row;
  const withoutLimits = levels.reduce((remaining, count) => remaining - count, points - failed - stale - neverRead);
  const { condition_level: conditionLevel = null, unknown_conditions: unknown } = row;
  const conditions = { conditionLevel, unknownConditions: unknown ?? 0 };
  return wholeStatus({ levels, withoutLimits, failed, stale, neverRead, lastLevel, ...conditions });
}

/**
 * A condition on a project (by default the table alias `j`): the caller may see it, and holds `permission` there where
 * one is named. For lists that reach over projects; access control asks for one place at a time.
 */
export function visibleTo(caller: Caller, permission?: Permission, alias = 'j'): RawBuilder<boolean> {
  const scope = visibleProjects(caller);
  const exists = sql<boolean>`${sql.ref(`${alias}.deleting_at`)} IS NULL`;
  if (!scope) return exists;
  const isOfScope = sql<boolean>`${exists} AND ${sql.ref(`${alias}.corporation_id`)} = ${scope.corporationId}`;
  if (!scope.projectIds) return isOfScope;
  const ids = scope.projectIds.filter((id) => !permission || caller.projects.get(id)?.has(permission));
  return sql<boolean>`${isOfScope} AND ${sql.ref(`${alias}.id`)} = ANY(${ids}::int[])`;
}
