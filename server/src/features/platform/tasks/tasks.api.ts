/** What features above may ask about tasks. */
import type { Db, Place } from '../../../kernel/context.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('task')
    .leftJoin('project', 'project.id', 'task.project_id')
    .select(['task.id', 'task.corporation_id', 'task.project_id', 'project.archived_at'])
    .where('task.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        corporationId: row.corporation_id,
        projectIds: row.project_id === null ? [] : [row.project_id],
        archived: row.archived_at !== null,
      },
    ]),
  );
}

/** Returns the facts of a task that has ended, for its notification; undefined where it is gone or nobody asked for it. */
export const ended = (db: Db, id: number) =>
  db
    .selectFrom('task')
    .select(['id', 'kind', 'project_id', 'account_id', 'subject', 'state', 'error', 'result'])
    .where('id', '=', id)
    .executeTakeFirst();
