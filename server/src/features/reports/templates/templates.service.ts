/**
 * Templates of reports. Invariants: a version is never changed; a template that a schedule makes reports with, or that the
 * defaults of a project name, is neither deleted nor taken away from its project; only the project that it is of changes it.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { reportTemplates } from '@plumbline/contract/reports/templates';
import { templateLimits } from '@plumbline/contract/reports/templates.blocks';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { coverProblemsIn, problemsIn, wordProblemsIn } from './templates.api.ts';
import { coverOf } from './templates.cover.table.ts';
import { defaultIn } from './templates.defaults.table.ts';
import { forgetFiles } from './templates.documents.service.ts';
import * as table from './templates.table.ts';
import { wordOf } from './templates.word.table.ts';

type Input<K extends keyof typeof reportTemplates> = OutputOf<(typeof reportTemplates)[K]['input']>;

/** A corporation may share more than a project may have. */
const maxListed = 1_000;
const maxProblems = 100;

export const list = async ({ db }: Context, { projectId }: Input<'list'>) => ({
  templates: await table.usable(db, projectId, maxListed),
});

async function requireTemplate({ db }: Pick<Context, 'db'>, projectId: number, templateId: number) {
  const template = requireRow(await table.one(db, projectId, templateId), { templateId });
  return { template };
}

export const get = (context: Context, { projectId, templateId }: Input<'get'>) =>
  requireTemplate(context, projectId, templateId);

export async function versions(context: Context, { projectId, templateId }: Input<'versions'>) {
  await requireTemplate(context, projectId, templateId);
  return { versions: await table.versions(context.db, templateId, templateLimits.versions) };
}

export async function version(context: Context, { projectId, templateId, version }: Input<'version'>) {
  await requireTemplate(context, projectId, templateId);
  const content = requireRow(await table.contentOf(context.db, templateId, version), { version });
  return { content };
}

const changeBy = ({ caller, now }: Context): table.Change => ({ by_name: caller.displayName, updated_at: now() });
const namedOnce = <T>(write: Promise<T>, name: string): Promise<T> =>
  onUniqueViolation(write, 'report_template_name', new Failure('nameTaken', { name }));

/** Throws reportTemplatesFull, nameTaken. */
export async function create(context: Context, { projectId, content, ...named }: Input<'create'>) {
  const { db } = context;
  if ((await table.count(db, projectId)) >= templateLimits.templates)
    throw new Failure('reportTemplatesFull', { most: templateLimits.templates });
  const change = changeBy(context);
  const id = await namedOnce(table.insert(db, projectId, named, change), named.name);
  await table.insertVersion(db, id, 1, { content, wordId: null, coverId: null }, change);
  return await requireTemplate(context, projectId, id);
}

/** Throws reportTemplateInUse and reportTemplateIsDefault where other projects would lose it, nameTaken. */
export async function update(context: Context, { projectId, templateId, name, shared, content }: Input<'update'>) {
  const { db } = context;
  const row = requireRow(await table.lockOwn(db, projectId, templateId), { templateId });
  if (row.shared && shared === false) await requireUnused(context, templateId, 'others');
  const change = changeBy(context);
  const version = row.version + 1;
  if (content) {
    // Word document and cover stay with the template.
    const before = requireRow(await table.versionOf(db, templateId, row.version), { version: row.version });
    await table.insertVersion(db, templateId, version, { ...before, content }, change);
  }
  const set = {
    ...change,
    ...(name !== undefined && { name }),
    ...(shared !== undefined && { shared }),
    ...(content && { version, status: 'Pending' as const }),
  };
  await namedOnce(table.update(db, templateId, set), name ?? '');
  if (content) await table.removeOldVersions(db, templateId, templateLimits.versions);
  return await requireTemplate(context, projectId, templateId);
}

export async function verify(context: Context, { projectId, templateId }: Input<'verify'>) {
  const { db } = context;
  if (!(await table.lockOwn(db, projectId, templateId))) throw new Failure('notFound', { templateId });
  const { template } = await requireTemplate(context, projectId, templateId);
  const problems = [
    ...(await problemsIn(db, projectId, template.content)),
    ...(await wordProblemsIn(db, projectId, (await wordOf(db, templateId, template.version)) ?? null)),
    ...(await coverProblemsIn(db, projectId, (await coverOf(db, templateId, template.version)) ?? null)),
  ];
  await table.setVerified(db, templateId, template.version, problems.slice(0, maxProblems));
  return await requireTemplate(context, projectId, templateId);
}

export async function remove(context: Context, { projectId, templateId }: Input<'remove'>) {
  const { db } = context;
  if (!(await table.lockOwn(db, projectId, templateId))) throw new Failure('notFound', { templateId });
  await requireUnused(context, templateId, 'all');
  const forget = await forgetFiles(context, templateId);
  await table.remove(db, templateId);
  await forget();
  return {};
}

async function requireUnused({ db }: Context, templateId: number, among: 'all' | 'others'): Promise<void> {
  const schedules = await table.schedulesOf(db, templateId, among);
  if (schedules > 0) throw new Failure('reportTemplateInUse', { schedules });
  const projects = await defaultIn(db, templateId, among);
  if (projects > 0) throw new Failure('reportTemplateIsDefault', { projects });
}
