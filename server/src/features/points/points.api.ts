/** What features above may ask about measuring points. */
import { Failure } from '@plumbline/contract/errors';
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

/** Whose a point is. Throws notFound. */
export async function ownerOf(db: Db, pointId: number): Promise<{ corporationId: number; projectId: number }> {
  const place = (await places(db, [pointId])).get(pointId);
  const projectId = place?.projectIds[0];
  if (place === undefined || projectId === undefined) throw new Failure('notFound', { pointId });
  return { corporationId: place.corporationId, projectId };
}
