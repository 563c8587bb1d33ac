/** Points that were made for something that is undone. */
import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { idsWithReadings } from '../../platform/store/store.series.api.ts';

/**
 * Deprecates those of the points that have no readings, feed on no device, and of which no other is made: their names are
 * free again, and what was done with them can still be looked at. The others stay as they are.
 */
export async function retireUnused(
  { db, now }: Pick<Context, 'db' | 'now'>,
  pointIds: readonly number[],
): Promise<void> {
  const used = await idsWithReadings(db, pointIds);
  const free = pointIds.filter((id) => !used.has(id));
  await sql`
    UPDATE point p SET deprecated_at = ${now()}
    WHERE p.id = ANY(${free}::int[]) AND p.deprecated_at IS NULL AND p.device_id IS NULL
      AND NOT EXISTS (
        SELECT FROM point other WHERE other.project_id = p.project_id AND other.deprecated_at IS NULL
          AND other.slaves @> jsonb_build_array(jsonb_build_object('pointId', p.id)))`.execute(db);
}
