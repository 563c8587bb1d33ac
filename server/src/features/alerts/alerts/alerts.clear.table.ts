/**
 * Alerts and rule states when their points or rules are deleted, reset or moved. Invariant: the states of the points are
 * locked first, as the pipeline does.
 */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { forgetFiles } from '../../../kernel/files.ts';
import { clearLevels, followRules, lockStates } from '../../platform/store/store.levels.api.ts';
import { removeOfPoints } from './alerts.files.table.ts';

/** Deletes the alerts of points with their files, and the states of their rules. The readings of the points, and their locks, come before. */
export async function removeSeries(db: Db, pointIds: readonly number[]): Promise<void> {
  await forgetRules(db, pointIds);
  await forgetFiles(db, await removeOfPoints(db, pointIds));
  await sql`DELETE FROM alert WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
}

/** Where the rules of points stand, and where they stood. */
async function forgetRules(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM alert_state WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
  await sql`DELETE FROM alert_level WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
}

/** Deletes the states of rules; a point's level is from then on the worst of the rules that are left. */
export async function removeRules(
  db: Db,
  rules: readonly { readonly id: number; readonly pointId: number }[],
): Promise<void> {
  const ids = rules.map(({ id }) => id);
  const pointIds = [...new Set(rules.map(({ pointId }) => pointId))];
  await lockStates(db, pointIds);
  const theirs = sql`point_id = ANY(${pointIds}::int[]) AND threshold_id = ANY(${ids}::int[])`;
  await sql`DELETE FROM alert_state WHERE ${theirs}`.execute(db);
  await sql`DELETE FROM alert_level WHERE ${theirs}`.execute(db);
  await followRules(db, pointIds);
}

/** Deletes the states of all rules of points; the alerts that they raised stay. */
export async function clearPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  await lockStates(db, pointIds);
  await forgetRules(db, pointIds);
  await clearLevels(db, pointIds);
}

/** Alerts move with their points: a structure counts the alerts of the points that it has now. Those of conditions stay with the structure of the condition. */
export async function movePoints(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE alert a SET structure_id = p.structure_id FROM point p
    WHERE p.id = a.point_id AND a.condition_id IS NULL AND a.point_id = ANY(${pointIds}::int[])`.execute(db);
}
