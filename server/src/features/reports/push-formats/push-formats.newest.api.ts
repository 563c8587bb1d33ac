/** The newest reading of a project: what a preview and a test are made with. */
import type { Db } from '../../../kernel/context.ts';

/** The newest among the given points, or among all; undefined = nothing was measured. */
export async function newestReading(
  db: Db,
  projectId: number,
  pointIds: readonly number[] | null,
): Promise<{ readonly pointId: number; readonly atMs: number } | undefined> {
  const row = await db
    .selectFrom('point_state')
    .innerJoin('point', 'point.id', 'point_state.point_id')
    .select(['point_state.point_id', 'point_state.at'])
    .where('point.project_id', '=', projectId)
    .$if(pointIds !== null, (query) => query.where('point.id', 'in', [0, ...(pointIds ?? [])]))
    .orderBy('point_state.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { pointId: row.point_id, atMs: row.at.getTime() };
}
