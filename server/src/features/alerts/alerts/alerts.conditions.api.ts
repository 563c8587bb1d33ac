/** The alerts of conditions, for the feature that evaluates them: in its transaction, set by set. */
import { emitMany } from '../../../kernel/events.ts';
import type { Sql } from '../../../kernel/sql.ts';

export { type NewAlert, raise } from './alerts.ingest.table.ts';

const epoch = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

export interface ConditionAlert {
  readonly id: number;
  readonly conditionId: number;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number | null;
}

/** The alerts of conditions that were on after a time of each, in order; what was found to be wrong is left out. */
export async function alertsOfConditions(
  sql: Sql,
  since: readonly { readonly conditionId: number; readonly fromMs: number; readonly afterMs: number }[],
): Promise<ConditionAlert[]> {
  const { rows } = await sql.query<{ [K in keyof ConditionAlert]: ConditionAlert[K] }>({
    text: `SELECT a.id, a.condition_id AS "conditionId", ${epoch('a.reading_at')} AS "from", ${epoch('a.released_at')} AS "to"
      FROM unnest($1::int[], $2::float8[], $3::float8[]) AS c(id, since, after) JOIN alert a ON a.condition_id = c.id
        AND a.reading_at >= to_timestamp(c.since / 1000)
        AND (a.released_at IS NULL OR a.released_at > to_timestamp(c.after / 1000))
      WHERE a.upheld IS NOT FALSE ORDER BY a.condition_id, a.reading_at, a.id FOR NO KEY UPDATE OF a`,
    values: [
      since.map((each) => each.conditionId),
      since.map((each) => each.fromMs),
      since.map((each) => each.afterMs),
    ],
  });
  return rows;
}

/** When alerts of conditions are over; null = on again. The history of each says so, and an event tells of those that are over. */
export async function endConditionAlerts(
  sql: Sql,
  ended: readonly { readonly id: number; readonly to: number | null }[],
  nowMs: number,
): Promise<void> {
  if (ended.length === 0) return;
  const { rows } = await sql.query<{ alertId: number; projectId: number; isOver: boolean }>({
    text: `WITH marked AS (
        UPDATE alert SET released_at = to_timestamp(t.at / 1000) FROM unnest($1::int[], $2::float8[]) AS t(id, at)
        WHERE alert.id = t.id RETURNING alert.id, project_id, status, level, released_at),
      written AS (INSERT INTO alert_change (alert_id, kind, at, status, level)
        SELECT id, 'released', to_timestamp($3::float8 / 1000), status, level FROM marked WHERE released_at IS NOT NULL)
      SELECT id AS "alertId", project_id AS "projectId", released_at IS NOT NULL AS "isOver" FROM marked ORDER BY id`,
    values: [ended.map(({ id }) => id), ended.map(({ to }) => to), nowMs],
  });
  const over = rows.filter(({ isOver }) => isOver).map(({ alertId, projectId }) => ({ alertId, projectId }));
  const on = rows.filter(({ isOver }) => !isOver).map(({ alertId, projectId }) => ({ alertId, projectId }));
  await emitMany(sql, new Date(nowMs), 'alertReleased', over);
  await emitMany(sql, new Date(nowMs), 'alertsRevised', on);
}

export interface RevisedAlert {
  readonly id: number;
  /** false = nothing supports it any more. */
  readonly upheld: boolean;
  /** When it was raised by what is known now, epoch ms, and what it measured then. */
  readonly from: number | null;
  readonly value: number | null;
  readonly condition: unknown;
}

/** Writes the new verdict on alerts after a revision, beside what was said first. One that is no longer so is over where it began. */
export async function reviseConditionAlerts(
  sql: Sql,
  revised: readonly RevisedAlert[],
  { changeId, nowMs }: { readonly changeId: number | null; readonly nowMs: number },
): Promise<void> {
  if (revised.length === 0) return;
  const { rows } = await sql.query<{ alertId: number; projectId: number }>({
    text: `WITH t AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS t(id int, upheld boolean, "from" float8, value float8, condition jsonb)),
      written AS (INSERT INTO alert_revision (alert_id, change_id, at, upheld, level, value)
        SELECT t.id, $2::int, to_timestamp($3::float8 / 1000), t.upheld, CASE WHEN t.upheld THEN a.level ELSE 0 END, t.value
        FROM t JOIN alert a ON a.id = t.id)
      UPDATE alert SET upheld = t.upheld, reading_at = coalesce(to_timestamp(t."from" / 1000), reading_at),
        value = coalesce(t.value, alert.value), condition = coalesce(t.condition, alert.condition),
        released_at = CASE WHEN t.upheld THEN released_at ELSE coalesce(released_at, reading_at) END
      FROM t WHERE alert.id = t.id RETURNING alert.id AS "alertId", alert.project_id AS "projectId"`,
    values: [JSON.stringify(revised), changeId, nowMs],
  });
  await emitMany(sql, new Date(nowMs), 'alertsRevised', rows);
}
