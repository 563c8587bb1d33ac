/** Who is sent the reports of a project. Invariant: hooks are those of its corporation, and no mailbox is there twice. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type ReportDistribution, reportLinkLimits, type reportLinks } from '@plumbline/contract/reports/links';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { areHooks, waysOf } from '../../messages/channels/channels.api.ts';
import { lockProject, namedProject } from '../../site/projects/projects.named.api.ts';
import * as table from './links.distribution.table.ts';

type Input<K extends keyof typeof reportLinks> = OutputOf<(typeof reportLinks)[K]['input']>;

async function corporationOf({ db }: Context, projectId: number): Promise<number> {
  const project = requireRow(await namedProject(db, projectId), { projectId });
  return project.corporationId;
}

export async function distribution(context: Context, { projectId }: Input<'distribution'>) {
  const { db } = context;
  const corporationId = await corporationOf(context, projectId);
  const [recipients, settings, ways] = await Promise.all([
    table.recipients(db, projectId),
    table.distribution(db, projectId),
    waysOf(db, corporationId),
  ]);
  return {
    recipients,
    distribution: settings,
    hooks: ways.hooks.map(({ id, name }) => ({ id, name })),
    hasMail: ways.email,
  };
}

/** Throws notFound for a hook of elsewhere. */
export async function setDistribution(context: Context, { projectId, ...settings }: Input<'setDistribution'>) {
  const { db } = context;
  const before = await table.distribution(db, projectId);
  const changes = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const distribution: ReportDistribution = { ...before, ...changes };
  const added = distribution.hookIds.filter((hookId) => !before.hookIds.includes(hookId));
  if (!(await areHooks(db, await corporationOf(context, projectId), added)))
    throw new Failure('notFound', { hookIds: added });
  await table.setDistribution(db, projectId, distribution);
  return { distribution };
}

export async function addRecipient({ db }: Context, { projectId, ...recipient }: Input<'addRecipient'>) {
  // Nobody adds another one until this transaction ends.
  await lockProject(db, projectId);
  if ((await table.recipients(db, projectId)).length >= reportLinkLimits.recipients)
    throw new Failure('limitReached', { max: reportLinkLimits.recipients });
  return { recipient: await onNameTaken(table.insert(db, projectId, recipient), { name: recipient.email }) };
}

export async function updateRecipient({ db }: Context, { projectId, recipientId, ...given }: Input<'updateRecipient'>) {
  await lockProject(db, projectId);
  const before = requireRow(
    (await table.recipients(db, projectId)).find(({ id }) => id === recipientId),
    { recipientId },
  );
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const recipient = { ...before, ...changes };
  await onNameTaken(table.update(db, recipient), { name: recipient.email });
  return { recipient };
}

export async function removeRecipient({ db }: Context, { projectId, recipientId }: Input<'removeRecipient'>) {
  if (!(await table.remove(db, projectId, recipientId))) throw new Failure('notFound', { recipientId });
  return {};
}
