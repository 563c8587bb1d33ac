/** Word documents of templates: each is stored once, and named by the versions that have it. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { DocumentTags } from '../word/word.api.ts';

/** Shape of the Word document of `w`, as shown; null where a version has none. */
export const wordShape = sql`CASE WHEN w.id IS NOT NULL THEN jsonb_build_object('name', w.name, 'bytes', w.bytes,
  'byName', w.by_name, 'at', to_char(w.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'tags', w.tags) END`;

export interface NewWord {
  readonly templateId: number;
  readonly name: string;
  readonly bytes: number;
  readonly fileId: string;
  readonly found: DocumentTags;
  readonly byName: string;
  readonly at: Date;
}

export async function insertWord(
  db: Db,
  { templateId, name, bytes, fileId, found, byName, at }: NewWord,
): Promise<number> {
  const { id } = await db
    .insertInto('report_template_word')
    .values({
      template_id: templateId,
      name,
      bytes,
      file_id: fileId,
      by_name: byName,
      created_at: at,
      tags: JSON.stringify(found.tags),
      faults: JSON.stringify(found.faults),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The document of a version, with what it asks for; undefined = it has none. */
export const wordOf = (db: Db, templateId: number, version: number) =>
  db
    .selectFrom('report_template_version as v')
    .innerJoin('report_template_word as w', 'w.id', 'v.word_id')
    .select(['w.id', 'w.name', 'w.file_id as fileId', 'w.tags', 'w.faults'])
    .where('v.template_id', '=', templateId)
    .where('v.version', '=', version)
    .executeTakeFirst();

const fileTables = {
  word: { table: sql`report_template_word`, column: sql`word_id` },
  cover: { table: sql`report_template_cover`, column: sql`cover_id` },
} as const;

/** Forgets documents or covers that are older than the last `limit`, but for what a report is being made with; gives their files. */
export async function removeOldFiles(
  db: Db,
  kind: keyof typeof fileTables,
  templateId: number,
  limit: number,
): Promise<string[]> {
  const { table, column } = fileTables[kind];
  const { rows } = await sqlRows({
    file_id: 'text',
  })`DELETE FROM ${table} w WHERE template_id = ${templateId}
    AND id NOT IN (SELECT id FROM ${table} WHERE template_id = ${templateId} ORDER BY id DESC LIMIT ${limit})
    AND NOT EXISTS (SELECT FROM report_template_version v JOIN report_template t ON t.id = v.template_id
      WHERE v.${column} = w.id AND (v.version = t.version OR EXISTS (SELECT FROM report r
        WHERE r.template_id = v.template_id AND r.template_version = v.version AND r.status = 'Pending')))
    RETURNING file_id`.execute(db);
  return rows.map(({ file_id }) => file_id);
}

export const filesOfWords = async (db: Db, templateId: number): Promise<string[]> =>
  (await db.selectFrom('report_template_word').select('file_id').where('template_id', '=', templateId).execute()).map(
    ({ file_id }) => file_id,
  );

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT w.file_id AS id FROM report_template_word w JOIN report_template t ON t.id = w.template_id
    WHERE t.project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => id);
}
