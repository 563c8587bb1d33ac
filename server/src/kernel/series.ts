/**
 * What is stored by point without a foreign key (readings and what is derived from them): it does not go by itself when
 * its point goes. Invariant: whoever deletes points calls this in the same transaction, before.
 */
import { sql } from 'kysely';
import type { Db } from './context.ts';

/** Whether any of the points has a reading, sealed or not: two index probes a point at most. */
export async function hasReadings(db: Db, pointIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM unnest(${pointIds}::int[]) AS p(id)
    CROSS JOIN LATERAL (
      (SELECT 1 FROM reading WHERE point_id = p.id LIMIT 1) UNION ALL (SELECT 1 FROM segment WHERE point_id = p.id LIMIT 1)
    ) AS r
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Deletes the readings, states, alerts and notifications of points. */
export async function dropSeries(db: Db, pointIds: readonly number[]): Promise<void> {
  const ids = sql`${pointIds}::int[]`;
  // The states first, in the order of ids: who stores, seals or rewrites records of a point holds the lock of its state.
  await sql`SELECT 1 FROM point_state WHERE point_id = ANY(${ids}) ORDER BY point_id FOR UPDATE`.execute(db);
  await sql`DELETE FROM point_state WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM reading WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM reading_history WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM segment WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM segment_history WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM quality_state WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM alert_state WHERE point_id = ANY(${ids})`.execute(db);
  await sql`
    WITH gone AS (DELETE FROM alert WHERE point_id = ANY(${ids}) RETURNING id)
    DELETE FROM notification WHERE alert_id IN (SELECT id FROM gone)`.execute(db);
}
