/** Whether points were measured: what features below the readings ask before they delete or change. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** Returns those of the points that have readings, stretches or waveforms. */
export async function idsWithReadings(db: Db, pointIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT p.id FROM unnest(${pointIds}::int[]) AS p(id)
    WHERE EXISTS (SELECT FROM reading WHERE point_id = p.id) OR EXISTS (SELECT FROM segment WHERE point_id = p.id)
      OR EXISTS (SELECT FROM waveform WHERE point_id = p.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether any of the points has a reading, sealed or not, or a waveform: three index probes a point at most. */
export async function hasReadings(db: Db, pointIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM unnest(${pointIds}::int[]) AS p(id)
    CROSS JOIN LATERAL (
      (SELECT 1 FROM reading WHERE point_id = p.id LIMIT 1) UNION ALL (SELECT 1 FROM segment WHERE point_id = p.id LIMIT 1)
      UNION ALL (SELECT 1 FROM waveform WHERE point_id = p.id LIMIT 1)
    ) AS r
    LIMIT 1`.execute(db);
  return rows.length > 0;
}
