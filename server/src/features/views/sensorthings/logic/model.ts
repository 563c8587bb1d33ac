/**
 * The entities of OGC SensorThings 1.1 (18-088, clause 8) and what each is here: properties that may be filtered and
 * selected, its ids and its relations. Pure; where they lie in the database is said by sensorthings.sets.table.ts.
 *
 * Thing = structure or item, Location = its place, Datastream = a field of a measuring point, Sensor = device and
 * recipe, ObservedProperty = a field of a family, FeatureOfInterest = the measuring point, Observation = a field of a
 * reading. Things do not move here: the set of HistoricalLocations is empty.
 */
import type * as odata from '@plumbline/science/odata/bound';
import type { EntitySet, IdParts, Model, Nav, ValueType } from '@plumbline/science/odata/model';
import type * as path from '@plumbline/science/odata/path';

export type SetName =
  | 'Things'
  | 'Locations'
  | 'HistoricalLocations'
  | 'Datastreams'
  | 'Sensors'
  | 'ObservedProperties'
  | 'Observations'
  | 'FeaturesOfInterest';

/** A filter of ours, and a property in it. */
export type Bound = odata.Bound<SetName>;
export type Leaf = odata.Leaf<SetName>;
/** A step of a path of ours, with the way that led to it; and what a path asks for. */
export type Step = path.Step<SetName>;
export type Resource = path.Resource<SetName>;

const one = (to: SetName): Nav<SetName> => ({ to, many: false });
const many = (to: SetName): Nav<SetName> => ({ to, many: true });

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

const list: readonly EntitySet<SetName>[] = [
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

export const sets: Readonly<Record<SetName, EntitySet<SetName>>> = Object.fromEntries(
  list.map((each) => [each.name, each]),
) as Record<SetName, EntitySet<SetName>>;
export const setNames = list.map(({ name }) => name);

const maxId = 2_147_483_647;

const idPatterns: Readonly<Record<SetName, RegExp>> = {
  Things: /^(\d{1,10})$/,
  Locations: /^(\d{1,10})$/,
  HistoricalLocations: /^(\d{1,10})$/,
  FeaturesOfInterest: /^(\d{1,10})$/,
  Datastreams: /^(\d{1,10})-([A-Za-z]\w{0,31})$/,
  Sensors: /^(\d{1,10})-([A-Za-z]\w{0,31})-(\d{1,4})$/,
  ObservedProperties: /^([A-Za-z]\w{0,31})-([A-Za-z]\w{0,31})$/,
  Observations: /^(\d{1,10})-([A-Za-z]\w{0,31})-(-?\d{1,15})$/,
};

/**
 * The parts of an id of a set; null for a text that is none: nothing has it. Ids are stable, and readable back. Things,
 * Locations and FeaturesOfInterest carry the number of the structure or point; a Datastream is `{point}-{field}`, a Sensor
 * `{device}-{family}-{mode}` (device 0 = by hand), an ObservedProperty `{family}-{field}`, an Observation
 * `{point}-{field}-{epoch ms}`.
 */
export function idPartsOf(set: SetName, id: string): IdParts | null {
  const parts = idPatterns[set].exec(id)?.slice(1);
  if (!parts) return null;
  const [first] = parts;
  if (set !== 'ObservedProperties' && Number(first) > maxId) return null;
  return parts.map((part) => (/^-?\d+$/.test(part) ? Number(part) : part));
}

/** How an id is written in an address: numbers as they are, texts in quotes. */
export const inAddress = (id: string | number): string => (typeof id === 'number' ? `(${id})` : `('${id}')`);

/** The model that the grammar is given. Observations lie in the store of readings: no filter of SQL looks into them. */
export const model: Model<SetName> = {
  sets,
  controlPrefix: '@iot.',
  openProperties: ['properties', 'parameters'],
  apart: 'Observations',
  idPartsOf,
};

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
