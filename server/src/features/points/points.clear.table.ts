/** Many points of a project taken off their devices, cleared or deleted by sets. */
import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';

/** Chart settings and every setting of points, back to what a new point begins with. */
export async function clearPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  const ids = sql`${pointIds}::int[]`;
  await sql`DELETE FROM point_chart_setting WHERE point_id = ANY(${ids})`.execute(db);
  await sql`
    UPDATE point SET formula_type = 'SYSTEM_FORMULA', parameters = '{}', custom_formula = '{}', initial_values = '{}',
      slaves = '[]', master_config = NULL, collect_mode = 'UploadCollect', network_id = '', auto_get_history = false,
      timed_photographing = '{}', backup_nodes = '{}', processing = NULL, chart_config = NULL, gnss_config = NULL,
      offline_config = NULL, tasks_config = NULL, tc_config = NULL
    WHERE id = ANY(${ids})`.execute(db);
}

/** Deletes points; what is stored by point must be gone already. Gives the files of their pictures. */
export async function removePoints(db: Db, pointIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ image: string | null }>`
    DELETE FROM point WHERE id = ANY(${pointIds}::int[]) RETURNING image`.execute(db);
  return rows.map(({ image }) => image).filter((image) => image !== null);
}

/** Takes points off the channels that feed them. Their device groups are ended by the feature bindings. */
export async function unbindPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`UPDATE point SET device_id = NULL, channel = NULL WHERE id = ANY(${pointIds}::int[]) AND device_id IS NOT NULL`.execute(
    db,
  );
}
