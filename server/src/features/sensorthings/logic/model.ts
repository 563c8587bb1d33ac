/**
 * The entities of OGC SensorThings 1.1 (18-088, clause 8) and what each is here: properties that may be filtered and
 * selected, and relations. Pure names; where they lie in the database is said by sensorthings.sets.table.ts.
 *
 * Thing = structure or item, Location = its place, Datastream = a field of a measuring point, Sensor = device and
 * recipe, ObservedProperty = a field of a family, FeatureOfInterest = the measuring point, Observation = a field of a
 * reading. Things do not move here: the set of HistoricalLocations is empty.
 */

export type SetName =
  | 'Things'
  | 'Locations'
  | 'HistoricalLocations'
  | 'Datastreams'
  | 'Sensors'
  | 'ObservedProperties'
  | 'Observations'
  | 'FeaturesOfInterest';

/** What a value is. `span` = an interval of time; `id` = the key of an entity. */
export type ValueType =
  | 'text'
  | 'number'
  | 'truth'
  | 'time'
  | 'date'
  | 'clock'
  | 'duration'
  | 'span'
  | 'place'
  | 'id'
  | 'null';

export interface Nav {
  readonly to: SetName;
  readonly many: boolean;
}
export interface EntitySet {
  readonly name: SetName;
  /** How a relation to one of them is called. */
  readonly single: string;
  /** Properties of the answer, in its order. */
  readonly properties: readonly string[];
  /** What a filter or an order may name: `name`, `properties/family`, ... */
  readonly leaves: Readonly<Record<string, ValueType>>;
  readonly navs: Readonly<Record<string, Nav>>;
}

const one = (to: SetName): Nav => ({ to, many: false });
const many = (to: SetName): Nav => ({ to, many: true });

const described = { id: 'id', name: 'text', description: 'text' } as const;
/** The parts of a GeoJSON point, as clients ask for them. */
const pointLeaves = (name: string): Record<string, ValueType> => ({
  [name]: 'place',
  [`${name}/type`]: 'text',
  [`${name}/geometry/type`]: 'null',
  [`${name}/coordinates/0`]: 'number',
  [`${name}/coordinates/1`]: 'number',
});
const ofProject = { 'properties/projectId': 'number', 'properties/project': 'text' } as const;

