import type { Operation } from '@plumbline/contract/platform/operations';
import { maxCountedOperations } from '@plumbline/contract/platform/operations';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { LoggedRecord } from '../../../kernel/operation.record.ts';
import { type Columns, sqlRows, type TableRow, tableRows } from '../../../kernel/rows.ts';

export interface Filter {
  readonly corporationId?: number | undefined;
  readonly projectId?: number | undefined;
  readonly accountId?: number | undefined;
  readonly scope?: string | undefined;
  readonly action?: string | undefined;
  readonly refused?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly keyword?: string | undefined;
}

/** Without what LIKE would take for a pattern. */
const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function matching(filter: Filter) {
  const { corporationId, projectId, accountId, scope, action, refused, from, to, keyword } = filter;
  const parts = [
    corporationId !== undefined && sql`o.corporation_id = ${corporationId}`,
    projectId !== undefined && sql`o.project_id = ${projectId}`,
    accountId !== undefined && sql`o.account_id = ${accountId}`,
    scope !== undefined && sql`o.scope = ${scope}`,
    action !== undefined && sql`o.action = ${action}`,
    refused === true && sql`o.outcome <> 'done'`,
    refused === false && sql`o.outcome = 'done'`,
    from !== undefined && sql`o.at >= ${from}::timestamptz`,
    to !== undefined && sql`o.at < ${to}::timestamptz`,
    keyword &&
      sql`(o.account_name ILIKE ${like(keyword)} OR o.ip ILIKE ${like(keyword)} OR o.route ILIKE ${like(keyword)})`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}

const namedColumns = { display_name: 'text?', project_name: 'text?' } as const satisfies Columns;
type Row = TableRow<'operation', typeof namedColumns>;

/** Lines of before name no record. */
function recordIn(content: unknown): Operation['record'] {
  const { record } = content as { record?: LoggedRecord };
  if (!record) return null;
  const { kind } = record;
  return 'count' in record ? { kind, name: null, count: record.count } : { kind, name: record.name, count: 1 };
}

const fromRow = (row: Row): Operation => ({
  id: row.id,
  at: row.at.toISOString(),
  accountId: row.account_id,
  accountName: row.account_name,
  displayName: row.display_name,
  corporationId: row.corporation_id,
  projectId: row.project_id,
  projectName: row.project_name,
  scope: row.scope,
  scopeId: row.scope_id,
  record: recordIn(row.content),
  action: row.action,
  route: row.route,
  outcome: row.outcome,
  ip: row.ip,
  agent: row.agent,
  content: row.content as Operation['content'],
  isLinked: row.position !== null,
});

/**
 * Returns whether what a filter names is the corporation's: a project or account of it, or one that its lines have,
 * because it is gone or a System account.
 */
export async function isOwnFilter(db: Db, corporationId: number, { projectId, accountId }: Filter): Promise<boolean> {
  const ofCorporation = (table: 'project' | 'account', column: string, id: number | undefined) =>
    id === undefined
      ? sql`true`
      : sql`(EXISTS (SELECT FROM ${sql.table(table)} t WHERE t.id = ${id} AND t.corporation_id = ${corporationId})
        OR EXISTS (SELECT FROM operation o WHERE o.corporation_id = ${corporationId} AND ${sql.ref(column)} = ${id}
          AND NOT EXISTS (SELECT FROM ${sql.table(table)} t WHERE t.id = ${id} AND t.corporation_id IS NOT NULL)))`;
  const { rows } = await sqlRows({ own: 'flag' })`SELECT ${ofCorporation('project', 'o.project_id', projectId)}
    AND ${ofCorporation('account', 'o.account_id', accountId)} AS own`.execute(db);
  return rows[0]?.own === true;
}

/** Lines, newest first, from below an id on. */
export async function lines(
  db: Db,
  filter: Filter,
  { limit, offset = 0, below }: { limit: number; offset?: number; below?: number },
) {
  const { rows } = await tableRows('operation', namedColumns)`
    SELECT o.*, u.display_name, j.name AS project_name
    FROM (SELECT * FROM operation o WHERE ${matching(filter)} AND ${below === undefined ? sql`true` : sql`o.id < ${below}`}
      ORDER BY o.id DESC LIMIT ${limit} OFFSET ${offset}) AS o
      LEFT JOIN account u ON u.id = o.account_id LEFT JOIN project j ON j.id = o.project_id AND j.corporation_id = o.corporation_id
    ORDER BY o.id DESC`.execute(db);
  return rows.map(fromRow);
}

/** How many there are, counted up to a limit. */
export async function count(db: Db, filter: Filter, limit = maxCountedOperations): Promise<number> {
  const { rows } = await sqlRows({ total: 'number' })`SELECT count(*)::int AS total FROM (
    SELECT FROM operation o WHERE ${matching(filter)} LIMIT ${limit}) AS counted`.execute(db);
  return rows[0]?.total ?? 0;
}
