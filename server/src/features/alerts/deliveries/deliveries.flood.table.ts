/**
 * The cap on messages: where many points rise together, a telephone that rings a hundred times is switched off. Beyond the cap of
 * the rule a recipient's alerts are collected, and after some minutes come in one message that names each of them. So they are
 * where too many wait for one recipient, because nothing gets out: what waits is bounded. Invariants: red is collected by that
 * bound alone; each collected row is in one digest; a recipient's alerts keep their order.
 */
import { inStorm } from '@plumbline/contract/alerts/deliveries';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** In so long the cap is counted, and so long what is beyond it waits for its digest. */
export const floodMs = 10 * 60_000;
/** A digest names so many; what is beyond comes in another. */
export const digestSize = 200;
/** Collected rows that are looked at in one go. */
const atOnce = 5_000;
/** Messages of alerts that wait for one recipient by one way; further ones are collected, whatever their level and rule. */
export const maxWaiting = 1_000;
/** The highest level: no cap collects it. */
const red = 4;

/** Until the transaction ends nobody else counts: or two that plan at once would both find room. Taken before any other lock. */
export const countAlone = async (db: Db): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('plumbline flood caps'))`.execute(db);
};

/** Returns whether what is about to be written (over `picked`, with flood_cap) is one too many for its recipient. */
export const isOneTooMany = (now: Date): RawBuilder<boolean> => sql<boolean>`
  alert_id IS NOT NULL AND level < ${red} AND flood_cap IS NOT NULL AND (
    EXISTS (SELECT FROM delivery d WHERE d.project_id = picked.project_id AND d.medium = picked.medium
      AND d.recipient = picked.recipient AND d.state = 'collected' AND d.digest_id IS NULL AND d.news = 'raised' AND d.answer <> ${inStorm})
    OR (SELECT count(*) FROM delivery d WHERE d.project_id = picked.project_id AND d.medium = picked.medium
        AND d.recipient = picked.recipient AND d.created_at > ${new Date(now.getTime() - floodMs)}
        AND d.alert_id IS NOT NULL AND d.news = 'raised' AND d.level < ${red} AND d.state NOT IN ('collected', 'withheld'))
      + row_number() OVER (PARTITION BY project_id, medium, recipient, level < ${red} ORDER BY alert_id, subject) > flood_cap)`;

/** True when so many wait for its recipient that what is about to be written (over `picked`) is collected, red or not. */
export const isQueueFull = sql<boolean>`(alert_id IS NOT NULL
  AND (SELECT count(*) FROM delivery d WHERE d.project_id = picked.project_id AND d.medium = picked.medium
      AND d.recipient = picked.recipient AND d.state = 'queued' AND d.alert_id IS NOT NULL)
    + row_number() OVER (PARTITION BY project_id, medium, recipient ORDER BY alert_id, subject) > ${maxWaiting})`;

/**
 * Writes one message for each recipient whose oldest collected alert has waited long enough: about all that were collected,
 * highest level first. While a message like it, or as many as may, still wait for the recipient, there is none: what is
 * collected goes on collecting. Gives the ids of the messages.
 */
export async function queueCollected(db: Db, now: Date, expiresAt: Date): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    WITH due AS (
      SELECT d.* FROM delivery d WHERE d.state = 'collected' AND d.answer <> ${inStorm} AND d.digest_id IS NULL AND EXISTS (
        SELECT FROM delivery o WHERE o.project_id = d.project_id AND o.medium = d.medium AND o.recipient = d.recipient
          AND o.state = 'collected' AND o.answer <> ${inStorm} AND o.digest_id IS NULL AND o.created_at <= ${new Date(now.getTime() - floodMs)})
        AND NOT EXISTS (SELECT FROM delivery w WHERE w.project_id = d.project_id AND w.medium = d.medium AND w.recipient = d.recipient
          AND w.state = 'queued' AND w.subject LIKE 'flood:%')
        AND (SELECT count(*) FROM delivery w WHERE w.project_id = d.project_id AND w.medium = d.medium
          AND w.recipient = d.recipient AND w.state = 'queued' AND w.alert_id IS NOT NULL) < ${maxWaiting}
      ORDER BY d.id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED),
    parts AS (SELECT due.*, (row_number() OVER (PARTITION BY project_id, medium, recipient, after_minutes > 0 ORDER BY id) - 1) / ${digestSize} AS part
      FROM due),
    grouped AS (
      SELECT p.project_id, p.medium, p.recipient, min(p.id) AS first_id, array_agg(p.id) AS ids, max(p.level) AS level, count(*)::int AS count,
        (array_agg(p.rule_id ORDER BY p.level DESC, p.id))[1] AS rule_id, (array_agg(p.rule_name ORDER BY p.level DESC, p.id))[1] AS rule_name,
        (array_agg(p.channel_id))[1] AS channel_id, (array_agg(p.push_id))[1] AS push_id, (array_agg(p.account_id))[1] AS account_id,
        bool_and(p.is_member) AS is_member, max(p.roster_name) AS roster_name, bool_or(p.is_fallback) AS is_fallback,
        max(p.after_minutes) AS after_minutes, max(p.language) AS language,
        jsonb_agg(p.content ORDER BY p.level DESC, p.id) AS alerts, min(p.created_at) AS from_at
      FROM parts p GROUP BY p.project_id, p.medium, p.recipient, p.after_minutes > 0, p.part),
    made AS (
      INSERT INTO delivery (project_id, subject, alert_id, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id, is_member,
        roster_name, is_fallback, after_minutes, language, level, content, state, created_at, expires_at, next_try_at)
      SELECT g.project_id, 'flood:' || g.first_id, NULL, g.rule_id, g.rule_name, g.medium, g.channel_id, g.push_id, g.recipient, g.account_id,
        g.is_member, g.roster_name, g.is_fallback, g.after_minutes, g.language, g.level, jsonb_build_object('type', 'Collected', 'projectId',
          g.project_id, 'projectName', j.name, 'timeZone', j.time_zone, 'level', g.level, 'count', g.count, 'alerts', g.alerts,
          'fromAt', to_char(g.from_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        'queued', ${now}::timestamptz, ${expiresAt}::timestamptz, ${now}::timestamptz
      FROM grouped g JOIN project j ON j.id = g.project_id RETURNING id, subject),
    ended AS (
      UPDATE delivery d SET digest_id = made.id, ended_at = ${now}
      FROM grouped g JOIN made ON made.subject = 'flood:' || g.first_id WHERE d.id = ANY(g.ids) RETURNING d.id)
    SELECT id FROM made`.execute(db);
  return rows.map(({ id }) => id);
}
