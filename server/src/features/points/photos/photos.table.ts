import { elementAt } from '@plumbline/contract/kernel/elements';
import { type LatestPhoto, type Photo, photoLimits } from '@plumbline/contract/points/photos';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['photo']>;

const fromRow = (row: Row): Photo => ({
  id: row.id,
  photographedAt: row.photographed_at.toISOString(),
  note: row.note,
  fileName: row.file_name,
  bytes: Number(row.bytes),
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

/** The photos of a point, newest first. */
export async function ofPoint(db: Db, pointId: number): Promise<Photo[]> {
  const rows = await db
    .selectFrom('photo')
    .selectAll()
    .where('point_id', '=', pointId)
    .orderBy('photographed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(photoLimits.photos)
    .execute();
  return rows.map(fromRow);
}

/** Returns the latest photos of a project, or of one of its structures with its items: those that were taken last. */
export async function latest(
  db: Db,
  { projectId, structureId, limit }: { projectId: number; structureId?: number | undefined; limit: number },
): Promise<LatestPhoto[]> {
  const rows = await db
    .selectFrom('photo as f')
    .innerJoin('point as p', 'p.id', 'f.point_id')
    .select(['f.id', 'f.photographed_at', 'f.note', 'f.point_id', 'p.name', 'p.structure_id'])
    .where('p.project_id', '=', projectId)
    .where('p.archived_at', 'is', null)
    .where('p.deprecated_at', 'is', null)
    .$if(structureId !== undefined, (query) =>
      query.where('p.structure_id', 'in', (below) =>
        below
          .selectFrom('structure')
          .select('id')
          .where((each) => each.or([each('id', '=', structureId ?? 0), each('parent_id', '=', structureId ?? 0)])),
      ),
    )
    .orderBy('f.photographed_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, photographed_at, note, point_id, name, structure_id }) => ({
    id,
    photographedAt: photographed_at.toISOString(),
    note,
    pointId: point_id,
    pointName: name,
    structureId: structure_id,
  }));
}

/** Returns the number of photos of a point, and locks the point so that none is added until the transaction ends. */
export async function count(db: Db, pointId: number): Promise<number> {
  await db.selectFrom('point').select('id').where('id', '=', pointId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM photo WHERE point_id = ${pointId}`.execute(db);
  return elementAt(rows, 0).count;
}

/** One photo of a point with the id of its file, locked where it is to be changed. */
export async function one(db: Db, pointId: number, id: number, lock = false) {
  const row = await db
    .selectFrom('photo')
    .selectAll()
    .where('id', '=', id)
    .where('point_id', '=', pointId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { photo: fromRow(row), fileId: row.file_id };
}

/** The photo of a point whose file has this digest. */
export async function same(db: Db, pointId: number, digest: string): Promise<Photo | undefined> {
  const row = await db
    .selectFrom('photo')
    .selectAll()
    .where('point_id', '=', pointId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row && fromRow(row);
}

export const insert = async (db: Db, photo: Insertable<Tables['photo']>): Promise<Photo> =>
  fromRow(await db.insertInto('photo').values(photo).returningAll().executeTakeFirstOrThrow());

export async function update(
  db: Db,
  id: number,
  change: { photographedAt?: Date | undefined; note?: string | undefined },
) {
  const given = {
    ...(change.photographedAt !== undefined && { photographed_at: change.photographedAt }),
    ...(change.note !== undefined && { note: change.note }),
  };
  if (Object.keys(given).length > 0) await db.updateTable('photo').set(given).where('id', '=', id).execute();
}

export const remove = (db: Db, id: number) => db.deleteFrom('photo').where('id', '=', id).execute();

/** Deletes the photos of points. Gives their files. */
export async function removeOf(db: Db, pointIds: readonly number[]): Promise<string[]> {
  const { rows } = await sqlRows({ file_id: 'text' })`
    DELETE FROM photo WHERE point_id = ANY(${pointIds}::int[]) RETURNING file_id`.execute(db);
  return rows.map(({ file_id }) => file_id);
}
