/** Templates of reports and their versions. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { ReportTemplate, TemplateRow } from '@plumbline/contract/reports/templates';
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { TemplateProblem } from '@plumbline/contract/reports/templates.checks';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, typed } from '../../../kernel/rows.ts';
import { coverShape } from './templates.cover.table.ts';
import { wordShape } from './templates.word.table.ts';

const rowKinds = {
  id: 'number',
  name: 'text',
  shared: 'flag',
  own: 'flag',
  status: typed<TemplateRow['status']>(),
  problems: typed<TemplateProblem[]>(),
  version: 'number',
  byName: 'text',
  updatedAt: 'instant',
} as const satisfies Columns;

const columns = (
  projectId: number,
) => sql`t.id, t.name, t.shared, t.project_id = ${projectId} AS own, t.status, t.problems, t.version,
  t.by_name AS "byName", t.updated_at AS "updatedAt"`;
/** Its own, and those that another project of its corporation shares. */
const usableIn = (projectId: number) => sql`(t.project_id = ${projectId} OR (t.shared AND EXISTS (
  SELECT FROM project here JOIN project there ON there.corporation_id = here.corporation_id
  WHERE here.id = ${projectId} AND there.id = t.project_id AND there.deleting_at IS NULL)))`;
const shapeOf = <T extends { readonly updatedAt: Date }>({ updatedAt, ...row }: T) => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
});

/** Returns the templates that a project may use, by name; each project has a bounded number. */
export async function usable(db: Db, projectId: number, limit: number): Promise<TemplateRow[]> {
  const { rows } = await sqlRows({ ...rowKinds, blocks: 'number' })`
    SELECT ${columns(projectId)}, jsonb_array_length(v.content->'blocks') AS blocks
    FROM report_template t JOIN report_template_version v ON v.template_id = t.id AND v.version = t.version
    WHERE ${usableIn(projectId)} ORDER BY t.project_id <> ${projectId}, lower(t.name), t.id LIMIT ${limit}`.execute(db);
  return rows.map(shapeOf);
}

/** Where a template lies, by its row; null where there is none of that id. */
export async function placeOfTemplate(db: Db, id: number) {
  const row = await db.selectFrom('report_template').select('project_id').where('id', '=', id).executeTakeFirst();
  return row ? { projectId: row.project_id } : null;
}

/** One that a project may use, with its blocks. */
export async function one(db: Db, projectId: number, id: number): Promise<ReportTemplate | undefined> {
  const { rows } = await sqlRows({
    ...rowKinds,
    content: typed<TemplateContent>(),
    word: typed<ReportTemplate['word']>(),
    excelCover: typed<ReportTemplate['excelCover']>(),
  })`
    SELECT ${columns(projectId)}, v.content, ${wordShape} AS word, ${coverShape} AS "excelCover"
    FROM report_template t JOIN report_template_version v ON v.template_id = t.id AND v.version = t.version
      LEFT JOIN report_template_word w ON w.id = v.word_id
      LEFT JOIN report_template_cover c ON c.id = v.cover_id
    WHERE t.id = ${id} AND ${usableIn(projectId)}`.execute(db);
  return rows[0] && shapeOf(rows[0]);
}

/** Name and version of one that a project may use, locked against deletion until the transaction ends. */
export async function lockUsable(db: Db, projectId: number, id: number) {
  const { rows } = await sqlRows({ name: 'text', version: 'number' })`
    SELECT t.name, t.version FROM report_template t WHERE t.id = ${id} AND ${usableIn(projectId)} FOR SHARE OF t`.execute(
    db,
  );
  return rows[0];
}

