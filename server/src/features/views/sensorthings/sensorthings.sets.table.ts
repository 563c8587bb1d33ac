/**
 * The entity sets as SQL: one subquery each, made for one caller. Invariant: every one of them begins at the projects
 * whose data that caller may read, so whatever is joined, counted or followed through them is the caller's to see.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../kernel/context.ts';
import { levelOf, stateOf, visibleTo } from '../../site/projects/projects.api.ts';
import type { SetName } from './logic/model.ts';
import { familyNames, fieldRows, measuringFamilies, modeNames } from './logic/words.ts';

export type Fragment = RawBuilder<unknown>;
export type Views = Readonly<Record<Exclude<SetName, 'Observations'>, Fragment>>;

const fields = JSON.stringify(fieldRows);
const familyWords = JSON.stringify(familyNames);
const modeWords = JSON.stringify(modeNames);

/** The nearest place that is known: the thing's own, else that of what it belongs to. Columns longitude, latitude, place_of. */
function place(chain: readonly (readonly [alias: string, says: string])[]): Fragment {
  const has = (alias: string) => sql`(${sql.ref(`${alias}.longitude`)} + ${sql.ref(`${alias}.latitude`)}) IS NOT NULL`;
  const first = (value: (alias: string, name: string) => Fragment) =>
    sql`CASE ${sql.join(
      chain.map(([alias, name]) => sql`WHEN ${has(alias)} THEN ${value(alias, name)}`),
      sql` `,
    )} END`;
  return sql`${first((alias) => sql.ref(`${alias}.longitude`))} AS longitude,
    ${first((alias) => sql.ref(`${alias}.latitude`))} AS latitude,
    ${first((_, name) => sql`${sql.lit(name)}::text`)} AS place_of`;
}

const thingsFor = (visible: Fragment): Fragment =>
  sql`(SELECT t.id, t.name, t.type, t.address, t.parent_id, u.name AS parent, j.id AS project_id,
      j.name AS project, j.time_zone, j.archived_at IS NOT NULL AS archived,
      CASE WHEN u.id IS NULL THEN 'Structure of ' ELSE 'Item of ' || u.name || ', ' END || j.name AS description,
      ${place([
        ['t', 'own'],
        ['u', 'structure'],
        ['j', 'project'],
      ])}
    FROM structure t JOIN project j ON j.id = t.project_id LEFT JOIN structure u ON u.id = t.parent_id WHERE ${visible})`;

/** `device` = whether the caller may know the device of a point, and not only that there is one. */
const pointsFor = (visible: Fragment, device: Fragment, now: Date): Fragment =>
  sql`(SELECT p.id, p.name, p.family, p.mode, p.node_count, p.main_index, p.interval_seconds,
      p.initial_values, p.custom_formula, p.formula_type, p.structure_id, t.name AS structure, j.id AS project_id,
      j.name AS project, coalesce(p.device_id, 0) AS device_id, ${device} AS device_seen,
      p.archived_at IS NOT NULL OR j.archived_at IS NOT NULL AS archived, ${levelOf(now)} AS level, ${stateOf(now)} AS state, s.at AS latest_at,
      ${sql`${familyWords}::jsonb`} ->> p.family AS family_name,
      (${familyWords}::jsonb ->> p.family) || ' point of ' || t.name || ', ' || j.name AS description,
      ${place([
        ['p', 'own'],
        ['t', 'structure'],
        ['u', 'structure'],
        ['j', 'project'],
      ])}
    FROM point p JOIN project j ON j.id = p.project_id JOIN structure t ON t.id = p.structure_id
      LEFT JOIN structure u ON u.id = t.parent_id LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.family = ANY(${measuringFamilies}::text[]) AND p.deprecated_at IS NULL AND ${visible})`;

/** The fields of the families as rows, to be joined. */
const field = sql`jsonb_to_recordset(${fields}::jsonb) AS f(family text, base text, field_name text, unit text,
    unit_name text, unit_definition text, precision int, node boolean, place int, step int)`;

const datastreamsOf = (points: Fragment): Fragment =>
  sql`(SELECT p.*, p.id AS point_id, p.name AS point, f.base, f.field_name, f.unit, f.unit_name,
      f.unit_definition, f.precision, nullif(n, 0) AS node,
      f.place + CASE WHEN f.node THEN (n - 1) * f.step ELSE 0 END AS place,
      f.base || CASE WHEN f.node THEN n::text ELSE '' END AS field,
      p.name || ', ' || f.field_name || CASE WHEN f.node THEN ' of node ' || n ELSE '' END AS stream
    FROM ${points} AS p JOIN ${field} ON f.family = p.family
      CROSS JOIN LATERAL generate_series(CASE WHEN f.node THEN 1 ELSE 0 END, CASE WHEN f.node THEN p.node_count ELSE 0 END) AS n)`;

