/**
 * Alerts that are told of together: which they are, and the one message about those that rose after the first. Invariants: each
 * recipient hears of each alert that its rules tell them, at once or in that message; a storm calls nobody twice; what somebody
 * reacted to before the message went is not sent, for they hear of the reaction.
 */
import { inStorm } from '@plumbline/contract/alerts/deliveries';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { followed, type Rise, togetherMs } from './logic/storms.ts';

/** As long as a storm may go on without another point. */
const openMs = 30 * 60_000;
/** So many alerts are written out in a message; it says how many points there are. */
const listed = 40;

/** Writes down which alerts are told of together. */
export async function joinStorms(db: Db, at: Date, alertIds: readonly number[]): Promise<void> {
  if (alertIds.length === 0) return;
  const limit = sql`concat_ws(':', g.point_id, g.field, g.kind, g.condition_id)`;
  const { rows: rises } = await sqlRows({
    alertId: 'number',
    structureId: 'number',
    pointId: 'number',
    limit: 'text',
    level: 'number',
  })`SELECT g.id AS "alertId", coalesce(s.parent_id, s.id) AS "structureId", g.point_id AS "pointId", ${limit} AS "limit", g.level
    FROM alert g JOIN structure s ON s.id = g.structure_id
    WHERE g.id = ANY(${alertIds}::int[]) AND NOT EXISTS (SELECT FROM storm_alert m WHERE m.alert_id = g.id)`.execute(
    db,
  );
  const firsts = followed(rises, await stormsOf(db, at, rises), at.getTime());
  const joined = [...firsts].map(([alertId, firstId]) => ({ alertId, firstId }));
  // What is deleted meanwhile is passed over: one alert that is gone must not put off the messages of the others.
  await sql`INSERT INTO storm_alert (alert_id, first_id, at)
    SELECT g.id, f.id, ${at} FROM jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) AS j("alertId" int, "firstId" int)
      JOIN alert g ON g.id = j."alertId" JOIN alert f ON f.id = j."firstId"
    FOR KEY SHARE OF g, f
    ON CONFLICT (alert_id) DO NOTHING`.execute(db);
}

/** The storms of the structures of these alerts that may go on. */
async function stormsOf(db: Db, at: Date, rises: readonly Rise[]) {
  const { rows } = await sqlRows({
    firstId: 'number',
    structureId: 'number',
    level: 'number',
    firstAt: 'instant',
    lastAt: 'instant',
    isWaiting: 'flag',
    pointIds: typed<number[]>(),
    limits: typed<string[]>(),
  })`
    SELECT m.first_id AS "firstId", coalesce(s.parent_id, s.id) AS "structureId", f.level, min(m.at) AS "firstAt", max(m.at) AS "lastAt",
      bool_and(g.status = 'Pending') AS "isWaiting", array_agg(g.point_id) AS "pointIds",
      array_agg(concat_ws(':', g.point_id, g.field, g.kind, g.condition_id)) AS limits
    FROM alert f JOIN structure s ON s.id = f.structure_id JOIN storm_alert m ON m.first_id = f.id JOIN alert g ON g.id = m.alert_id
    WHERE coalesce(s.parent_id, s.id) = ANY(${[...new Set(rises.map(({ structureId }) => structureId))]}::int[])
    GROUP BY m.first_id, s.parent_id, s.id, f.level HAVING max(m.at) > ${new Date(at.getTime() - openMs)}`.execute(db);
  return rows.map(({ firstAt, lastAt, ...storm }) => ({
    ...storm,
    firstAtMs: firstAt.getTime(),
    lastAtMs: lastAt.getTime(),
  }));
}

