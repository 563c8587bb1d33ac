/**
 * Another conversion of the same channel from a time on: what the geometry or calibration of a point is from then. Invariant:
 * readings from before keep the conversion that they were measured with, and what was begun or changed can be taken back, in
 * the group that it was of.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { sql } from 'kysely';
import type { ConversionAct, Db } from '../../../kernel/context.ts';
import type { GroupConversion } from '../../../kernel/tables.ts';
import { canonical } from '../points/points.announce.api.ts';
import { hasSettings, restoreSettings, type Settings, saveDepth } from '../points/points.settings.api.ts';
import { conversion } from './bindings.clear.table.ts';
import { ensure, type Group, newest } from './bindings.groups.api.ts';

/** Throws badInput where the conversion in force began later, and migrationOpen while that of a new device is on trial. */
export async function beginConversion(db: Db, pointId: number, act: ConversionAct): Promise<void> {
  await ensure(db, [pointId]);
  const last = (await newest(db, [pointId])).get(pointId);
  if (last?.migration === 'notMigrated') throw new Failure('migrationOpen', { groupId: last.id });
  const began = last && (await beginningOf(db, last));
  if (began && act.at <= began)
    throw new Failure('badInput', [{ path: 'validFrom', message: 'validBeforeFormer', code: 'custom' }]);
  if (last && last.conversion === null) await seal(db, last, act.at);
  else await sealWithoutDevice(db, pointId, last, act.at);
  await begin(db, pointId, last ?? null, act);
}

/** From when on the conversion in force holds; null = from the beginning of time, whenever the device was bound. */
async function beginningOf(db: Db, last: Group): Promise<Date | null> {
  if (last.conversion !== null) return last.to_at ?? last.from_at;
  const { count } = await db
    .selectFrom('device_group')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('point_id', '=', last.point_id)
    .where('migration', '<>', 'cancelled')
    .executeTakeFirstOrThrow();
  return Number(count) === 1 ? null : (last.valid_from ?? last.from_at);
}

/** A device that was bound after the time of `at` has readings from before (an import): it fed the point then, and groups stay in their order. */
const seal = (db: Db, last: Group, at: Date) =>
  sql`UPDATE device_group g SET conversion = ${conversion}, to_at = least(g.to_at, ${at}::timestamptz),
      from_at = least(g.from_at, ${at}::timestamptz)
    FROM point p WHERE p.id = g.point_id AND g.id = ${last.id}`.execute(db);

/** What converted until now had no group: nothing was ever bound, or nothing since a former conversion was sealed. */
const sealWithoutDevice = (db: Db, pointId: number, last: Group | undefined, at: Date) =>
  sql`INSERT INTO device_group (point_id, conversion, from_at, to_at)
    SELECT p.id, ${conversion}, coalesce(${last?.to_at ?? null}::timestamptz, least(p.created_at, ${at}::timestamptz)),
      ${at}::timestamptz FROM point p WHERE p.id = ${pointId}`.execute(db);

/** The group that goes on with the other conversion: of the same device while that feeds the point, else of none. */
async function begin(
  db: Db,
  pointId: number,
  last: Group | null,
  { at, byName, reason }: ConversionAct,
): Promise<void> {
  const goesOn = last !== null && last.conversion === null && (last.to_at === null || last.to_at > at);
  await db
    .insertInto('device_group')
    .values({
      point_id: pointId,
      ...(goesOn && {
        device_id: last.device_id,
        sncode: last.sncode,
        channel: last.channel,
        collector_id: last.collector_id,
        dtu_id: last.dtu_id,
        to_at: last.to_at,
      }),
      from_at: goesOn && last.from_at < at ? last.from_at : at,
      valid_from: at,
      by_name: byName,
      reason,
    })
    .execute();
}

/** All groups that count, oldest first. */
const groupsOf = (db: Db, pointId: number): Promise<Group[]> =>
  db
    .selectFrom('device_group')
    .selectAll()
    .where('point_id', '=', pointId)
    .where('migration', '<>', 'cancelled')
    .orderBy(({ fn }) => fn.coalesce('valid_from', 'from_at'))
    .orderBy('id')
    .execute();

