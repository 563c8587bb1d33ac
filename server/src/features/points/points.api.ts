/** What features above may ask about measuring points. */
import type { Db, Place } from '../../kernel/context.ts';

/** How a point stands: the rule itself is in the lowest feature that needs it. */
export {
  type StatusRow,
  silent,
  statusColumns,
  statusOf,
  type WholeRow,
  wholeColumns,
  wholeOfRow,
} from '../projects/projects.api.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('point')
    .innerJoin('project', 'project.id', 'point.project_id')
    .select([
      'point.id',
      'project.id as projectId',
      'project.corporation_id',
      'project.archived_at',
      'point.archived_at as pointArchivedAt',
    ])
    .where('point.id', 'in', ids)
    .where('project.deleting_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        corporationId: row.corporation_id,
        projectIds: [row.projectId],
        archived: row.archived_at !== null || row.pointArchivedAt !== null,
      },
    ]),
  );
}
