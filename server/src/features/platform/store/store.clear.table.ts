/**
 * What is stored by point without a foreign key: it does not go by itself when its point goes. Invariant: whoever deletes
 * points calls `Lifecycle.removeSeries` in the same transaction, before.
 */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { lockStates } from './store.levels.api.ts';

/** Deletes the readings of points and the states that further readings would continue from. */
export async function removeSeries(db: Db, pointIds: readonly number[]): Promise<void> {
  const ids = sql`${pointIds}::int[]`;
  await lockStates(db, pointIds);
  await sql`DELETE FROM point_state WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM reading WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM reading_history WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM segment WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM segment_history WHERE point_id = ANY(${ids})`.execute(db);
  await sql`DELETE FROM quality_state WHERE point_id = ANY(${ids})`.execute(db);
}