/** One of the project itself, locked for a change until the transaction ends. */
export const lockOwn = (db: Db, projectId: number, id: number) =>
  db
    .selectFrom('report_template')
    .select(['id', 'version', 'shared'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();

/** Returns how many a project has, and locks the project so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM report_template WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0).count;
}

export interface Change {
  readonly by_name: string;
  readonly updated_at: Date;
}

export async function insert(
  db: Db,
  projectId: number,
  { name, shared }: { readonly name: string; readonly shared: boolean },
  change: Change,
): Promise<number> {
  const { id } = await db
    .insertInto('report_template')
    .values({ project_id: projectId, name, shared, status: 'Pending', problems: '[]', version: 1, ...change })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Content and files of a version; the files are stored once, and named by each version that has them. */
export interface VersionParts {
  readonly content: TemplateContent;
  readonly wordId: number | null;
  readonly coverId: number | null;
}

export async function insertVersion(
  db: Db,
  templateId: number,
  version: number,
  { content, wordId, coverId }: VersionParts,
  { by_name, updated_at }: Change,
): Promise<void> {
  await db
    .insertInto('report_template_version')
    .values({
      template_id: templateId,
      version,
      content: JSON.stringify(content),
      word_id: wordId,
      cover_id: coverId,
      by_name,
      created_at: updated_at,
    })
    .execute();
}

/** Versions that are older than the last `limit`, but for those that a report is being made with. */
export async function removeOldVersions(db: Db, templateId: number, limit: number): Promise<void> {
  await sql`DELETE FROM report_template_version v WHERE template_id = ${templateId}
    AND version <= (SELECT version FROM report_template WHERE id = ${templateId}) - ${limit}
    AND NOT EXISTS (SELECT FROM report r WHERE r.template_id = v.template_id AND r.template_version = v.version
      AND r.status = 'Pending')`.execute(db);
}

export async function update(
  db: Db,
  id: number,
  set: Change & {
    readonly name?: string;
    readonly shared?: boolean;
    readonly version?: number;
    readonly status?: 'Pending';
  },
): Promise<void> {
  await db
    .updateTable('report_template')
    .set({ ...set, ...(set.version !== undefined && { problems: '[]' }) })
    .where('id', '=', id)
    .execute();
}

/** Writes the problems of a version; nothing is written where the template has another one by now. */
export async function setVerified(
  db: Db,
  id: number,
  version: number,
  problems: readonly TemplateProblem[],
): Promise<void> {
  await db
    .updateTable('report_template')
    .set({ status: problems.length > 0 ? 'Error' : 'Done', problems: JSON.stringify(problems) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report_template').where('id', '=', id).execute();
}

/** How many schedules make reports with it: all of them, or those of projects other than its own. */
export async function schedulesOf(db: Db, id: number, among: 'all' | 'others'): Promise<number> {
  const others = among === 'others' ? sql`AND s.project_id <> t.project_id` : sql``;
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM report_schedule s JOIN report_template t ON t.id = s.template_id
    WHERE t.id = ${id} ${others}`.execute(db);
  return elementAt(rows, 0).count;
}

export async function versions(db: Db, templateId: number, limit: number) {
  const { rows } = await sqlRows({ version: 'number', byName: 'text', at: 'instant', blocks: 'number' })`
    SELECT version, by_name AS "byName", created_at AS at, jsonb_array_length(content->'blocks') AS blocks
    FROM report_template_version WHERE template_id = ${templateId} ORDER BY version DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export const versionOf = (db: Db, templateId: number, version: number) =>
  db
    .selectFrom('report_template_version')
    .select(['content', 'word_id as wordId', 'cover_id as coverId'])
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst();

export const contentOf = async (db: Db, templateId: number, version: number): Promise<TemplateContent | undefined> =>
  (await versionOf(db, templateId, version))?.content;

const among = (list: readonly number[]): RawBuilder<unknown> => sql`${list}::int[]`;

/** Returns the structures and points among these that are not of the project. */
export async function missingOf(
  db: Db,
  projectId: number,
  { structureIds, pointIds }: { readonly structureIds: readonly number[]; readonly pointIds: readonly number[] },
): Promise<{ structures: Set<number>; points: Set<number> }> {
  const [structures, points] = await Promise.all([
    sqlRows({ id: 'number' })`SELECT w.id FROM unnest(${among(structureIds)}) AS w(id)
      WHERE NOT EXISTS (SELECT FROM structure s WHERE s.id = w.id AND s.project_id = ${projectId})`.execute(db),
    sqlRows({ id: 'number' })`SELECT w.id FROM unnest(${among(pointIds)}) AS w(id)
      WHERE NOT EXISTS (SELECT FROM point p WHERE p.id = w.id AND p.project_id = ${projectId} AND p.archived_at IS NULL)`.execute(
      db,
    ),
  ]);
  return {
    structures: new Set(structures.rows.map(({ id }) => id)),
    points: new Set(points.rows.map(({ id }) => id)),
  };
}

/** Templates with a block that a plug-in makes. */
export const pluginUses = sql`
  SELECT DISTINCT 'reportTemplate' AS kind, b->>'part' AS part, split_part(b->>'part', '/', 1) AS plugin, t.name,
    c.title AS corporation
  FROM report_template t JOIN project p ON p.id = t.project_id JOIN corporation c ON c.id = p.corporation_id
    JOIN report_template_version v ON v.template_id = t.id AND v.version = t.version,
    LATERAL jsonb_array_elements(v.content->'blocks') AS b
  WHERE b->>'kind' = 'plugin'`;
