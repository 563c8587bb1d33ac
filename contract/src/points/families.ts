/**
 * The measurement families: data, not code. One entry per family: its fields in the order in which values are stored,
 * their units and decimals, and the sensor modes that can feed it. Adding a family is adding an entry here, its words
 * in the language packs (families.json), its recipe in science/sensors/recipes.ts and its simulation in
 * tools/virtual-devices: the compiler names what is missing, the words are named by `npm test -- languages`.
 */
import { numberFormat } from '../kernel/constants.ts';
import { elementAt } from '../kernel/elements.ts';
/** Every unit that a field may have, as it is printed. `''` = none. */
export const units = [
  'mm',
  'm',
  'kPa',
  'hPa',
  '°C',
  '°',
  'mm/s',
  'mm/m',
  'mm/h',
  'm/s',
  'm³/h',
  'Hz',
  'µε',
  'kN',
  '%',
  'µS/cm',
  'W/m²',
  'dB',
  'µg/m³',
  '',
] as const;
export type Unit = (typeof units)[number];

export interface Field {
  readonly key: string;
  readonly unit: Unit;
  readonly precision: number;
  /** A direction: its values meet again here. Means are those of vectors, differences go the shorter way, it has no extremes. */
  readonly period?: 360;
  /** What is summed: the amount of each interval (its total), or a flow per hour (its volume). Neither is counted from a first value. */
  readonly summed?: 'amount' | 'flow';
}
/** Returns whether a field is a direction, of which sums, extremes, filters and forecasts are not defined. */
export const isDirection = ({ period }: Pick<Field, 'period'>): boolean => period !== undefined;

/**
 * Returns whether changes of a field are counted from a first value: not of amounts and flows, which have totals and
 * volumes, nor of directions.
 */
export const isCounted = ({ period, summed }: Pick<Field, 'period' | 'summed'>): boolean =>
  period === undefined && summed === undefined;

export interface Family {
  readonly code: string;
  /** Stored order. The first field is the one that tables, trees and maps show. */
  readonly fields: readonly Field[];
  /** Fields that repeat for every node 1..n, stored after `fields`: node 1's, then node 2's, ... */
  readonly nodeFields?: readonly Field[];
  readonly modes: readonly SensorMode[];
  /** Two-sided limits are the rule; a level or a rainfall is watched from above. */
  readonly watch: 'twoSided' | 'upper' | 'lower';
  /** A sound sensor may send the same for long: no rain, an empty picture. Otherwise repeated data is a finding. */
  readonly mayRepeat?: true;
}

/** Sensor modes of specification 3. */
export const sensorModes = {
  1: 'vibratingWire',
  2: 'current',
  3: 'voltage',
  4: 'digital',
  5: 'adm',
  6: 'quarterBridge',
  7: 'halfBridge',
  8: 'fullBridge',
  9: 'ratio',
} as const;
export type SensorMode = keyof typeof sensorModes;

const field = (key: string, unit: Unit, precision = 3): Field => ({ key, unit, precision });
/** A bearing, clockwise from north. */
const direction = (key: string, precision: number): Field => ({ key, unit: '°', precision, period: 360 });

