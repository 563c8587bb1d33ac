/** Where the properties of the entities lie: each leaf of the model as an expression over its set's subquery. */
import { type RawBuilder, sql } from 'kysely';
import type { Leaf, SetName } from './logic/model.ts';
import type { Fragment } from './sensorthings.sets.table.ts';

const geoJson = 'application/geo+json';
const measurement = 'http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_Measurement';

type Column = string | ((column: (name: string) => RawBuilder<unknown>) => Fragment);

const point = (name: string): Record<string, Column> => ({
  [`${name}/type`]: (c) => sql`CASE WHEN ${c('longitude')} IS NOT NULL THEN 'Point' END`,
  [`${name}/coordinates/0`]: 'longitude',
  [`${name}/coordinates/1`]: 'latitude',
});
const ofProject = { 'properties/projectId': 'project_id', 'properties/project': 'project' };

const columns: Readonly<Record<Exclude<SetName, 'Observations'>, Readonly<Record<string, Column>>>> = {
  Things: {
    id: 'id',
    name: 'name',
    description: 'description',
    ...ofProject,
    'properties/type': 'type',
    'properties/address': 'address',
    'properties/parentId': 'parent_id',
    'properties/parent': 'parent',
    'properties/timeZone': 'time_zone',
    'properties/archived': 'archived',
  },
  Locations: {
    id: 'id',
    name: 'name',
    description: (c) => sql`('Place of ' || ${c('name')} || ', ' || ${c('project')})`,
    encodingType: () => sql`${geoJson}::text`,
    ...point('location'),
    ...ofProject,
    'properties/placeOf': 'place_of',
    'properties/address': 'address',
  },
  HistoricalLocations: { id: 'id', time: 'time' },
  Datastreams: {
    id: (c) => sql`(${c('point_id')} || '-' || ${c('field')})`,
    name: 'stream',
    description: (c) => sql`(${c('stream')} || ' at ' || ${c('structure')} || ', ' || ${c('project')})`,
    observationType: () => sql`${measurement}::text`,
    'unitOfMeasurement/name': 'unit_name',
    'unitOfMeasurement/symbol': 'unit',
    'unitOfMeasurement/definition': 'unit_definition',
    ...point('observedArea'),
    ...ofProject,
    'properties/pointId': 'point_id',
    'properties/point': 'point',
    'properties/family': 'family',
    'properties/field': 'field',
    'properties/node': 'node',
    'properties/main': (c) => sql`(${c('place')} = ${c('main_index')})`,
    'properties/intervalSeconds': 'interval_seconds',
    'properties/level': 'level',
    'properties/state': 'state',
    'properties/archived': 'archived',
  },
  Sensors: {
    id: (c) => sql`(${c('device_id')} || '-' || ${c('family')} || '-' || ${c('mode')})`,
    name: 'name',
    description: (c) => sql`(${c('family_name')} || ' by ' || ${c('mode_name')})`,
    encodingType: () => sql`'text/plain'::text`,
    metadata: (c) =>
      sql`('Recipe ' || ${c('family')} || ', sensor mode ' || ${c('mode')} || ' (' || ${c('mode_name')} || ')')`,
    'properties/deviceId': (c) => sql`nullif(${c('device_id')}, 0)`,
    'properties/sncode': 'sncode',
    'properties/model': 'model',
    'properties/manufacturer': 'manufacturer',
    'properties/family': 'family',
    'properties/mode': 'mode_name',
  },
  ObservedProperties: {
    id: (c) => sql`(${c('family')} || '-' || ${c('base')})`,
    name: 'name',
    description: (c) => sql`(${c('name')} || CASE WHEN ${c('unit')} = '' THEN '' ELSE ' in ' || ${c('unit')} END)`,
    definition: (c) => sql`('urn:plumbline:family:' || ${c('family')} || ':' || ${c('base')})`,
    'properties/family': 'family',
    'properties/field': 'base',
  },
  FeaturesOfInterest: {
    id: 'id',
    name: 'name',
    description: 'description',
    encodingType: () => sql`${geoJson}::text`,
    ...point('feature'),
    ...ofProject,
    'properties/family': 'family',
    'properties/placeOf': 'place_of',
    'properties/level': 'level',
    'properties/state': 'state',
    'properties/archived': 'archived',
  },
};

const columnOf = (alias: string) => (name: string) => sql.ref(`${alias}.${name}`);

/** A property of the entity behind `alias`. A leaf of type null is NULL: what an open property does not hold. */
export function leafColumn(alias: string, { set, name, type }: Pick<Leaf, 'set' | 'name' | 'type'>): Fragment {
  if (type === 'null') return sql`NULL::text`;
  const column = columns[set as Exclude<SetName, 'Observations'>][name];
  if (column === undefined) throw new Error(`${set} have no column for ${name}`);
  return typeof column === 'string' ? columnOf(alias)(column) : column(columnOf(alias));
}

/** Longitude and latitude of a place. */
export const placeColumns = (alias: string): readonly [Fragment, Fragment] => [
  columnOf(alias)('longitude'),
  columnOf(alias)('latitude'),
];

/** First and last reading of a datastream's point. The first is looked up: the state of a point keeps the last alone. */
export const spanColumns = (alias: string): readonly [Fragment, Fragment] => {
  const id = sql.ref(`${alias}.point_id`);
  return [
    sql`(SELECT least((SELECT min(r.at) FROM reading r WHERE r.point_id = ${id}),
      (SELECT min(g.t0) FROM segment g WHERE g.point_id = ${id})))`,
    sql.ref(`${alias}.latest_at`),
  ];
};
