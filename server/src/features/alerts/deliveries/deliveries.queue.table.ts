/**
 * Who is to be told of something, by the alert rules of its project: one statement, however many. Invariant: one subject
 * reaches one address once, whichever rules name it and however often the event comes.
 */
import { inStorm, queueFull } from '@plumbline/contract/alerts/deliveries';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { audienceOf } from '../notifications/notifications.api.ts';
import { isOneTooMany, isQueueFull } from './deliveries.flood.table.ts';
import { aboutAlerts, digestAlerts, type Subjects } from './deliveries.subjects.table.ts';

/** Given up after this. */
export const livesMs = 24 * 3_600_000;
const audience = audienceOf('Retrieve:Alert');

/** Returns whether it is the hour of a rule, over r and j: a night belongs to the day on which it began. */
export const isItsHour = (now: Date) => sql`(SELECT (r.from_time IS NULL OR CASE WHEN r.from_time < r.to_time
      THEN clock >= r.from_time AND clock < r.to_time ELSE clock >= r.from_time OR clock < r.to_time END)
    AND extract(isodow FROM CASE WHEN r.from_time >= r.to_time AND clock < r.to_time THEN local - interval '1 day' ELSE local END)::int = ANY(r.days)
  FROM (SELECT l.local, to_char(l.local, 'HH24:MI') AS clock FROM (SELECT ${now}::timestamptz AT TIME ZONE j.time_zone AS local) AS l) AS here)`;

/** Whom a rule tells at once, or by one of its steps: over r and a (what it is about). */
const whom = sql`
  SELECT r.members, r.emails, r.mobiles, r.calls, r.roster_ids,
    ARRAY(SELECT k.channel_id FROM alert_rule_channel k WHERE k.rule_id = r.id) AS channel_ids WHERE a.step = 0
  UNION ALL SELECT (step->>'members')::boolean, ARRAY(SELECT jsonb_array_elements_text(step->'emails')),
    ARRAY(SELECT jsonb_array_elements_text(step->'mobiles')), ARRAY(SELECT jsonb_array_elements_text(step->'calls')),
    ARRAY(SELECT each::int FROM jsonb_array_elements_text(step->'rosterIds') AS each),
    ARRAY(SELECT each::int FROM jsonb_array_elements_text(step->'channelIds') AS each)
    FROM (SELECT r.steps->(a.step - 1) AS step) AS later WHERE a.step > 0 AND step IS NOT NULL`;

/** Rules that tell of something, and whom: FROM and WHERE over a, j, r and w. `otherHours` = those alone whose hours it is not. */
export const matching = (
  about: Subjects,
  now: Date,
  {
    more = sql``,
    atAnyHour = false,
    otherHours = false,
  }: { more?: RawBuilder<unknown>; atAnyHour?: boolean; otherHours?: boolean } = {},
) => sql`
  FROM (${about}) AS a JOIN project j ON j.id = a.project_id JOIN alert_rule r ON r.project_id = a.project_id
    CROSS JOIN LATERAL (${whom}) AS w ${more}
  WHERE CASE WHEN a.rule_id IS NOT NULL THEN r.id = a.rule_id ELSE r.enabled AND r.type = a.type
      AND (a.level IS NULL OR r.level <= a.level) AND (${atAnyHour}::boolean OR ${isItsHour(now)} <> ${otherHours}::boolean)
      AND (r.whole_project OR EXISTS (SELECT FROM alert_rule_structure c
        WHERE c.rule_id = r.id AND c.structure_id = ANY(a.structure_ids))) END`;

/** Somebody on duty by a roster, or the fallback of one by which nobody is. */
export interface OnDuty {
  readonly rosterId: number;
  readonly rosterName: string;
  readonly personId: number;
  readonly isFallback: boolean;
}
/** A device as the log names it: two of one person may call themselves alike. */
const deviceName = sql`concat_ws(' ', coalesce(s.browser, s.system, s.host), '#' || s.id)`;

