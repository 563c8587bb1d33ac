/** What a project keeps for its reports and of its levels, and what is measured in it. Invariant: what was never set is as the contract begins. */
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { projects } from '@plumbline/contract/site/projects';
import { defaultGradings, defaultReportConfig } from '@plumbline/contract/site/projects.settings';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as table from './projects.table.ts';

type Input<K extends keyof typeof projects> = OutputOf<(typeof projects)[K]['input']>;

async function stored({ db }: Context, projectId: number) {
  const row = requireRow(await table.settings(db, projectId), { projectId });
  return {
    reportConfig: { ...defaultReportConfig, ...row.report_config },
    gradings: row.gradings ?? [...defaultGradings],
  };
}

export async function reportConfig(context: Context, { projectId }: Input<'reportConfig'>) {
  return { reportConfig: (await stored(context, projectId)).reportConfig };
}

export async function setReportConfig(context: Context, { projectId, ...patch }: Input<'setReportConfig'>) {
  await table.lock(context.db, projectId);
  const { reportConfig: before } = await stored(context, projectId);
  const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const reportConfig = { ...before, ...changes };
  await table.set(context.db, projectId, { report_config: JSON.stringify(reportConfig) });
  return { reportConfig };
}

export async function gradings(context: Context, { projectId }: Input<'gradings'>) {
  return { gradings: (await stored(context, projectId)).gradings };
}

export async function setGradings({ db }: Context, { projectId, gradings: input }: Input<'setGradings'>) {
  await table.set(db, projectId, { gradings: JSON.stringify(input) });
  return { gradings: input };
}

export async function measurements({ db }: Context, { projectId, pointType }: Input<'measurements'>) {
  return { measurements: await table.measurements(db, projectId, pointType) };
}
