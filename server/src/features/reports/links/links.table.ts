/** Links to released reports, and what a link opens. */
import { type ReportLink, reportLinkLimits } from '@plumbline/contract/reports/links';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows } from '../../../kernel/rows.ts';
import type { RowOf, Tables } from '../../../kernel/tables.ts';

export type LinkRow = RowOf<'report_link'>;

export const insert = (db: Db, row: Insertable<Tables['report_link']>): Promise<LinkRow> =>
  db.insertInto('report_link').values(row).returningAll().executeTakeFirstOrThrow();

export async function count(db: Db, reportId: number): Promise<number> {
  const { count } = await db
    .selectFrom('report_link')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow();
  return count;
}

export const ofReport = (db: Db, reportId: number): Promise<LinkRow[]> =>
  db
    .selectFrom('report_link')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('id', 'desc')
    .limit(reportLinkLimits.links * 2)
    .execute();

/** False where there is none, or it was ended before. */
export async function end(
  db: Db,
  { id, reportId, projectId, at }: { id: number; reportId: number; projectId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_link')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('report_id', '=', reportId)
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const openedLinkColumns = {
  id: 'number',
  reportId: 'number',
  recipient: 'text',
  passwordHash: 'text?',
  expiresAt: 'instant?',
  projectName: 'text',
  corporationTitle: 'text',
  corporationLogo: 'text?',
} as const satisfies Columns;
export type OpenedLink = SqlRow<typeof openedLinkColumns>;

/** Returns the report that a link opens; undefined where nothing: unknown, ended, over, or its project is being deleted. */
export async function byToken(db: Db, tokenHash: Buffer, now: Date): Promise<OpenedLink | undefined> {
  const { rows } = await sqlRows(openedLinkColumns)`
    SELECT l.id, l.report_id AS "reportId", l.recipient, l.password_hash AS "passwordHash", l.expires_at AS "expiresAt",
      j.name AS "projectName", c.title AS "corporationTitle", c.logo AS "corporationLogo"
    FROM report_link l JOIN project j ON j.id = l.project_id JOIN corporation c ON c.id = j.corporation_id
    WHERE l.token_hash = ${tokenHash} AND l.ended_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > ${now})
      AND j.deleting_at IS NULL`.execute(db);
  return rows[0];
}

export const countOpening = (db: Db, id: number, now: Date) =>
  sql`UPDATE report_link SET openings = openings + 1, first_opened_at = coalesce(first_opened_at, ${now}), last_opened_at = ${now}
    WHERE id = ${id}`.execute(db);

export const linkOf = (row: LinkRow): ReportLink => ({
  id: row.id,
  reportId: row.report_id,
  recipient: row.recipient,
  hasPassword: row.password_hash !== null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
  openings: row.openings,
  firstOpenedAt: row.first_opened_at?.toISOString() ?? null,
  lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
});
