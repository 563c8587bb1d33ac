/**
 * Alerts that rose outside of the hours of a rule: step 0 of its escalation, due when its hours begin. Invariants: what is still
 * waiting for somebody then is told, once, however the clock or the server went; where the hours are changed meanwhile, the new
 * ones count; once they have begun, a quiet window puts the message off and does not swallow it.
 */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { isItsHour, matching } from './deliveries.queue.table.ts';
import { aboutAlerts } from './deliveries.subjects.table.ts';

/** Days that are looked through for a beginning: a rule has one within a week, by whatever clock. */
const daysAhead = 8;

/** Returns when the hours of a rule begin next, over r and j: by the clock of the project. */
const nextBeginning = (now: Date) => sql`(SELECT min(begin) FROM (
    SELECT (day + coalesce(r.from_time, '00:00')::time) AT TIME ZONE j.time_zone AS begin
    FROM (SELECT (${now}::timestamptz AT TIME ZONE j.time_zone)::date + ahead AS day FROM generate_series(0, ${daysAhead}::int) AS ahead) AS ahead
    WHERE extract(isodow FROM day)::int = ANY(r.days)) AS begins WHERE begin > ${now}::timestamptz)`;

/** Puts down which rules tell of alerts once their hours begin. */
export async function awaitHours(db: Db, now: Date, alertIds: readonly number[]): Promise<void> {
  await sql`INSERT INTO escalation (alert_id, rule_id, rule_name, step, after_minutes, due_at, state)
    SELECT a.alert_id, r.id, r.name, 0, 0, ${nextBeginning(now)}, 'waiting'
    ${matching(aboutAlerts(alertIds), now, { otherHours: true })}
    ON CONFLICT (alert_id, rule_id, step) DO NOTHING`.execute(db);
}

/** Moves what waits to the beginning of the hours as the rule and the clock of its project are now; it is due if these are on. */
export async function moveBeginnings(db: Db, now: Date): Promise<void> {
  await sql`UPDATE escalation e SET due_at = moved.due_at
    FROM (SELECT w.id, CASE WHEN ${isItsHour(now)} THEN ${now}::timestamptz ELSE ${nextBeginning(now)} END AS due_at
      FROM escalation w JOIN alert_rule r ON r.id = w.rule_id JOIN project j ON j.id = r.project_id
      WHERE w.step = 0 AND w.state = 'waiting' AND w.due_at > ${now}) AS moved
    WHERE e.id = moved.id AND e.due_at <> moved.due_at`.execute(db);
}

/**
 * Why a rule does not tell of an alert when its hours begin, over due, g and r: it concerns the alert no more, or it tells of a
 * higher level of the same measure at the same time. Empty = it tells.
 */
export const whyNotBegun = sql`CASE
  WHEN r.type <> 'MeasuringAlert' OR r.level > g.level OR NOT (r.whole_project OR EXISTS (SELECT FROM alert_rule_structure c
    JOIN structure s ON s.id = g.structure_id WHERE c.rule_id = r.id AND c.structure_id IN (s.id, s.parent_id))) THEN 'ruleOff'
  WHEN g.condition_id IS NULL AND EXISTS (SELECT FROM escalation n JOIN alert higher ON higher.id = n.alert_id
    WHERE n.rule_id = due.rule_id AND n.step = 0 AND n.due_at = due.due_at AND n.state <> 'stopped'
      AND higher.status = 'Pending' AND higher.level > g.level
      AND higher.point_id = g.point_id AND higher.field = g.field AND higher.kind = g.kind AND higher.condition_id IS NULL) THEN 'risen'
  ELSE '' END`;
