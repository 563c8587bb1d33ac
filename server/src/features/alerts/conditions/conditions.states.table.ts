/** Where conditions stand, and the points that they name: what evaluating reads and writes. */
import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import type { Checkpoint, ConditionState } from '@plumbline/science/limits/condition';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

const lockedConditionColumns = {
  id: 'number',
  projectId: 'number',
  structureId: 'number',
  rules: typed<ConditionRules>(),
  sinceMs: 'number',
  state: typed<ConditionState | null>(),
  checkpoints: typed<readonly Checkpoint[]>(),
  truth: 'text',
  raised: 'flag',
  dueMs: 'number?',
  alertId: 'number?',
} as const satisfies Columns;
export type LockedCondition = SqlRow<typeof lockedConditionColumns>;

/** Over c and j: what is archived takes no readings, and is watched by nobody. */
const isOn = sql<boolean>`(c.enabled AND j.archived_at IS NULL AND j.deleting_at IS NULL)`;

/** Conditions that are on, locked in one order. */
export async function lockConditions(db: Db, ids: readonly number[]): Promise<LockedCondition[]> {
  const { rows } = await sqlRows(lockedConditionColumns)`
    SELECT c.id, c.project_id AS "projectId", c.structure_id AS "structureId", c.rules,
      round(date_part('epoch', c.since_at) * 1000) AS "sinceMs", s.state, s.checkpoints, s.truth, s.raised,
      round(date_part('epoch', s.due_at) * 1000) AS "dueMs", s.alert_id AS "alertId"
    FROM condition_state s JOIN condition c ON c.id = s.condition_id JOIN project j ON j.id = c.project_id
    WHERE s.condition_id = ANY(${ids}::int[]) AND ${isOn} ORDER BY s.condition_id FOR UPDATE OF s`.execute(db);
  return rows;
}

/** The conditions that are on and name any of the points: from when on each has something new. */
export async function conditionsOf(db: Db, points: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  const { rows } = await sqlRows({ id: 'number', from: 'number' })`
    SELECT p.condition_id AS id, min(t.from_ms) AS "from"
    FROM unnest(${[...points.keys()]}::int[], ${[...points.values()]}::float8[]) AS t(point_id, from_ms)
      JOIN condition_point p ON p.point_id = t.point_id JOIN condition c ON c.id = p.condition_id
      JOIN project j ON j.id = c.project_id
    WHERE ${isOn} GROUP BY p.condition_id`.execute(db);
  return new Map(rows.map(({ id, from }) => [id, from]));
}

/** The points of devices that conditions name. */
export async function pointsFedBy(db: Db, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT DISTINCT p.id FROM point p JOIN condition_point c ON c.point_id = p.id
    WHERE p.device_id = ANY(${deviceIds}::int[])`.execute(db);
  return rows.map(({ id }) => id);
}

export interface SavedState {
  readonly conditionId: number;
  readonly state: ConditionState;
  readonly checkpoints: readonly Checkpoint[];
  readonly truth: 'true' | 'false' | 'unknown';
  readonly raised: boolean;
  readonly dueMs: number | null;
  readonly alertId: number | null;
}

export async function saveStates(db: Db, saved: readonly SavedState[], now: Date): Promise<void> {
  if (saved.length === 0) return;
  await sql`
    UPDATE condition_state s SET state = t.state, checkpoints = t.checkpoints, truth = t.truth, raised = t.raised,
      due_at = to_timestamp(t."dueMs" / 1000), alert_id = t."alertId", evaluated_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) AS t("conditionId" int, state jsonb, checkpoints jsonb, truth text,
      raised boolean, "dueMs" float8, "alertId" int)
    WHERE s.condition_id = t."conditionId"`.execute(db);
}

/** A condition begins anew: nothing is known of what was before. It is evaluated at `dueAt` at the latest. */
export async function resetState(db: Db, conditionId: number, dueAt: Date | null): Promise<void> {
  await sql`
    INSERT INTO condition_state (condition_id, due_at) VALUES (${conditionId}, ${dueAt})
    ON CONFLICT (condition_id) DO UPDATE SET state = NULL, checkpoints = '[]', truth = 'waiting', raised = false,
      evaluated_at = NULL, due_at = excluded.due_at, alert_id = NULL`.execute(db);
}

/** Conditions that are on and may have changed by the passing of time. */
export async function dueConditions(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT s.condition_id AS id FROM condition_state s JOIN condition c ON c.id = s.condition_id JOIN project j ON j.id = c.project_id
    WHERE ${isOn} AND s.due_at <= ${now}::timestamptz ORDER BY s.due_at LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes what is known of conditions whose points lost their readings; each is evaluated again from its start. */
export async function forgetPast(db: Db, pointIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE condition_state s SET checkpoints = '[]', due_at = 'epoch'
    FROM condition_point p WHERE p.condition_id = s.condition_id AND p.point_id = ANY(${pointIds}::int[])`.execute(db);
}

/** Conditions that a clock ahead has evaluated: what it knew of times to come is dropped. */
export async function pullInConditions(db: Db, now: Date): Promise<void> {
  await sql`UPDATE condition_state SET checkpoints = '[]', due_at = 'epoch', evaluated_at = NULL WHERE evaluated_at > ${now}`.execute(
    db,
  );
}
