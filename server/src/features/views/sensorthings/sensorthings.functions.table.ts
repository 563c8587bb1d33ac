/**
 * The functions of science/odata/functions.ts in SQL. The same results: a test holds one against the other.
 *
 * A place of ours is a point, so every relation of places comes down to where it stands: outside, on the boundary or inside
 * of the geometry that was written out. Planar, in degrees.
 */
import type { PlaceCall } from '@plumbline/science/odata/bound';
import {
  boundaryOf,
  boundaryRelationsFor,
  type Geometry,
  type Position,
  stretchesOf,
} from '@plumbline/science/odata/geometry';
import { sql } from 'kysely';
import type { SetName } from './logic/model.ts';
import type { Fragment } from './sensorthings.sets.table.ts';

type Make = (a: Fragment, b: Fragment, c: Fragment | undefined) => Fragment;

const utc = (at: Fragment) => sql`(${at} AT TIME ZONE 'UTC')`;
const part = (name: string): Make => {
  const of = sql.raw(name);
  return (at) => sql`extract(${of} FROM ${utc(at)})::float8`;
};
/** Whole numbers that fit into an int, whatever was written. */
const whole = (x: Fragment) => sql`least(greatest(trunc(${x}::float8), -1e9), 1e9)::int`;

const makes: Readonly<Record<string, Make>> = {
  substringof: (a, b) => sql`(strpos(${b}, ${a}) > 0)`,
  contains: (a, b) => sql`(strpos(${a}, ${b}) > 0)`,
  startswith: (a, b) => sql`starts_with(${a}, ${b})`,
  endswith: (a, b) => sql`(right(${a}, char_length(${b})) = ${b})`,
  length: (a) => sql`char_length(${a})::float8`,
  indexof: (a, b) => sql`(strpos(${a}, ${b}) - 1)::float8`,
  // Of every script, whatever the locale of the database.
  tolower: (a) => sql`lower(${a} COLLATE natural_order)`,
  toupper: (a) => sql`upper(${a} COLLATE natural_order)`,
  trim: (a) => sql`btrim(${a}, E' \\t\\n\\r')`,
  concat: (a, b) => sql`(${a} || ${b})`,
  substring: (a, b, c) =>
    c === undefined ? sql`substr(${a}, ${whole(b)} + 1)` : sql`substr(${a}, ${whole(b)} + 1, greatest(${whole(c)}, 0))`,
  round: (x) => sql`(sign(${x}::float8) * floor(abs(${x}::float8) + 0.5))`,
  floor: (x) => sql`floor(${x}::float8)`,
  ceiling: (x) => sql`ceil(${x}::float8)`,
  year: part('year'),
  month: part('month'),
  day: part('day'),
  hour: part('hour'),
  minute: part('minute'),
  second: (at) => sql`floor(extract(second FROM ${at}))::float8`,
  fractionalseconds: (at) => sql`(extract(second FROM ${at}) - floor(extract(second FROM ${at})))::float8`,
  totaloffsetminutes: (at) => sql`CASE WHEN ${at} IS NOT NULL THEN 0::float8 END`,
  date: (at) => sql`${utc(at)}::date`,
  time: (at) => sql`${utc(at)}::time`,
  mindatetime: () => sql`TIMESTAMPTZ '0001-01-01 00:00:00Z'`,
  maxdatetime: () => sql`TIMESTAMPTZ '9999-12-31 23:59:59.999Z'`,
};

/** A call over values that are SQL already. `now` is the clock's, not the database's. */
export function callSql(name: string, of: readonly Fragment[], now: Fragment): Fragment {
  if (name === 'now') return now;
  const [a, b, c] = of;
  const none = sql`NULL`;
  const make = makes[name];
  if (!make) throw new Error(`${name} is not made in SQL`);
  return make(a ?? none, b ?? none, c);
}

/** How near counts as touching, squared: 1e-9 degrees, 0.1 mm. */
const nearSquared = 1e-18;

/** `place` = longitude and latitude of ours, both NULL where there is none; then the relation is unknown. */
export function placeSql(
  { name, geometry, turned, pattern }: PlaceCall<SetName>,
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

/** The stretches of all parts; a point is a stretch of no length. */
const stretches = ({ parts }: Geometry): readonly (readonly [Position, Position])[] =>
  parts.flatMap((part) => {
    const [first, ...further] = part;
    return first && further.length === 0 ? [[first, first] as const] : stretchesOf(part);
  });

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
