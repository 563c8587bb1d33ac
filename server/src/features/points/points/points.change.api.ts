/** What a point may become: checks and completions that one change and many share. Pure but for `refusingDuplicates`. */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Point, points } from '@plumbline/contract/points/points';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { type DeviceKey, deviceKeys, initialDeviceSetup, type PointPatch } from './logic/point-columns.ts';

import { canonical } from './points.announce.api.ts';
import { checkConfig, checkMainField, given, kinds, wrong } from './points.config.api.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

export const refusingDuplicates = <T>(write: Promise<T>, name: string | undefined) =>
  onUniqueViolation(write, 'point_name', new Failure('nameTaken', { name }));

/** Returns the completed fields of a new point: only what is automated has a sensor. */
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

export { deviceKeys };

/** Returns the settings that only a device needs: it stays with what is automated, and is as at first for every other kind. */
export const deviceSetup = (before: Point, automated: boolean): Pick<Point, DeviceKey> =>
  Object.fromEntries(deviceKeys.map((key) => [key, automated ? before[key] : initialDeviceSetup[key]])) as never;

/** A place on the picture of one structure is none on another's. */
export const moved = <T extends PointPatch>(before: Point, patch: T): T =>
  patch.structureId !== undefined && patch.structureId !== before.structureId && patch.imageLocation === undefined
    ? { ...patch, imageLocation: null }
    : patch;

const differs = (a: unknown, b: unknown) => a !== undefined && canonical(a) !== canonical(b);

/** Returns whether a change says another interval or way of collecting. */
export const movesCollecting = (before: Point, patch: PointPatch): boolean =>
  differs(patch.intervalSeconds, before.intervalSeconds) || differs(patch.collectMode, before.collectMode);

const dated = ['mode', 'formulaType', 'parameters', 'customFormula', 'depthM'] as const;
/** Returns whether a change says another conversion or place of the instrument: what may hold from a time on. */
export const convertsOtherwise = (before: Point, patch: PointPatch): boolean =>
  dated.some((key) => differs(patch[key], before[key]));

/** Throws collectPlanDecides: there is one interval, and where a plan stands it is the plan's. */
export function refusePlanned({ id, name }: Point, planned: ReadonlySet<number>): void {
  if (planned.has(id)) throw new Failure('collectPlanDecides', { name });
}

/** Throws where a point cannot be changed as given: badInput, formulaIllegal, locationLocked. */
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

/** Throws badInput with the place of the backup node that cannot be one. */
export function refuseBackups(
  { id, family }: { readonly id: number | null; readonly family: FamilyCode },
  backups: readonly number[],
  families: ReadonlyMap<number, FamilyCode>,
): void {
  for (const [i, backup] of backups.entries()) {
    const fault =
      backup === id
        ? 'backupItself'
        : backups.indexOf(backup) < i
          ? 'backupsRepeat'
          : !families.has(backup)
            ? 'backupUnknown'
            : families.get(backup) === family
              ? null
              : 'backupFamily';
    if (fault) throw wrong(`backupNodes.${i}`, fault);
  }
}
