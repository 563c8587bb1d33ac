/** Subjects of messages: alerts, steps of rules that are due, devices that owe readings, and tests of a rule. */
import type { Events } from '@plumbline/contract/kernel/events';
import { type RawBuilder, sql } from 'kysely';
import { stormContent } from './deliveries.storms.table.ts';

/** So many alerts are written out in a digest; it says how many there are. */
export const digestAlerts = 20;
/** Rows of what is to be told of: see `aboutAlerts`. */
export type Subjects = RawBuilder<unknown>;

/** ISO 8601 in UTC, as everywhere else. */
const iso = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What a level is called and asks for where the alert is: by its structure, what is above that, or the project; where its corporation grades alerts. */
const grading = sql`(SELECT each FROM jsonb_array_elements(coalesce(s.gradings, up.gradings, j.gradings)) AS each
  WHERE (k.flags->>'activeAlertGrading')::boolean AND (each->>'level')::int = g.level)`;

/** Alerts as subjects: rows of (project_id, subject, alert_id, rule_id, type, level, structure_ids, content, step, after_minutes). */
export const aboutAlerts = (alertIds: readonly number[]): Subjects => sql`
  SELECT g.project_id, 'alert:' || g.id AS subject, g.id AS alert_id, NULL::int AS rule_id, 'MeasuringAlert' AS type,
    g.level::int AS level, ARRAY[s.id, s.parent_id] AS structure_ids,
    jsonb_build_object('type', 'MeasuringAlert', 'alertId', g.id, 'projectId', g.project_id, 'projectName', j.name,
      'timeZone', j.time_zone, 'structureName', concat_ws(' / ', up.name, s.name), 'pointId', p.id, 'pointName', p.name,
      'deviceName', d.name, 'family', p.family, 'field', g.field, 'unit', g.unit, 'value', g.value, 'threshold', g.threshold,
      'levels', g.levels, 'measure', g.measure, 'condition', g.condition, 'level', g.level, 'late', g.late, 'readingAt', ${iso('g.reading_at')},
      'receivedAt', ${iso('g.received_at')}, 'raisedAt', ${iso('g.raised_at')},
      'gradingName', ${grading}->>'name', 'gradingAction', ${grading}->>'action') AS content, 0 AS step, 0 AS after_minutes
  FROM alert g JOIN project j ON j.id = g.project_id JOIN corporation k ON k.id = j.corporation_id
    JOIN structure s ON s.id = g.structure_id LEFT JOIN structure up ON up.id = s.parent_id
    JOIN point p ON p.id = g.point_id LEFT JOIN device d ON d.id = p.device_id
  WHERE g.id = ANY(${alertIds}::int[])`;

/**
 * Steps of rules that are due: their alerts once more, with those that follow them. Several rules' steps after the same time are
 * one subject; what was told when the hours of a rule began is the subject of the alert itself, and joins others as at any time.
 */
export const aboutSteps = (
  steps: readonly { readonly id: number; readonly alertId: number }[],
  followers: readonly number[] = [],
): Subjects => sql`
  SELECT b.project_id, b.subject || CASE WHEN e.step > 0 THEN ':+' || e.after_minutes ELSE '' END AS subject, b.alert_id, e.rule_id, b.type, b.level,
    b.structure_ids, CASE WHEN e.step > 0 AND storm.points > 1 THEN ${stormContent(sql`storm`)} ELSE b.content END AS content,
    e.step::int AS step, e.after_minutes
  FROM (${aboutAlerts(steps.map(({ alertId }) => alertId))}) AS b JOIN escalation e ON e.alert_id = b.alert_id
    LEFT JOIN alert_rule r ON r.id = e.rule_id
    LEFT JOIN LATERAL (
      SELECT max(m.level) AS level, count(DISTINCT m.content->'pointId')::int AS points,
        count(DISTINCT m.content->'pointId') FILTER (WHERE m.level = b.level)::int AS highest, count(*)::int AS count,
        to_jsonb((array_agg(m.content ORDER BY m.level DESC, m.alert_id))[1:${digestAlerts}::int]) AS alerts
      FROM (${aboutAlerts(followers)}) AS m JOIN storm_alert f ON f.alert_id = m.alert_id AND f.first_id = b.alert_id
      WHERE r.flood_cap IS NOT NULL AND m.level >= r.level AND (r.whole_project OR EXISTS (SELECT FROM alert_rule_structure c
        WHERE c.rule_id = r.id AND c.structure_id = ANY(m.structure_ids)))) AS storm ON true
  WHERE e.id = ANY(${steps.map(({ id }) => id)}::int[])`;

/** A device that owes readings, as a subject. */
export const aboutDevice = (
  { deviceId, projectId, pointIds, channels, sinceMs }: Events['deviceOverdue'],
  now: Date,
): Subjects => sql`
  SELECT j.id AS project_id, ${`device:${deviceId}:${projectId}:${sinceMs ?? now.getTime()}`}::text AS subject,
    NULL::int AS alert_id, NULL::int AS rule_id, 'DeviceHealth' AS type, NULL::int AS level,
    ARRAY(SELECT unnest(ARRAY[s.id, s.parent_id]) FROM point p JOIN structure s ON s.id = p.structure_id
      WHERE p.id = ANY(${pointIds}::int[])) AS structure_ids,
    jsonb_build_object('type', 'DeviceHealth', 'projectId', j.id, 'projectName', j.name, 'timeZone', j.time_zone,
      'deviceName', d.name, 'sncode', d.sncode, 'channels', ${channels.join(', ')}::text,
      'sinceAt', ${sinceMs === null ? null : new Date(sinceMs).toISOString()}::text, 'raisedAt', ${now.toISOString()}::text) AS content, 0 AS step, 0 AS after_minutes
  FROM project j JOIN device d ON d.id = ${deviceId} WHERE j.id = ${projectId}`;

/** A test of one rule, whatever its type, hours and levels. */
export const aboutTest = (ruleId: number, subject: string, now: Date): Subjects => sql`
  SELECT j.id AS project_id, ${subject}::text AS subject, NULL::int AS alert_id, r.id AS rule_id, r.type, NULL::int AS level,
    ARRAY[]::int[] AS structure_ids,
    jsonb_build_object('type', 'Test', 'projectId', j.id, 'projectName', j.name, 'timeZone', j.time_zone,
      'raisedAt', ${now.toISOString()}::text, 'ruleName', r.name) AS content, 0 AS step, 0 AS after_minutes
  FROM alert_rule r JOIN project j ON j.id = r.project_id WHERE r.id = ${ruleId}`;
