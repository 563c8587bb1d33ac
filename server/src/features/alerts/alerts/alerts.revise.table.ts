/** Alerts judged again after history changed: what was raised, and whether it is upheld. In the caller's transaction. */
import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import { emitMany } from '../../../kernel/events.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { type LevelMove, type NewAlert, saveLevels } from './alerts.ingest.table.ts';

const epoch = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

/** An alert as a re-evaluation sees it. Times in epoch ms. */
export interface PastAlert {
  readonly id: number;
  readonly thresholdId: number;
  readonly level: number;
  readonly value: number;
  readonly measure: 'value' | 'cumulative' | 'rate';
  readonly status: AlertStatus;
  readonly readingAt: number;
  readonly lastAt: number;
  readonly raisedAt: number;
  readonly releasedAt: number | null;
  readonly settledAt: number | null;
  /** As of the last re-evaluation; null = there was none. */
  readonly upheld: boolean | null;
  readonly byChangeId: number | null;
}

/** The alerts that readings raised by a point's rules and that were on at `fromMs` or raised since, in order of time. */
export async function pastAlerts(
  sql: Sql,
  pointId: number,
  thresholdIds: readonly number[],
  fromMs: number,
): Promise<PastAlert[]> {
  const { rows } = await sql.query<{ [K in keyof PastAlert]: PastAlert[K] }>({
    text: `SELECT id, threshold_id AS "thresholdId", level, value, measure, status, ${epoch('reading_at')} AS "readingAt",
        ${epoch('last_at')} AS "lastAt", ${epoch('raised_at')} AS "raisedAt", ${epoch('released_at')} AS "releasedAt",
        ${epoch('settled_at')} AS "settledAt", upheld, by_change_id AS "byChangeId"
      FROM alert WHERE point_id = $1 AND threshold_id = ANY($2) AND event IS NULL
        AND (reading_at >= to_timestamp($3::float8 / 1000) OR released_at IS NULL OR released_at >= to_timestamp($3::float8 / 1000))
      ORDER BY reading_at, id FOR NO KEY UPDATE`,
    values: [pointId, thresholdIds, fromMs],
  });
  return rows;
}

export interface EventAlert {
  readonly id: number;
  readonly pointId: number;
  readonly projectId: number;
  readonly startMs: number;
  readonly waveformId: number;
}

/** The alerts of vibration events that began at times of points; those that are no longer upheld are left out. */
export async function alertsOfEvents(
  sql: Sql,
  starts: readonly { readonly pointId: number; readonly startMs: number }[],
): Promise<EventAlert[]> {
  const { rows } = await sql.query<{ [K in keyof EventAlert]: EventAlert[K] }>({
    text: `SELECT a.id, a.point_id AS "pointId", a.project_id AS "projectId", t.start_ms AS "startMs", (a.event->>'waveformId')::int AS "waveformId"
      FROM unnest($1::int[], $2::float8[]) AS t(point_id, start_ms)
        JOIN alert a ON a.point_id = t.point_id AND a.reading_at = to_timestamp(t.start_ms / 1000)
      WHERE a.event IS NOT NULL AND a.upheld IS NOT FALSE ORDER BY a.id FOR NO KEY UPDATE OF a`,
    values: [starts.map(({ pointId }) => pointId), starts.map(({ startMs }) => startMs)],
  });
  return rows;
}

export interface Revision {
  readonly alertId: number;
  readonly upheld: boolean;
  /** Where the rule stood at the time of the alert, and what was measured then. */
  readonly level: number;
  readonly value: number | null;
  /** What raised it by what is known now: another reading, or another measure of it; null = what did. */
  readonly moved: Pick<NewAlert, 'readingAt' | 'value' | 'threshold' | 'measure' | 'unit' | 'levels'> | null;
}

/**
 * Writes what a re-evaluation says of alerts beside what was said first; nothing where the same change said the same last.
 * `changeId` of the act of people behind it; null = readings that came late.
 */
export async function saveRevisions(
  sql: Sql,
  changeId: number | null,
  nowMs: number,
  revisions: readonly Revision[],
): Promise<void> {
  if (revisions.length === 0) return;
  await sql.query({
    text: `WITH revision AS (
        INSERT INTO alert_revision (alert_id, change_id, at, upheld, level, value)
        SELECT id, $1::int, to_timestamp($2::float8 / 1000), upheld, level, value
        FROM unnest($3::int[], $4::boolean[], $5::int[], $6::float8[]) AS t(id, upheld, level, value)
        WHERE NOT EXISTS (
          SELECT 1 FROM (SELECT * FROM alert_revision r WHERE r.alert_id = t.id ORDER BY r.id DESC LIMIT 1) last
          WHERE last.change_id IS NOT DISTINCT FROM $1 AND last.upheld = t.upheld AND last.level = t.level AND last.value IS NOT DISTINCT FROM t.value)
        RETURNING alert_id, upheld)
      UPDATE alert SET upheld = revision.upheld FROM revision WHERE alert.id = revision.alert_id`,
    values: [
      changeId,
      nowMs,
      revisions.map((each) => each.alertId),
      revisions.map((each) => each.upheld),
      revisions.map((each) => each.level),
      revisions.map((each) => each.value),
    ],
  });
  const moved = revisions.flatMap((each) => (each.moved === null ? [] : [{ id: each.alertId, ...each.moved }]));
  if (moved.length === 0) return;
  await sql.query({
    text: `UPDATE alert SET reading_at = to_timestamp(t."readingAt" / 1000), value = t.value, threshold = t.threshold, measure = t.measure,
        unit = t.unit, levels = ARRAY(SELECT (each #>> '{}')::float8 FROM jsonb_array_elements(t.levels) WITH ORDINALITY AS e(each, i) ORDER BY i),
        last_at = greatest(last_at, to_timestamp(t."readingAt" / 1000))
      FROM jsonb_to_recordset($1::jsonb) AS t(id int, "readingAt" float8, value float8, threshold float8, measure text, unit text, levels jsonb)
      WHERE alert.id = t.id`,
    values: [JSON.stringify(moved)],
  });
}

