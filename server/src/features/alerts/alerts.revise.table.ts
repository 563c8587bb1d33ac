/** Alerts judged again after history changed: what was raised, and whether it is upheld. In the caller's transaction. */
import type { AlertStatus } from '@plumbline/contract/alerts';
import type { Sql } from '../../kernel/sql.ts';

const epoch = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

/** An alert as a re-evaluation sees it. Times in epoch ms. */
export interface PastAlert {
  readonly id: number;
  readonly thresholdId: number;
  readonly level: number;
  readonly measure: 'value' | 'cumulative' | 'rate';
  readonly status: AlertStatus;
  readonly late: boolean;
  readonly readingAt: number;
  readonly lastAt: number;
  readonly raisedAt: number;
  readonly releasedAt: number | null;
  readonly settledAt: number | null;
  /** As of the last re-evaluation; null = there was none. */
  readonly upheld: boolean | null;
  readonly byChangeId: number | null;
}

/** The alerts of a point's rules that were on at `fromMs` or raised since, in order of time. */
export async function pastAlerts(
  sql: Sql,
  pointId: number,
  thresholdIds: readonly number[],
  fromMs: number,
): Promise<PastAlert[]> {
  const { rows } = await sql.query<{ [K in keyof PastAlert]: PastAlert[K] }>({
    text: `SELECT id, threshold_id AS "thresholdId", level, measure, status, late, ${epoch('reading_at')} AS "readingAt",
        ${epoch('last_at')} AS "lastAt", ${epoch('raised_at')} AS "raisedAt", ${epoch('released_at')} AS "releasedAt",
        ${epoch('settled_at')} AS "settledAt", upheld, by_change_id AS "byChangeId"
      FROM alert WHERE point_id = $1 AND threshold_id = ANY($2)
        AND (reading_at >= to_timestamp($3::float8 / 1000) OR released_at IS NULL OR released_at >= to_timestamp($3::float8 / 1000))
      ORDER BY reading_at, id FOR UPDATE`,
    values: [pointId, thresholdIds, fromMs],
  });
  return rows;
}

export interface Revision {
  readonly alertId: number;
  readonly upheld: boolean;
  readonly level: number;
  readonly value: number | null;
}

/** Writes what a re-evaluation says of alerts beside what was said first; nothing where the same change said the same last. */
export async function saveRevisions(
  sql: Sql,
  changeId: number,
  nowMs: number,
  revisions: readonly Revision[],
): Promise<void> {
  if (revisions.length === 0) return;
  await sql.query({
    text: `WITH revision AS (
        INSERT INTO alert_revision (alert_id, change_id, at, upheld, level, value)
        SELECT id, $1, to_timestamp($2::float8 / 1000), upheld, level, value
        FROM unnest($3::int[], $4::boolean[], $5::int[], $6::float8[]) AS t(id, upheld, level, value)
        WHERE NOT EXISTS (
          SELECT 1 FROM (SELECT * FROM alert_revision r WHERE r.alert_id = t.id ORDER BY r.id DESC LIMIT 1) last
          WHERE last.change_id = $1 AND last.upheld = t.upheld AND last.level = t.level AND last.value IS NOT DISTINCT FROM t.value)
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
}

/** When alerts are over by what is true now; null = still on. */
export async function setReleased(
  sql: Sql,
  released: readonly { readonly alertId: number; readonly at: number | null }[],
): Promise<void> {
  if (released.length === 0) return;
  await sql.query({
    text: `UPDATE alert SET released_at = to_timestamp(t.at / 1000) FROM unnest($1::int[], $2::float8[]) AS t(id, at) WHERE alert.id = t.id`,
    values: [released.map((each) => each.alertId), released.map((each) => each.at)],
  });
}

/** The newest reading that was there when each rule was set, epoch ms; rules without one are absent. */
export async function rulesSince(sql: Sql, thresholdIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql.query<{ id: number; since: number }>({
    text: `SELECT id, ${epoch('since_at')} AS since FROM threshold WHERE id = ANY($1) AND since_at IS NOT NULL`,
    values: [thresholdIds],
  });
  return new Map(rows.map((row) => [row.id, row.since]));
}

/** Those of the points that have rules. */
export async function judgedPoints(sql: Sql, pointIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>({
    text: `SELECT p.id FROM unnest($1::int[]) AS p(id)
      WHERE EXISTS (SELECT 1 FROM threshold t WHERE t.point_id = p.id AND t.enabled) ORDER BY p.id`,
    values: [pointIds],
  });
  return rows.map((row) => row.id);
}
