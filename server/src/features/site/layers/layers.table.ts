import { elementAt } from '@plumbline/contract/kernel/elements';
import type { LayerVersion, MapLayer } from '@plumbline/contract/site/layers';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import type { Contents } from './logic/content.ts';

type LayerRow = Selectable<Tables['map_layer']>;
/** `shown_on` as text: a day has no hour that a zone could turn. */
const shownOn = { shown_on: 'text?' } as const satisfies Columns;
type VersionRow = TableRow<'map_layer_version', typeof shownOn>;

const noTiles = { tiles: null, picture: null };

const versionFrom = (row: VersionRow): LayerVersion => ({
  id: row.id,
  fileName: row.file_name,
  format: row.format as LayerVersion['format'],
  bytes: Number(row.bytes),
  on: row.shown_on,
  placing: row.placed_by as LayerVersion['placing'],
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
  state: row.state as LayerVersion['state'],
  error: row.error,
  errorDetail: row.error_detail,
  taskId: row.task_id,
  // Those that were read before there were tiles do not say that they have none.
  contents: row.contents && { ...noTiles, ...(row.contents as Contents) },
});

const layerFrom = (row: LayerRow, versions: readonly VersionRow[]): MapLayer => ({
  id: row.id,
  structureId: row.structure_id,
  name: row.name,
  kind: row.kind as MapLayer['kind'],
  opacityPercent: row.opacity_percent,
  isHidden: row.is_hidden,
  versionId: row.version_id,
  versions: versions.map(versionFrom),
});

const versionRows = async (db: Db, layerIds: readonly number[]): Promise<VersionRow[]> =>
  (
    await tableRows('map_layer_version', shownOn)`
      SELECT v.*, to_char(v.shown_on, 'YYYY-MM-DD') AS shown_on FROM map_layer_version v
      WHERE v.layer_id = ANY(${layerIds}::int[]) ORDER BY v.id DESC`.execute(db)
  ).rows;

/** The layers of a project with their versions, the lowest first. */
export async function ofProject(db: Db, projectId: number): Promise<MapLayer[]> {
  const rows = await db
    .selectFrom('map_layer')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const versions = await versionRows(
    db,
    rows.map(({ id }) => id),
  );
  const byLayer = Map.groupBy(versions, ({ layer_id }) => layer_id);
  return rows.map((row) => layerFrom(row, byLayer.get(row.id) ?? []));
}

/** One layer of a project with its versions, locked where it is to be changed. */
export async function one(db: Db, projectId: number, id: number, lock = false): Promise<MapLayer | undefined> {
  const row = await db
    .selectFrom('map_layer')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && layerFrom(row, await versionRows(db, [id]));
}

/** The layer of that name, and whether one of its versions is the file of this digest. */
export async function named(db: Db, projectId: number, name: string, digest: string) {
  const { rows } = await sqlRows({ id: 'number', same: 'flag' })`
    SELECT l.id, EXISTS (SELECT 1 FROM map_layer_version v WHERE v.layer_id = l.id AND v.digest = ${digest}) AS same
    FROM map_layer l WHERE l.project_id = ${projectId} AND l.name = ${name}`.execute(db);
  return rows[0];
}

/** The version of a layer that is the file of this digest. */
export const versionOf = (db: Db, layerId: number, digest: string) =>
  db
    .selectFrom('map_layer_version')
    .select(['id', 'placed_by'])
    .where('layer_id', '=', layerId)
    .where('digest', '=', digest)
    .executeTakeFirst();

/** A drawing that lies elsewhere than was said: it is read anew, and what is drawn of it stays until then. */
export const place = (db: Db, versionId: number, placing: Placing) =>
  db
    .updateTable('map_layer_version')
    .set({ placed_by: JSON.stringify(placing), state: 'reading', error: null, error_detail: null })
    .where('id', '=', versionId)
    .execute();

/** Returns the number of layers of a project and the place above them; locks the project so that none is added meanwhile. */
export async function count(db: Db, projectId: number): Promise<{ readonly count: number; readonly top: number }> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number', top: 'number' })`
    SELECT count(*)::int AS count, coalesce(max(sort) + 1, 0)::int AS top
    FROM map_layer WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0);
}

/**
 * Makes room above the pictures that lie beneath all line work, and returns that place: a new picture of the ground covers
 * no line, contour or name. `top` where there is no line work.
 */
