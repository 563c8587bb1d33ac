/** What features above may ask about structures and items. */
import type { Db, Place } from '../../kernel/context.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('structure')
    .innerJoin('project', 'project.id', 'structure.project_id')
    .select(['structure.id', 'project.id as projectId', 'project.corporation_id', 'project.archived_at'])
    .where('structure.id', 'in', ids)
    .where('project.deleting_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { corporationId: row.corporation_id, projectIds: [row.projectId], archived: row.archived_at !== null },
    ]),
  );
}