const list: readonly EntitySet[] = [
  {
    name: 'Things',
    single: 'Thing',
    properties: ['name', 'description', 'properties'],
    leaves: {
      ...described,
      ...ofProject,
      'properties/type': 'text',
      'properties/address': 'text',
      'properties/parentId': 'number',
      'properties/parent': 'text',
      'properties/timeZone': 'text',
      'properties/archived': 'truth',
    },
    navs: {
      Datastreams: many('Datastreams'),
      Locations: many('Locations'),
      HistoricalLocations: many('HistoricalLocations'),
    },
  },
  {
    name: 'Locations',
    single: 'Location',
    properties: ['name', 'description', 'encodingType', 'location', 'properties'],
    leaves: {
      ...described,
      ...ofProject,
      encodingType: 'text',
      ...pointLeaves('location'),
      'properties/placeOf': 'text',
      'properties/address': 'text',
    },
    navs: { Things: many('Things'), HistoricalLocations: many('HistoricalLocations') },
  },
  {
    name: 'HistoricalLocations',
    single: 'HistoricalLocation',
    properties: ['time'],
    leaves: { id: 'id', time: 'time' },
    navs: { Thing: one('Things'), Locations: many('Locations') },
  },
  {
    name: 'Datastreams',
    single: 'Datastream',
    properties: [
      'name',
      'description',
      'observationType',
      'unitOfMeasurement',
      'observedArea',
      'phenomenonTime',
      'properties',
    ],
    leaves: {
      ...described,
      ...ofProject,
      observationType: 'text',
      'unitOfMeasurement/name': 'text',
      'unitOfMeasurement/symbol': 'text',
      'unitOfMeasurement/definition': 'text',
      ...pointLeaves('observedArea'),
      phenomenonTime: 'span',
      'properties/pointId': 'number',
      'properties/point': 'text',
      'properties/family': 'text',
      'properties/field': 'text',
      'properties/node': 'number',
      'properties/main': 'truth',
      'properties/intervalSeconds': 'number',
      'properties/level': 'number',
      'properties/state': 'text',
      'properties/archived': 'truth',
    },
    navs: {
      Thing: one('Things'),
      Sensor: one('Sensors'),
      ObservedProperty: one('ObservedProperties'),
      Observations: many('Observations'),
    },
  },
  {
    name: 'Sensors',
    single: 'Sensor',
    properties: ['name', 'description', 'encodingType', 'metadata', 'properties'],
    leaves: {
      ...described,
      encodingType: 'text',
      metadata: 'text',
      'properties/deviceId': 'number',
      'properties/sncode': 'text',
      'properties/model': 'text',
      'properties/manufacturer': 'text',
      'properties/family': 'text',
      'properties/mode': 'text',
    },
    navs: { Datastreams: many('Datastreams') },
  },
  {
    name: 'ObservedProperties',
    single: 'ObservedProperty',
    properties: ['name', 'definition', 'description', 'properties'],
    leaves: { ...described, definition: 'text', 'properties/family': 'text', 'properties/field': 'text' },
    navs: { Datastreams: many('Datastreams') },
  },
  {
    name: 'Observations',
    single: 'Observation',
    properties: ['phenomenonTime', 'resultTime', 'result', 'resultQuality', 'validTime', 'parameters'],
    leaves: {
      id: 'id',
      phenomenonTime: 'time',
      resultTime: 'time',
      result: 'number',
      'resultQuality/quality': 'text',
      validTime: 'null',
      'parameters/deviceId': 'number',
      'parameters/changeId': 'number',
      'parameters/stored': 'number',
    },
    navs: { Datastream: one('Datastreams'), FeatureOfInterest: one('FeaturesOfInterest') },
  },
  {
    name: 'FeaturesOfInterest',
    single: 'FeatureOfInterest',
    properties: ['name', 'description', 'encodingType', 'feature', 'properties'],
    leaves: {
      ...described,
      ...ofProject,
      encodingType: 'text',
      ...pointLeaves('feature'),
      'properties/family': 'text',
      'properties/placeOf': 'text',
      'properties/level': 'number',
      'properties/state': 'text',
      'properties/archived': 'truth',
    },
    navs: { Observations: many('Observations') },
  },
];

export const sets: Readonly<Record<SetName, EntitySet>> = Object.fromEntries(
  list.map((each) => [each.name, each]),
) as Record<SetName, EntitySet>;
export const setNames = list.map(({ name }) => name);

/** Properties whose further names are free: one that is not there is null, as in JSON. */
export const openProperties: readonly string[] = ['properties', 'parameters'];

/** The requirements that the service root lists: reading, all of it; nothing of writing, batches, MQTT or data array posts. */
export const conformance: readonly string[] = [
  'datamodel/entity-control-information/common-control-information',
  ...['thing', 'location', 'historical-location', 'datastream', 'sensor', 'observed-property', 'observation'].flatMap(
    (entity) => [`datamodel/${entity}/properties`, `datamodel/${entity}/relations`],
  ),
  'datamodel/feature-of-interest/properties',
  'datamodel/feature-of-interest/relations',
  'resource-path/resource-path-to-entities',
  ...['status-code', 'query-status-code', 'order', 'expand', 'select', 'orderby', 'top', 'skip', 'count', 'filter'].map(
    (name) => `request-data/${name}`,
  ),
  'request-data/built-in-filter-operations',
  'request-data/built-in-query-functions',
  'request-data/pagination',
].map((name) => `http://www.opengis.net/spec/iot_sensing/1.1/req/${name}`);