/**
 * Takes the conversion that began at a time back: the one before it holds in its time too. True where it was in force, so
 * that the settings of the point are those of the one before from now on.
 */
export async function dropConversion(db: Db, pointId: number, validFrom: Date): Promise<boolean> {
  const groups = await groupsOf(db, pointId);
  const place = groups.findIndex(({ valid_from }) => valid_from?.getTime() === validFrom.getTime());
  const [former, dropped] = [groups[place - 1], groups[place]];
  if (!former || !dropped) return false;
  await db.deleteFrom('device_group').where('id', '=', dropped.id).execute();
  const hasDevice = ({ sncode }: Group): boolean => sncode !== '';
  if (dropped.conversion !== null) {
    // Another device or conversion followed: the one before is over when this one was.
    await db.updateTable('device_group').set({ to_at: dropped.to_at }).where('id', '=', former.id).execute();
    return false;
  }
  // A stretch that was written down for the sake of this act alone goes with it.
  const isOwn = former.device_id === null && former.sncode === '' && former.valid_from === null;
  if (isOwn) await db.deleteFrom('device_group').where('id', '=', former.id).execute();
  else {
    const toAt = hasDevice(dropped) ? dropped.to_at : hasDevice(former) ? former.to_at : null;
    await db.updateTable('device_group').set({ conversion: null, to_at: toAt }).where('id', '=', former.id).execute();
  }
  const { depthM } = former.conversion ?? {};
  if (depthM !== undefined) await saveDepth(db, pointId, depthM);
  return true;
}

/** The settings of a conversion that an act of the change log is about. */
export interface GroupSettings {
  readonly pointId: number;
  /** null = of the group that was bound next; undefined = of the point (acts that were logged without). */
  readonly groupId?: number | null | undefined;
  /** Epoch ms; null = from the beginning. */
  readonly fromMs: number | null;
}

/** The group that an act is about: 'point' = it is in force, null = it is gone or was cancelled. */
async function groupOf(db: Db, { pointId, groupId, fromMs }: GroupSettings): Promise<Group | 'point' | null> {
  if (groupId === undefined) return 'point';
  const groups = await groupsOf(db, pointId);
  const beginOf = ({ valid_from, from_at }: Group) => (valid_from ?? from_at).getTime();
  const group = groups.find((each) =>
    groupId === null ? fromMs === null || beginOf(each) >= fromMs : each.id === groupId,
  );
  if (!group) return groupId === null ? 'point' : null;
  return group.conversion === null ? 'point' : group;
}

const conversionPart = ({
  type,
  mode,
  formulaType,
  parameters,
  deviceParameters,
  customFormula,
  depthM,
}: Settings): Partial<GroupConversion> =>
  Object.fromEntries(
    Object.entries({ type, mode, formulaType, parameters, deviceParameters, customFormula, depthM }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/**
 * Puts settings back where they belong: at the point, or in the group that they were of where another followed. A device that
 * replaced another keeps its own conversion.
 */
export async function restoreConversion(db: Db, of: GroupSettings, before: Settings): Promise<void> {
  const group = await groupOf(db, of);
  if (group === 'point') return restoreSettings(db, of.pointId, before);
  if (group && !('deviceId' in before)) await setConversion(db, group, conversionPart(before));
  // These are one for the whole curve, whatever fed it.
  const { initialValues } = before;
  if (initialValues !== undefined) await restoreSettings(db, of.pointId, { initialValues });
}

export async function setConversion(db: Db, group: Group, change: Partial<GroupConversion>): Promise<void> {
  const conversion = JSON.stringify({ ...group.conversion, ...change });
  await db.updateTable('device_group').set({ conversion }).where('id', '=', group.id).execute();
}

/** Returns whether settings are still in force where they belong. What is gone has nothing that could be other. */
export async function hasConversion(db: Db, of: GroupSettings, given: Settings): Promise<boolean> {
  const group = await groupOf(db, of);
  if (group === 'point') return hasSettings(db, of.pointId, given);
  if (!group) return true;
  const present: Settings = { ...group.conversion };
  return Object.entries(conversionPart(given)).every(([key, value]) => canonical(present[key]) === canonical(value));
}
