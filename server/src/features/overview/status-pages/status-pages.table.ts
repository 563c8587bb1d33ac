import { elementAt } from '@plumbline/contract/kernel/elements';
import type { StatusPage } from '@plumbline/contract/overview/status-pages';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows, typed } from '../../../kernel/rows.ts';

/** Input of a page. */
export type PageInput = Pick<
  StatusPage,
  'title' | 'note' | 'language' | 'structureIds' | 'pointIds' | 'curveDays' | 'showAlerts' | 'expiresAt'
>;
const chosenColumns = { structure_ids: typed<number[]>(), point_ids: typed<number[]>() } as const satisfies Columns;
type Row = TableRow<'status_page', typeof chosenColumns>;

const fromRow = (row: Row): StatusPage => ({
  id: row.id,
  projectId: row.project_id,
  title: row.title,
  note: row.note,
  language: row.language as StatusPage['language'],
  structureIds: row.structure_ids,
  pointIds: row.point_ids,
  curveDays: row.curve_days as StatusPage['curveDays'],
  showAlerts: row.show_alerts,
  expiresAt: row.expires_at?.toISOString() ?? null,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
  linkedAt: row.linked_at.toISOString(),
});

const columnsOf = (page: PageInput) => ({
  title: page.title,
  note: page.note,
  language: page.language,
  curve_days: page.curveDays,
  show_alerts: page.showAlerts,
  expires_at: page.expiresAt === null ? null : new Date(page.expiresAt),
});

const chosen = sql`
  ARRAY(SELECT k.structure_id FROM status_page_structure k WHERE k.page_id = g.id ORDER BY 1) AS structure_ids,
  ARRAY(SELECT k.point_id FROM status_page_point k WHERE k.page_id = g.id ORDER BY 1) AS point_ids`;

interface Counted {
  readonly page: StatusPage;
  readonly count: number;
  readonly lastAt: string | null;
}

/** The pages of a project by title, with how often each was opened. */
export async function ofProject(db: Db, projectId: number): Promise<Counted[]> {
  const { rows } = await tableRows('status_page', chosenColumns)`
    SELECT g.*, ${chosen} FROM status_page g WHERE g.project_id = ${projectId} ORDER BY g.title, g.id`.execute(db);
  return rows.map((row) => ({
    page: fromRow(row),
    count: row.openings,
    lastAt: row.last_opened_at?.toISOString() ?? null,
  }));
}

export async function one(db: Db, projectId: number, id: number): Promise<StatusPage | undefined> {
  const { rows } = await tableRows('status_page', chosenColumns)`
    SELECT g.*, ${chosen} FROM status_page g WHERE g.project_id = ${projectId} AND g.id = ${id}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

/** Returns how many a project has, and locks the project so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM status_page WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0).count;
}

export async function insert(
  db: Db,
  projectId: number,
  page: PageInput,
  { tokenHash, byName, now }: { readonly tokenHash: Buffer; readonly byName: string; readonly now: Date },
): Promise<number> {
  const made = { token_hash: tokenHash, linked_at: now, by_name: byName, created_at: now };
  const { id } = await db
    .insertInto('status_page')
    .values({ project_id: projectId, ...columnsOf(page), ...made })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setChosen(db, id, page);
  return id;
}

export async function update(db: Db, id: number, page: PageInput): Promise<void> {
  await db.updateTable('status_page').set(columnsOf(page)).where('id', '=', id).execute();
  await db.deleteFrom('status_page_structure').where('page_id', '=', id).execute();
  await db.deleteFrom('status_page_point').where('page_id', '=', id).execute();
  await setChosen(db, id, page);
}

async function setChosen(db: Db, page_id: number, { structureIds, pointIds }: PageInput): Promise<void> {
  if (structureIds.length > 0)
    await db
      .insertInto('status_page_structure')
      .values(structureIds.map((structure_id) => ({ page_id, structure_id })))
      .execute();
  if (pointIds.length > 0)
    await db
      .insertInto('status_page_point')
      .values(pointIds.map((point_id) => ({ page_id, point_id })))
      .execute();
}

export const setToken = (db: Db, id: number, tokenHash: Buffer, now: Date) =>
  db.updateTable('status_page').set({ token_hash: tokenHash, linked_at: now }).where('id', '=', id).execute();

export const remove = async (db: Db, projectId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('status_page')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined;
