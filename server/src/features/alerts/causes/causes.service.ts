/** Causes of alerts: the list of a corporation. Invariant: what is taken off it can no longer be chosen, and stays readable where it was. */
import { alertCauseLimits, type alertCauses } from '@plumbline/contract/alerts/causes';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import * as table from './causes.table.ts';

type Input<K extends keyof typeof alertCauses> = OutputOf<(typeof alertCauses)[K]['input']>;

export const list = async ({ db }: Context, { corporationId }: Input<'list'>) => ({
  causes: await table.ofCorporation(db, corporationId),
});

export const ofProject = async ({ db }: Context, { projectId }: Input<'ofProject'>) => ({
  causes: await table.ofProject(db, projectId),
});

async function found({ db }: Context, corporationId: number, causeId: number) {
  const cause = requireRow(await table.one(db, corporationId, causeId), { causeId });
  return { cause };
}

/** Throws alertCausesFull, nameTaken. */
export async function create(context: Context, { corporationId, name }: Input<'create'>) {
  const { db, caller, now } = context;
  if ((await table.count(db, corporationId)) >= alertCauseLimits.causes)
    throw new Failure('alertCausesFull', { most: alertCauseLimits.causes });
  const row = { corporation_id: corporationId, name, by_name: caller.displayName, created_at: now() };
  const id = await onNameTaken(table.insert(db, row), { name });
  await context.emit('alertCausesChanged', { corporationId });
  return await found(context, corporationId, id);
}

export async function update(context: Context, { corporationId, causeId, name }: Input<'update'>) {
  if (!(await onNameTaken(table.update(context.db, corporationId, causeId, { name }), { name })))
    throw new Failure('notFound', { causeId });
  await context.emit('alertCausesChanged', { corporationId });
  return await found(context, corporationId, causeId);
}

export async function remove(context: Context, { corporationId, causeId }: Input<'remove'>) {
  if (!(await table.update(context.db, corporationId, causeId, { removed_at: context.now() })))
    throw new Failure('notFound', { causeId });
  await context.emit('alertCausesChanged', { corporationId });
  return {};
}
