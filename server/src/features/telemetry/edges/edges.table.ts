import type { EdgeSign } from '@plumbline/contract/telemetry/edges';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

/** Notes what an edge says of itself; of a feed that was removed meanwhile nothing. */
export async function saveSign(db: Db, feedId: number, at: Date, sign: EdgeSign): Promise<void> {
  await sql`INSERT INTO feed_edge (feed_id, at, sign)
    SELECT id, ${at}, ${JSON.stringify(sign)}::jsonb FROM feed WHERE id = ${feedId}
    ON CONFLICT (feed_id) DO UPDATE SET at = excluded.at, sign = excluded.sign`.execute(db);
}