const sensorsOf = (points: Fragment): Fragment =>
  sql`(SELECT w.*, (${familyWords}::jsonb ->> w.family) AS family_name,
      coalesce(${modeWords}::jsonb ->> w.mode::text, 'values as they are entered') AS mode_name,
      CASE WHEN w.device_id = 0 THEN 'By hand' WHEN w.device_seen THEN d.name ELSE 'Device ' || w.device_id END
        || ', ' || lower(${familyWords}::jsonb ->> w.family) AS name,
      CASE WHEN w.device_seen THEN d.sncode END AS sncode, CASE WHEN w.device_seen THEN d.model END AS model,
      CASE WHEN w.device_seen THEN d.manufacturer END AS manufacturer
    FROM (SELECT p.device_id, p.family, p.mode, bool_or(p.device_seen) AS device_seen FROM ${points} AS p
      GROUP BY p.device_id, p.family, p.mode) AS w LEFT JOIN device d ON d.id = w.device_id)`;

const observedPropertiesOf = (points: Fragment): Fragment =>
  sql`(SELECT f.family, f.base, f.field_name, f.unit,
      (${familyWords}::jsonb ->> f.family) || ': ' || f.field_name AS name
    FROM (SELECT p.family, max(p.node_count) AS nodes FROM ${points} AS p GROUP BY p.family) AS p
      JOIN ${field} ON f.family = p.family AND (NOT f.node OR p.nodes > 0))`;

/** The entity sets that the caller sees. `Observations` is not among them: the store answers for it. */
export function viewsFor(caller: Caller, now: Date): Views {
  const visible = visibleTo(caller, 'Retrieve:Data');
  const things = thingsFor(visible);
  const points = pointsFor(visible, visibleTo(caller, 'Retrieve:Device'), now);
  return {
    Things: things,
    Locations: sql`(SELECT l.* FROM ${things} AS l WHERE l.longitude IS NOT NULL)`,
    HistoricalLocations: sql`(SELECT NULL::int AS id, NULL::int AS thing_id, NULL::timestamptz AS time WHERE false)`,
    Datastreams: datastreamsOf(points),
    Sensors: sensorsOf(points),
    ObservedProperties: observedPropertiesOf(points),
    FeaturesOfInterest: points,
  };
}

/** The columns that make up an id, in the order of its parts, with their types. */
export const keys: Readonly<Record<SetName, readonly (readonly [column: string, type: 'int' | 'text'])[]>> = {
  Things: [['id', 'int']],
  Locations: [['id', 'int']],
  HistoricalLocations: [['id', 'int']],
  FeaturesOfInterest: [['id', 'int']],
  Datastreams: [
    ['point_id', 'int'],
    ['field', 'text'],
  ],
  Sensors: [
    ['device_id', 'int'],
    ['family', 'text'],
    ['mode', 'int'],
  ],
  ObservedProperties: [
    ['family', 'text'],
    ['base', 'text'],
  ],
  Observations: [],
};

/** The first column of a key: what an entity that is there has. */
export function keyColumn(set: SetName): string {
  const [first] = keys[set];
  if (first === undefined) throw new Error(`${set} have no key in SQL`);
  return first[0];
}

/** The order of a set where none is asked for: that of its ids. */
export const keyOrder: Readonly<Record<SetName, readonly string[]>> = {
  ...(Object.fromEntries(
    Object.entries(keys).map(([set, columns]) => [set, columns.map(([column]) => column)]),
  ) as Record<SetName, string[]>),
  Datastreams: ['point_id', 'place'],
};

/** Columns of the one side of a relation, each with the column of the other side that it equals. */
export type Link = readonly (readonly [from: string, to: string])[];
const same = (...columns: readonly string[]): Link => columns.map((column) => [column, column]);
const ofSensor = same('device_id', 'family', 'mode');
const ofProperty = same('family', 'base');

const links: Readonly<Record<SetName, Readonly<Record<string, Link>>>> = {
  Things: {
    Datastreams: [['id', 'structure_id']],
    Locations: same('id'),
    HistoricalLocations: [['id', 'thing_id']],
  },
  Locations: { Things: same('id'), HistoricalLocations: [['id', 'thing_id']] },
  HistoricalLocations: { Thing: [['thing_id', 'id']], Locations: [['thing_id', 'id']] },
  Datastreams: { Thing: [['structure_id', 'id']], Sensor: ofSensor, ObservedProperty: ofProperty },
  Sensors: { Datastreams: ofSensor },
  ObservedProperties: { Datastreams: ofProperty },
  // Seen from the datastream that an observation belongs to.
  Observations: { Datastream: same('point_id', 'field'), FeatureOfInterest: [['point_id', 'id']] },
  FeaturesOfInterest: {},
};

/** The columns of a set by which its relations are followed. */
export const linkColumns = (set: SetName): readonly string[] =>
  Object.values(links[set]).flatMap((link) => link.map(([from]) => from));

export function linkOf(set: SetName, nav: string): Link {
  const found = links[set][nav];
  if (found === undefined) throw new Error(`${set} have no relation ${nav} in SQL`);
  return found;
}
