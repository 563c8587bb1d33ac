import type { Person, peopleSorts } from '@plumbline/contract/site/projects.people';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, tableRows, typed } from '../../../kernel/rows.ts';
import { userFromRow } from '../../people/users/users.api.ts';

export interface Filter {
  readonly corporationId: number;
  readonly keyword?: string | undefined;
  readonly type?: 'Admin' | 'Manager' | 'Normal' | undefined;
  readonly roleId?: number | undefined;
  readonly state?: 'enabled' | 'disabled' | undefined;
  readonly secondFactor?: 'none' | 'totp' | 'passkey' | undefined;
  /** Only those that did not sign in since. */
  readonly unusedSince?: Date | undefined;
}

export interface Order {
  readonly sort: (typeof peopleSorts)[number];
  readonly descending: boolean;
}

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const hasCode = sql`EXISTS (SELECT FROM second_factor f WHERE f.account_id = a.id AND f.confirmed_at IS NOT NULL)`;
const hasPasskey = sql`EXISTS (SELECT FROM passkey k WHERE k.account_id = a.id)`;

const withFactor: Readonly<Record<NonNullable<Filter['secondFactor']>, RawBuilder<unknown>>> = {
  none: sql`NOT ${hasCode} AND NOT ${hasPasskey}`,
  totp: hasCode,
  passkey: hasPasskey,
};

/**
 * Accounts of a corporation with what they are granted in projects, by one statement: memberships that count now, one's own
 * and those of user groups, as `grants` lists them for one account. Above the projects, the account type is reason enough.
 */
function matching({ corporationId, keyword, type, roleId, state, secondFactor, unusedSince }: Filter, now: Date) {
  const counts = (of: string) => sql`${sql.ref(`${of}.status`)} = 'active'
    AND (${sql.ref(`${of}.ends_at`)} IS NULL OR ${sql.ref(`${of}.ends_at`)} > ${now})`;
  const parts = [
    sql`a.corporation_id = ${corporationId}`,
    keyword && sql`(a.name ILIKE ${like(keyword)} OR a.display_name ILIKE ${like(keyword)})`,
    type && sql`a.type = ${type}`,
    roleId !== undefined && sql`${roleId}::int = ANY(e.role_ids)`,
    state && (state === 'disabled' ? sql`a.disabled_at IS NOT NULL` : sql`a.disabled_at IS NULL`),
    secondFactor && withFactor[secondFactor],
    // Who was never here is as old as the account.
    unusedSince && sql`coalesce(a.last_signin_at, a.created_at) < ${unusedSince}`,
  ].filter((part) => typeof part === 'object');
  return sql`
    FROM account a LEFT JOIN (
      SELECT g.account_id, array_agg(DISTINCT g.project_id) AS project_ids, array_agg(DISTINCT g.role_id) AS role_ids
      FROM (
        SELECT m.account_id, m.project_id, m.role_id FROM project_member m WHERE ${counts('m')}
        UNION ALL
        SELECT u.account_id, p.project_id, o.role_id FROM user_group_member u
          JOIN user_group_role o ON o.group_id = u.group_id JOIN project_group p ON p.group_id = u.group_id
        WHERE ${counts('p')}
      ) g JOIN project j ON j.id = g.project_id AND j.corporation_id = ${corporationId} AND j.deleting_at IS NULL
      GROUP BY g.account_id
    ) e ON e.account_id = a.id
    WHERE ${sql.join(parts, sql` AND `)}`;
}

const projectsColumn = (corporationId: number) => sql`CASE WHEN a.disabled_at IS NOT NULL THEN 0
  WHEN a.type = 'Normal' THEN coalesce(cardinality(e.project_ids), 0)
  ELSE (SELECT count(*) FROM project j WHERE j.corporation_id = ${corporationId} AND j.deleting_at IS NULL)::int END`;

const orderOf = ({ sort, descending }: Order): RawBuilder<unknown> => {
  const by = {
    name: sql`lower(a.name)`,
    lastSignIn: sql`a.last_signin_at`,
    projects: sql`projects`,
    createdAt: sql`a.created_at`,
  }[sort];
  // Who was never here comes before the longest away.
  return descending ? sql`${by} DESC NULLS LAST, a.id` : sql`${by} ASC NULLS FIRST, a.id`;
};

const columns = {
  projects: 'number',
  second_factors: typed<Person['secondFactors']>(),
  roles: typed<Person['roles']>(),
} as const satisfies Columns;

/** Some of the accounts in an order, from `offset` on. */
export async function page(
  db: Db,
  filter: Filter,
  order: Order,
  { now, limit, offset }: { readonly now: Date; readonly limit: number; readonly offset: number },
): Promise<Person[]> {
  const { rows } = await tableRows('account', columns)`
    SELECT a.*, ${projectsColumn(filter.corporationId)} AS projects,
      to_json(array_remove(ARRAY[CASE WHEN ${hasCode} THEN 'totp' END, CASE WHEN ${hasPasskey} THEN 'passkey' END], NULL)) AS second_factors,
      (SELECT coalesce(json_agg(json_build_object('id', r.id, 'type', r.type, 'name', r.name) ORDER BY r.id), '[]')
        FROM role r WHERE r.id = ANY(e.role_ids)) AS roles
    ${matching(filter, now)} ORDER BY ${orderOf(order)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ projects, second_factors, roles, ...row }) => ({
    ...userFromRow(row),
    lastSignIn: row.last_signin_at && { at: row.last_signin_at.toISOString(), by: row.last_signin_by },
    secondFactors: second_factors,
    projects,
    roles,
  }));
}

export async function count(db: Db, filter: Filter, now: Date): Promise<number> {
  const { rows } = await sqlRows({ total: 'number' })`
    SELECT count(*)::int AS total ${matching(filter, now)}`.execute(db);
  return rows[0]?.total ?? 0;
}
