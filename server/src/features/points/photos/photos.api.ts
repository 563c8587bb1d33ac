/** What features above may ask about photos. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export { file as photoFile } from './photos.service.ts';

/** The newest photo of a point; null where it has none. */
export async function newestPhoto(db: Db, pointId: number) {
  const row = await db
    .selectFrom('photo')
    .select(['id', 'photographed_at', 'note'])
    .where('point_id', '=', pointId)
    .orderBy('photographed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { photoId: row.id, photographedAt: row.photographed_at.toISOString(), note: row.note } : null;
}

/**
 * The photos of a project's points, or of one, that were taken in [from, to), oldest first: the first `limit` of them, and
 * how many there are.
 */
export async function photosIn(
  db: Db,
  projectId: number,
  {
    from,
    to,
    limit,
    pointId = null,
  }: { readonly from: Date; readonly to: Date; readonly limit: number; readonly pointId?: number | null },
) {
  const { rows } = await sqlRows({ pointId: 'number', fileId: 'text', at: 'instant', note: 'text', total: 'number' })`
    SELECT f.point_id AS "pointId", f.file_id AS "fileId", f.photographed_at AS at, f.note, count(*) OVER ()::int AS total
    FROM photo f JOIN point p ON p.id = f.point_id
    WHERE p.project_id = ${projectId} AND p.archived_at IS NULL AND f.photographed_at >= ${from} AND f.photographed_at < ${to}
      AND (${pointId}::int IS NULL OR f.point_id = ${pointId}::int)
    ORDER BY f.photographed_at, f.id LIMIT ${limit}`.execute(db);
  return { photos: rows, total: rows[0]?.total ?? 0 };
}
