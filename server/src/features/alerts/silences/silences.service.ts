/**
 * Quiet windows. Invariants: a window has a reason, a person and an end at most 30 days after its start; red alerts are withheld
 * only with a reason of its own; nothing is withheld without being counted, and shown where it acts.
 */

import { type Silence, silenceLimits, type silences } from '@plumbline/contract/alerts/silences';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { places as pointPlaces } from '../../points/points/points.api.ts';
import { places as structurePlaces } from '../../site/structures/structures.api.ts';
import * as table from './silences.table.ts';

type Input<K extends keyof typeof silences> = OutputOf<(typeof silences)[K]['input']>;

export const list = async ({ db, now }: Context, { projectId }: Input<'list'>) => ({
  silences: await table.list(db, projectId, now()),
});

async function found({ db, now }: Context, projectId: number, silenceId: number): Promise<Silence> {
  const [silence] = await table.list(db, projectId, now(), silenceId);
  if (!silence) throw new Failure('notFound', { silenceId });
  return silence;
}

/** Throws silencePast, silencesFull, notFound for a place of another project. */
export async function create(context: Context, { projectId, ...given }: Input<'create'>) {
  const { db, now, caller } = context;
  const { structureId, pointId } = given;
  if (Date.parse(given.endAt) <= now().getTime()) throw new Failure('silencePast');
  if (
    structureId !== null &&
    !(await structurePlaces(db, [structureId])).get(structureId)?.projectIds.includes(projectId)
  )
    throw new Failure('notFound', { structureId });
  if (pointId !== null && !(await pointPlaces(db, [pointId])).get(pointId)?.projectIds.includes(projectId))
    throw new Failure('notFound', { pointId });
  if ((await table.countOpen(db, projectId, now())) >= silenceLimits.open)
    throw new Failure('silencesFull', { most: silenceLimits.open });
  const id = await table.insert(db, {
    project_id: projectId,
    structure_id: structureId,
    point_id: pointId,
    start_at: new Date(given.startAt),
    end_at: new Date(given.endAt),
    levels: [...given.levels].sort(),
    reason: given.reason,
    red_reason: given.redReason,
    by_name: caller.displayName,
    created_at: now(),
  });
  return { silence: await found(context, projectId, id) };
}

/** Throws silenceOver. */
export async function end(context: Context, { projectId, silenceId }: Input<'end'>) {
  const { db, now, caller } = context;
  await found(context, projectId, silenceId);
  if (!(await table.endNow(db, { projectId, id: silenceId, now: now(), byName: caller.displayName })))
    throw new Failure('silenceOver');
  return { silence: await found(context, projectId, silenceId) };
}