export const families = {
  deepDisplacement: {
    code: 'deepDisplacement',
    fields: [field('maxX', 'mm'), field('maxY', 'mm')],
    nodeFields: [field('x', 'mm'), field('y', 'mm')],
    modes: [5],
    watch: 'twoSided',
  },
  surfaceDisplacement: {
    code: 'surfaceDisplacement',
    fields: [
      field('horizontal', 'mm'),
      field('dx', 'mm'),
      field('dy', 'mm'),
      field('dh', 'mm'),
      field('total', 'mm'),
      direction('azimuth', 1),
      field('solution', '', 0),
    ],
    modes: [4],
    watch: 'twoSided',
  },
  waterLevel: {
    code: 'waterLevel',
    fields: [field('level', 'm'), field('depth', 'm'), field('pressure', 'kPa'), field('temp', '°C', 2)],
    modes: [1, 2, 3, 4],
    watch: 'upper',
  },
  tilt: {
    code: 'tilt',
    fields: [field('x', '°'), field('y', '°'), field('resultant', '°'), field('temp', '°C', 2)],
    modes: [2, 3, 4],
    watch: 'twoSided',
  },
  vibration: {
    code: 'vibration',
    fields: [
      field('peak', 'mm/s'),
      field('peakX', 'mm/s'),
      field('peakY', 'mm/s'),
      field('peakZ', 'mm/s'),
      field('rms', 'mm/s'),
      field('frequency', 'Hz', 2),
    ],
    modes: [4],
    watch: 'upper',
  },
  track: {
    code: 'track',
    fields: [
      field('gauge', 'mm'),
      field('superelevation', 'mm'),
      field('twist', 'mm/m'),
      field('longitudinal', 'mm'),
      field('alignment', 'mm'),
    ],
    modes: [4],
    watch: 'twoSided',
  },
  crack: {
    code: 'crack',
    fields: [field('opening', 'mm'), field('temp', '°C', 2)],
    modes: [1, 2, 3, 4, 9],
    watch: 'twoSided',
  },
  structuralDeformation: {
    code: 'structuralDeformation',
    fields: [field('strain', 'µε', 2), field('deflection', 'mm'), field('convergence', 'mm'), field('temp', '°C', 2)],
    modes: [1, 4, 6, 7, 8],
    watch: 'twoSided',
  },
  anchorForce: {
    code: 'anchorForce',
    fields: [field('force', 'kN', 2), field('temp', '°C', 2)],
    modes: [1, 8],
    watch: 'upper',
  },
  soilPressure: {
    code: 'soilPressure',
    fields: [field('pressure', 'kPa'), field('temp', '°C', 2)],
    modes: [1, 2, 3, 4],
    watch: 'upper',
  },
  soilMoisture: {
    code: 'soilMoisture',
    fields: [field('moisture', '%', 2), field('temp', '°C', 2), field('conductivity', 'µS/cm', 1)],
    modes: [4],
    watch: 'upper',
  },
  camera: { code: 'camera', fields: [], modes: [], watch: 'upper', mayRepeat: true },
  temperature: {
    code: 'temperature',
    fields: [field('temperature', '°C', 2)],
    modes: [1, 2, 3, 4, 9],
    watch: 'twoSided',
  },
  rainfall: {
    code: 'rainfall',
    fields: [
      { ...field('interval', 'mm', 1), summed: 'amount' },
      field('hour', 'mm', 1),
      field('day', 'mm', 1),
      field('cumulative', 'mm', 1),
      field('intensity', 'mm/h', 1),
    ],
    modes: [4],
    watch: 'upper',
    mayRepeat: true,
  },
  flow: {
    code: 'flow',
    fields: [{ ...field('flow', 'm³/h'), summed: 'flow' }, field('head', 'm'), field('velocity', 'm/s')],
    modes: [2, 3, 4],
    watch: 'upper',
  },
  manholeCover: {
    code: 'manholeCover',
    fields: [
      field('open', '', 2),
      field('tilt', '°', 2),
      field('waterBelow', 'm'),
      field('gas', '%', 2),
      field('battery', '%', 0),
    ],
    modes: [4],
    watch: 'upper',
    mayRepeat: true,
  },
  smoke: {
    code: 'smoke',
    fields: [field('smoke', '%', 2), field('temp', '°C', 1), field('battery', '%', 0)],
    modes: [4],
    watch: 'upper',
    mayRepeat: true,
  },
  axialForce: {
    code: 'axialForce',
    fields: [field('force', 'kN', 2), field('strain', 'µε', 2), field('temp', '°C', 2)],
    modes: [1, 4, 6, 7, 8],
    watch: 'twoSided',
  },
  environment: {
    code: 'environment',
    fields: [
      field('temp', '°C', 2),
      field('humidity', '%', 1),
      field('airPressure', 'hPa', 1),
      field('windSpeed', 'm/s', 1),
      direction('windDirection', 0),
      field('radiation', 'W/m²', 0),
      field('noise', 'dB', 1),
      field('pm25', 'µg/m³', 0),
      field('pm10', 'µg/m³', 0),
    ],
    modes: [4],
    watch: 'upper',
    mayRepeat: true,
  },
} as const satisfies Record<string, Family>;

export type FamilyCode = keyof typeof families;
export const familyCodes = Object.keys(families) as FamilyCode[];