/** How a person is reached, over u, and from which level on they want it (null = of none). Nobody is called who did not ask for it. */
const wayOfPerson = sql`
  SELECT given.medium, NULL::int AS push_id, given.recipient, given.level_from FROM contact t
    CROSS JOIN LATERAL (VALUES ('email', lower(t.email), t.email_from), ('sms', t.mobile, t.sms_from),
      ('voice', CASE WHEN t.call_from IS NOT NULL THEN t.mobile END, t.call_from))
      AS given (medium, recipient, level_from)
    WHERE t.account_id = u.id AND given.recipient IS NOT NULL
  UNION ALL SELECT 'push', s.id, ${deviceName}, s.level_from FROM push_subscription s WHERE s.account_id = u.id`;

/** Whether somebody wants to be called of it, over way and a. What a device owes calls nobody whom no rule lists. */
const isWorthACall = sql`(a.type <> 'DeviceHealth' AND way.level_from <= coalesce(a.level, 4))`;

/**
 * By every address that they gave, from whatever level on: being on duty counts for more than their own choice. They are called
 * from the level of that choice on alone: a telephone that rings for every notice is switched off.
 */
const dutyAddressee = (onDuty: readonly OnDuty[]) => sql`
  SELECT way.medium, NULL, way.push_id, way.recipient, u.id, true, u.language, d."rosterName", d."isFallback"
    FROM jsonb_to_recordset(${JSON.stringify(onDuty)}::jsonb)
      AS d("rosterId" int, "rosterName" text, "personId" int, "isFallback" boolean)
    JOIN account u ON u.id = d."personId" CROSS JOIN LATERAL (${wayOfPerson}) AS way
    WHERE d."rosterId" = ANY(w.roster_ids) AND u.id IN (SELECT may.id FROM (${audience}) AS may)
      AND (way.medium <> 'voice' OR ${isWorthACall})`;

/** Addresses of a rule, over r, w, j and a (what it is about). */
const addressee = sql`
  SELECT 'email' AS medium, NULL::int AS channel_id, NULL::int AS push_id, lower(each) AS recipient, NULL::int AS account_id, false AS is_member, r.language,
    NULL::text AS roster_name, false AS is_fallback
    FROM unnest(w.emails) AS each
  UNION ALL SELECT 'sms', NULL, NULL, each, NULL, false, r.language, NULL, false FROM unnest(w.mobiles) AS each
  UNION ALL SELECT 'voice', NULL, NULL, each, NULL, false, r.language, NULL, false FROM unnest(w.calls) AS each
  UNION ALL SELECT 'hook', c.id, NULL, c.name, NULL, false, r.language, NULL, false
    FROM channel c WHERE c.id = ANY(w.channel_ids) AND c.medium = 'hook' AND c.corporation_id = j.corporation_id
  UNION ALL SELECT way.medium, NULL, way.push_id, way.recipient, u.id, true, u.language, NULL, false
    FROM (${audience}) AS may JOIN account u ON u.id = may.id CROSS JOIN LATERAL (${wayOfPerson}) AS way
    WHERE w.members AND way.level_from <= coalesce(a.level, 4) AND (way.medium <> 'voice' OR a.type <> 'DeviceHealth')`;

/** The first of the alerts with which a subject is told of, over a: that of a step is told of by itself. */
const stormOf = sql`CASE WHEN a.step = 0 THEN (SELECT m.first_id FROM storm_alert m WHERE m.alert_id = a.alert_id) END`;

/** Returns whether what is about to be written (over picked) rose with what its recipient is told of already: it waits for the message about all. A rule without a cap tells of each by itself, and calls once all the same. */
const joinsStorm = sql`(storm_id IS NOT NULL AND (flood_cap IS NOT NULL OR medium = 'voice') AND (
  row_number() OVER (PARTITION BY storm_id, medium, recipient ORDER BY level DESC, alert_id) > 1
  OR EXISTS (SELECT FROM delivery d WHERE d.storm_id = picked.storm_id AND d.medium = picked.medium AND d.recipient = picked.recipient
    AND d.news = 'raised' AND d.level >= picked.level AND d.state IN ('queued', 'sent', 'collected'))))`;

/** The rosters whose people are to be told of the subjects of `about`. */
export async function rostersOf(db: Db, now: Date, about: Subjects, { atAnyHour = false } = {}): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT DISTINCT unnest(w.roster_ids) AS id ${matching(about, now, { atAnyHour })}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Writes what is to be sent about the subjects of `about`; gives the ids of what is new and to be sent by itself. What is one
 * too many for its recipient is collected (deliveries.flood.table.ts). `discarded` = nobody sends it: it stands in the log as
 * failed, with that as its answer.
 */
