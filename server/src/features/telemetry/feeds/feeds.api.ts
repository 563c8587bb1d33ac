/** What the gateway asks and writes about feeds: who a key is, which device a source is, what came and who is unknown. */

import type { Format } from '@plumbline/contract/kernel/formats';
import { type FeedFault, type FeedKind, type FeedUnknown, feedLimits } from '@plumbline/contract/telemetry/feeds';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { FeedSettings } from '../../../kernel/tables.feeds.ts';

/** A feed as its sender meets it. */
const planKinds = {
  id: 'number',
  corporationId: 'number',
  kind: typed<FeedKind>(),
  key: 'text',
  enabled: 'flag',
  settings: typed<FeedSettings>(),
  secretHash: 'bytes?',
  sealed: 'text?',
} as const satisfies Columns;
export interface FeedPlan extends Readonly<SqlRow<typeof planKinds>> {
  /** Of one that is fetched: when somebody last asked for what lies before. */
  readonly backFillAt?: Date | null;
}

const planColumns = sql`id, corporation_id AS "corporationId", kind, key, enabled, settings, secret_hash AS "secretHash", sealed`;

export async function feedOfKey(db: Db, key: string): Promise<FeedPlan | null> {
  const { rows } = await sqlRows(planKinds)`SELECT ${planColumns} FROM feed WHERE key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Returns a feed of a corporation as its links know it; null where there is none. */
export async function planOf(db: Db, corporationId: number, feedId: number): Promise<FeedPlan | null> {
  const { rows } = await sqlRows(planKinds)`
    SELECT ${planColumns} FROM feed WHERE id = ${feedId} AND corporation_id = ${corporationId}`.execute(db);
  return rows[0] ?? null;
}

/** The feeds that this installation goes and fetches itself. */
export async function fetchedFeeds(db: Db): Promise<FeedPlan[]> {
  const { rows } = await sqlRows({
    ...planKinds,
    backFillAt: 'instant?',
  })`SELECT ${planColumns}, requested_at AS "backFillAt"
    FROM feed LEFT JOIN feed_cursor c ON c.feed_id = id
    WHERE enabled AND kind IN ('externalBroker', 'folder', 'ftp', 'mailbox', 'http', 'sql') ORDER BY id LIMIT 10000`.execute(
    db,
  );
  return rows;
}

const feedTargetColumns = {
  sncode: 'text',
  format: typed<Format | null>(),
} as const satisfies Columns;
export type FeedTarget = SqlRow<typeof feedTargetColumns>;

/** The device of a source: as it was assigned, else the one of the corporation with this serial number or register id. */
export async function targetOf(db: Db, feed: FeedPlan, source: string): Promise<FeedTarget | null> {
  const key = source.toLowerCase();
  const { rows } = await sqlRows(feedTargetColumns)`
    SELECT d.sncode, coalesce(f.format, m.rules->'format') AS format
    FROM (
      SELECT device_id, format, 1 AS rank FROM feed_device WHERE feed_id = ${feed.id} AND source = ${key}
      UNION ALL
      SELECT id, NULL, 2 FROM device WHERE corporation_id = ${feed.corporationId} AND lower(sncode) = ${key}
      UNION ALL
      SELECT id, NULL, 3 FROM device WHERE corporation_id = ${feed.corporationId} AND lower(register) = ${key}
    ) f JOIN device d ON d.id = f.device_id LEFT JOIN device_model m ON lower(m.code) = lower(d.model)
    ORDER BY f.rank, d.id LIMIT 1`.execute(db);
  const [row] = rows;
  // JSON null is a value of its own to SQL.
  return row ? { sncode: row.sncode, format: row.format ?? null } : null;
}

export interface FeedNews {
  readonly feedId: number;
  readonly connected: boolean | null;
  readonly lastAt: Date | null;
  readonly received: number;
  readonly stored: number;
  readonly refused: number;
  readonly fault: FeedFault | null;
  readonly faultDetail: string;
  readonly faultAt: Date | null;
}

/** Adds what is new to what is known; of a feed that was removed meanwhile nothing. */
export async function saveFeedNews(db: Db, news: readonly FeedNews[]): Promise<void> {
  if (news.length === 0) return;
  await sql`
    INSERT INTO feed_state AS s (feed_id, connected, last_at, received, stored, refused, last_fault, last_fault_detail, last_fault_at)
    SELECT t."feedId", t.connected, t."lastAt", t.received, t.stored, t.refused, t.fault, t."faultDetail", t."faultAt"
    FROM jsonb_to_recordset(${JSON.stringify(news)}::jsonb) AS t("feedId" int, connected boolean, "lastAt" timestamptz,
      received bigint, stored bigint, refused bigint, fault text, "faultDetail" text, "faultAt" timestamptz)
    JOIN feed ON feed.id = t."feedId" ORDER BY t."feedId"
    ON CONFLICT (feed_id) DO UPDATE SET
      connected = coalesce(excluded.connected, s.connected), last_at = greatest(s.last_at, excluded.last_at),
      received = s.received + excluded.received, stored = s.stored + excluded.stored, refused = s.refused + excluded.refused,
      last_fault = coalesce(excluded.last_fault, s.last_fault),
      last_fault_detail = CASE WHEN excluded.last_fault IS NULL THEN s.last_fault_detail ELSE excluded.last_fault_detail END,
      last_fault_at = greatest(s.last_fault_at, excluded.last_fault_at)`.execute(db);
}

export interface UnknownSource {
  readonly feedId: number;
  readonly source: string;
  readonly at: Date;
  readonly times: number;
  readonly frames: FeedUnknown['frames'];
}

/** Notes who sent and is no device; of each feed the newest are kept. */
export async function noteUnknown(db: Db, unknown: readonly UnknownSource[]): Promise<void> {
  if (unknown.length === 0) return;
  await sql`
    INSERT INTO feed_unknown AS u (feed_id, source, first_at, last_at, times, frames)
    SELECT t."feedId", t.source, t.at, t.at, t.times, t.frames
    FROM jsonb_to_recordset(${JSON.stringify(unknown)}::jsonb) AS t("feedId" int, source text, at timestamptz, times int, frames jsonb)
    JOIN feed ON feed.id = t."feedId" ORDER BY t."feedId", t.source
    ON CONFLICT (feed_id, source) DO UPDATE SET last_at = greatest(u.last_at, excluded.last_at),
      times = least(u.times::bigint + excluded.times, 2147483647)::int,
      frames = (SELECT jsonb_agg(each) FROM (
        SELECT each FROM jsonb_array_elements(excluded.frames || u.frames) WITH ORDINALITY AS e(each, n)
        ORDER BY n LIMIT ${feedLimits.frames}) newest)`.execute(db);
  const feedIds = [...new Set(unknown.map(({ feedId }) => feedId))];
  await sql`
    DELETE FROM feed_unknown u USING (
      SELECT feed_id, source, row_number() OVER (PARTITION BY feed_id ORDER BY last_at DESC, source) AS n
      FROM feed_unknown WHERE feed_id = ANY(${feedIds}::int[])) old
    WHERE old.n > ${feedLimits.unknown} AND u.feed_id = old.feed_id AND u.source = old.source`.execute(db);
}