const directionKeys: ReadonlySet<string> = new Set(
  Object.values<Family>(families).flatMap(({ fields }) => fields.filter(isDirection).map(({ key }) => key)),
);
/** Returns whether all of some fields, of whichever families, are directions. */
export const areDirections = (keys: readonly string[]): boolean =>
  keys.length > 0 && keys.every((key) => directionKeys.has(key));

/** The field at a place of the stored order, without listing them all. */
export function fieldAt(family: FamilyCode, index: number): Field | undefined {
  const { fields, nodeFields = [] } = families[family] as Family;
  if (index < fields.length || nodeFields.length === 0) return fields[index];
  const beyond = index - fields.length;
  const field = elementAt(nodeFields, beyond % nodeFields.length);
  return { ...field, key: `${field.key}${Math.floor(beyond / nodeFields.length) + 1}` };
}

/** The states that a field stands for where its value is no amount, by the field: what is stored as a number is read as a word. */
export const stateFields = {
  /** GGA states of a position. */
  solution: { invalid: 0, single: 1, differential: 2, fixed: 4, floating: 5 },
  /** Whether a cover lies in its frame. */
  open: { closed: 0, open: 1 },
} as const;
export type StateField = keyof typeof stateFields;
type StatesOf<F extends StateField> = Extract<keyof (typeof stateFields)[F], string>;
/** A state by its field and name, as the language packs list them: `solution.fixed`. */
export type StateName = { [F in StateField]: `${F}.${StatesOf<F>}` }[StateField];

/** Returns the values that a field may have where they stand for states; null where it is an amount. */
export const statesOf = (key: string): readonly number[] | null =>
  Object.hasOwn(stateFields, key) ? Object.values<number>(stateFields[key as StateField]) : null;

/** Returns the name of the state that a value of a field stands for; null where it is an amount, missing, or no state. */
export function stateNamed(key: string, value: number | null | undefined): StateName | null {
  if (value === null || value === undefined || !Object.hasOwn(stateFields, key)) return null;
  const states: Readonly<Record<string, number>> = stateFields[key as StateField];
  const name = Object.keys(states).find((each) => states[each] === value);
  return name === undefined ? null : (`${key}.${name}` as StateName);
}

/** Directions and states: no amount, and so nothing that counts from an initial value. */
const uncounted: ReadonlySet<string> = new Set(['azimuth', 'open', 'solution', 'windDirection']);
export const takesInitialValue = (key: string): boolean => !uncounted.has(key);

/**
 * Returns the value that the cumulative change of a field counts from: its initial value. Where none is set, a node of
 * a chain counts from 0, for what is stored of it is its displacement from the initial shape; every other field from
 * nothing: null. Magnitudes count from the initial values of their components (science/src/series/changes.ts).
 */
export function initialValueOf(
  family: FamilyCode,
  initialValues: Readonly<Record<string, number>>,
  key: string,
): number | null {
  const { fields, nodeFields = [] } = families[family] as Family;
  // A direction is not counted from anything: its turn since a day is no movement.
  if (fields.some((field) => field.key === key && isDirection(field))) return null;
  const isOfNode = nodeFields.length > 0 && !fields.some((field) => field.key === key);
  if (!takesInitialValue(key)) return null;
  return initialValues[key] ?? (isOfNode ? 0 : null);
}

/** The decimals of a field, also of one of a node such as `x7`; three where the family has no such field. */
export function precisionOf(family: FamilyCode, key: string): number {
  const { fields, nodeFields = [] } = families[family] as Family;
  const field =
    [...fields, ...nodeFields].find((each) => each.key === key) ?? nodeFields.find((each) => key.startsWith(each.key));
  return field?.precision ?? numberFormat.precision;
}

/** The fields of a point in stored order; a point with nodes has `x1, y1, x2, y2, ...` after the family's own. */
export function fieldsOf(family: FamilyCode, nodeCount = 0): readonly Field[] {
  const { fields, nodeFields = [] } = families[family] as Family;
  if (nodeFields.length === 0 || nodeCount === 0) return fields;
  return [
    ...fields,
    ...Array.from({ length: nodeCount }, (_, i) =>
      nodeFields.map((each) => ({ ...each, key: `${each.key}${i + 1}` })),
    ).flat(),
  ];
}
