/** Saved mappings: how files of one kind are read, so that the next one is imported with two clicks. */
import type { SavedMapping } from '@plumbline/contract/readings/imports';
import type { ImportFormat, Mapping } from '@plumbline/contract/readings/imports.mapping';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Saved = z.output<typeof SavedMapping>;
const shapeOf = (row: Selectable<Tables['import_mapping']>): Saved => ({
  id: row.id,
  name: row.name,
  format: row.format as ImportFormat,
  mapping: row.mapping as Mapping,
  byName: row.by_name,
  updatedAt: row.updated_at.toISOString(),
});

export async function ofProject(db: Db, projectId: number): Promise<Saved[]> {
  const rows = await db
    .selectFrom('import_mapping')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute();
  return rows.map(shapeOf);
}

/** Saves a mapping; one of the same name is replaced. */
export async function save(
  db: Db,
  projectId: number,
  { name, format, mapping }: { name: string; format: ImportFormat; mapping: Mapping },
  byName: string,
  at: Date,
): Promise<Saved> {
  const row = {
    project_id: projectId,
    name,
    format,
    mapping: JSON.stringify(mapping),
    by_name: byName,
    updated_at: at,
  };
  const saved = await db
    .insertInto('import_mapping')
    .values(row)
    .onConflict((on) => on.expression(sql`project_id, lower(name)`).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
  return shapeOf(saved);
}

export async function remove(db: Db, projectId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('import_mapping')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
