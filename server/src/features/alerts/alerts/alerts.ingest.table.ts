/** The state of each rule, and the alerts that the pipeline raises, refreshes and releases: set by set, in its transaction. */
import type { AlertCondition, AlertEvent } from '@plumbline/contract/alerts/alerts';
import type { State } from '@plumbline/science/limits/judge';
import { emitMany } from '../../../kernel/events.ts';
import type { Sql } from '../../../kernel/sql.ts';

export interface RuleState {
  readonly pointId: number;
  readonly thresholdId: number;
  /** Of the episode; null = none began, or a verdict ended it. */
  readonly state: State | null;
  /** What the newest reading says: with an episode its level, without one what the reading reaches by itself. */
  readonly level: number;
  /** The alert that refreshes while the level holds. */
  readonly alertId: number | null;
}

/** A rule moved to a level with the reading of a time (epoch ms). */
export interface LevelMove {
  readonly pointId: number;
  readonly thresholdId: number;
  readonly at: number;
  readonly level: number;
}

export const keyOf = (pointId: number, thresholdId: number) => `${pointId}/${thresholdId}`;

/** The state of every rule of the points, locked in one order. */
export async function lockRuleStates(sql: Sql, pointIds: readonly number[]): Promise<Map<string, RuleState>> {
  const { rows } = await sql.query<{
    point_id: number;
    threshold_id: number;
    state: State | null;
    level: number;
    alert_id: number | null;
  }>({
    name: 'lock-ruleStates',
    text: 'SELECT * FROM alert_state WHERE point_id = ANY($1) ORDER BY point_id, threshold_id FOR UPDATE',
    // As the text of an array: the driver would quote every number.
    values: [`{${pointIds.join(',')}}`],
  });
  return new Map(
    rows.map((row) => [
      keyOf(row.point_id, row.threshold_id),
      {
        pointId: row.point_id,
        thresholdId: row.threshold_id,
        state: row.state,
        level: row.level,
        alertId: row.alert_id,
      },
    ]),
  );
}

export async function saveRuleStates(sql: Sql, ruleStates: readonly RuleState[]): Promise<void> {
  await sql.query({
    name: 'save-ruleStates',
    text: `INSERT INTO alert_state (point_id, threshold_id, state, level, alert_id)
      SELECT point_id, threshold_id, state::jsonb, level, alert_id
      FROM unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::int[]) AS t(point_id, threshold_id, state, level, alert_id)
      ON CONFLICT (point_id, threshold_id) DO UPDATE SET state = excluded.state, level = excluded.level, alert_id = excluded.alert_id`,
    values: [
      ruleStates.map((each) => each.pointId),
      ruleStates.map((each) => each.thresholdId),
      ruleStates.map((each) => JSON.stringify(each.state)),
      ruleStates.map((each) => each.level),
      ruleStates.map((each) => each.alertId),
    ],
  });
}

/** Writes when rules moved to which level. */
export async function saveLevels(sql: Sql, moves: readonly LevelMove[]): Promise<void> {
  await sql.query({
    name: 'save-levels',
    text: `INSERT INTO alert_level (point_id, threshold_id, at, level)
      SELECT point_id, threshold_id, to_timestamp(at / 1000.0), level
      FROM unnest($1::int[], $2::int[], $3::float8[], $4::int[]) AS t(point_id, threshold_id, at, level)
      ON CONFLICT (point_id, threshold_id, at) DO UPDATE SET level = excluded.level`,
    values: [
      moves.map((each) => each.pointId),
      moves.map((each) => each.thresholdId),
      moves.map((each) => each.at),
      moves.map((each) => each.level),
    ],
  });
}

export interface NewAlert {
  readonly projectId: number;
  readonly structureId: number;
  readonly pointId: number;
  /** null = a condition raises it. */
  readonly thresholdId: number | null;
  readonly condition?: AlertCondition;
  /** Of one that a vibration event raises. */
  readonly event?: AlertEvent;
  readonly field: string;
  readonly kind: string;
  readonly measure: string;
  readonly unit: string;
  readonly level: number;
  readonly value: number;
  readonly threshold: number;
  readonly levels: readonly (number | null)[];
  readonly late: boolean;
  /** Epoch ms. */
  readonly readingAt: number;
  readonly receivedAt: number;
  /** Found by a re-evaluation after that series_change: nobody is rung for it unless it is `present`. Absent = live. */
  readonly byChangeId?: number;
  /** Of one found by a re-evaluation: the newest reading is at its level, so people are notified as of a live one. */
  readonly present?: boolean;
  /** Nobody is rung for it: people were told of a higher level of the same rise. */
  readonly isSilent?: boolean;
  /** Epoch ms; null or absent = still on. */
  readonly releasedAt?: number | null;
}

/** The plan that holds for an alert of `numbered`: of its condition or point, its item, its structure, the project. */
const planFor = `(SELECT jsonb_build_object('scope', r.scope, 'text', r.text, 'steps', r.steps)
         FROM response_plan r LEFT JOIN structure here ON here.id = numbered."structureId"
         WHERE r.project_id = numbered."projectId" AND r.level = numbered.level AND CASE r.scope
           WHEN 'condition' THEN r.condition_id = (numbered.condition->>'id')::int
           WHEN 'point' THEN numbered.condition IS NULL AND r.point_id = numbered."pointId"
           WHEN 'structure' THEN r.structure_id IN (here.id, here.parent_id) ELSE true END
         ORDER BY r.scope IN ('condition', 'point') DESC, (r.structure_id = here.id) IS TRUE DESC, r.scope = 'structure' DESC LIMIT 1)`;

