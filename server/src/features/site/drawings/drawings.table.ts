import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Drawing, DrawingVersion } from '@plumbline/contract/site/drawings';
import type { DrawingScale } from '@plumbline/contract/site/drawings.scale';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type DrawingRow = Selectable<Tables['drawing']>;
/** `shown_on` as text: a day has no hour that a zone could turn. */
const shownOn = { shown_on: 'text?' } as const satisfies Columns;
type VersionRow = TableRow<'drawing_version', typeof shownOn>;

const versionFrom = (row: VersionRow): DrawingVersion => ({
  id: row.id,
  fileName: row.file_name,
  format: row.format as DrawingVersion['format'],
  bytes: Number(row.bytes),
  width: row.width,
  height: row.height,
  leftOut: row.left_out,
  isThemed: row.is_themed,
  on: row.shown_on,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

const drawingFrom = (row: DrawingRow, versions: readonly VersionRow[]): Drawing => ({
  id: row.id,
  structureId: row.structure_id,
  name: row.name,
  plane: row.plane as Drawing['plane'],
  scale: row.scale,
  // Set in the transaction that makes the drawing.
  versionId: row.version_id ?? 0,
  versions: versions.map(versionFrom),
});

const versionRows = async (db: Db, drawingIds: readonly number[]): Promise<VersionRow[]> =>
  (
    await tableRows('drawing_version', shownOn)`
      SELECT v.*, to_char(v.shown_on, 'YYYY-MM-DD') AS shown_on FROM drawing_version v
      WHERE v.drawing_id = ANY(${drawingIds}::int[]) ORDER BY v.id DESC`.execute(db)
  ).rows;

/** The drawings of a structure with their versions, in order. */
export const ofStructure = async (db: Db, structureId: number): Promise<Drawing[]> =>
  await withVersions(
    db,
    await db
      .selectFrom('drawing')
      .selectAll()
      .where('structure_id', '=', structureId)
      .orderBy('sort')
      .orderBy('id')
      .execute(),
  );

/** The drawings of the structure of an item on which points of that item lie, in order; of a structure none. */
export const aboveItem = async (db: Db, itemId: number): Promise<Drawing[]> =>
  await withVersions(
    db,
    await db
      .selectFrom('drawing as d')
      .innerJoin('structure as i', 'i.parent_id', 'd.structure_id')
      .selectAll('d')
      .where('i.id', '=', itemId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('drawing_place as l')
            .innerJoin('point as p', 'p.id', 'l.point_id')
            .select('l.point_id')
            .whereRef('l.drawing_id', '=', 'd.id')
            .where('p.structure_id', '=', itemId)
            .where('p.deprecated_at', 'is', null),
        ),
      )
      .orderBy('d.sort')
      .orderBy('d.id')
      .execute(),
  );

async function withVersions(db: Db, rows: readonly DrawingRow[]): Promise<Drawing[]> {
  const versions = await versionRows(
    db,
    rows.map(({ id }) => id),
  );
  const byDrawing = Map.groupBy(versions, ({ drawing_id }) => drawing_id);
  return rows.map((row) => drawingFrom(row, byDrawing.get(row.id) ?? []));
}

/** One drawing of a structure with its versions, locked where it is to be changed. */
export async function one(db: Db, structureId: number, id: number, lock = false): Promise<Drawing | undefined> {
  const row = await db
    .selectFrom('drawing')
    .selectAll()
    .where('id', '=', id)
    .where('structure_id', '=', structureId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && drawingFrom(row, await versionRows(db, [id]));
}

/** The drawing of that name, and whether one of its versions is the file of this digest. */
export async function named(db: Db, structureId: number, name: string, digest: string) {
  const { rows } = await sqlRows({ id: 'number', same: 'flag' })`
    SELECT d.id, EXISTS (SELECT 1 FROM drawing_version v WHERE v.drawing_id = d.id AND v.digest = ${digest}) AS same
    FROM drawing d WHERE d.structure_id = ${structureId} AND d.name = ${name}`.execute(db);
  return rows[0];
}

export const hasFile = async (db: Db, drawingId: number, digest: string): Promise<boolean> =>
  (await db
    .selectFrom('drawing_version')
    .select('id')
    .where('drawing_id', '=', drawingId)
    .where('digest', '=', digest)
    .executeTakeFirst()) !== undefined;

/** Returns the number of drawings of a structure and the place behind them; locks the structure so that none is added meanwhile. */
export async function count(db: Db, structureId: number): Promise<{ readonly count: number; readonly next: number }> {
  await db.selectFrom('structure').select('id').where('id', '=', structureId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number', next: 'number' })`
    SELECT count(*)::int AS count, coalesce(max(sort) + 1, 0)::int AS next
    FROM drawing WHERE structure_id = ${structureId}`.execute(db);
  return elementAt(rows, 0);
}

export async function insert(db: Db, drawing: Insertable<Tables['drawing']>): Promise<number> {
  const { id } = await db.insertInto('drawing').values(drawing).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds a version, which is shown from now on. */
export async function insertVersion(db: Db, version: Insertable<Tables['drawing_version']>): Promise<void> {
  const { id } = await db.insertInto('drawing_version').values(version).returning('id').executeTakeFirstOrThrow();
  await db.updateTable('drawing').set({ version_id: id }).where('id', '=', version.drawing_id).execute();
}

export async function update(
  db: Db,
  id: number,
  change: {
    readonly name?: string | undefined;
    readonly plane?: string | undefined;
    readonly scale?: DrawingScale | null | undefined;
    readonly versionId?: number | undefined;
  },
): Promise<void> {
  const given = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.plane !== undefined && { plane: change.plane }),
    ...(change.scale !== undefined && { scale: change.scale && JSON.stringify(change.scale) }),
    ...(change.versionId !== undefined && { version_id: change.versionId }),
  };
  if (Object.keys(given).length > 0) await db.updateTable('drawing').set(given).where('id', '=', id).execute();
}

export async function setOrder(db: Db, structureId: number, order: readonly number[]): Promise<void> {
  await sql`UPDATE drawing d SET sort = o.place::int
    FROM unnest(${order}::int[]) WITH ORDINALITY AS o(id, place)
    WHERE d.id = o.id AND d.structure_id = ${structureId}`.execute(db);
}

/** The file of a version of a drawing of the structure; undefined where there is none of that id. */
export const fileOfVersion = (db: Db, structureId: number, drawingId: number, versionId: number) =>
  db
    .selectFrom('drawing_version as v')
    .innerJoin('drawing as d', 'd.id', 'v.drawing_id')
    .select(['v.file_id', 'v.format', 'd.name'])
    .where('d.structure_id', '=', structureId)
    .where('d.id', '=', drawingId)
    .where('v.id', '=', versionId)
    .executeTakeFirst();

/** Deletes a drawing with its versions and the places on it. Gives its files. */
export async function remove(db: Db, id: number): Promise<string[]> {
  const rows = await db.selectFrom('drawing_version').select('file_id').where('drawing_id', '=', id).execute();
  await db.deleteFrom('drawing').where('id', '=', id).execute();
  return rows.map(({ file_id }) => file_id);
}

/** The drawings of a project that is deleted; its files are found before. */
export async function removeProject(db: Db, projectId: number): Promise<void> {
  await sql`DELETE FROM drawing WHERE structure_id IN (SELECT id FROM structure WHERE project_id = ${projectId})`.execute(
    db,
  );
}

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT v.file_id AS id FROM drawing_version v JOIN drawing d ON d.id = v.drawing_id
      JOIN structure t ON t.id = d.structure_id WHERE t.project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => id);
}