export async function placeUnderLines(db: Db, projectId: number, top: number): Promise<number> {
  const { rows } = await sqlRows({ lowest: 'number?' })`
    SELECT min(sort)::int AS lowest FROM map_layer WHERE project_id = ${projectId} AND kind <> 'photo'`.execute(db);
  const { lowest } = elementAt(rows, 0);
  if (lowest === null) return top;
  await sql`UPDATE map_layer SET sort = sort + 1 WHERE project_id = ${projectId} AND sort >= ${lowest}`.execute(db);
  return lowest;
}

export async function insert(db: Db, layer: Insertable<Tables['map_layer']>): Promise<number> {
  const { id } = await db.insertInto('map_layer').values(layer).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertVersion(db: Db, version: Insertable<Tables['map_layer_version']>): Promise<number> {
  const { id } = await db.insertInto('map_layer_version').values(version).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const setTask = (db: Db, versionId: number, taskId: number) =>
  db.updateTable('map_layer_version').set({ task_id: taskId }).where('id', '=', versionId).execute();

export const update = (db: Db, id: number, change: Updateable<Tables['map_layer']>) =>
  db.updateTable('map_layer').set(change).where('id', '=', id).execute();

export async function setOrder(db: Db, projectId: number, order: readonly number[]): Promise<void> {
  await sql`UPDATE map_layer l SET sort = o.place::int
    FROM unnest(${order}::int[]) WITH ORDINALITY AS o(id, place)
    WHERE l.id = o.id AND l.project_id = ${projectId}`.execute(db);
}

/** The files of a version of a layer of the project; undefined where there is none of that id. */
export async function filesOfVersion(db: Db, projectId: number, layerId: number, versionId: number) {
  return await db
    .selectFrom('map_layer_version as v')
    .innerJoin('map_layer as l', 'l.id', 'v.layer_id')
    .select(['v.file_id', 'v.file_name', 'v.content_id', 'v.contents', 'l.name'])
    .where('l.project_id', '=', projectId)
    .where('l.id', '=', layerId)
    .where('v.id', '=', versionId)
    .executeTakeFirst();
}

/** Every file of a layer: as they were brought, and what was made of them. */
export async function files(db: Db, layerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('map_layer_version')
    .select(['file_id', 'content_id'])
    .where('layer_id', '=', layerId)
    .execute();
  return rows.flatMap(({ file_id, content_id }) => [file_id, ...(content_id === null ? [] : [content_id])]);
}

export const remove = (db: Db, id: number) => db.deleteFrom('map_layer').where('id', '=', id).execute();

/** The version that a task is to read. */
export const version = (db: Db, versionId: number) =>
  db.selectFrom('map_layer_version').selectAll().where('id', '=', versionId).executeTakeFirst();

/** A version, locked: where it lies must not change while what was read of it is written. */
export const lockVersion = (db: Db, versionId: number) =>
  db
    .selectFrom('map_layer_version')
    .select(['placed_by', 'content_id'])
    .where('id', '=', versionId)
    .forUpdate()
    .executeTakeFirst();

/** Says what was read of a version, and draws it from now on. */
export async function setReady(db: Db, versionId: number, contentId: string, contents: Contents): Promise<void> {
  const row = await db
    .updateTable('map_layer_version')
    .set({
      state: 'ready',
      content_id: contentId,
      contents: JSON.stringify(contents),
      error: null,
      error_detail: null,
    })
    .where('id', '=', versionId)
    .returning('layer_id')
    .executeTakeFirstOrThrow();
  // A file that was brought later may have been read sooner.
  await sql`UPDATE map_layer SET version_id = ${versionId}
    WHERE id = ${row.layer_id} AND coalesce(version_id, 0) < ${versionId}`.execute(db);
}

/** Says why a version could not be read; null = it was cancelled. One that has been read stays so. */
export async function setFailed(
  db: Db,
  versionId: number,
  failure: { readonly error: string; readonly detail: unknown } | null,
): Promise<void> {
  await db
    .updateTable('map_layer_version')
    .set({
      state: 'failed',
      ...(failure && {
        error: failure.error,
        error_detail: failure.detail === undefined ? null : JSON.stringify(failure.detail),
      }),
    })
    .where('id', '=', versionId)
    .where('state', '<>', 'ready')
    .execute();
}

/** Returns the uploaded files of the layers of a project, and what was made of it. */
export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT file.id FROM map_layer_version v JOIN map_layer l ON l.id = v.layer_id,
      LATERAL unnest(ARRAY[v.file_id, v.content_id]) AS file (id)
    WHERE l.project_id = ${projectId} AND file.id IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}