/** Raises alerts and gives their ids in the same order; each begins its history with `raised`, and an event. */
export async function raise(sql: Sql, alerts: readonly NewAlert[], nowMs: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>({
    text: `WITH input AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS t(n int, id int, "projectId" int, "structureId" int, "pointId" int, "thresholdId" int, field text, kind text, measure text,
         unit text, level int, value float8, threshold float8, levels jsonb, late boolean, "readingAt" float8, "receivedAt" float8, "byChangeId" int, present boolean, "releasedAt" float8, condition jsonb, event jsonb)),
     numbered AS (SELECT input.*, nextval(pg_get_serial_sequence('alert', 'id'))::int AS alert_id FROM input ORDER BY n),
     raised AS (
       INSERT INTO alert (id, project_id, structure_id, point_id, threshold_id, field, kind, measure, unit, level, value, threshold, levels, late,
         reading_at, received_at, raised_at, last_value, last_at, by_change_id, released_at, condition_id, condition, event, plan)
       OVERRIDING SYSTEM VALUE
       SELECT alert_id, "projectId", "structureId", "pointId", "thresholdId", field, kind, measure, unit, level, value, threshold,
         ARRAY(SELECT (each #>> '{}')::float8 FROM jsonb_array_elements(levels) WITH ORDINALITY AS e(each, i) ORDER BY i), late,
         to_timestamp("readingAt" / 1000.0), to_timestamp("receivedAt" / 1000.0), to_timestamp($2::float8 / 1000.0), value, to_timestamp("readingAt" / 1000.0),
         "byChangeId", to_timestamp("releasedAt" / 1000.0), (condition->>'id')::int, condition, event, ${planFor}
       FROM numbered RETURNING id)
     SELECT alert_id AS id FROM numbered ORDER BY n`,
    values: [JSON.stringify(alerts.map((alert, n) => ({ n, ...alert }))), nowMs],
  });
  const ids = rows.map((row) => row.id);
  await sql.query({
    text: `INSERT INTO alert_change (alert_id, kind, at, status, level, value)
     SELECT id, 'raised', raised_at, 'Pending', level, value FROM alert WHERE id = ANY($1)`,
    values: [ids],
  });
  const events = alerts.flatMap(({ projectId, byChangeId, present, isSilent }, i) => {
    const alertId = ids[i];
    const rings = byChangeId === undefined ? isSilent !== true : present === true;
    return alertId !== undefined && rings ? [{ alertId, projectId }] : [];
  });
  await emitMany(sql, new Date(nowMs), 'alertRaised', events);
  return ids;
}

/** The newest value of alerts whose level still holds. */
export async function refresh(
  sql: Sql,
  refreshed: readonly { alertId: number; value: number; at: number }[],
): Promise<void> {
  await sql.query({
    name: 'refresh-alerts',
    text: `UPDATE alert SET last_value = t.value, last_at = to_timestamp(t.at / 1000.0)
      FROM unnest($1::int[], $2::float8[], $3::float8[]) AS t(id, value, at) WHERE alert.id = t.id`,
    values: [
      refreshed.map((each) => each.alertId),
      refreshed.map((each) => each.value),
      refreshed.map((each) => each.at),
    ],
  });
}

/**
 * Marks the alerts that are over because their rule fell below their level, also those that a higher one had taken the
 * place of, and says so in their history and by an event. What people already called false or restored stays as it is.
 */
export async function release(
  sql: Sql,
  falls: readonly { pointId: number; thresholdId: number; level: number; at: number; value: number | null }[],
  nowMs: number,
): Promise<void> {
  const { rows } = await sql.query<{ alertId: number; projectId: number }>({
    text: `WITH fall AS (
       SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::float8[], $5::float8[]) AS t(point_id, threshold_id, level, at, value)),
     due AS (
       SELECT DISTINCT ON (alert.id) alert.id, to_timestamp(fall.at / 1000.0) AS at, fall.value
       FROM fall JOIN alert ON alert.point_id = fall.point_id AND alert.threshold_id = fall.threshold_id
         AND alert.level > fall.level AND alert.reading_at < to_timestamp(fall.at / 1000.0)
       WHERE alert.released_at IS NULL AND alert.status IN ('Pending', 'Notice', 'Confirm')
       ORDER BY alert.id, fall.at),
     marked AS (UPDATE alert SET released_at = due.at FROM due WHERE alert.id = due.id
       RETURNING alert.id, alert.project_id, alert.status, alert.level, due.value),
     written AS (INSERT INTO alert_change (alert_id, kind, at, status, level, value)
       SELECT id, 'released', to_timestamp($6::float8 / 1000.0), status, level, value FROM marked)
     SELECT id AS "alertId", project_id AS "projectId" FROM marked ORDER BY id`,
    values: [
      falls.map((each) => each.pointId),
      falls.map((each) => each.thresholdId),
      falls.map((each) => each.level),
      falls.map((each) => each.at),
      falls.map((each) => each.value),
      nowMs,
    ],
  });
  await emitMany(sql, new Date(nowMs), 'alertReleased', rows);
}
