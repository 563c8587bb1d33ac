/**
 * Correction records as rows. Whoever writes holds the lock of the point, so that no two records can come to overlap; every
 * write computes the newest values of the point again, so that lists show what curves do.
 */
import type { Correction } from '@plumbline/contract/readings/corrections';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { keepShown } from '../../platform/store/store.shown.api.ts';
import { renewPlans } from '../../points/points/points.settings.api.ts';
import { shapeOf } from './corrections.api.ts';

const lockSpace = 7304;

/**
 * Until the transaction ends, nobody else changes the corrections of the point. Readings on their way that were corrected
 * by the records of before are corrected again.
 */
export async function lock(db: Db, pointId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(lockSpace)}, ${pointId})`.execute(db);
  await renewPlans(db, pointId);
}

export type NewCorrection = Omit<Correction, 'id'> & { readonly id?: number };

/** Adds a record; under its own number where it has one (an undo). */
export async function insert(db: Db, record: NewCorrection): Promise<Correction> {
  const row = await db
    .insertInto('correction')
    .values({
      ...(record.id !== undefined && { id: record.id }),
      point_id: record.pointId,
      kind: record.kind,
      ...setOf(record),
      created_by: record.createdBy,
      created_at: new Date(record.createdAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepShown(sqlOver(db), [row.point_id]);
  return shapeOf(row);
}

/** Writes a record over the one of its number. */
export async function replace(db: Db, record: Correction): Promise<Correction> {
  const row = await db
    .updateTable('correction')
    .set(setOf(record))
    .where('id', '=', record.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepShown(sqlOver(db), [row.point_id]);
  return shapeOf(row);
}

export async function remove(db: Db, pointIds: readonly number[], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('correction').where('id', 'in', ids).execute();
  await keepShown(sqlOver(db), pointIds);
}

export async function removeAll(db: Db, pointId: number): Promise<void> {
  await db.deleteFrom('correction').where('point_id', '=', pointId).execute();
  await keepShown(sqlOver(db), [pointId]);
}

/** No record of the point counts from `at` on. */
export async function endAll(db: Db, pointId: number, at: Date): Promise<void> {
  await db.deleteFrom('correction').where('point_id', '=', pointId).where('start_at', '>=', at).execute();
  await db
    .updateTable('correction')
    .set({ end_at: at })
    .where('point_id', '=', pointId)
    .where((is) => is.or([is('end_at', 'is', null), is('end_at', '>', at)]))
    .execute();
  await keepShown(sqlOver(db), [pointId]);
}

/** What a person may change of a record. */
const setOf = (record: NewCorrection) => ({
  start_at: new Date(record.startAt),
  end_at: record.endAt === null ? null : new Date(record.endAt),
  amounts: JSON.stringify(amountsOf(record)),
  node: 'node' in record ? (record.node as number) : null,
  stable_times: record.stableTimes,
  reason: record.reason,
  updated_by: record.updatedBy,
  updated_at: record.updatedAt === null ? null : new Date(record.updatedAt),
});

const amountsOf = (record: NewCorrection): unknown =>
  'initials' in record
    ? record.initials
    : 'surveyed' in record
      ? record.surveyed
      : (record as { fixes?: unknown }).fixes;
