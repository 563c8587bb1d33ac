/**
 * Response plans: what is to be done at which level. Invariants: what a plan is for is of its own project; one for each level
 * and place. Alerts copy the plan that holds when they are raised (alerts.ingest.table.ts), so a change concerns later ones alone.
 */

import { responsePlanLimits, type responsePlans } from '@plumbline/contract/alerts/response-plans';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import * as table from './response-plans.table.ts';

type Input<K extends keyof typeof responsePlans> = OutputOf<(typeof responsePlans)[K]['input']>;

export const list = async ({ db }: Context, { projectId }: Input<'list'>) => ({
  plans: await table.ofProject(db, projectId),
});

async function found({ db }: Context, projectId: number, planId: number) {
  const plan = requireRow(await table.one(db, projectId, planId), { planId });
  return { plan };
}

const changeBy = ({ caller, now }: Context) => ({ by_name: caller.displayName, updated_at: now() });

/** What a plan is for, by its scope alone. Throws notFound for whatever else is named that is not of the project. */
async function placeOf(
  { db }: Context,
  { projectId, scope, structureId, pointId, conditionId }: Input<'create'>,
): Promise<Pick<table.NewPlan, 'structure_id' | 'point_id' | 'condition_id'>> {
  const ids = { structure: structureId, point: pointId, condition: conditionId };
  for (const kind of ['structure', 'point', 'condition'] as const) {
    const id = ids[kind];
    if (id !== null && !(await table.belongs(db, projectId, kind, id)))
      throw new Failure('notFound', { [`${kind}Id`]: id });
  }
  return {
    structure_id: scope === 'structure' ? structureId : null,
    point_id: scope === 'point' ? pointId : null,
    condition_id: scope === 'condition' ? conditionId : null,
  };
}

/** Throws responsePlansFull, responsePlanThere. */
export async function create(context: Context, input: Input<'create'>) {
  const { db } = context;
  const { projectId, scope, level, text, steps } = input;
  const place = await placeOf(context, input);
  if ((await table.count(db, projectId)) >= responsePlanLimits.plans)
    throw new Failure('responsePlansFull', { most: responsePlanLimits.plans });
  const id = await onUniqueViolation(
    table.insert(db, { project_id: projectId, scope, level, ...place }, { text, steps, ...changeBy(context) }),
    'response_plan_once',
    new Failure('responsePlanThere', { level }),
  );
  await context.emit('recipientsChanged', { projectId, corporationId: null });
  return await found(context, projectId, id);
}

export async function update(context: Context, { projectId, planId, text, steps }: Input<'update'>) {
  if (!(await table.update(context.db, projectId, planId, { text, steps, ...changeBy(context) })))
    throw new Failure('notFound', { planId });
  await context.emit('recipientsChanged', { projectId, corporationId: null });
  return await found(context, projectId, planId);
}

export async function remove(context: Context, { projectId, planId }: Input<'remove'>) {
  if (!(await table.remove(context.db, projectId, planId))) throw new Failure('notFound', { planId });
  await context.emit('recipientsChanged', { projectId, corporationId: null });
  return {};
}
