import type { AlertFigures, RuleFigures } from '@plumbline/contract/alerts/analytics';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { precisionOf } from '@plumbline/contract/points/families';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, typed } from '../../../kernel/rows.ts';

/** Figures without any alerts. */
export const noFigures: AlertFigures = {
  raised: 0,
  reacted: 0,
  settled: 0,
  falseAlarms: 0,
  withdrawn: 0,
  reactionMedianSeconds: null,
  reactionP90Seconds: null,
  settlingMedianSeconds: null,
};

interface Where {
  readonly projectId: number;
  /** A structure stands for its items too; null = all. */
  readonly structureId: number | null;
  readonly from: Date;
  readonly to: Date;
}

const ofStructure = ({ structureId }: Where): RawBuilder<unknown> =>
  structureId === null
    ? sql``
    : sql`AND a.structure_id IN (SELECT id FROM structure WHERE id = ${structureId} OR parent_id = ${structureId})`;

/** By what a person reacts to an alert beside a verdict. */
const reactions = sql`'comment', 'assigned', 'measure', 'stepDone'`;

/** The alerts that were raised in the span, each with when somebody first reacted to it. */
const found = (where: Where): RawBuilder<unknown> => sql`
  SELECT a.*, r.at AS reacted_at
  FROM alert a LEFT JOIN LATERAL (
    SELECT min(c.at) AS at FROM alert_change c WHERE c.alert_id = a.id AND c.kind IN ('changed', ${reactions})
  ) r ON true
  WHERE a.project_id = ${where.projectId} AND a.raised_at >= ${where.from} AND a.raised_at < ${where.to} ${ofStructure(where)}`;

const percentile = (share: number, end: string): RawBuilder<unknown> =>
  sql`percentile_cont(${sql.lit(share)}::float8) WITHIN GROUP (
    ORDER BY date_part('epoch', ${sql.ref(`f.${end}`)} - f.raised_at))`;

/** Figures of a group of `found` alerts f. */
const figures = sql`
  count(*)::int AS raised, count(f.reacted_at)::int AS reacted, count(f.settled_at)::int AS settled,
  (count(*) FILTER (WHERE f.status = 'FalseAlarm'))::int AS "falseAlarms",
  (count(*) FILTER (WHERE f.upheld IS FALSE))::int AS withdrawn,
  ${percentile(0.5, 'reacted_at')} AS "reactionMedianSeconds",
  ${percentile(0.9, 'reacted_at')} AS "reactionP90Seconds",
  ${percentile(0.5, 'settled_at')} AS "settlingMedianSeconds"`;

const figureColumns = {
  raised: 'number',
  reacted: 'number',
  settled: 'number',
  falseAlarms: 'number',
  withdrawn: 'number',
  reactionMedianSeconds: 'number?',
  reactionP90Seconds: 'number?',
  settlingMedianSeconds: 'number?',
} as const satisfies Columns;

/** By level, and under null of all; levels without alerts are absent. */
export async function byLevel(db: Db, where: Where): Promise<ReadonlyMap<number | null, AlertFigures>> {
  const { rows } = await sqlRows({ ...figureColumns, level: 'number?' })`
    WITH f AS (${found(where)})
    SELECT f.level, ${figures} FROM f GROUP BY GROUPING SETS ((f.level), ())`.execute(db);
  return new Map(rows.map(({ level, ...rest }) => [level, rest]));
}

/** Returns alerts without any reaction, whenever it was raised. */
export async function waiting(db: Db, where: Where): Promise<{ count: number; oldestAt: string | null }> {
  const { rows } = await sqlRows({ count: 'number', oldest: 'instant?' })`
    SELECT count(*)::int AS count, min(a.raised_at) AS oldest FROM alert a
    WHERE a.project_id = ${where.projectId} AND a.status = 'Pending' ${ofStructure(where)}
      AND NOT EXISTS (SELECT FROM alert_change c WHERE c.alert_id = a.id AND c.kind IN (${reactions}))`.execute(db);
  const { count, oldest } = elementAt(rows, 0);
  return { count, oldestAt: oldest?.toISOString() ?? null };
}

export async function byDay(
  db: Db,
  where: Where,
  timeZone: string,
): Promise<{ readonly day: string; readonly levels: number[] }[]> {
  const { rows } = await sqlRows({ day: 'text', levels: typed<number[]>() })`
    SELECT to_char(a.raised_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day,
      ARRAY[${sql.join([1, 2, 3, 4].map((level) => sql`count(*) FILTER (WHERE a.level = ${sql.lit(level)})`))}]::int[] AS levels
    FROM alert a
    WHERE a.project_id = ${where.projectId} AND a.raised_at >= ${where.from} AND a.raised_at < ${where.to} ${ofStructure(where)}
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/**
 * The rules that raised most: a limit is known by its point, field and kind, so that it stays the same when it changes; a
 * condition by itself, whatever point decided it.
 */
export async function byRule(
  db: Db,
  where: Where,
  limit: number,
): Promise<{ readonly rules: RuleFigures[]; readonly rulesTotal: number }> {
  const { rows } = await sqlRows({
    ...figureColumns,
    conditionId: 'number?',
    conditionName: 'text?',
    pointId: 'number',
    pointName: 'text',
    structureId: 'number',
    structureName: 'text',
    family: typed<RuleFigures['family']>(),
    field: typed<RuleFigures['field']>(),
    kind: typed<RuleFigures['kind']>(),
    measure: typed<RuleFigures['measure']>(),
    unit: 'text',
    repeated: 'number',
    last_raised_at: 'instant',
    total: 'number',
  })`
    WITH raised AS (
      SELECT a.*, CASE WHEN a.condition_id IS NULL THEN a.point_id END AS rule_point,
        CASE WHEN a.condition_id IS NULL THEN a.field END AS rule_field
      FROM (${found(where)}) AS a
    ),
    f AS (
      SELECT r.*, r.raised_at - lag(r.raised_at) OVER (
        PARTITION BY r.condition_id, r.rule_point, r.rule_field, r.kind, r.level ORDER BY r.raised_at, r.id) < interval '1 day' AS is_repeated
      FROM raised r
    ),
    rule AS (
      SELECT (array_agg(f.id ORDER BY f.raised_at DESC, f.id DESC))[1] AS newest_id, ${figures},
        (count(*) FILTER (WHERE f.is_repeated))::int AS repeated, max(f.raised_at) AS last_raised_at,
        (count(*) OVER ())::int AS total
      FROM f GROUP BY f.condition_id, f.rule_point, f.rule_field, f.kind
    )
    SELECT n.condition_id AS "conditionId", n.condition->>'name' AS "conditionName", n.point_id AS "pointId", p.name AS "pointName",
      n.structure_id AS "structureId", t.name AS "structureName", p.family, n.field, n.kind, n.measure, n.unit,
      rule.raised, rule.reacted, rule.settled, rule."falseAlarms", rule.withdrawn, rule."reactionMedianSeconds",
      rule."reactionP90Seconds", rule."settlingMedianSeconds", rule.repeated, rule.last_raised_at, rule.total
    FROM rule JOIN alert n ON n.id = rule.newest_id JOIN point p ON p.id = n.point_id JOIN structure t ON t.id = n.structure_id
    ORDER BY rule.raised DESC, rule.last_raised_at DESC, n.id LIMIT ${limit}`.execute(db);
  return {
    rules: rows.map(({ last_raised_at, total: _, ...rule }) => ({
      ...rule,
      precision: precisionOf(rule.family, rule.field),
      lastRaisedAt: last_raised_at.toISOString(),
    })),
    rulesTotal: rows[0]?.total ?? 0,
  };
}
