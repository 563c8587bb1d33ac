/**
 * Who is to be told of something, by the alert rules of its project: one statement, however many. Invariant: one subject
 * reaches one address once, whichever rules name it and however often the event comes.
 */
import type { Events } from '@plumbline/contract/events';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import { audienceOf } from '../notifications/notifications.api.ts';

/** Given up after this. */
const livesMs = 24 * 3_600_000;
const audience = audienceOf('Retrieve:Alert');

/** ISO 8601 in UTC, as everywhere else. */
const iso = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What a project calls a level and asks for, where its corporation grades alerts. */
const grading = sql`(SELECT each FROM jsonb_array_elements(j.gradings) AS each
  WHERE (k.flags->>'activeAlertGrading')::boolean AND (each->>'level')::int = g.level)`;

/** Alerts as subjects: rows of (project_id, subject, alert_id, rule_id, type, level, structure_ids, content). */
export const aboutAlerts = (alertIds: readonly number[]): RawBuilder<unknown> => sql`
  SELECT g.project_id, 'alert:' || g.id AS subject, g.id AS alert_id, NULL::int AS rule_id, 'MeasuringAlert' AS type,
    g.level::int AS level, ARRAY[s.id, s.parent_id] AS structure_ids,
    jsonb_build_object('type', 'MeasuringAlert', 'alertId', g.id, 'projectId', g.project_id, 'projectName', j.name,
      'timeZone', j.time_zone, 'structureName', concat_ws(' / ', up.name, s.name), 'pointId', p.id, 'pointName', p.name,
      'deviceName', d.name, 'family', p.family, 'field', g.field, 'unit', g.unit, 'value', g.value, 'threshold', g.threshold,
      'measure', g.measure, 'level', g.level, 'late', g.late, 'readingAt', ${iso('g.reading_at')},
      'receivedAt', ${iso('g.received_at')}, 'raisedAt', ${iso('g.raised_at')},
      'gradingName', ${grading}->>'name', 'gradingAction', ${grading}->>'action') AS content
  FROM alert g JOIN project j ON j.id = g.project_id JOIN corporation k ON k.id = j.corporation_id
    JOIN structure s ON s.id = g.structure_id LEFT JOIN structure up ON up.id = s.parent_id
    JOIN point p ON p.id = g.point_id LEFT JOIN device d ON d.id = p.device_id
  WHERE g.id = ANY(${alertIds}::int[])`;

/** A device that owes readings, as a subject. */
export const aboutDevice = (
  { deviceId, projectId, pointIds, channels, sinceMs }: Events['deviceOverdue'],
  now: Date,
): RawBuilder<unknown> => sql`
  SELECT j.id AS project_id, ${`device:${deviceId}:${projectId}:${sinceMs ?? now.getTime()}`}::text AS subject,
    NULL::int AS alert_id, NULL::int AS rule_id, 'DeviceHealth' AS type, NULL::int AS level,
    ARRAY(SELECT unnest(ARRAY[s.id, s.parent_id]) FROM point p JOIN structure s ON s.id = p.structure_id
      WHERE p.id = ANY(${pointIds}::int[])) AS structure_ids,
    jsonb_build_object('type', 'DeviceHealth', 'projectId', j.id, 'projectName', j.name, 'timeZone', j.time_zone,
      'deviceName', d.name, 'sncode', d.sncode, 'channels', ${channels.join(', ')}::text,
      'sinceAt', ${sinceMs === null ? null : new Date(sinceMs).toISOString()}::text, 'raisedAt', ${now.toISOString()}::text) AS content
  FROM project j JOIN device d ON d.id = ${deviceId} WHERE j.id = ${projectId}`;

