/** A call that was made, by its key. */
import type { Db } from '../../../kernel/context.ts';

/** The call of a corporation that was made since then; undefined = there is none. */
export const madeCall = (db: Db, key: string, corporationId: number, since: Date) =>
  db
    .selectFrom('delivery')
    .innerJoin('project', 'project.id', 'delivery.project_id')
    .selectAll('delivery')
    .select('project.corporation_id')
    .where('delivery.key', '=', key)
    .where('delivery.medium', '=', 'voice')
    .where('delivery.news', '=', 'raised')
    .where('delivery.created_at', '>', since)
    .where('project.corporation_id', '=', corporationId)
    .where('project.deleting_at', 'is', null)
    .executeTakeFirst();
