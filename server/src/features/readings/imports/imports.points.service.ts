/**
 * Points that a file names and the project lacks. Invariant: they are made whole or not at all, by who may make points and
 * bring readings; they belong to their import, and go with it as long as nothing else was done with them.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { imports } from '@plumbline/contract/readings/imports';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { batchCreate } from '../../points/batches/batches.create.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import * as table from './imports.table.ts';

const manualType = 2;

/** Throws importBusy once it is being imported, notAllowed for who may not bring readings, rowsRefused. */
export async function makePoints(
  context: Context,
  { projectId, importId, rows }: OutputOf<typeof imports.makePoints.input>,
) {
  const { db, caller } = context;
  const place = getOrThrow(await places(db, [projectId]), projectId);
  if (permissionAt(caller, 'Create:Data', place) !== 'yes') throw new Failure('notAllowed', { needs: 'Create:Data' });
  const facts = requireRow(await table.one(db, importId, projectId, true), { importId });
  if (facts.state !== 'uploaded' && facts.state !== 'checked') throw new Failure('importBusy', { state: facts.state });
  const { pointIds } = await batchCreate(context, {
    projectId,
    rows: rows.map((row) => ({ ...row, type: manualType })),
    createStructures: false,
    dryRun: false,
  });
  await table.update(db, importId, { madePointIds: [...facts.madePointIds, ...pointIds] });
  return { pointIds };
}
