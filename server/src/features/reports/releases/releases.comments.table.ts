/** Comments to reports. */
import type { ReportComment } from '@plumbline/contract/reports/releases';
import { reviewLimits } from '@plumbline/contract/reports/releases';
import type { Insertable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { tableRows } from '../../../kernel/rows.ts';
import type { RowOf, Tables } from '../../../kernel/tables.ts';

export type CommentRow = RowOf<'report_comment'>;

/** A comment with the version of its report. */
export type VersionedRow = CommentRow & { readonly version: number };

/** Comments on a report and on those that it takes the place of, oldest first; of the oldest versions none where there are too many. */
export async function ofVersions(db: Db, reportId: number): Promise<VersionedRow[]> {
  const { rows } = await tableRows('report_comment', { version: 'number' })`
    WITH RECURSIVE versions (report_id, version, replaces_id) AS (
      SELECT p.id, coalesce(r.version, 1), r.replaces_id FROM report p LEFT JOIN report_review r ON r.report_id = p.id
      WHERE p.id = ${reportId}
      UNION ALL
      SELECT r.report_id, r.version, r.replaces_id FROM versions v JOIN report_review r ON r.report_id = v.replaces_id
      WHERE r.version < v.version)
    SELECT c.*, v.version FROM report_comment c JOIN versions v USING (report_id)
    ORDER BY c.id DESC LIMIT ${reviewLimits.comments}`.execute(db);
  return rows.reverse();
}

export async function count(db: Db, reportId: number): Promise<number> {
  const { count } = await db
    .selectFrom('report_comment')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow();
  return count;
}

export const one = (db: Db, id: number, reportId: number): Promise<CommentRow | undefined> =>
  db.selectFrom('report_comment').selectAll().where('id', '=', id).where('report_id', '=', reportId).executeTakeFirst();

export const insert = (db: Db, row: Insertable<Tables['report_comment']>): Promise<CommentRow> =>
  db.insertInto('report_comment').values(row).returningAll().executeTakeFirstOrThrow();

export const setResolved = (db: Db, id: number, by: { readonly name: string; readonly at: Date } | null) =>
  db
    .updateTable('report_comment')
    .set({ resolved_by: by?.name ?? null, resolved_at: by?.at ?? null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const commentOf = (row: CommentRow, version: number): ReportComment => ({
  id: row.id,
  parentId: row.parent_id,
  section: row.section as ReportComment['section'],
  page: row.page,
  place: row.place_x === null || row.place_y === null ? null : { x: row.place_x, y: row.place_y },
  reportId: row.report_id,
  version,
  edition: row.edition,
  text: row.text,
  byId: row.by_id,
  byName: row.by_name,
  at: row.at.toISOString(),
  resolved:
    row.resolved_by === null || row.resolved_at === null
      ? null
      : { name: row.resolved_by, at: row.resolved_at.toISOString() },
});
