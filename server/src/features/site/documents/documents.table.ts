import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Document, maxDocuments } from '@plumbline/contract/site/documents';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['document']>;

const fromRow = (row: Row): Document => ({
  id: row.id,
  projectId: row.project_id,
  kind: row.kind as Document['kind'],
  name: row.name,
  type: row.type as Document['type'],
  bytes: Number(row.bytes),
  note: row.note,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

/** The documents of a project, newest first. */
export async function ofProject(
  db: Db,
  projectId: number,
  { kind, keyword }: { readonly kind?: string | undefined; readonly keyword?: string | undefined },
): Promise<Document[]> {
  const { rows } = await sql<Selectable<Tables['document']>>`
    SELECT * FROM document WHERE project_id = ${projectId}
      ${kind ? sql`AND kind = ${kind}` : sql``}
      ${keyword ? sql`AND (name ILIKE ${containing(keyword)} OR note ILIKE ${containing(keyword)})` : sql``}
    ORDER BY created_at DESC, id DESC LIMIT ${maxDocuments}`.execute(db);
  return rows.map(fromRow);
}

/** Returns the number of documents of a project, and locks the project so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM document WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0).count;
}

/** One document of a project with the id of its file, locked where it is to be changed. */
export async function one(db: Db, projectId: number, id: number, lock = false) {
  const row = await db
    .selectFrom('document')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { document: fromRow(row), fileId: row.file_id };
}

export async function insert(
  db: Db,
  {
    projectId,
    fileId,
    createdAt,
    byName,
    ...document
  }: Pick<Document, 'projectId' | 'kind' | 'name' | 'type' | 'bytes' | 'byName'> & {
    readonly fileId: string;
    readonly createdAt: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('document')
    .values({ ...document, project_id: projectId, file_id: fileId, created_at: createdAt, by_name: byName })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update(
  db: Db,
  id: number,
  change: { name?: string | undefined; kind?: string | undefined; note?: string | undefined },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length > 0) await db.updateTable('document').set(given).where('id', '=', id).execute();
}

export const remove = (db: Db, id: number) => db.deleteFrom('document').where('id', '=', id).execute();

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT file_id AS id FROM document WHERE project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => id);
}