/** Returns these alerts in two parts: those that are told of by themselves or begin a storm, and those that joined one. */
export async function byPlace(db: Db, alertIds: readonly number[]): Promise<readonly [number[], number[]]> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT m.alert_id AS id FROM storm_alert m WHERE m.alert_id = ANY(${alertIds}::int[]) AND m.first_id <> m.alert_id`.execute(
    db,
  );
  const joined = new Set(rows.map(({ id }) => id));
  return [alertIds.filter((id) => !joined.has(id)), alertIds.filter((id) => joined.has(id))];
}

/** Returns the alerts that follow others and to which nobody has reacted. */
export async function followersOf(db: Db, alertIds: readonly number[]): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT m.alert_id AS id FROM storm_alert m JOIN alert g ON g.id = m.alert_id
    WHERE m.first_id = ANY(${alertIds}::int[]) AND g.status = 'Pending' ORDER BY m.alert_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lets one call stand for its storm: calls about what joined later are part of it. Returns whether messages wait to be told together. */
export async function joinCalls(db: Db, now: Date): Promise<boolean> {
  await sql`UPDATE delivery c SET digest_id = f.id, ended_at = ${now}
    FROM (SELECT DISTINCT ON (d.storm_id, d.recipient) d.id, d.storm_id, d.recipient FROM delivery d
      WHERE d.storm_id IS NOT NULL AND d.medium = 'voice' AND d.state IN ('queued', 'sent') ORDER BY d.storm_id, d.recipient, d.id) AS f
    WHERE c.medium = 'voice' AND c.state = 'collected' AND c.answer = ${inStorm} AND c.digest_id IS NULL
      AND c.storm_id = f.storm_id AND c.recipient = f.recipient`.execute(db);
  const { rows } = await sqlRows({ waits: 'flag' })`SELECT EXISTS (SELECT FROM delivery d
    WHERE d.state = 'collected' AND d.answer = ${inStorm} AND d.digest_id IS NULL) AS waits`.execute(db);
  return rows[0]?.waits === true;
}

/**
 * Writes one message for each recipient about what joined a storm a minute ago or earlier, and gives the ids: it counts and lists
 * all that they were told of the storm. What somebody has reacted to is withheld.
 */
export async function queueStorms(db: Db, now: Date, expiresAt: Date): Promise<number[]> {
  await sql`UPDATE delivery d SET state = 'withheld', answer = 'reacted', ended_at = ${now} FROM alert g
    WHERE d.state = 'collected' AND d.answer = ${inStorm} AND d.digest_id IS NULL AND g.id = d.alert_id AND g.status <> 'Pending'`.execute(
    db,
  );
  const isOpen = sql`EXISTS (SELECT FROM project j WHERE j.id = d.project_id AND j.archived_at IS NULL AND j.deleting_at IS NULL)`;
  const same = sql`o.storm_id = d.storm_id AND o.medium = d.medium AND o.recipient = d.recipient`;
  const { rows } = await sqlRows({ id: 'number' })`
    WITH due AS (
      SELECT d.* FROM delivery d WHERE d.state = 'collected' AND d.answer = ${inStorm} AND d.digest_id IS NULL AND ${isOpen}
        AND EXISTS (SELECT FROM delivery o WHERE ${same} AND o.state = 'collected' AND o.answer = ${inStorm} AND o.digest_id IS NULL
          AND o.created_at <= ${new Date(now.getTime() - togetherMs)})
      ORDER BY d.id FOR UPDATE),
    grouped AS (
      SELECT d.project_id, d.storm_id, d.medium, d.recipient, min(d.id) AS first_id, array_agg(d.id) AS ids, min(d.rule_id) AS rule_id,
        min(d.rule_name) AS rule_name, min(d.channel_id) AS channel_id, min(d.push_id) AS push_id, min(d.account_id) AS account_id,
        bool_and(d.is_member) AS is_member, max(d.roster_name) AS roster_name, bool_or(d.is_fallback) AS is_fallback, min(d.language) AS language
      FROM due d GROUP BY d.project_id, d.storm_id, d.medium, d.recipient),
    written AS (
      SELECT d.*, o.* FROM grouped d CROSS JOIN LATERAL (
        SELECT max(o.level) AS level, count(DISTINCT o.content->'pointId')::int AS points, count(DISTINCT o.content->'pointId')
            FILTER (WHERE o.level = (SELECT max(x.level) FROM delivery x WHERE x.id = ANY(d.ids) OR x.storm_id = d.storm_id
              AND x.medium = d.medium AND x.recipient = d.recipient))::int AS highest,
          count(*)::int AS count, to_jsonb((array_agg(o.content ORDER BY o.level DESC, o.alert_id))[1:${listed}::int]) AS alerts
        FROM delivery o WHERE ${same} AND o.news = 'raised' AND o.after_minutes = 0 AND o.alert_id IS NOT NULL AND o.state <> 'withheld') AS o),
    made AS (
      INSERT INTO delivery (project_id, subject, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id, is_member, roster_name,
        is_fallback, language, level, content, state, created_at, expires_at, next_try_at)
      SELECT g.project_id, 'storm:' || g.first_id, g.rule_id, g.rule_name, g.medium, g.channel_id, g.push_id, g.recipient, g.account_id,
        g.is_member, g.roster_name, g.is_fallback, g.language, g.level, ${stormContent(sql`g`)}, 'queued', ${now}::timestamptz,
        ${expiresAt}::timestamptz, ${now}::timestamptz
      FROM written g RETURNING id, subject),
    ended AS (
      UPDATE delivery d SET digest_id = made.id, ended_at = ${now}
      FROM grouped g JOIN made ON made.subject = 'storm:' || g.first_id WHERE d.id = ANY(g.ids) RETURNING d.id)
    SELECT id FROM made ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Content of a message about a storm, over an alias with level, points, highest, count and alerts; the structure is that of the first alert. */
export const stormContent = (of: ReturnType<typeof sql>) => sql`
  (SELECT jsonb_build_object('type', 'Storm', 'projectId', c.one->'projectId', 'projectName', c.one->'projectName', 'timeZone', c.one->'timeZone',
      'structureName', coalesce(up.name, s.name), 'level', ${of}.level, 'points', ${of}.points, 'highest', ${of}.highest, 'count', ${of}.count,
      'alerts', ${of}.alerts)
    FROM (SELECT ${of}.alerts->0 AS one) AS c JOIN alert v ON v.id = (c.one->>'alertId')::int
      JOIN structure s ON s.id = v.structure_id LEFT JOIN structure up ON up.id = s.parent_id)`;
