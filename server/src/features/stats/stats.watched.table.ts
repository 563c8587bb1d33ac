/**
 * The points that need eyes first: at a level, or near one. One statement finds them, whatever the number of points and
 * readings; the curve of each comes from the summaries of its segments, not from a scan of a month.
 */

import { gatewayLimits } from '@plumbline/contract/constants';
import { elementAt } from '@plumbline/contract/elements';
import { type FamilyCode, familyCodes, fieldsOf } from '@plumbline/contract/families';
import type { PointStatus } from '@plumbline/contract/status';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { type StatusRow, silent, statusOf } from '../points/points.api.ts';
import { lastBefore, thinned } from '../readings/readings.api.ts';

const dayMs = 86_400_000;

/** Where the fields of every family stand in `values`, counted from 1 as SQL does. */
const places = familyCodes.flatMap((family: FamilyCode) =>
  fieldsOf(family, gatewayLimits.nodesPerPoint).map(({ key, unit }, i) => ({ family, key, unit, place: i + 1 })),
);
const columnOf = <K extends keyof (typeof places)[number]>(column: K) => places.map((each) => each[column]);

export interface Watched {
  pointId: number;
  projectId: number;
  projectName: string;
  name: string;
  field: string;
  place: number;
  unit: string;
  status: PointStatus;
  value: number | null;
  threshold: number | null;
  valueDayAgo: number | null;
}

/**
 * The points of the projects in `where` (a condition on j) that stand at the highest level, then nearest to the next
 * one: by |value| / next level, each point with its most pressing rule. Rates need history and are left to the judge.
 */
export async function nearest(db: Db, now: Date, where: RawBuilder<unknown>, limit: number): Promise<Watched[]> {
  const { rows } = await sql<
    Omit<Watched, 'valueDayAgo' | 'status'> & Omit<StatusRow, 'has_limits'> & { last_at: number }
  >`
    WITH field AS (
      SELECT * FROM unnest(${columnOf('family')}::text[], ${columnOf('key')}::text[], ${columnOf('unit')}::text[],
        ${columnOf('place')}::int[]) AS f(family, key, unit, place)
    ),
    measured AS (
      SELECT p.id AS point, p.project_id, j.name AS project_name, p.name, h.field, f.place, f.unit, s.level, p.interval_seconds,
        s.failed, round(date_part('epoch', s.at) * 1000) AS at,
        s.values[f.place] AS value, h.method, h.levels,
        s.values[f.place] - CASE
          WHEN h.kind = 'cumulative' OR (h.kind = 'multi' AND h.base = 'cumulative')
          THEN coalesce((p.initial_values->>h.field)::float8, 0) ELSE 0 END AS watched
      FROM threshold h JOIN point p ON p.id = h.point_id JOIN project j ON j.id = p.project_id
        JOIN point_state s ON s.point_id = p.id JOIN field f ON f.family = p.family AND f.key = h.field
      WHERE h.enabled AND h.kind <> 'rate' AND p.archived_at IS NULL AND p.deprecated_at IS NULL AND s.values[f.place] IS NOT NULL
        AND NOT ${silent(now)} AND NOT (s.failed IS TRUE AND s.level = 0) AND ${where}
    ),
    sided AS (
      SELECT m.*, CASE m.method WHEN 'upper' THEN watched WHEN 'lower' THEN -watched ELSE abs(watched) END AS side
      FROM measured m
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
      r.unit, r.value, r.threshold, r.level AS last_level, r.failed AS last_failed, r.at AS last_at, r.interval_seconds AS status_interval
    FROM first r ORDER BY r.level DESC, r.ratio DESC, r.point`.execute(db);
  const ago = await lastBefore(
    sqlOver(db),
    rows.map(({ pointId, last_at: at }) => ({ pointId, at: at - dayMs })),
  );
  return rows.map((row, i) => {
    const found = ago[i];
    const { last_level, last_failed, last_at, status_interval, ...point } = row;
    const known = found && found.at > last_at - 2 * dayMs;
    return {
      ...point,
      status: statusOf({ last_level, has_limits: true, last_failed, last_at, status_interval }, now),
      valueDayAgo: known ? (found.values[row.place - 1] ?? null) : null,
    };
  });
}

export interface CurvePoint {
  pointId: number;
  /** Epoch ms. */
  at: number;
  value: number | null;
}

/** The last reading of each of `buckets` equal spans after `from` and up to `to`, oldest first; spans without one are left out. */
export async function curves(
  db: Db,
  of: readonly { pointId: number; place: number }[],
  { from, to, buckets }: { from: Date; to: Date; buckets: number },
): Promise<CurvePoint[]> {
  const startMs = from.getTime() + 1;
  const step = (to.getTime() - startMs) / buckets;
  const found = await Promise.all(
    of.map(async ({ pointId, place }) => {
      const [drawn] = await thinned(sqlOver(db), pointId, [place - 1], startMs, to.getTime(), buckets);
      const last = new Map<number, CurvePoint>();
      drawn?.times.forEach((at, i) => {
        const value = elementAt(drawn.values, i);
        const bucket = Math.min(buckets - 1, Math.floor((at - startMs) / step));
        if (!Number.isNaN(value) || !last.has(bucket))
          last.set(bucket, { pointId, at, value: Number.isNaN(value) ? null : value });
      });
      return [...last.values()];
    }),
  );
  return found.flat();
}
