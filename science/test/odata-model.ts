/** A model of three sets, and an entity of one of them, for tests of the grammar. */
import type { Reader } from '../src/odata/evaluate.ts';
import type { EntitySet, Model } from '../src/odata/model.ts';

type SetName = 'Stations' | 'Series' | 'Measurements';

const sets: Readonly<Record<SetName, EntitySet<SetName>>> = {
  Stations: {
    name: 'Stations',
    single: 'Station',
    properties: ['name', 'location', 'properties'],
    leaves: { id: 'id', name: 'text', location: 'place', 'properties/owner': 'text' },
    navs: { Series: { to: 'Series', many: true } },
  },
  Series: {
    name: 'Series',
    single: 'Series',
    properties: ['name', 'phenomenonTime'],
    leaves: { id: 'id', name: 'text', phenomenonTime: 'span' },
    navs: { Station: { to: 'Stations', many: false }, Measurements: { to: 'Measurements', many: true } },
  },
  Measurements: {
    name: 'Measurements',
    single: 'Measurement',
    properties: ['phenomenonTime', 'resultTime', 'result', 'quality', 'validTime', 'parameters'],
    leaves: {
      id: 'id',
      phenomenonTime: 'time',
      resultTime: 'time',
      result: 'number',
      'quality/word': 'text',
      validTime: 'null',
      'parameters/deviceId': 'number',
      'parameters/changeId': 'number',
      'parameters/stored': 'number',
    },
    navs: { Series: { to: 'Series', many: false } },
  },
};
export const setNames = ['Stations', 'Series', 'Measurements'] as const;

const idPatterns: Readonly<Record<SetName, RegExp>> = {
  Stations: /^\d+$/,
  Series: /^\d+-\w+$/,
  Measurements: /^\d+-\w+-\d+$/,
};

export const model: Model<SetName> = {
  sets,
  controlPrefix: '@iot.',
  openProperties: ['properties', 'parameters'],
  apart: 'Measurements',
  idPartsOf: (set, id) =>
    idPatterns[set].test(id) ? id.split('-').map((part) => (/^\d+$/.test(part) ? Number(part) : part)) : null,
};

export interface Measurement {
  readonly key: string;
  readonly phenomenonTime: number;
  readonly resultTime: number;
  readonly result: number | null;
}

export const reader: Reader<Measurement> = {
  properties: {
    phenomenonTime: ({ phenomenonTime }) => phenomenonTime,
    resultTime: ({ resultTime }) => resultTime,
    result: ({ result }) => result,
    'quality/word': () => 'pass',
    'parameters/deviceId': () => 3,
    'parameters/changeId': () => null,
    'parameters/stored': () => null,
  },
  keyOf: ({ key }) => key,
};
