/**
 * Functions of places in SQL. A place of ours is a point, so every relation comes down to where it stands: outside, on
 * the boundary or inside of the geometry that was written out. Planar, in degrees; 1e-9 degrees (0.1 mm) count as touching.
 */
import { sql } from 'kysely';
import type { Bound } from './logic/bound.ts';
import { boundaryOf, boundaryRelationsFor, type Geometry, type Position } from './logic/geometry.ts';
import type { Fragment } from './sensorthings.sets.table.ts';

type PlaceCall = Extract<Bound, { kind: 'place' }>;
const nearSquared = 1e-18;

/** `place` = longitude and latitude of ours, both NULL where there is none; then the relation is unknown. */
export function placeSql(
  { name, geometry, turned, pattern }: PlaceCall,
  [x, y]: readonly [Fragment, Fragment],
): Fragment {
  // A point has no length.
  if (geometry === null) return sql`CASE WHEN ${x} IS NOT NULL THEN 0::float8 END`;
  if (name === 'geo.distance') return distance(geometry, x, y);
  const relations = boundaryRelationsFor(name, geometry, turned, pattern);
  const known = sql`${x} IS NOT NULL`;
  if (relations.length === 0 || relations.length === 3) return sql`(${known} AND ${relations.length === 3})`;
  return sql`(${known} AND ${relationTo(geometry, x, y)} = ANY(${relations}::int[]))`;
}

/** The stretches between one position and the next; a point is a stretch of no length. */
function stretches({ parts }: Geometry): readonly (readonly [Position, Position])[] {
  return parts.flatMap((part) =>
    part.length === 1
      ? [[part[0]!, part[0]!] as const]
      : part.slice(1).map((position, i) => [part[i]!, position] as const),
  );
}

const column = (values: readonly number[]) => sql`${values}::float8[]`;

/** The stretches as rows s(x1, y1, x2, y2), with d2: how far our point is from each, squared. */
function rows(geometry: Geometry, x: Fragment, y: Fragment): Fragment {
  const all = stretches(geometry);
  const fraction = sql`((${x} - x1) * (x2 - x1) + (${y} - y1) * (y2 - y1)) / nullif((x2 - x1) ^ 2 + (y2 - y1) ^ 2, 0)`;
  return sql`unnest(${column(all.map(([a]) => a[0]))}, ${column(all.map(([a]) => a[1]))},
      ${column(all.map(([, b]) => b[0]))}, ${column(all.map(([, b]) => b[1]))}) AS s(x1, y1, x2, y2)
    CROSS JOIN LATERAL (SELECT least(greatest(coalesce(${fraction}, 0), 0), 1) AS t) AS foot
    CROSS JOIN LATERAL (SELECT (x1 + t * (x2 - x1) - ${x}) ^ 2 + (y1 + t * (y2 - y1) - ${y}) ^ 2 AS d2) AS gap`;
}

/** Odd where a ray to the east leaves the areas: rings and their holes alike. */
const crossings = (x: Fragment, y: Fragment) =>
  sql`count(*) FILTER (WHERE (y1 > ${y}) <> (y2 > ${y}) AND ${x} < (x2 - x1) * (${y} - y1) / nullif(y2 - y1, 0) + x1)`;

function relationTo(geometry: Geometry, x: Fragment, y: Fragment): Fragment {
  const { dimension, parts } = geometry;
  const ends = boundaryOf(geometry);
  const onEnd = ends.length
    ? sql`WHEN ${sql.join(
        ends.map(([a, b]) => sql`(${x} - ${a}::float8) ^ 2 + (${y} - ${b}::float8) ^ 2 <= ${nearSquared}::float8`),
        sql` OR `,
      )} THEN 1`
    : sql``;
  const onEdge = sql`WHEN bool_or(d2 <= ${nearSquared}::float8) THEN ${dimension === 2 ? 1 : 2}::int`;
  const within = dimension === 2 ? sql`WHEN ${crossings(x, y)} % 2 = 1 THEN 2` : sql``;
  const xs = parts.flat().map((position) => position[0]);
  const ys = parts.flat().map((position) => position[1]);
  const margin = 1e-9;
  // Most points are far away: only those in the box around the geometry are looked at closely.
  return sql`CASE WHEN ${x} BETWEEN ${minOf(xs) - margin}::float8 AND ${maxOf(xs) + margin}::float8
      AND ${y} BETWEEN ${minOf(ys) - margin}::float8 AND ${maxOf(ys) + margin}::float8
    THEN (SELECT CASE ${onEnd} ${onEdge} ${within} ELSE 0 END FROM ${rows(geometry, x, y)}) ELSE 0 END`;
}

const minOf = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
const maxOf = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));

/** Degrees to the nearest place of the geometry; 0 inside of an area. */
function distance(geometry: Geometry, x: Fragment, y: Fragment): Fragment {
  const nearest = sql`sqrt(min(d2))`;
  const apart =
    geometry.dimension === 2 ? sql`CASE WHEN ${crossings(x, y)} % 2 = 1 THEN 0 ELSE ${nearest} END` : nearest;
  return sql`CASE WHEN ${x} IS NOT NULL THEN
    (SELECT ${apart} FROM ${rows(geometry, x, y)}) END`;
}
