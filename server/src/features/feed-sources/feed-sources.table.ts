import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';

/** How far a feed was fetched; null = never. */
export async function cursorOf<T>(db: Db, feedId: number): Promise<T | null> {
  const row = await db.selectFrom('feed_cursor').select('cursor').where('feed_id', '=', feedId).executeTakeFirst();
  return (row?.cursor as T | undefined) ?? null;
}

/** Of a feed that was removed meanwhile nothing is kept. */
export async function saveCursor(db: Db, feedId: number, cursor: object): Promise<void> {
  await sql`INSERT INTO feed_cursor (feed_id, cursor)
    SELECT id, ${JSON.stringify(cursor)}::jsonb FROM feed WHERE id = ${feedId}
    ON CONFLICT (feed_id) DO UPDATE SET cursor = excluded.cursor`.execute(db);
}
