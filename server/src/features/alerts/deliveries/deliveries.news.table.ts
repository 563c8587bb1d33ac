/**
 * Whoever was told of an alert hears how it went on: that somebody has it, that it is settled, or that corrected readings withdrew it.
 * Invariants: each of these reaches an address once for each alert; a call is answered in writing and never by another call; who
 * did it is not told by their own addresses.
 */
import { type DeliveryNews, inStorm } from '@plumbline/contract/alerts/deliveries';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { livesMs } from './deliveries.queue.table.ts';
import { aboutAlerts } from './deliveries.subjects.table.ts';

/** News of alerts, and by whom it came about; `userId` null = by corrected readings. */
export interface News {
  readonly news: Exclude<DeliveryNews, 'raised'>;
  readonly alertIds: readonly number[];
  readonly userId: number | null;
}

/** Returns those of the alerts that are open although corrected readings no longer raise them, and of which somebody was told. */
export async function withdrawnOf(db: Db, alertIds: readonly number[]): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT g.id FROM alert g JOIN project j ON j.id = g.project_id AND j.archived_at IS NULL AND j.deleting_at IS NULL
    WHERE g.id = ANY(${alertIds}::int[]) AND g.upheld IS FALSE AND g.status IN ('Pending', 'Notice')
      AND EXISTS (SELECT FROM delivery d WHERE d.alert_id = g.id AND d.news = 'raised')
      AND NOT EXISTS (SELECT FROM delivery d WHERE d.alert_id = g.id AND d.news = 'withdrawn') ORDER BY g.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns alerts in groups that share verdict and reason: several may have been settled by one act, or by several at once. */
export async function byReason(db: Db, alertIds: readonly number[]): Promise<number[][]> {
  const { rows } = await sqlRows({ ids: typed<number[]>() })`
    SELECT array_agg(g.id ORDER BY g.id) AS ids FROM alert g WHERE g.id = ANY(${alertIds}::int[])
    GROUP BY g.project_id, g.status, g.reason ORDER BY min(g.id)`.execute(db);
  return rows.map(({ ids }) => ids);
}

/** Messages by which somebody was told of the alerts: single ones, those of several alerts, steps of their storm, and those at the end of a quiet window. */
const messagesOf = (alertIds: readonly number[]): RawBuilder<unknown> => sql`
  SELECT d.alert_id, d.rule_id, d.rule_name, d.medium, d.channel_id, d.push_id, d.recipient, d.account_id, d.is_member, d.language
    FROM delivery d LEFT JOIN delivery w ON w.id = d.digest_id
    WHERE d.alert_id = ANY(${alertIds}::int[]) AND d.news = 'raised' AND d.medium <> 'none'
      -- What was about to be told of with others is not any more, once somebody reacted: this stands for it.
      AND (d.state IN ('queued', 'sent') OR (d.state = 'collected' AND (w.state IN ('queued', 'sent') OR w.id IS NULL AND d.answer = ${inStorm}))
        OR (d.state = 'withheld' AND d.answer = 'reacted'))
  UNION ALL SELECT f.alert_id, d.rule_id, d.rule_name, d.medium, d.channel_id, d.push_id, d.recipient, d.account_id, d.is_member, d.language
    FROM storm_alert f JOIN delivery d ON d.alert_id = f.first_id
    WHERE f.alert_id = ANY(${alertIds}::int[]) AND f.alert_id <> f.first_id AND d.after_minutes > 0 AND d.state IN ('queued', 'sent')
      AND (d.content->'alerts' @> jsonb_build_array(jsonb_build_object('alertId', f.alert_id))
        OR (d.content->>'count')::int > jsonb_array_length(d.content->'alerts'))
  UNION ALL SELECT q.alert_id, d.rule_id, d.rule_name, d.medium, d.channel_id, d.push_id, d.recipient, d.account_id, d.is_member, d.language
    FROM silenced_alert q JOIN delivery d ON d.subject = 'silence:' || q.silence_id
    WHERE q.alert_id = ANY(${alertIds}::int[]) AND d.state IN ('queued', 'sent')
      AND d.content->'alerts' @> jsonb_build_array(jsonb_build_object('alertId', q.alert_id))`;

