/** Which quantities of a point are asked on site, and in which order. Pure. */
import type { Field } from '@plumbline/contract/points/families';
import { followersOf } from '@plumbline/science/series/followers';

export interface FormFields {
  /** Those that were entered last. */
  readonly first: readonly Field[];
  /** Those that have no value before: they are folded. */
  readonly others: readonly Field[];
  /** Computed from what is asked, when it is entered. */
  readonly computed: readonly Field[];
}

/**
 * `last` = values of the last reading, in the order of the fields; `enteredKeys` = fields of the entry that waits in this browser, if one
 * does. A computed field that people enter though they enter nothing that it follows from is asked like any other.
 */
export function formFields(
  fields: readonly Field[],
  last: readonly (number | null)[] | null,
  enteredKeys: readonly string[] = [],
): FormFields {
  const used = new Set([...enteredKeys, ...fields.filter((_, i) => isNumber(last?.[i])).map(({ key }) => key)]);
  const followers = followersOf(fields.map(({ key }) => key));
  const isComputed = ({ key }: Field): boolean => {
    const follower = followers.get(key);
    return follower !== undefined && !(used.has(key) && follower.sources.every((source) => !used.has(source)));
  };
  const computed = fields.filter(isComputed);
  const typedFields = fields.filter((field) => !isComputed(field));
  const first = typedFields.filter(({ key }) => used.has(key));
  // Of a point that was never read nothing is known to be left out.
  if (first.length === 0) return { first: typedFields, others: [], computed };
  return { first, others: typedFields.filter(({ key }) => !used.has(key)), computed };
}

const isNumber = (value: number | null | undefined): boolean => value !== null && value !== undefined;

/** The values with what follows from them; a follower whose sources are not all there is left out. */
export function withComputed(
  fields: readonly Field[],
  values: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const all: Record<string, number> = { ...values };
  for (const [key, { sources, compute }] of followersOf(fields.map((field) => field.key))) {
    const value = sources.every((source) => source in values)
      ? compute(sources.map((s) => values[s] ?? 0))
      : Number.NaN;
    if (!(key in values) && Number.isFinite(value)) all[key] = value;
  }
  return all;
}
