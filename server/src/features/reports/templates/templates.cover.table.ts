/** Covers of workbooks of templates: each is stored once, and named by the versions that have it. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { CoverFacts } from '../excel-covers/excel-covers.api.ts';

/** Shape of the cover of `c`, as shown; null where a version has none. */
export const coverShape = sql`CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('name', c.name, 'bytes', c.bytes,
  'byName', c.by_name, 'at', to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'sheets', c.sheets, 'tags', c.tags) END`;

export interface NewCover {
  readonly templateId: number;
  readonly name: string;
  readonly bytes: number;
  readonly fileId: string;
  readonly facts: CoverFacts;
  readonly byName: string;
  readonly at: Date;
}

export async function insertCover(
  db: Db,
  { templateId, name, bytes, fileId, facts, byName, at }: NewCover,
): Promise<number> {
  const { id } = await db
    .insertInto('report_template_cover')
    .values({
      template_id: templateId,
      name,
      bytes,
      file_id: fileId,
      by_name: byName,
      created_at: at,
      sheets: JSON.stringify(facts.sheets),
      tags: JSON.stringify(facts.tags),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The cover of a version, with what it asks for; undefined = it has none. */
export const coverOf = (db: Db, templateId: number, version: number) =>
  db
    .selectFrom('report_template_version as v')
    .innerJoin('report_template_cover as c', 'c.id', 'v.cover_id')
    .select(['c.id', 'c.name', 'c.file_id as fileId', 'c.tags'])
    .where('v.template_id', '=', templateId)
    .where('v.version', '=', version)
    .executeTakeFirst();

export const filesOfCovers = async (db: Db, templateId: number): Promise<string[]> =>
  (await db.selectFrom('report_template_cover').select('file_id').where('template_id', '=', templateId).execute()).map(
    ({ file_id }) => file_id,
  );

export async function coverFilesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT c.file_id AS id FROM report_template_cover c JOIN report_template t ON t.id = c.template_id
    WHERE t.project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => id);
}
