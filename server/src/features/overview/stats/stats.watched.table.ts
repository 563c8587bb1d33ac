/**
 * The points that need eyes first: at a level, or near one. One statement finds them, whatever the number of points and
 * readings; the curve of each comes from the summaries of its segments, not from a scan of a month. Values are corrected.
 */

import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type PointStatus, pointStatus } from '@plumbline/contract/kernel/status';
import { type FamilyCode, familyCodes, fieldsOf, initialValueOf } from '@plumbline/contract/points/families';
import { followersOf, followsOf } from '@plumbline/science/series/followers';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { shownValues } from '../../platform/store/store.shown.api.ts';
import { countsFrom, lacking, silent } from '../../points/points/points.api.ts';
import { cumulativeIn } from '../../readings/corrections/corrections.changes.api.ts';
import type { ShownPoint } from '../../readings/readings/readings.effective.api.ts';
import { wideView } from '../../readings/readings/readings.wide.api.ts';

/** Where the fields of every family stand in `values`, counted from 1 as SQL does. */
const places = familyCodes.flatMap((family: FamilyCode) =>
  fieldsOf(family, gatewayLimits.nodesPerPoint).map(({ key, unit, precision }, i) => ({
    family,
    key,
    unit,
    precision,
    place: i + 1,
  })),
);
const columnOf = <K extends keyof (typeof places)[number]>(column: K) => places.map((each) => each[column]);

const watchedColumns = {
  pointId: 'number',
  projectId: 'number',
  projectName: 'text',
  name: 'text',
  field: 'text',
  place: 'number',
  unit: 'text',
  precision: 'number',
} as const satisfies Columns;
export interface Watched extends SqlRow<typeof watchedColumns> {
  status: PointStatus;
  /** Of its last reading, epoch ms. */
  at: number;
}

/**
 * The points of the projects in `where` (a condition on j) that stand at the highest level, then nearest to the next
 * one: by |value| / next level, each point with its most pressing rule. Rates need history and are left to the judge.
 */
export async function nearest(db: Db, now: Date, where: RawBuilder<unknown>, limit: number): Promise<Watched[]> {
  const vectors = await vectorChanges(db, where);
  const { rows } = await sqlRows({
    ...watchedColumns,
    last_level: 'number?',
    last_failed: 'flag',
    last_at: 'number',
    status_interval: 'number',
  })`
    WITH field AS (
      SELECT * FROM unnest(${columnOf('family')}::text[], ${columnOf('key')}::text[], ${columnOf('unit')}::text[],
        ${columnOf('precision')}::int[], ${columnOf('place')}::int[]) AS f(family, key, unit, precision, place)
    ),
    measured AS (
      SELECT p.id AS point, p.project_id, j.name AS project_name, p.name, h.field, f.place, f.unit, f.precision, s.level, p.interval_seconds,
        ${lacking} AS lacking, round(date_part('epoch', s.at) * 1000) AS at,
        (${shownValues})[f.place] AS value, h.method, h.levels,
        CASE WHEN v.rule IS NOT NULL THEN v.watched ELSE (${shownValues})[f.place] - CASE
          WHEN h.kind = 'cumulative' OR (h.kind = 'multi' AND h.base = 'cumulative')
          THEN coalesce((SELECT (c.amounts->>h.field)::float8 FROM correction c
            WHERE c.point_id = p.id AND c.kind = 'initshift' AND c.amounts ? h.field
              AND c.start_at <= s.at AND (c.end_at IS NULL OR c.end_at > s.at) ORDER BY c.start_at DESC LIMIT 1),
            (p.initial_values->>h.field)::float8) ELSE 0 END END AS watched
      FROM threshold h JOIN point p ON p.id = h.point_id JOIN project j ON j.id = p.project_id
        JOIN point_state s ON s.point_id = p.id JOIN field f ON f.family = p.family AND f.key = h.field
        LEFT JOIN unnest(${vectors.map(({ rule }) => rule)}::int[], ${vectors.map(({ watched }) => watched)}::float8[]) AS v(rule, watched)
          ON v.rule = h.id
      WHERE h.enabled AND h.kind <> 'rate' AND p.archived_at IS NULL AND p.deprecated_at IS NULL AND (${shownValues})[f.place] IS NOT NULL
        AND NOT ${silent(now)} AND NOT (${lacking} AND s.level = 0) AND ${where}
    ),
    sided AS (
      SELECT m.*, CASE m.method WHEN 'upper' THEN watched WHEN 'lower' THEN -watched ELSE abs(watched) END AS side
      FROM measured m
      -- A change that counts from nothing yet is near no limit.
      WHERE watched IS NOT NULL
    ),
    ranked AS (
      SELECT DISTINCT ON (point) d.*, limits.threshold, limits.reached, d.side / limits.threshold AS ratio
      FROM sided d CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE l <= d.side) AS reached,
          coalesce(min(l) FILTER (WHERE l > d.side), max(l)) AS threshold
        FROM unnest(d.levels) AS l WHERE l IS NOT NULL
      ) AS limits
      ORDER BY point, limits.reached DESC, d.side / limits.threshold DESC
    ),
    first AS (SELECT * FROM ranked ORDER BY level DESC, ratio DESC, point LIMIT ${limit})
    SELECT r.point AS "pointId", r.project_id AS "projectId", r.project_name AS "projectName", r.name, r.field, r.place,
      r.unit, r.precision, r.level AS last_level, r.lacking AS last_failed, r.at AS last_at, r.interval_seconds AS status_interval
    FROM first r ORDER BY r.level DESC, r.ratio DESC, r.point`.execute(db);
  return rows.map(({ last_level, last_failed, last_at, status_interval, ...point }) => ({
    ...point,
    status: pointStatus(
      { atMs: last_at, level: last_level, hasLimits: true, failed: last_failed, intervalSeconds: status_interval },
      now.getTime(),
    ),
    at: last_at,
  }));
}

