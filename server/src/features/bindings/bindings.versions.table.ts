/**
 * Another conversion of the same channel from a time on: what the geometry or calibration of a point is from then. Invariant:
 * readings from before keep the conversion that they were measured with, and what was begun can be taken back.
 */
import { Failure } from '@plumbline/contract/errors';
import { sql } from 'kysely';
import type { ConversionAct, Db } from '../../kernel/context.ts';
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

const seal = (db: Db, last: Group, at: Date) =>
  sql`UPDATE device_group g SET conversion = ${conversion}, to_at = least(g.to_at, ${at}::timestamptz)
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
      from_at: goesOn ? last.from_at : at,
      valid_from: at,
      by_name: byName,
      reason,
    })
    .execute();
}

/** Takes the conversion that began at a time back, where it is the newest: the one before holds again. */
export async function dropConversion(db: Db, pointId: number, validFrom: Date): Promise<void> {
  const groups = await db
    .selectFrom('device_group')
    .selectAll()
    .where('point_id', '=', pointId)
    .where('migration', '<>', 'cancelled')
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const [last, former] = groups;
  if (!last || !former || last.valid_from?.getTime() !== validFrom.getTime() || last.conversion !== null) return;
  await db.deleteFrom('device_group').where('id', '=', last.id).execute();
  // A stretch that was written down for the sake of this act alone goes with it.
  const isOwn = former.device_id === null && former.sncode === '' && former.valid_from === null;
  if (isOwn) await db.deleteFrom('device_group').where('id', '=', former.id).execute();
  else {
    const hasDevice = ({ sncode }: Group): boolean => sncode !== '';
    const toAt = hasDevice(last) ? last.to_at : hasDevice(former) ? former.to_at : null;
    await db.updateTable('device_group').set({ conversion: null, to_at: toAt }).where('id', '=', former.id).execute();
  }
}
