/** The types of structures, and the measures that each of them has. */
import { z } from 'zod';

export const structureTypes = [
  'bridge',
  'tunnel',
  'dam',
  'slope',
  'pit',
  'building',
  'railway',
  'mine',
  'other',
] as const;
export type StructureType = (typeof structureTypes)[number];

/** A number that a type of structure has; `required` ones are asked for. */
export interface TypeOption {
  readonly key: string;
  readonly unit: string;
  readonly required?: true;
  /** May be negative or zero, as an elevation may. */
  readonly signed?: true;
}
/** Options of each type. Specification 5 asks for the diameter of a tunnel. */
export const typeOptions: Readonly<Record<StructureType, readonly TypeOption[]>> = {
  bridge: [
    { key: 'length', unit: 'm' },
    { key: 'mainSpan', unit: 'm' },
    { key: 'width', unit: 'm' },
  ],
  tunnel: [
    { key: 'diameter', unit: 'm', required: true },
    { key: 'length', unit: 'm' },
    { key: 'overburden', unit: 'm' },
  ],
  dam: [
    { key: 'height', unit: 'm' },
    { key: 'crestLength', unit: 'm' },
    { key: 'crestElevation', unit: 'm', signed: true },
    { key: 'normalWaterLevel', unit: 'm', signed: true },
  ],
  slope: [
    { key: 'height', unit: 'm' },
    { key: 'angle', unit: '°' },
  ],
  pit: [
    { key: 'depth', unit: 'm' },
    { key: 'length', unit: 'm' },
    { key: 'width', unit: 'm' },
  ],
  building: [
    { key: 'height', unit: 'm' },
    { key: 'floors', unit: '' },
  ],
  railway: [
    { key: 'length', unit: 'm' },
    { key: 'gauge', unit: 'mm' },
  ],
  mine: [{ key: 'depth', unit: 'm' }],
  other: [],
};

const measure = z.number().min(-10_000).max(1_000_000);
/** Every measure that some type has; null takes it away. */
export const measures = z.strictObject(
  Object.fromEntries(
    Object.values(typeOptions)
      .flat()
      .map(({ key }) => [key, measure.nullish()]),
  ),
);
export const TypeOptions = z.record(z.string(), measure).meta({ id: 'TypeOptions' });
export type TypeOptions = z.output<typeof TypeOptions>;

/** The keys of measures that its type asks for and that nobody gave: `diameter` of a tunnel from before it was asked for. */
export const missingOptions = (type: StructureType, options: TypeOptions): string[] =>
  typeOptions[type].filter(({ key, required }) => required && options[key] === undefined).map(({ key }) => key);
