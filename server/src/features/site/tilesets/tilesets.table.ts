import type { Tileset } from '@plumbline/contract/site/tilesets';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['tileset']>;

const fromRow = (row: Row): Tileset => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  url: row.url,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

export async function ofProject(db: Db, projectId: number): Promise<Tileset[]> {
  const { rows } = await sql<Selectable<Tables['tileset']>>`
    SELECT * FROM tileset WHERE project_id = ${projectId} ORDER BY name COLLATE natural_order, id`.execute(db);
  return rows.map(fromRow);
}

/** One tileset with the id of its file; undefined where the project has none of this id. */
export async function one(db: Db, projectId: number, id: number) {
  const row = await db
    .selectFrom('tileset')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && { tileset: fromRow(row), fileId: row.file_id };
}

/** Adds one. The unique name refuses a second (nameTaken). */
export async function insert(db: Db, input: Omit<Row, 'id'>): Promise<Tileset> {
  return fromRow(await db.insertInto('tileset').values(input).returningAll().executeTakeFirstOrThrow());
}

export const remove = (db: Db, id: number) => db.deleteFrom('tileset').where('id', '=', id).execute();

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT file_id AS id FROM tileset WHERE project_id = ${projectId} AND file_id IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}
