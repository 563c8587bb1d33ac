/** Messages that chat apps posted, and how their alerts are now. */
import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, tableRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import type { AlertNow } from './logic/card.ts';

/** Content and words by which a card is drawn, as its delivery was written. */
export interface Drawn {
  readonly language: string;
  readonly content: unknown;
  readonly rosterName: string | null;
  readonly isFallback: boolean;
  readonly afterMinutes: number;
}
export interface ChatCard {
  readonly key: string;
  readonly channelId: number;
  readonly projectId: number;
  readonly chat: string;
  /** null = the vendor has not answered. */
  readonly messageId: string | null;
  readonly alertIds: readonly number[];
  readonly drawn: Drawn;
  readonly createdAt: Date;
}

const fromRow = (row: Selectable<Tables['chat_card']>): ChatCard => ({
  key: row.key,
  channelId: row.channel_id,
  projectId: row.project_id,
  chat: row.chat,
  messageId: row.message_id,
  alertIds: row.alert_ids,
  drawn: row.message as unknown as Drawn,
  createdAt: row.created_at,
});

/** Writes down that a card is about to be posted, unless it was; gives it, and whether an earlier try had begun it. */
export async function begin(
  db: Db,
  card: Omit<ChatCard, 'chat' | 'messageId'>,
): Promise<{ readonly card: ChatCard; readonly isAgain: boolean }> {
  const written = await db
    .insertInto('chat_card')
    .values({
      key: card.key,
      channel_id: card.channelId,
      project_id: card.projectId,
      message_id: null,
      alert_ids: [...card.alertIds],
      message: JSON.stringify(card.drawn),
      created_at: card.createdAt,
    })
    .onConflict((on) => on.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (written) return { card: fromRow(written), isAgain: false };
  const there = await db.selectFrom('chat_card').selectAll().where('key', '=', card.key).executeTakeFirstOrThrow();
  return { card: fromRow(there), isAgain: true };
}

/** Keeps where the vendor has a card. */
export async function keep(db: Db, key: string, { chat, messageId }: Pick<ChatCard, 'chat'> & { messageId: string }) {
  await db.updateTable('chat_card').set({ chat, message_id: messageId }).where('key', '=', key).execute();
}

/** The card of a channel that a press names; undefined = it is none of this channel. */
export async function ofKey(db: Db, channelId: number, key: string): Promise<ChatCard | undefined> {
  const row = await db
    .selectFrom('chat_card')
    .selectAll()
    .where('key', '=', key)
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** The posted cards of a channel that are about any of these alerts. */
export async function about(db: Db, channelId: number, alertIds: readonly number[]): Promise<ChatCard[]> {
  const { rows } = await tableRows('chat_card', {})`
    SELECT c.* FROM chat_card c WHERE c.channel_id = ${channelId} AND c.alert_ids && ${alertIds}::int[] AND c.message_id IS NOT NULL
    ORDER BY c.created_at, c.key`.execute(db);
  return rows.map(fromRow);
}

/** Returns how alerts are now, each with the latest act of a person. */
export async function alertsNow(db: Db, alertIds: readonly number[]): Promise<AlertNow[]> {
  const { rows } = await sqlRows({
    id: 'number',
    status: typed<AlertStatus>(),
    reason: 'text',
    isWithdrawn: 'flag',
    byName: 'text?',
    at: 'instant?',
  })`
    SELECT g.id, g.status, g.reason, (g.upheld IS FALSE AND g.status IN ('Pending', 'Notice')) AS "isWithdrawn",
      CASE WHEN g.upheld IS FALSE AND g.status IN ('Pending', 'Notice') THEN NULL ELSE c.by_name END AS "byName",
      CASE WHEN g.upheld IS FALSE AND g.status IN ('Pending', 'Notice')
        THEN (SELECT max(v.at) FROM alert_revision v WHERE v.alert_id = g.id) ELSE c.at END AS at
    FROM alert g LEFT JOIN LATERAL (SELECT h.by_name, h.at FROM alert_change h WHERE h.alert_id = g.id AND h.kind = 'changed'
      ORDER BY h.at DESC, h.id DESC LIMIT 1) AS c ON true
    WHERE g.id = ANY(${alertIds}::int[]) ORDER BY g.id`.execute(db);
  return rows;
}

/** Deletes cards that were posted before then, at most so many; gives how many. */
export async function removeOld(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM chat_card WHERE key IN
    (SELECT c.key FROM chat_card c WHERE c.created_at < ${before} LIMIT ${most})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