/** When alerts are over by what is true now; null = still on. Of those that came to an end by late readings history and events say so. */
export async function setReleased(
  sql: Sql,
  released: readonly { readonly alertId: number; readonly at: number | null }[],
  { changeId, nowMs }: { readonly changeId: number | null; readonly nowMs: number },
): Promise<void> {
  if (released.length === 0) return;
  const { rows } = await sql.query<{ alertId: number; projectId: number }>({
    text: `WITH t AS (
        SELECT t.id, to_timestamp(t.at / 1000) AS at, alert.released_at IS NULL AND t.at IS NOT NULL AND $3 AND alert.upheld IS NOT FALSE AS ends
        FROM unnest($1::int[], $2::float8[]) AS t(id, at) JOIN alert ON alert.id = t.id),
      marked AS (UPDATE alert SET released_at = t.at FROM t WHERE alert.id = t.id
        RETURNING alert.id, alert.project_id, alert.status, alert.level, t.ends),
      written AS (INSERT INTO alert_change (alert_id, kind, at, status, level)
        SELECT id, 'released', to_timestamp($4::float8 / 1000), status, level FROM marked WHERE ends)
      SELECT id AS "alertId", project_id AS "projectId" FROM marked WHERE ends ORDER BY id`,
    values: [released.map((each) => each.alertId), released.map((each) => each.at), changeId === null, nowMs],
  });
  await emitMany(sql, new Date(nowMs), 'alertReleased', rows);
}

/** Where rules of a point stood, in order of time: the last move of each before `fromMs`, and those since. */
export async function levelsSince(
  sql: Sql,
  pointId: number,
  thresholdIds: readonly number[],
  fromMs: number,
): Promise<LevelMove[]> {
  const { rows } = await sql.query<{ thresholdId: number; at: number; level: number }>({
    text: `SELECT l.threshold_id AS "thresholdId", ${epoch('l.at')} AS at, l.level
      FROM unnest($2::int[]) AS rule(id) CROSS JOIN LATERAL (
        SELECT * FROM alert_level WHERE point_id = $1 AND threshold_id = rule.id AND at >= coalesce((
          SELECT max(at) FROM alert_level WHERE point_id = $1 AND threshold_id = rule.id AND at < to_timestamp($3::float8 / 1000)), '-infinity')) l
      ORDER BY l.at`,
    values: [pointId, thresholdIds, fromMs],
  });
  return rows.map((row) => ({ pointId, ...row }));
}

/** Writes where rules of a point stood in [fromMs, toMs]; what was known of that time goes. */
export async function replaceLevels(
  sql: Sql,
  query: {
    readonly pointId: number;
    readonly thresholdIds: readonly number[];
    readonly fromMs: number;
    readonly toMs: number;
  },
  moves: readonly LevelMove[],
): Promise<void> {
  await sql.query({
    text: `DELETE FROM alert_level WHERE point_id = $1 AND threshold_id = ANY($2)
      AND at BETWEEN to_timestamp($3::float8 / 1000) AND to_timestamp($4::float8 / 1000)`,
    values: [query.pointId, query.thresholdIds, query.fromMs, query.toMs],
  });
  if (moves.length > 0) await saveLevels(sql, moves);
}

/** The newest reading that was there when each rule was set, epoch ms; rules without one are absent. */
export async function rulesSince(sql: Sql, thresholdIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql.query<{ id: number; since: number }>({
    text: `SELECT id, ${epoch('since_at')} AS since FROM threshold WHERE id = ANY($1) AND since_at IS NOT NULL`,
    values: [thresholdIds],
  });
  return new Map(rows.map((row) => [row.id, row.since]));
}

/** Returns the points that have rules. */
export async function judgedPoints(sql: Sql, pointIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>({
    text: `SELECT p.id FROM unnest($1::int[]) AS p(id)
      WHERE EXISTS (SELECT 1 FROM threshold t WHERE t.point_id = p.id AND t.enabled) ORDER BY p.id`,
    values: [pointIds],
  });
  return rows.map((row) => row.id);
}
