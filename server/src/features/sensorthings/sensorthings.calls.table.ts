/** The functions of functions.ts in SQL. The same results: a test holds one against the other. */
import { sql } from 'kysely';
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
  return makes[name]!(a ?? none, b ?? none, c);
}