const hasChannel = (medium: 'sms' | 'email') =>
  sql`EXISTS (SELECT FROM channel c WHERE c.corporation_id = j.corporation_id AND c.medium = ${medium} AND c.enabled)`;

/**
 * By which ways each is told, over `told`: as before. Whoever was only called is written to: at the same number, or in their
 * mailbox where the corporation sends no SMS.
 */
const ways = sql`
  SELECT t.alert_id, t.rule_id, t.rule_name, t.medium, t.channel_id, t.push_id, t.recipient, t.account_id, t.is_member, t.language
    FROM told t WHERE t.medium <> 'voice'
  UNION ALL SELECT t.alert_id, t.rule_id, t.rule_name, written.medium, NULL, NULL, written.recipient, t.account_id, t.is_member, t.language
    FROM told t JOIN alert g ON g.id = t.alert_id JOIN project j ON j.id = g.project_id
      LEFT JOIN contact own ON own.account_id = t.account_id
      CROSS JOIN LATERAL (SELECT * FROM (VALUES (1, 'sms', t.recipient, ${hasChannel('sms')}),
        (2, 'email', lower(own.email), own.email IS NOT NULL AND ${hasChannel('email')})) AS each (place, medium, recipient, is_there)
        WHERE is_there ORDER BY place LIMIT 1) AS written
    WHERE t.medium = 'voice' AND NOT EXISTS (SELECT FROM told o WHERE o.alert_id = t.alert_id AND o.medium <> 'voice'
      AND (o.account_id = t.account_id OR (o.medium = 'sms' AND o.recipient = t.recipient)))`;

/**
 * Writes what is to be sent of alerts of one project that share what became of them, and gives the ids of what is to be sent:
 * one message for each recipient, however many alerts. `discarded` = nobody sends it: it stands in the log as failed, with that as its answer.
 */
