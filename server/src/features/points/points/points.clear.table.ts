/** Many points of a project taken off their devices or deleted by sets. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** Deletes points; what is stored by point must be gone already. Gives the files of their pictures. */
export async function removePoints(db: Db, pointIds: readonly number[]): Promise<string[]> {
  const { rows } = await sqlRows({ image: 'text?' })`
    DELETE FROM point WHERE id = ANY(${pointIds}::int[]) RETURNING image`.execute(db);
  return rows.map(({ image }) => image).filter((image) => image !== null);
}

/** Takes points off the channels that feed them. Their device groups are ended by the feature bindings. */
export async function unbindPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`UPDATE point SET device_id = NULL, channel = NULL WHERE id = ANY(${pointIds}::int[]) AND device_id IS NOT NULL`.execute(
    db,
  );
}
