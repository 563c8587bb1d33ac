/** Comments to reports. */
import type { ReportComment } from '@plumbline/contract/reports/releases';
import { reviewLimits } from '@plumbline/contract/reports/releases';
import type { Insertable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { RowOf, Tables } from '../../../kernel/tables.ts';

export type CommentRow = RowOf<'report_comment'>;

export const ofReport = (db: Db, reportId: number): Promise<CommentRow[]> =>
  db
    .selectFrom('report_comment')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('id')
    .limit(reviewLimits.comments)
    .execute();

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

export const commentOf = (row: CommentRow): ReportComment => ({
  id: row.id,
  parentId: row.parent_id,
  section: row.section as ReportComment['section'],
  page: row.page,
  text: row.text,
  byId: row.by_id,
  byName: row.by_name,
  at: row.at.toISOString(),
  resolved:
    row.resolved_by === null || row.resolved_at === null
      ? null
      : { name: row.resolved_by, at: row.resolved_at.toISOString() },
});