export async function queueNews(
  db: Db,
  now: Date,
  { news, alertIds, userId }: News,
  discarded: string | null = null,
): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number', state: 'text' })`
    WITH told AS (${messagesOf(alertIds)}),
    picked AS (
      SELECT DISTINCT ON (w.alert_id, w.medium, w.recipient) w.* FROM (${ways}) AS w
      WHERE ${userId}::int IS NULL OR (w.account_id IS DISTINCT FROM ${userId}::int
        AND NOT EXISTS (SELECT FROM contact own WHERE own.account_id = ${userId}::int AND w.recipient IN (lower(own.email), own.mobile)))
      ORDER BY w.alert_id, w.medium, w.recipient, w.is_member),
    fresh AS (
      SELECT p.*, 'alert:' || p.alert_id || ':' || ${news}::text AS subject,
        count(*) OVER (PARTITION BY p.medium, p.recipient) AS together
      FROM picked p WHERE NOT EXISTS (SELECT FROM delivery d WHERE d.subject = 'alert:' || p.alert_id || ':' || ${news}::text
        AND d.medium = p.medium AND d.recipient = p.recipient)),
    judged AS (
      SELECT fresh.*, CASE WHEN ${discarded}::text IS NOT NULL THEN 'failed' WHEN together > 1 THEN 'collected' ELSE 'queued' END AS state
      FROM fresh)
    INSERT INTO delivery (project_id, subject, news, alert_id, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id,
      is_member, language, level, content, state, answer, created_at, expires_at, next_try_at, ended_at)
    SELECT a.project_id, f.subject, ${news}, f.alert_id, f.rule_id, f.rule_name, f.medium, f.channel_id, f.push_id, f.recipient, f.account_id,
      f.is_member, f.language, a.level, ${contentOf(sql`a.content`, sql`a.project_id`, sql`1`, sql`jsonb_build_array(a.content)`, { news, userId, now })},
      f.state, coalesce(${discarded}::text, ''), ${now}::timestamptz, ${new Date(now.getTime() + livesMs)}::timestamptz,
      CASE WHEN f.state = 'queued' THEN ${now}::timestamptz END, CASE WHEN f.state = 'failed' THEN ${now}::timestamptz END
    FROM judged f JOIN (${aboutAlerts(alertIds)}) AS a ON a.alert_id = f.alert_id ORDER BY f.alert_id, f.medium, f.recipient
    ON CONFLICT (subject, medium, recipient) DO NOTHING RETURNING id, state`.execute(db);
  const single = rows.flatMap(({ id, state }) => (state === 'queued' ? [id] : []));
  const several = rows.flatMap(({ id, state }) => (state === 'collected' ? [id] : []));
  return [...single, ...(await joined(db, now, several, { news, userId }))];
}

/** Writes one message for each recipient in the place of several that say the same of several alerts. */
async function joined(
  db: Db,
  now: Date,
  ids: readonly number[],
  { news, userId }: Pick<News, 'news' | 'userId'>,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const alerts = sql`(jsonb_agg(d.content->'alerts'->0 ORDER BY d.level DESC, d.alert_id))`;
  const { rows } = await sqlRows({ id: 'number' })`
    WITH grouped AS (
      SELECT d.project_id, d.medium, d.recipient, min(d.id) AS first_id, array_agg(d.id) AS ids, max(d.level) AS level, count(*)::int AS count,
        min(d.rule_id) AS rule_id, min(d.rule_name) AS rule_name, min(d.channel_id) AS channel_id, min(d.push_id) AS push_id,
        min(d.account_id) AS account_id, bool_and(d.is_member) AS is_member, min(d.language) AS language, ${alerts} AS alerts
      FROM delivery d WHERE d.id = ANY(${ids}::int[]) GROUP BY d.project_id, d.medium, d.recipient),
    made AS (
      INSERT INTO delivery (project_id, subject, news, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id, is_member,
        language, level, content, state, created_at, expires_at, next_try_at)
      SELECT g.project_id, 'news:' || g.first_id, ${news}, g.rule_id, g.rule_name, g.medium, g.channel_id, g.push_id, g.recipient, g.account_id,
        g.is_member, g.language, g.level, ${contentOf(sql`g.alerts->0`, sql`g.project_id`, sql`g.count`, sql`g.alerts`, { news, userId, now })}, 'queued',
        ${now}::timestamptz, ${new Date(now.getTime() + livesMs)}::timestamptz, ${now}::timestamptz
      FROM grouped g RETURNING id, subject),
    ended AS (
      UPDATE delivery d SET digest_id = made.id, ended_at = ${now}
      FROM grouped g JOIN made ON made.subject = 'news:' || g.first_id WHERE d.id = ANY(g.ids) RETURNING d.id)
    SELECT id FROM made ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What the message says, over an alert's content: who did it is named as of now, verdict and reason as they stand in the alert. */
const contentOf = (
  content: RawBuilder<unknown>,
  projectId: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
  alerts: RawBuilder<unknown>,
  { news, userId, now }: Pick<News, 'news' | 'userId'> & { readonly now: Date },
): RawBuilder<unknown> => sql`
  jsonb_build_object('type', 'News', 'news', ${news}::text, 'projectId', ${projectId}, 'projectName', ${content}->'projectName',
    'timeZone', ${content}->'timeZone', 'count', ${count}, 'alerts', ${alerts}, 'at', ${now.toISOString()}::text,
    'byName', (SELECT display_name FROM account WHERE id = ${userId}::int)) ||
  (SELECT jsonb_build_object('status', v.status, 'reason', v.reason, 'structureName', coalesce(up.name, s.name))
    FROM alert v JOIN structure s ON s.id = v.structure_id LEFT JOIN structure up ON up.id = s.parent_id
    WHERE v.id = (${content}->>'alertId')::int)`;
