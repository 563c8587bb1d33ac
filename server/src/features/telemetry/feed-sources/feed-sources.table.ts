import { pullLimits } from '@plumbline/contract/telemetry/feeds.pulls';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

/** How far a feed was fetched; null = never. */
export async function cursorOf<T>(db: Db, feedId: number): Promise<T | null> {
  const row = await db.selectFrom('feed_cursor').select('cursor').where('feed_id', '=', feedId).executeTakeFirst();
  return (row?.cursor as T | undefined) ?? null;
}

/** Saves the cursor of a feed; nothing is kept of a feed that was removed meanwhile nothing is kept. */
export async function saveCursor(db: Db, feedId: number, cursor: object): Promise<void> {
  await sql`INSERT INTO feed_cursor (feed_id, cursor)
    SELECT id, ${JSON.stringify(cursor)}::jsonb FROM feed WHERE id = ${feedId}
    ON CONFLICT (feed_id) DO UPDATE SET cursor = excluded.cursor`.execute(db);
}

/** Moves one part of a cursor; what else is in it stays. */
export async function moveCursor(db: Db, feedId: number, part: object): Promise<void> {
  await sql`INSERT INTO feed_cursor AS c (feed_id, cursor)
    SELECT id, ${JSON.stringify(part)}::jsonb FROM feed WHERE id = ${feedId}
    ON CONFLICT (feed_id) DO UPDATE SET cursor = c.cursor || excluded.cursor`.execute(db);
}

/** Stretch that is to be taken once more. */
export interface BackFill {
  readonly from: string;
  readonly until: string;
}

/** Moves what is taken once more, unless somebody has asked for something else since; null = it is taken. Whether it was moved. */
export async function moveBackFill(db: Db, feedId: number, before: BackFill, back: BackFill | null): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE feed_cursor SET cursor = cursor || ${JSON.stringify({ back })}::jsonb
    WHERE feed_id = ${feedId} AND cursor->'back' = ${JSON.stringify(before)}::jsonb`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Asks for what lies before, in place of what was asked for until now. */
export async function requestBackFill(db: Db, feedId: number, back: BackFill, now: Date): Promise<void> {
  await sql`INSERT INTO feed_cursor AS c (feed_id, cursor, requested_at) VALUES (${feedId}, ${JSON.stringify({ back })}::jsonb, ${now})
    ON CONFLICT (feed_id) DO UPDATE SET cursor = c.cursor || excluded.cursor, requested_at = excluded.requested_at`.execute(
    db,
  );
}

export interface NewRound {
  readonly at: Date;
  readonly durationMs: number;
  readonly isBack: boolean;
  readonly from: string;
  readonly to: string;
  readonly messages: number;
  readonly stored: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly fault: string;
}

/** Notes how a round went; of each feed the newest stay. */
export async function saveRound(db: Db, feedId: number, round: NewRound): Promise<void> {
  await sql`INSERT INTO feed_round (feed_id, at, duration_ms, is_back, from_text, to_text, messages, stored, unchanged, refused, unknown, fault)
    SELECT id, ${round.at}, ${round.durationMs}, ${round.isBack}, ${round.from}, ${round.to}, ${round.messages},
      ${round.stored}, ${round.unchanged}, ${round.refused}, ${round.unknown}, ${round.fault} FROM feed WHERE id = ${feedId}`.execute(
    db,
  );
  await sql`DELETE FROM feed_round WHERE feed_id = ${feedId} AND id <=
    (SELECT id FROM feed_round WHERE feed_id = ${feedId} ORDER BY id DESC OFFSET ${pullLimits.rounds} LIMIT 1)`.execute(
    db,
  );
}

export async function roundsOf(db: Db, feedId: number) {
  const rows = await db
    .selectFrom('feed_round')
    .selectAll()
    .where('feed_id', '=', feedId)
    .orderBy('id', 'desc')
    .limit(pullLimits.rounds)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    durationMs: row.duration_ms,
    isBack: row.is_back,
    from: row.from_text,
    to: row.to_text,
    messages: row.messages,
    stored: row.stored,
    unchanged: row.unchanged,
    refused: row.refused,
    unknown: row.unknown,
    fault: row.fault,
  }));
}
