/**
 * What happened on site, written down by people and drawn beside the readings. Invariants: an annotation belongs to a
 * project and, where it names one, to a structure of that project; it changes no reading and no level.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type annotations, maxAnnotations } from '@plumbline/contract/site/annotations';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { places } from '../structures/structures.api.ts';
import * as table from './annotations.table.ts';

type Input<K extends keyof typeof annotations> = OutputOf<(typeof annotations)[K]['input']>;

export const list = async ({ db }: Context, { projectId, ...filter }: Input<'list'>) => ({
  annotations: await table.ofProject(db, projectId, filter),
});

export async function create(context: Context, { projectId, ...annotation }: Input<'create'>) {
  const { db, now, caller, emit } = context;
  await checkStructure(db, projectId, annotation.structureId);
  if ((await table.count(db, projectId)) >= maxAnnotations)
    throw new Failure('annotationsFull', { most: maxAnnotations });
  const by = { byName: caller.displayName, createdAt: now() };
  const written = await table.insert(db, projectId, annotation, by);
  await emit('siteRecordsChanged', { projectId });
  return { annotation: written };
}

export async function update({ db, emit }: Context, { projectId, annotationId, ...annotation }: Input<'update'>) {
  await checkStructure(db, projectId, annotation.structureId);
  const changed = requireRow(await table.update(db, projectId, annotationId, annotation), { annotationId });
  await emit('siteRecordsChanged', { projectId });
  return { annotation: changed };
}

export async function remove({ db, emit }: Context, { projectId, annotationId }: Input<'remove'>) {
  if (!(await table.remove(db, projectId, annotationId))) throw new Failure('notFound', { annotationId });
  await emit('siteRecordsChanged', { projectId });
  return {};
}

/** A structure of another project is not found, as one that does not exist. */
async function checkStructure(db: Db, projectId: number, structureId: number | null): Promise<void> {
  if (structureId === null) return;
  const place = (await places(db, [structureId])).get(structureId);
  if (!place?.projectIds.includes(projectId)) throw new Failure('notFound', { structureId });
}
