/**
 * Steps of alert rules: who is told further while nobody reacts to an alert. Step 0 is what the rule itself tells once its hours
 * begin (deliveries.hours.table.ts). Invariant: a step is done or stopped once, whatever dies or is asked twice; only a
 * person's reaction, a higher level or the end of its rule stops it.
 */
import type { Escalation, EscalationState } from '@plumbline/contract/alerts/deliveries';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { isSilenced } from '../silences/silences.api.ts';
import { whyNotBegun } from './deliveries.hours.table.ts';

/** What is due is looked at in pieces of so many. */
const dueAtOnce = 200;

const endedColumns = {
  id: 'number',
  alertId: 'number',
  step: 'number',
  state: typed<EscalationState>(),
} as const satisfies Columns;
/** A step whose time has come. */
export type DueStep = SqlRow<typeof endedColumns>;
/** Returns whether the time of a step e of an alert g in a project j has come, and nothing puts it off. */
const hasCome = (now: Date) => sql`e.state = 'waiting' AND e.due_at <= ${now} AND j.archived_at IS NULL
  AND j.deleting_at IS NULL AND (g.status <> 'Pending' OR NOT ${isSilenced(now)})`;

/** Returns whether there is something for `endDue` to end. */
export async function hasDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sqlRows({
    due: 'flag',
  })`SELECT EXISTS (SELECT FROM escalation e JOIN alert g ON g.id = e.alert_id
    JOIN project j ON j.id = g.project_id WHERE ${hasCome(now)}) AS due`.execute(db);
  return rows[0]?.due === true;
}

/**
 * Ends steps whose time has come: done where the alert waits for somebody and the rule still has the step. In a quiet window it
 * waits for the end of that, and in an archived project until somebody opens it again.
 */
export async function endDue(db: Db, now: Date): Promise<{ readonly ended: DueStep[]; readonly isAll: boolean }> {
  const { rows } = await sqlRows(endedColumns)`
    WITH due AS (SELECT e.id, e.alert_id, e.rule_id, e.step, e.due_at FROM escalation e JOIN alert g ON g.id = e.alert_id
        JOIN project j ON j.id = g.project_id
      WHERE ${hasCome(now)}
      ORDER BY e.due_at, e.id LIMIT ${dueAtOnce} FOR UPDATE OF e SKIP LOCKED),
    judged AS (SELECT due.id, CASE WHEN g.status <> 'Pending' OR EXISTS (SELECT FROM storm_alert m JOIN alert o ON o.id = m.alert_id
          WHERE m.first_id = g.id AND o.status <> 'Pending') THEN 'reacted'
        WHEN r.id IS NULL OR NOT r.enabled OR jsonb_array_length(r.steps) < due.step THEN 'ruleOff'
        WHEN due.step = 0 THEN ${whyNotBegun} ELSE '' END AS why
      FROM due JOIN alert g ON g.id = due.alert_id LEFT JOIN alert_rule r ON r.id = due.rule_id)
    UPDATE escalation e SET why = judged.why, ended_at = ${now}, state = CASE judged.why WHEN '' THEN 'done' ELSE 'stopped' END
    FROM judged WHERE e.id = judged.id RETURNING e.id, e.alert_id AS "alertId", e.step::int, e.state`.execute(db);
  return { ended: rows, isAll: rows.length < dueAtOnce };
}

/** Somebody has reacted to alerts: nobody is told further of them, nor of what rose with them. */
export async function stopReacted(
  db: Db,
  now: Date,
  reactions: readonly { readonly alertId: number; readonly userId: number }[],
): Promise<void> {
  await sql`UPDATE escalation e SET state = 'stopped', why = 'reacted', ended_at = ${now},
      by_name = (SELECT display_name FROM account WHERE id = r."userId")
    FROM jsonb_to_recordset(${JSON.stringify(reactions)}::jsonb) AS r("alertId" int, "userId" int)
    WHERE e.state = 'waiting' AND (e.alert_id = r."alertId" OR e.alert_id IN (SELECT o.alert_id FROM storm_alert m
      JOIN storm_alert o ON o.first_id = m.first_id WHERE m.alert_id = r."alertId"))`.execute(db);
}

/** An alert of a higher level has its own steps by the same rule: those of the lower ones of its point end. */
export async function stopRisen(db: Db, now: Date, alertIds: readonly number[]): Promise<void> {
  await sql`UPDATE escalation e SET state = 'stopped', why = 'risen', ended_at = ${now}
    FROM alert lower JOIN alert higher ON higher.point_id = lower.point_id AND higher.field = lower.field
      AND higher.kind = lower.kind AND higher.level > lower.level
      -- A condition has one level: what happens to hang on the same point is another.
      AND higher.condition_id IS NULL AND lower.condition_id IS NULL
    WHERE higher.id = ANY(${alertIds}::int[]) AND e.alert_id = lower.id AND e.state = 'waiting'
      -- What waits for the hours of its rule has no steps yet, and says itself which of two it tells.
      AND e.step > 0 AND EXISTS (SELECT FROM escalation n WHERE n.alert_id = higher.id AND n.rule_id = e.rule_id AND n.step > 0)`.execute(
    db,
  );
}

/** The steps of an alert in the order of their times, each with whom it tells by its rule as that is now. */
export async function stepsOf(db: Db, alertId: number): Promise<Escalation[]> {
  const { rows } = await sqlRows({
    id: 'number',
    ruleName: 'text',
    step: 'number',
    afterMinutes: 'number',
    dueAt: 'instant',
    state: typed<EscalationState>(),
    why: typed<Escalation['why']>(),
    byName: 'text?',
    endedAt: 'instant?',
    members: 'flag',
    emails: 'number',
    mobiles: 'number',
    calls: 'number',
    rosterNames: typed<string[]>(),
    channelNames: typed<string[]>(),
  })`
    SELECT e.id, e.rule_name AS "ruleName", e.step::int, e.after_minutes AS "afterMinutes", e.due_at AS "dueAt", e.state, e.why,
      e.by_name AS "byName", e.ended_at AS "endedAt", coalesce((s.step->>'members')::boolean, false) AS members,
      coalesce(jsonb_array_length(s.step->'emails'), 0) AS emails, coalesce(jsonb_array_length(s.step->'mobiles'), 0) AS mobiles,
      coalesce(jsonb_array_length(s.step->'calls'), 0) AS calls,
      ARRAY(SELECT d.name FROM duty_roster d WHERE s.step->'rosterIds' @> to_jsonb(d.id) ORDER BY d.name) AS "rosterNames",
      ARRAY(SELECT c.name FROM channel c WHERE s.step->'channelIds' @> to_jsonb(c.id) ORDER BY c.name) AS "channelNames"
    FROM escalation e LEFT JOIN alert_rule r ON r.id = e.rule_id
      CROSS JOIN LATERAL (SELECT CASE WHEN e.step > 0 THEN r.steps->(e.step - 1) WHEN r.id IS NOT NULL THEN jsonb_build_object('members', r.members,
        'emails', r.emails, 'mobiles', r.mobiles, 'calls', r.calls, 'rosterIds', r.roster_ids,
        'channelIds', ARRAY(SELECT k.channel_id FROM alert_rule_channel k WHERE k.rule_id = r.id)) END AS step) AS s
    WHERE e.alert_id = ${alertId} ORDER BY e.due_at, e.id LIMIT 500`.execute(db);
  return rows.map((row) => ({
    ...row,
    dueAt: row.dueAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }));
}
