/**
 * What families, fields, units and sensor modes are called in this interface. It is read by programs of other people, so
 * it is in English whatever the language of the screens; units carry their UCUM code.
 */
import {
  type Family,
  type FamilyCode,
  type Field,
  families,
  familyCodes,
  sensorModes,
  type Unit,
} from '@plumbline/contract/points/families';

/** `vibratingWire` as words: "vibrating wire". */
const spaced = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Fields whose key says too little. */
const fieldWords: Readonly<Record<string, string>> = {
  temp: 'temperature',
  dx: 'change in X',
  dy: 'change in Y',
  dh: 'change in height',
  maxX: 'largest X',
  maxY: 'largest Y',
  x: 'X',
  y: 'Y',
  peakX: 'peak X',
  peakY: 'peak Y',
  peakZ: 'peak Z',
  rms: 'RMS',
  pm25: 'PM2.5',
  pm10: 'PM10',
};

export const familyName = (family: string): string => sentence(spaced(family));
const fieldName = (key: string): string => fieldWords[key] ?? spaced(key);

/** Name and UCUM code by symbol. */
export const unitWords: Readonly<Record<Unit, readonly [name: string, ucum: string]>> = {
  mm: ['millimetre', 'mm'],
  m: ['metre', 'm'],
  kPa: ['kilopascal', 'kPa'],
  hPa: ['hectopascal', 'hPa'],
  '°C': ['degree Celsius', 'Cel'],
  '°': ['degree', 'deg'],
  'mm/s': ['millimetre per second', 'mm/s'],
  'mm/m': ['millimetre per metre', 'mm/m'],
  'mm/h': ['millimetre per hour', 'mm/h'],
  'm/s': ['metre per second', 'm/s'],
  'm³/h': ['cubic metre per hour', 'm3/h'],
  Hz: ['hertz', 'Hz'],
  µε: ['microstrain', '[ppm]'],
  kN: ['kilonewton', 'kN'],
  '%': ['percent', '%'],
  'µS/cm': ['microsiemens per centimetre', 'uS/cm'],
  'W/m²': ['watt per square metre', 'W/m2'],
  dB: ['decibel', 'dB'],
  'µg/m³': ['microgram per cubic metre', 'ug/m3'],
  '': ['no unit', '1'],
};

export interface FieldRow {
  readonly family: string;
  readonly base: string;
  readonly field_name: string;
  readonly unit: string;
  readonly unit_name: string;
  readonly unit_definition: string;
  readonly precision: number;
  /** True for a field that every node has. */
  readonly node: boolean;
  /** Its place in the stored values, that of node 1 for a node's field; and how far it is to the next node. */
  readonly place: number;
  readonly step: number;
}

/** Every field of every family, as SQL joins it to the measuring points. */
export const fieldRows: readonly FieldRow[] = familyCodes.flatMap((code: FamilyCode) => {
  const { fields, nodeFields = [] } = families[code] as Family;
  const row = (field: Field, place: number, node: boolean): FieldRow => ({
    family: code,
    base: field.key,
    field_name: fieldName(field.key),
    unit: field.unit,
    unit_name: unitWords[field.unit][0],
    unit_definition: `ucum:${unitWords[field.unit][1]}`,
    precision: field.precision,
    node,
    place,
    step: nodeFields.length,
  });
  return [
    ...fields.map((field, i) => row(field, i, false)),
    ...nodeFields.map((field, i) => row(field, fields.length + i, true)),
  ];
});

/** Families that measure something. A camera has no fields, and so no datastream. */
export const measuringFamilies: readonly string[] = [...new Set(fieldRows.map(({ family }) => family))];
export const familyNames = Object.fromEntries(familyCodes.map((code) => [code, familyName(code)]));
export const modeNames = Object.fromEntries(
  Object.entries(sensorModes).map(([mode, name]) => [mode, name === 'adm' ? 'ADM array' : spaced(name)]),
);
