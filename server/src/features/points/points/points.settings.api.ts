/** Settings of points that features above write: what a reset or an act of the change log puts back, what a device confirmed. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { announceChanges } from '../../../kernel/listen.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { keepShown } from '../../platform/store/store.shown.api.ts';
import { conversionColumns, conversionKeys, resetColumns, setupOf } from './logic/point-columns.ts';
import { canonical } from './points.announce.api.ts';
import { forgetVersions } from './points.masters.api.ts';

/** Conversion settings of a point by name; of a replaced device with `deviceId`. */
export type Settings = Readonly<Record<string, unknown>>;

/** Puts chart settings and every setting of points back to what a new point begins with. */
export async function clearPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  const ids = sql`${pointIds}::int[]`;
  await sql`DELETE FROM point_chart_setting WHERE point_id = ANY(${ids})`.execute(db);
  await forgetVersions(db, pointIds);
  await db.updateTable('point').set(resetColumns).where(sql<boolean>`id = ANY(${ids})`).execute();
  await keepShown(sqlOver(db), pointIds);
}

/** Returns whether a point still has these settings, initial values aside; names that are no settings do not count. */
export async function hasSettings(db: Db, pointId: number, given: Settings): Promise<boolean> {
  const row = await db.selectFrom('point').selectAll().where('id', '=', pointId).executeTakeFirst();
  if (!row) return true;
  const present = setupOf(row);
  return conversionKeys.every(
    (key) => !(key in given) || key === 'initialValues' || canonical(present[key]) === canonical(given[key]),
  );
}

/**
 * Puts settings of a point back, and every process drops what it cached of it. Of a replaced device nothing is put back:
 * its groups say what is in force.
 */
export async function restoreSettings(db: Db, pointId: number, before: Settings): Promise<void> {
  if ('deviceId' in before) return;
  const compensation = 'tc' in before ? { tc_config: before['tc'] ? JSON.stringify(before['tc']) : null } : {};
  const set = { ...conversionColumns(before), ...compensation };
  if (Object.keys(set).length === 0) return;
  await db.updateTable('point').set(set).where('id', '=', pointId).execute();
  if ('tc' in before) await renewPlans(db, pointId);
  await keepShown(sqlOver(db), [pointId]);
  await announceChanges(db, [{ kind: 'point', id: pointId }]);
}

/** How deep a point lies, as the conversion says that is in force again. */
export const saveDepth = (db: Db, pointId: number, depthM: number | null) =>
  db.updateTable('point').set({ depth_m: depthM }).where('id', '=', pointId).execute();

/** How often a point is measured, as its device confirmed; an interval of null stays as it is. */
export async function saveCollecting(
  db: Db,
  pointId: number,
  { mode, intervalSeconds }: { readonly mode: string; readonly intervalSeconds: number | null },
): Promise<void> {
  await sql`UPDATE point SET collect_mode = ${mode}, interval_seconds = coalesce(${intervalSeconds}, interval_seconds)
    WHERE id = ${pointId}`.execute(db);
  await announceChanges(db, [{ kind: 'point', id: pointId }]);
}

/**
 * Gives a point, and the composites that read it, another version of their plans: readings on their way that were
 * converted by the former one are converted again (pipeline/store.ts).
 */
export async function renewPlans(db: Db, pointId: number): Promise<void> {
  await sql`
    UPDATE point SET name = point.name FROM (
      SELECT id FROM point WHERE id = ${pointId} OR (type = 1 AND slaves @> jsonb_build_array(jsonb_build_object('pointId', ${pointId}::int)))
      ORDER BY id FOR NO KEY UPDATE) AS chosen
    WHERE point.id = chosen.id`.execute(db);
}
