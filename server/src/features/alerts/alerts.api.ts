/** What features above may ask about alerts. */
import type { Db, Place } from '../../kernel/context.ts';

export { highestLevels, ofPeriod } from './alerts.table.ts';

/** An alert of an archived project may still be settled: it is about people, not about settings. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('alert')
    .innerJoin('project', 'project.id', 'alert.project_id')
    .select(['alert.id', 'project.id as projectId', 'project.corporation_id'])
    .where('alert.id', 'in', ids)
    .where('project.deleting_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { corporationId: row.corporation_id, projectIds: [row.projectId], archived: false }]),
  );
}
