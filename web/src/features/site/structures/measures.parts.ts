import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import {
  type StructureType,
  structureTypes,
  type TypeOption,
  typeOptions,
} from '@plumbline/contract/site/structures.measures';

/** One field for each measure, shown for the types that have it; of `wanted` alone where it is given. */
export function measureFields(isIncluded: (option: TypeOption) => boolean = () => true): FieldDefinition[] {
  const optionOf = new Map(structureTypes.flatMap((type) => typeOptions[type]).map((option) => [option.key, option]));
  return [...optionOf.values()].filter(isIncluded).map(({ key, unit, required }) => ({
    type: 'NUMBER',
    prop: `options.${key}`,
    label: `structures:option.${key}`,
    ...(unit && { unit }),
    ...(required && { rules: { required: true } }),
    visibleWhen: {
      prop: 'type',
      is: structureTypes.filter((type) => typeOptions[type].some((each) => each.key === key)),
    },
  }));
}

/** The measures that a type has, of those that were typed; what is empty is left out. */
export const measuresOf = (
  type: StructureType,
  typed: Readonly<Record<string, number | null | undefined>>,
): Record<string, number> =>
  Object.fromEntries(
    typeOptions[type]
      .map(({ key }) => [key, typed[key]] as const)
      .filter((each): each is [string, number] => typeof each[1] === 'number'),
  );
