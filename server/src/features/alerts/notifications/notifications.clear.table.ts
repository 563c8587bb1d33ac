/** Notifications of what is deleted. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

/** Deletes the notifications of the alerts of points. Before the alerts themselves, by which they are found. */
export async function removeSeries(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM notification WHERE alert_id IN (
    SELECT id FROM alert WHERE point_id = ANY(${pointIds}::int[]))`.execute(db);
}

export async function removeProject(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('notification').where('project_id', '=', projectId).execute();
}
