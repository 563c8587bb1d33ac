/** What the reports of a project begin with. Invariant: a template that is named is one that the project may use. */
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { lockProject } from '../../site/projects/projects.named.api.ts';
import { templateOf } from './templates.api.ts';
import { reportDefaultsOf, setDefaults } from './templates.defaults.table.ts';

type Input<K extends keyof typeof reportDefaults> = OutputOf<(typeof reportDefaults)[K]['input']>;

export const get = async ({ db }: Context, { projectId }: Input<'get'>) => ({
  reportConfig: await reportDefaultsOf(db, projectId),
});

/** Throws notFound for a template that the project may not use. */
export async function set({ db }: Context, { projectId, ...patch }: Input<'set'>) {
  // One at a time: each writes all of them.
  requireRow(await lockProject(db, projectId), { projectId });
  const before = await reportDefaultsOf(db, projectId);
  const { period = before.period, templateId = before.templateId } = patch;
  const { signatures = before.signatures, cover = before.cover } = patch;
  if (templateId !== null && templateId !== before.templateId) await templateOf(db, projectId, templateId);
  const reportConfig = { period, templateId, signatures, cover };
  await setDefaults(db, projectId, reportConfig);
  return { reportConfig };
}
