/**
 * Measuring points: where something is measured, how its samples become values, and which channel feeds it.
 * Invariant: what a point is set up as can be converted, a locked location stays, and who changes what readings mean
 * says so.
 */
import { Failure } from '@plumbline/contract/errors';
import type { Point, points } from '@plumbline/contract/points';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { onUniqueViolation } from '../../kernel/unique-violation.ts';
import { checkMaster, querySlaves } from './logic/check-slaves.ts';
import { checkConfig, checkMainField, kinds, wrong } from './logic/point-config.ts';
import type { PointPatch } from './logic/point-patch.ts';
import { lockPoint, requirePoint } from './logic/require-point.ts';
import { announce, canonical, emitConversionChanges } from './points.events.ts';
import { given } from './points.groups.service.ts';
import * as table from './points.table.ts';
import * as thresholds from './points.thresholds.table.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

export const refusingDuplicates = <T>(write: Promise<T>, name: string | undefined) =>
  onUniqueViolation(write, 'point_name', new Failure('nameTaken', { name }));

export async function lockStructure({ db }: Context, projectId: number, structureId: number): Promise<void> {
  if (!(await table.lockStructure(db, projectId, structureId))) throw new Failure('notFound', { structureId });
}

export async function list({ db, now }: Context, { projectId, ...filter }: Input<'list'>) {
  return await table.ofProject(db, now(), projectId, filter);
}

/** What is said of a point that does not exist yet, completed: only what is automated has a sensor. */
export const newPoint = <
  T extends Pick<Input<'create'>, 'type'> & {
    mode?: number | undefined;
    formulaType?: Point['formulaType'] | undefined;
  },
>(
  input: T,
) => ({
  ...input,
  mode: input.type === kinds.automated ? (input.mode ?? 4) : 0,
  formulaType:
    input.formulaType ?? (input.type === kinds.composite ? ('CUSTOM_FORMULA' as const) : ('SYSTEM_FORMULA' as const)),
});

/** Throws batchCreationOnly for a manual point. */
export async function create(context: Context, { projectId, ...input }: Input<'create'>) {
  const { db, now } = context;
  if (input.type === kinds.manual) throw new Failure('batchCreationOnly');
  await lockStructure(context, projectId, input.structureId);
  const created = newPoint(input);
  if (created.type !== kinds.master && created.master !== null) throw wrong('master', 'slavesOfKind');
  checkConfig(created);
  if (created.mainField !== undefined) checkMainField(created, created.mainField);
  const slaves = await querySlaves(context, projectId, { id: null, type: created.type }, created.slaves);
  checkMaster(created.master, slaves);
  await checkBackups(context, { id: null, projectId }, created.backupNodes);
  const id = await refusingDuplicates(table.insert(db, projectId, { ...created, slaves }, now()), created.name);
  const measuringPoint = await requirePoint(context, id);
  await announce(context, measuringPoint);
  return { measuringPoint };
}

export async function get(context: Context, { pointId }: Input<'get'>) {
  const [measuringPoint, rules] = await Promise.all([
    requirePoint(context, pointId),
    thresholds.ofPoint(context.db, pointId),
  ]);
  return { measuringPoint, thresholds: rules.map(({ threshold }) => threshold) };
}

/** Throws nameTaken, locationLocked, badInput, formulaIllegal and collectPlanDecides. */
export async function update(context: Context, { pointId, reason, ...input }: Input<'update'>) {
  const before = await lockPoint(context, pointId);
  const patch = moved(before, given(input));
  if (patch.structureId !== undefined) await lockStructure(context, before.projectId, patch.structureId);
  checkChange(before, patch);
  if (movesCollecting(before, patch)) refusePlanned(before, await table.planned(context.db, [pointId]));
  await checkBackups(context, before, patch.backupNodes);
  await refusingDuplicates(table.update(context, before, patch), patch.name ?? before.name);
  const measuringPoint = await requirePoint(context, pointId);
  await emitConversionChanges(context, [{ before, after: measuringPoint }], reason);
  await announce(context, before);
  return { measuringPoint };
}

/** A place on the picture of one structure is none on another's. */
export const moved = <T extends PointPatch>(before: Point, patch: T): T =>
  patch.structureId !== undefined && patch.structureId !== before.structureId && patch.imageLocation === undefined
    ? { ...patch, imageLocation: null }
    : patch;

const differs = (a: unknown, b: unknown) => a !== undefined && canonical(a) !== canonical(b);

/** Whether a change says another interval or way of collecting. */
export const movesCollecting = (before: Point, patch: PointPatch): boolean =>
  differs(patch.intervalSeconds, before.intervalSeconds) || differs(patch.collectMode, before.collectMode);

/** Throws collectPlanDecides: there is one interval, and where a plan stands it is the plan's. */
export function refusePlanned({ id, name }: Point, planned: ReadonlySet<number>): void {
  if (planned.has(id)) throw new Failure('collectPlanDecides', { name });
}

/** Throws where a point cannot become what was said: badInput, formulaIllegal, locationLocked. */
export function checkChange(before: Point, patch: PointPatch): void {
  const { name, lockLocation, coordinates, imageLocation } = before;
  const stays = lockLocation && patch.lockLocation !== false;
  if (stays && (differs(patch.coordinates, coordinates) || differs(patch.imageLocation, imageLocation)))
    throw new Failure('locationLocked', { name });
  if (patch.mainField !== undefined) checkMainField(before, patch.mainField);
  if (patch.mode !== undefined && before.type !== kinds.automated) throw wrong('mode', 'formulaOfKind');
  const { mode, formulaType, parameters, customFormula, initialValues } = patch;
  if ([mode, formulaType, parameters, customFormula, initialValues].some((each) => each !== undefined))
    checkConfig({ ...before, ...given({ mode, formulaType, parameters, customFormula, initialValues }) });
}

/** Backup nodes exist in the project, are not the point itself, and stand in once. */
async function checkBackups(
  { db }: Context,
  point: { readonly id: number | null; readonly projectId: number },
  backups: readonly number[] | undefined,
): Promise<void> {
  if (!backups?.length) return;
  refuseBackups(point.id, backups, await table.existing(db, point.projectId, backups));
}

/** Throws badInput with the place of the backup node that cannot be one. */
export function refuseBackups(id: number | null, backups: readonly number[], existing: ReadonlySet<number>): void {
  for (const [i, backup] of backups.entries()) {
    const fault =
      backup === id
        ? 'backupItself'
        : backups.indexOf(backup) < i
          ? 'backupsRepeat'
          : existing.has(backup)
            ? null
            : 'backupUnknown';
    if (fault) throw wrong(`backupNodes.${i}`, fault);
  }
}
