/** What features above may ask about photos. */
import type { Db } from '../../kernel/context.ts';

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
