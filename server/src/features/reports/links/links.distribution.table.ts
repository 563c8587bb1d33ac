/** Recipients of the reports of a project, and the hooks that are told of them. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { defaultDistribution, type ReportDistribution, type ReportRecipient } from '@plumbline/contract/reports/links';
import type { Db } from '../../../kernel/context.ts';

export async function recipients(db: Db, projectId: number): Promise<ReportRecipient[]> {
  const rows = await db
    .selectFrom('report_recipient')
    .select(['id', 'name', 'email', 'language'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, language: row.language as Language }));
}

export async function insert(
  db: Db,
  projectId: number,
  recipient: Omit<ReportRecipient, 'id'>,
): Promise<ReportRecipient> {
  const { id } = await db
    .insertInto('report_recipient')
    .values({ project_id: projectId, ...recipient })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...recipient };
}

export async function update(db: Db, { id, ...set }: ReportRecipient): Promise<void> {
  await db.updateTable('report_recipient').set(set).where('id', '=', id).execute();
}

export async function remove(db: Db, projectId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_recipient')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function distribution(db: Db, projectId: number): Promise<ReportDistribution> {
  const row = await db
    .selectFrom('report_distribution')
    .select(['hook_ids', 'link_days'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ? { hookIds: row.hook_ids, linkDays: row.link_days } : defaultDistribution;
}

export async function setDistribution(
  db: Db,
  projectId: number,
  { hookIds, linkDays }: ReportDistribution,
): Promise<void> {
  const row = { hook_ids: hookIds, link_days: linkDays };
  await db
    .insertInto('report_distribution')
    .values({ project_id: projectId, ...row })
    .onConflict((on) => on.column('project_id').doUpdateSet(row))
    .execute();
}
