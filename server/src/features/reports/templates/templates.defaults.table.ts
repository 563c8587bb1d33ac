/** What the reports of a project begin with. A project without a row has what the contract begins with. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { defaultReportConfig, type ReportConfig } from '@plumbline/contract/reports/templates.defaults';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export async function reportDefaultsOf(db: Db, projectId: number): Promise<ReportConfig> {
  const row = await db
    .selectFrom('report_defaults')
    .select(['period', 'template_id as templateId', 'signatures', 'cover'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? defaultReportConfig;
}

export async function setDefaults(
  db: Db,
  projectId: number,
  { period, templateId, signatures, cover }: ReportConfig,
): Promise<void> {
  const set = {
    period,
    template_id: templateId,
    signatures: JSON.stringify(signatures),
    cover: JSON.stringify(cover),
  };
  await db
    .insertInto('report_defaults')
    .values({ project_id: projectId, ...set })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(set))
    .execute();
}

/** How many projects name a template in their defaults: all of them, or those other than its own. */
export async function defaultIn(db: Db, templateId: number, among: 'all' | 'others'): Promise<number> {
  const others = among === 'others' ? sql`AND d.project_id <> t.project_id` : sql``;
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM report_defaults d JOIN report_template t ON t.id = d.template_id
    WHERE t.id = ${templateId} ${others}`.execute(db);
  return elementAt(rows, 0).count;
}

export async function clearProject(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('report_defaults').where('project_id', '=', projectId).execute();
}