/** A test of one rule, whatever its type, hours and levels. */
export const aboutTest = (ruleId: number, subject: string, now: Date): RawBuilder<unknown> => sql`
  SELECT j.id AS project_id, ${subject}::text AS subject, NULL::int AS alert_id, r.id AS rule_id, r.type, NULL::int AS level,
    ARRAY[]::int[] AS structure_ids,
    jsonb_build_object('type', 'Test', 'projectId', j.id, 'projectName', j.name, 'timeZone', j.time_zone,
      'raisedAt', ${now.toISOString()}::text, 'ruleName', r.name) AS content
  FROM alert_rule r JOIN project j ON j.id = r.project_id WHERE r.id = ${ruleId}`;

/** Whether it is the hour of a rule, over r and j: a night belongs to the day on which it began. */
const isItsHour = (now: Date) => sql`(SELECT (r.from_time IS NULL OR CASE WHEN r.from_time < r.to_time
      THEN clock >= r.from_time AND clock < r.to_time ELSE clock >= r.from_time OR clock < r.to_time END)
    AND extract(isodow FROM CASE WHEN r.from_time >= r.to_time AND clock < r.to_time THEN local - interval '1 day' ELSE local END)::int = ANY(r.days)
  FROM (SELECT l.local, to_char(l.local, 'HH24:MI') AS clock FROM (SELECT ${now}::timestamptz AT TIME ZONE j.time_zone AS local) AS l) AS here)`;

/** Addresses of a rule, over r, j and a (what it is about). */
const addressee = sql`
  SELECT 'email' AS medium, NULL::int AS channel_id, lower(each) AS recipient, NULL::int AS account_id, false AS is_member, r.language
    FROM unnest(r.emails) AS each
  UNION ALL SELECT 'sms', NULL, each, NULL, false, r.language FROM unnest(r.mobiles) AS each
  UNION ALL SELECT 'hook', c.id, c.name, NULL, false, r.language
    FROM alert_rule_channel k JOIN channel c ON c.id = k.channel_id WHERE k.rule_id = r.id
  UNION ALL SELECT way.medium, NULL, way.recipient, u.id, true, u.language
    FROM (${audience}) AS may JOIN account u ON u.id = may.id JOIN contact t ON t.account_id = u.id
    CROSS JOIN LATERAL (VALUES ('email', lower(t.email), t.email_from), ('sms', t.mobile, t.sms_from)) AS way (medium, recipient, level_from)
    WHERE r.members AND way.recipient IS NOT NULL AND way.level_from <= coalesce(a.level, 4)`;

/** Writes what is to be sent about the subjects of `about`; gives the ids of what is new. */
export async function queue(db: Db, now: Date, about: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO delivery (project_id, subject, alert_id, rule_id, rule_name, medium, channel_id, recipient, account_id, is_member,
      language, level, content, state, created_at, expires_at, next_try_at)
    SELECT DISTINCT ON (a.subject, addressee.medium, addressee.recipient) a.project_id, a.subject, a.alert_id, r.id, r.name, addressee.medium,
      addressee.channel_id, addressee.recipient, addressee.account_id, addressee.is_member, addressee.language, a.level, a.content, 'queued',
      ${now}::timestamptz, ${new Date(now.getTime() + livesMs)}::timestamptz, ${now}::timestamptz
    FROM (${about}) AS a JOIN project j ON j.id = a.project_id JOIN alert_rule r ON r.project_id = a.project_id
      CROSS JOIN LATERAL (${addressee}) AS addressee
    WHERE CASE WHEN a.rule_id IS NOT NULL THEN r.id = a.rule_id ELSE r.enabled AND r.type = a.type
        AND (a.level IS NULL OR r.level <= a.level) AND ${isItsHour(now)}
        AND (r.whole_project OR EXISTS (SELECT FROM alert_rule_structure c
          WHERE c.rule_id = r.id AND c.structure_id = ANY(a.structure_ids))) END
    ORDER BY a.subject, addressee.medium, addressee.recipient, addressee.is_member, r.id
    ON CONFLICT (subject, medium, recipient) DO NOTHING RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
