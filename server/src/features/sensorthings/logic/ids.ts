/**
 * Ids: stable, and readable back. Things, Locations and FeaturesOfInterest carry the number of the structure or point;
 * a Datastream is `{point}-{field}`, a Sensor `{device}-{family}-{mode}` (device 0 = by hand), an ObservedProperty
 * `{family}-{field}`, an Observation `{point}-{field}-{epoch ms}`. Pure.
 */
import type { SetName } from './model.ts';

/** The parts of an id, in the order in which `keys` names them. */
export type IdParts = readonly (number | string)[];

export interface StreamKey {
  readonly pointId: number;
  readonly field: string;
}
export interface ObservationKey extends StreamKey {
  /** Epoch ms. */
  readonly at: number;
}

const maxId = 2_147_483_647;
const number = (text: string | undefined): number | null => {
  const value = Number(text);
  return text !== undefined && value <= maxId ? value : null;
};

const patterns: Readonly<Record<SetName, RegExp>> = {
  Things: /^(\d{1,10})$/,
  Locations: /^(\d{1,10})$/,
  HistoricalLocations: /^(\d{1,10})$/,
  FeaturesOfInterest: /^(\d{1,10})$/,
  Datastreams: /^(\d{1,10})-([A-Za-z]\w{0,31})$/,
  Sensors: /^(\d{1,10})-([A-Za-z]\w{0,31})-(\d{1,4})$/,
  ObservedProperties: /^([A-Za-z]\w{0,31})-([A-Za-z]\w{0,31})$/,
  Observations: /^(\d{1,10})-([A-Za-z]\w{0,31})-(-?\d{1,15})$/,
};

/** The parts of an id of a set; null for a text that is none: nothing has it. */
export function idPartsOf(set: SetName, id: string): IdParts | null {
  const found = patterns[set].exec(id)?.slice(1);
  if (!found) return null;
  const parts = found.map((part) => (/^-?\d+$/.test(part) ? Number(part) : part));
  return set === 'ObservedProperties' || number(found[0]) !== null ? parts : null;
}

export function observationKeyOf(id: string): ObservationKey | null {
  const parts = idPartsOf('Observations', id);
  return parts && { pointId: parts[0] as number, field: parts[1] as string, at: parts[2] as number };
}

export const observationIdOf = ({ pointId, field, at }: ObservationKey): string => `${pointId}-${field}-${at}`;

/** How an id stands in an address: numbers as they are, texts in quotes. */
export const inAddress = (id: string | number): string => (typeof id === 'number' ? `(${id})` : `('${id}')`);