export async function queue(
  db: Db,
  now: Date,
  about: Subjects,
  onDuty: readonly OnDuty[],
  { discarded = null }: { readonly discarded?: string | null } = {},
): Promise<number[]> {
  const addressees = sql`CROSS JOIN LATERAL (${addressee} UNION ALL ${dutyAddressee(onDuty)}) AS addressee`;
  const { rows } = await sqlRows({ id: 'number', state: 'text' })`
    WITH picked AS (
      SELECT DISTINCT ON (a.subject, addressee.medium, addressee.recipient) a.project_id, a.subject, a.alert_id, r.id AS rule_id,
        r.name AS rule_name, addressee.medium, addressee.channel_id, addressee.push_id, addressee.recipient, addressee.account_id,
        addressee.is_member, addressee.roster_name, addressee.is_fallback, a.after_minutes, addressee.language, a.level, a.content,
        r.flood_cap, ${stormOf} AS storm_id
      ${matching(about, now, { more: addressees })}
      ORDER BY a.subject, addressee.medium, addressee.recipient, addressee.roster_name IS NULL, addressee.is_member, r.id),
    counted AS (
      SELECT picked.*, ${isOneTooMany(now)} AS too_many, ${isQueueFull} AS is_full, ${joinsStorm} AS in_storm FROM picked
      -- What is there already is not counted twice.
      WHERE NOT EXISTS (SELECT FROM delivery d WHERE d.subject = picked.subject AND d.medium = picked.medium AND d.recipient = picked.recipient)),
    judged AS (
      SELECT counted.*, CASE WHEN ${discarded}::text IS NOT NULL THEN 'failed' WHEN too_many OR is_full OR in_storm THEN 'collected' ELSE 'queued' END AS state,
        coalesce(${discarded}::text, CASE WHEN is_full THEN ${queueFull}::text WHEN in_storm THEN ${inStorm}::text ELSE '' END) AS answer
      FROM counted)
    INSERT INTO delivery (project_id, subject, storm_id, alert_id, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id, is_member,
      roster_name, is_fallback, after_minutes, language, level, content, state, answer, created_at, expires_at, next_try_at, ended_at)
    SELECT project_id, subject, storm_id, alert_id, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id, is_member,
      roster_name, is_fallback, after_minutes, language, level, content, state, answer,
      ${now}::timestamptz, ${new Date(now.getTime() + livesMs)}::timestamptz, CASE WHEN state = 'queued' THEN ${now}::timestamptz END,
      CASE WHEN state = 'failed' THEN ${now}::timestamptz END
    FROM judged ORDER BY subject, medium, recipient
    ON CONFLICT (subject, medium, recipient) DO NOTHING RETURNING id, state`.execute(db);
  return rows.flatMap(({ id, state }) => (state === 'queued' ? [id] : []));
}

/** Returns whether `write` went well; of what failed nothing is left, and the transaction goes on. */
export async function triedAlone(db: Db, write: () => Promise<void>): Promise<boolean> {
  await sql`SAVEPOINT tried_alone`.execute(db);
  try {
    await write();
    await sql`RELEASE SAVEPOINT tried_alone`.execute(db);
    return true;
  } catch {
    await sql`ROLLBACK TO SAVEPOINT tried_alone`.execute(db);
    return false;
  }
}

/** Says of alerts in the log that nobody is told of them, where whom the rules tell could not be found out. */
export async function logUnsent(db: Db, now: Date, alertIds: readonly number[], answer: string): Promise<void> {
  await sql`INSERT INTO delivery (project_id, subject, alert_id, rule_name, medium, recipient, is_member, language, level, content,
      state, answer, created_at, expires_at, ended_at)
    SELECT a.project_id, a.subject, a.alert_id, '', 'none', '', false, 'en', a.level, a.content, 'failed', ${answer}::text,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM (${aboutAlerts(alertIds)}) AS a ON CONFLICT (subject, medium, recipient) DO NOTHING`.execute(db);
}

