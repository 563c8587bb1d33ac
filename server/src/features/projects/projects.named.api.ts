/** A project by the name that people know it by, and the clock that it keeps. */
import type { Db } from '../../kernel/context.ts';

export { visible as projectsNow } from './projects.table.ts';

export interface NamedProject {
  readonly id: number;
  readonly name: string;
  readonly corporationId: number;
  readonly timeZone: string;
}

/** Undefined where there is none. */
export async function namedProject(db: Db, id: number): Promise<NamedProject | undefined> {
  const row = await db
    .selectFrom('project')
    .select(['id', 'name', 'corporation_id', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, name: row.name, corporationId: row.corporation_id, timeZone: row.time_zone };
}
