/** The measures of a structure by its type: those that it may have, and those that it must. Pure. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type StructureType, type TypeOptions, typeOptions } from '@plumbline/contract/site/structures.measures';

/**
 * Returns the given options, checked. Throws badInput for an option that the type does not have, one that is missing,
 * and one that is no size.
 */
export function checkedOptions(
  type: StructureType,
  given: Readonly<Record<string, number | null | undefined>>,
): TypeOptions {
  const options = Object.fromEntries(
    Object.entries(given).filter((each): each is [string, number] => typeof each[1] === 'number'),
  );
  const issues: { path: string; message: string; code: string }[] = [];
  const wrong = (key: string, message: string) => issues.push({ path: `options.${key}`, message, code: 'custom' });
  const optionsOfType = typeOptions[type];
  for (const key of Object.keys(options))
    if (!optionsOfType.some((each) => each.key === key)) wrong(key, 'unknownField');
  for (const { key, required, signed } of optionsOfType) {
    const value = options[key];
    if (value === undefined && required) wrong(key, 'required');
    else if (value !== undefined && !signed && value <= 0) wrong(key, 'notPositive');
  }
  if (issues.length > 0) throw new Failure('badInput', issues);
  return options;
}

/** Returns the options of a structure that another type has too. */
export const optionsLeft = (type: StructureType, options: TypeOptions): TypeOptions =>
  Object.fromEntries(Object.entries(options).filter(([key]) => typeOptions[type].some((each) => each.key === key)));
