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
  said: T,
) => ({
  ...said,
  mode: said.type === kinds.automated ? (said.mode ?? 4) : 0,
  formulaType:
    said.formulaType ?? (said.type === kinds.composite ? ('CUSTOM_FORMULA' as const) : ('SYSTEM_FORMULA' as const)),
});

/** Throws batchCreationOnly for a manual point. */
export async function create(context: Context, { projectId, ...input }: Input<'create'>) {
  const { db, now } = context;
  if (input.type === kinds.manual) throw new Failure('batchCreationOnly');
  await lockStructure(context, projectId, input.structureId);
  const said = newPoint(input);
  if (said.type !== kinds.master && said.master !== null) throw wrong('master', 'slavesOfKind');
  checkConfig(said);
  if (said.mainField !== undefined) checkMainField(said, said.mainField);
  const slaves = await querySlaves(context, projectId, { id: null, type: said.type }, said.slaves);
  checkMaster(said.master, slaves);
  await checkBackups(context, { id: null, projectId }, said.backupNodes);
  const id = await refusingDuplicates(table.insert(db, projectId, { ...said, slaves }, now()), said.name);
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
  const said = moved(before, given(input));
  if (said.structureId !== undefined) await lockStructure(context, before.projectId, said.structureId);
  checkChange(before, said);
  if (movesCollecting(before, said)) refusePlanned(before, await table.planned(context.db, [pointId]));
  await checkBackups(context, before, said.backupNodes);
  await refusingDuplicates(table.update(context.db, before, said), said.name ?? before.name);
  const measuringPoint = await requirePoint(context, pointId);
  await emitConversionChanges(context, [{ before, after: measuringPoint }], reason);
  await announce(context, before);
  return { measuringPoint };
}

/** A place on the picture of one structure is none on another's. */
export const moved = <T extends PointPatch>(before: Point, said: T): T =>
  said.structureId !== undefined && said.structureId !== before.structureId && said.imageLocation === undefined
    ? { ...said, imageLocation: null }
    : said;

const differs = (a: unknown, b: unknown) => a !== undefined && canonical(a) !== canonical(b);

/** Whether a change says another interval or way of collecting. */
export const movesCollecting = (before: Point, said: PointPatch): boolean =>
  differs(said.intervalSeconds, before.intervalSeconds) || differs(said.collectMode, before.collectMode);

/** Throws collectPlanDecides: there is one interval, and where a plan stands it is the plan's. */
export function refusePlanned({ id, name }: Point, planned: ReadonlySet<number>): void {
  if (planned.has(id)) throw new Failure('collectPlanDecides', { name });
}

/** Throws where a point cannot become what was said: badInput, formulaIllegal, locationLocked. */
export function checkChange(before: Point, said: PointPatch): void {
  const { name, lockLocation, coordinates, imageLocation } = before;
  const stays = lockLocation && said.lockLocation !== false;
  if (stays && (differs(said.coordinates, coordinates) || differs(said.imageLocation, imageLocation)))
    throw new Failure('locationLocked', { name });
  if (said.mainField !== undefined) checkMainField(before, said.mainField);
  if (said.mode !== undefined && before.type !== kinds.automated) throw wrong('mode', 'formulaOfKind');
  const { mode, formulaType, parameters, customFormula, initialValues } = said;
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
