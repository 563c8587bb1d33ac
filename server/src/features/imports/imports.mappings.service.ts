/** Saved mappings. Invariant: a mapping is saved only while it fits the points of its project. */
import { Failure } from '@plumbline/contract/errors';
import type { imports } from '@plumbline/contract/imports';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { namedPoints } from '../points/points.api.ts';
import * as table from './imports.mappings.table.ts';
import { checkMapping, pointIdsOf } from './logic/check-mapping.ts';

type Input<K extends keyof typeof imports> = OutputOf<(typeof imports)[K]['input']>;

export async function mappings({ db }: Context, { projectId }: Input<'mappings'>) {
  return { mappings: await table.ofProject(db, projectId) };
}

export async function saveMapping({ db, caller, now }: Context, { projectId, ...mapping }: Input<'saveMapping'>) {
  checkMapping(mapping.mapping, mapping.format, await namedPoints(db, projectId, pointIdsOf(mapping.mapping)));
  return { mapping: await table.save(db, projectId, mapping, caller.displayName, now()) };
}

export async function removeMapping({ db }: Context, { projectId, mappingId }: Input<'removeMapping'>) {
  if (!(await table.remove(db, projectId, mappingId))) throw new Failure('notFound', { mappingId });
  return {};
}