/** Writes down the steps that follow where nobody reacts to the alerts of `about`; each stands once. */
export async function planSteps(db: Db, now: Date, about: Subjects, { atAnyHour = false } = {}): Promise<void> {
  const steps = sql`CROSS JOIN LATERAL jsonb_array_elements(r.steps) WITH ORDINALITY AS later (step, place)`;
  await sql`INSERT INTO escalation (alert_id, rule_id, rule_name, step, after_minutes, due_at, state)
    SELECT a.alert_id, r.id, r.name, later.place, (later.step->>'afterMinutes')::int,
      ${now}::timestamptz + (later.step->>'afterMinutes')::int * interval '1 minute', 'waiting'
    ${matching(about, now, { more: steps, atAnyHour })}
      -- The steps of what it follows tell of it as well.
      AND NOT EXISTS (SELECT FROM storm_alert m JOIN escalation first ON first.alert_id = m.first_id
        WHERE m.alert_id = a.alert_id AND m.first_id <> m.alert_id AND first.rule_id = r.id AND first.state <> 'stopped' AND r.flood_cap IS NOT NULL)
    ON CONFLICT (alert_id, rule_id, step) DO NOTHING`.execute(db);
}

export interface QuietWindow {
  readonly id: number;
  readonly reason: string;
  readonly startAt: Date;
  readonly endAt: Date;
}

/**
 * Writes one message for each recipient about the alerts that a quiet window withheld: those alone of which its rules tell
 * them, at whatever hour the window ended. Gives the ids of what is new.
 */
export async function queueDigest(
  db: Db,
  now: Date,
  window: QuietWindow,
  alertIds: readonly number[],
  onDuty: readonly OnDuty[],
): Promise<number[]> {
  const more = sql`CROSS JOIN LATERAL (${addressee} UNION ALL ${dutyAddressee(onDuty)}) AS addressee`;
  const about = { reason: window.reason, startAt: window.startAt.toISOString(), endAt: window.endAt.toISOString() };
  const { rows } = await sqlRows({ id: 'number' })`
    WITH named AS (
      SELECT DISTINCT ON (a.alert_id, addressee.medium, addressee.recipient) a.project_id, j.name AS project_name, j.time_zone,
        a.alert_id, a.level, a.content, r.id AS rule_id, r.name AS rule_name, addressee.*
      ${matching(aboutAlerts(alertIds), now, { more, atAnyHour: true })}
      ORDER BY a.alert_id, addressee.medium, addressee.recipient, addressee.roster_name IS NULL, addressee.is_member, r.id),
    grouped AS (
      SELECT project_id, project_name, time_zone, medium, recipient, max(level) AS level, count(*)::int AS count,
        (array_agg(rule_id ORDER BY level DESC, alert_id))[1] AS rule_id, (array_agg(rule_name ORDER BY level DESC, alert_id))[1] AS rule_name,
        (array_agg(channel_id))[1] AS channel_id, (array_agg(push_id))[1] AS push_id, (array_agg(account_id))[1] AS account_id, bool_and(is_member) AS is_member,
        max(roster_name) AS roster_name, bool_or(is_fallback) AS is_fallback, max(language) AS language,
        to_jsonb((array_agg(content ORDER BY level DESC, alert_id))[1:${digestAlerts}::int]) AS alerts
      FROM named GROUP BY project_id, project_name, time_zone, medium, recipient)
    INSERT INTO delivery (project_id, subject, alert_id, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id, is_member,
      roster_name, is_fallback, after_minutes, language, level, content, state, created_at, expires_at, next_try_at)
    SELECT project_id, ${`silence:${window.id}`}, NULL, rule_id, rule_name, medium, channel_id, push_id, recipient, account_id, is_member,
      roster_name, is_fallback, 0, language, level, jsonb_build_object('type', 'Digest', 'projectId', project_id,
        'projectName', project_name, 'timeZone', time_zone, 'level', level, 'count', count, 'alerts', alerts) || ${JSON.stringify(about)}::jsonb,
      'queued', ${now}::timestamptz, ${new Date(now.getTime() + livesMs)}::timestamptz, ${now}::timestamptz
    FROM grouped ON CONFLICT (subject, medium, recipient) DO NOTHING RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
