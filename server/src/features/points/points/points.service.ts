/**
 * Measuring points: where something is measured, how its samples become values, and which channel feeds it.
 * Invariant: what a point is set up as can be converted, a locked location stays, and who changes what readings mean
 * says so.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Point, points } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { announce, emitConversionChanges } from './points.announce.api.ts';
import {
  checkChange,
  convertsOtherwise,
  moved,
  movesCollecting,
  newPoint,
  refuseBackups,
  refusePlanned,
  refusingDuplicates,
} from './points.change.api.ts';
import { checkMaster, querySlaves } from './points.composites.api.ts';
import { checkConfig, checkMainField, given, kinds, wrong } from './points.config.api.ts';
import { writeVersion } from './points.masters.api.ts';
import { lockPoint, requirePoint } from './points.require.api.ts';
import * as table from './points.rows.api.ts';
import { ofPoint } from './points.rules.api.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

export async function lockStructure({ db }: Context, projectId: number, structureId: number): Promise<void> {
  if (!(await table.lockStructure(db, projectId, structureId))) throw new Failure('notFound', { structureId });
}

export async function list({ db, now }: Context, { projectId, ...filter }: Input<'list'>) {
  return await table.ofProject(db, now(), projectId, filter);
}

/** Throws batchCreationOnly for a manual point. */
export async function create(context: Context, { projectId, ...input }: Input<'create'>) {
  const { db, now } = context;
  if (input.type === kinds.manual) throw new Failure('batchCreationOnly');
  await lockStructure(context, projectId, input.structureId);
  const created = newPoint(input);
  if (created.type !== kinds.master && created.master !== null) throw wrong('master', 'slavesOfKind');
  checkConfig(created);
  if (created.mainField !== undefined) checkMainField(created, created.mainField);
  const slaves = await querySlaves(
    context,
    projectId,
    { id: null, type: created.type, family: created.family },
    created.slaves,
  );
  checkMaster(created.master, slaves, created.family);
  await checkBackups(context, { id: null, projectId, family: created.family }, created.backupNodes);
  const id = await refusingDuplicates(table.insert(db, projectId, { ...created, slaves }, now()), created.name);
  const measuringPoint = await requirePoint(context, id);
  await announce(context, measuringPoint);
  return { measuringPoint };
}

export async function get(context: Context, { pointId }: Input<'get'>) {
  const [measuringPoint, rules] = await Promise.all([requirePoint(context, pointId), ofPoint(context.db, pointId)]);
  return { measuringPoint, thresholds: rules.map(({ threshold }) => threshold) };
}

/** Throws nameTaken, locationLocked, badInput, formulaIllegal, collectPlanDecides and migrationOpen. */
export async function update(context: Context, { pointId, reason, validFrom, ...input }: Input<'update'>) {
  const before = await lockPoint(context, pointId);
  const patch = moved(before, given(input));
  if (patch.structureId !== undefined) await lockStructure(context, before.projectId, patch.structureId);
  checkChange(before, patch);
  if (movesCollecting(before, patch)) refusePlanned(before, await table.planned(context.db, [pointId]));
  await checkBackups(context, before, patch.backupNodes);
  const began = validFrom !== undefined && convertsOtherwise(before, patch) ? new Date(validFrom) : null;
  if (began) await beginConversion(context, before, began, reason);
  await refusingDuplicates(table.update(context, before, patch), patch.name ?? before.name);
  const measuringPoint = await requirePoint(context, pointId);
  await emitConversionChanges(context, [{ before, after: measuringPoint, began }], reason);
  await announce(context, before);
  return { measuringPoint };
}

/** Throws badInput for what is still to come, and for what only computes with others: its formulas are one for the whole curve. */
async function beginConversion(context: Context, { id, type }: Point, at: Date, reason: string): Promise<void> {
  if (type !== kinds.automated && type !== kinds.manual) throw wrong('validFrom', 'versionOfKind');
  if (at > context.now()) throw wrong('validFrom', 'changedInFuture');
  await context.lifecycle.beginConversion(context.db, id, { at, byName: context.caller.displayName, reason });
}

/** Backup nodes exist in the project, are of the same family, are not the point itself, and are listed once. */
async function checkBackups(
  { db }: Context,
  point: { readonly id: number | null; readonly projectId: number; readonly family: FamilyCode },
  backups: readonly number[] | undefined,
): Promise<void> {
  if (!backups?.length) return;
  refuseBackups(point, backups, await table.familiesOf(db, point.projectId, backups));
}

/** From when on a master is as it is set up; null = from the beginning. Throws badInput. */
function beginningOf({ now }: Context, type: number, { validFrom, fromBeginning }: Input<'setSlaves'>): Date | null {
  if (type !== kinds.master && (validFrom !== undefined || fromBeginning)) throw wrong('validFrom', 'slavesOfKind');
  if (fromBeginning) return null;
  const at = validFrom === undefined ? now() : new Date(validFrom);
  if (at > now()) throw wrong('validFrom', 'changedInFuture');
  return at;
}

/** Throws kindUnsuitable for what is made of nothing, badInput and formulaIllegal. */
export async function setSlaves(context: Context, input: Input<'setSlaves'>) {
  const before = await lockPoint(context, input.pointId);
  const { id, projectId, name, type, family } = before;
  if (type !== kinds.composite && type !== kinds.master) throw new Failure('kindUnsuitable', { name, type });
  if (type === kinds.composite && input.master) throw wrong('master', 'slavesOfKind');
  const fromAt = beginningOf(context, type, input);
  const slaves = await querySlaves(context, projectId, { id, type, family }, input.slaves);
  const patch = {
    slaves,
    parameters: input.parameters ?? before.parameters,
    customFormula: input.customFormula ?? before.customFormula,
    // A reset takes the formula of a composite away; with its slaves it has one again.
    formulaType: type === kinds.composite ? ('CUSTOM_FORMULA' as const) : before.formulaType,
    master: input.master === undefined ? before.master : input.master,
  };
  checkConfig({ ...before, ...patch });
  checkMaster(patch.master, slaves, family);
  await table.update(context, before, patch);
  if (type === kinds.master)
    await writeVersion(context.db, before, patch, {
      fromAt,
      reason: input.reason,
      byName: context.caller.displayName,
      createdAt: context.now(),
    });
  const measuringPoint = await requirePoint(context, id);
  await emitConversionChanges(context, [{ before, after: measuringPoint }], input.reason);
  await announce(context, measuringPoint);
  return { measuringPoint };
}
