/** Formats of data push. */
import type { CustomPushType } from '@plumbline/contract/reports/push-formats';
import type { PushLayout } from '@plumbline/contract/reports/push-formats.shapes';
import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

const shapeOf = (row: Selectable<Tables['push_format']>): CustomPushType => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  ...row.layout,
});

export async function ofProject(db: Db, projectId: number): Promise<CustomPushType[]> {
  const rows = await db
    .selectFrom('push_format')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute();
  return rows.map(shapeOf);
}

export async function one(db: Db, projectId: number, id: number): Promise<CustomPushType | undefined> {
  const row = await db
    .selectFrom('push_format')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && shapeOf(row);
}

export async function insert(db: Db, projectId: number, name: string, layout: PushLayout): Promise<CustomPushType> {
  const row = await db
    .insertInto('push_format')
    .values({ project_id: projectId, name, layout: JSON.stringify(layout) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return shapeOf(row);
}

export async function update(
  db: Db,
  { projectId, id }: { readonly projectId: number; readonly id: number },
  name: string,
  layout: PushLayout,
): Promise<CustomPushType | undefined> {
  const row = await db
    .updateTable('push_format')
    .set({ name, layout: JSON.stringify(layout) })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst();
  return row && shapeOf(row);
}

/** False where there is none. */
export async function remove(db: Db, projectId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_format')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