/** Fields that follow others in some family. */
const followers = [
  ...new Set(familyCodes.flatMap((family) => [...followersOf(fieldsOf(family, 1).map(({ key }) => key)).keys()])),
];

/** What rules on the change of what is computed from components watch now, by rule: the function of charts and judge. */
async function vectorChanges(
  db: Db,
  where: RawBuilder<unknown>,
): Promise<{ readonly rule: number; readonly watched: number | null }[]> {
  const { rows } = await sqlRows({
    rule: 'number',
    field: 'text',
    family: typed<FamilyCode>(),
    nodes: 'number',
    values: typed<(number | null)[]>(),
    initials: typed<Record<string, number>>(),
    formulas: typed<Record<string, string>>(),
    parameters: typed<Record<string, number>>(),
  })`
    SELECT h.id AS rule, h.field, p.family, p.node_count AS nodes, ${shownValues} AS values,
      ${countsFrom(sql<Date>`s.at`)} AS initials, p.parameters,
      CASE WHEN p.formula_type = 'CUSTOM_FORMULA' THEN p.custom_formula ELSE '{}' END AS formulas
    FROM threshold h JOIN point p ON p.id = h.point_id JOIN project j ON j.id = p.project_id JOIN point_state s ON s.point_id = p.id
    WHERE h.enabled AND h.field = ANY(${followers}::text[]) AND (h.kind = 'cumulative' OR (h.kind = 'multi' AND h.base = 'cumulative'))
      AND p.archived_at IS NULL AND p.deprecated_at IS NULL AND ${where}`.execute(db);
  return rows.map(({ rule, field, family, nodes, values, initials, formulas, parameters }) => {
    const keys = fieldsOf(family, nodes).map(({ key }) => key);
    const initialOf = (key: string) => initialValueOf(family, initials, key);
    const counted = { keys, options: followsOf(formulas, parameters), corrections: [], initialOf };
    return { rule, watched: cumulativeIn(counted, field, 0, values) };
  });
}

export interface CurvePoint {
  pointId: number;
  /** Epoch ms. */
  at: number;
  value: number | null;
}

/**
 * The last good value of each of `buckets` equal spans after `from` and up to `to`, corrected, oldest first; spans without
 * one are left out.
 */
export async function curves(
  db: Db,
  of: readonly { readonly point: ShownPoint; readonly place: number }[],
  { from, to, buckets }: { from: Date; to: Date; buckets: number },
): Promise<CurvePoint[]> {
  const startMs = from.getTime() + 1;
  const step = (to.getTime() - startMs) / buckets;
  const found = await Promise.all(
    of.map(async ({ point, place }) => {
      const query = { point, fields: [elementAt(point.fields, place - 1)] };
      const { drawn } = await wideView(sqlOver(db), query, good, startMs, to.getTime(), buckets, recordsLimit);
      const { times, values } = elementAt(drawn, 0);
      const last = new Map<number, CurvePoint>();
      times.forEach((at, i) => {
        const value = elementAt(values, i);
        const bucket = Math.min(buckets - 1, Math.floor((at - startMs) / step));
        if (!Number.isNaN(value) || !last.has(bucket))
          last.set(bucket, { pointId: point.id, at, value: Number.isNaN(value) ? null : value });
      });
      return [...last.values()];
    }),
  );
  return found.flat();
}

const good = { quantity: 'value', quality: 'good' } as const;
/** Read one by one where a summary cannot answer (flags, a chain's correction). */
const recordsLimit = 200_000;
