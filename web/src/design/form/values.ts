import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { TFunction } from 'i18next';
import type { Issue } from '../issues.ts';
import { roundUnit, unitFor, unitsOf } from './units.ts';
import { wordsIn } from './words.ts';

/** Types whose emptied field says '' and not nothing. */
export const textual: readonly string[] = ['INPUT', 'JSON', 'PASSWORD_INPUT'];

/** Removes empty fields, so that the default or `required` of the schema applies. */
export const clean = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** A bound of a number with units is said in the unit in which it is a round one: not less than 1 minute, not 60. */
export function inUnit(issue: Issue, definition: FieldDefinition | undefined, t: TFunction): Issue {
  if (definition?.type !== 'NUMBER_UNIT' || issue.origin === 'string') return issue;
  const formatBound = (bound: number | bigint | string | undefined): string => {
    const unit = unitFor(Number(bound), unitsOf(definition));
    return `${roundUnit(Number(bound) / unit.factor)} ${wordsIn(unit.label, t)}`;
  };
  return {
    ...issue,
    ...(issue.minimum === undefined ? {} : { minimum: formatBound(issue.minimum) }),
    ...(issue.maximum === undefined ? {} : { maximum: formatBound(issue.maximum) }),
  };
}

/** The same values with another one at `a.b`. */
export function withAt(values: Record<string, unknown>, prop: string, value: unknown): Record<string, unknown> {
  const [first = '', ...following] = prop.split('.');
  const inner = values[first];
  return {
    ...values,
    [first]:
      following.length === 0
        ? value
        : withAt(
            typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {},
            following.join('.'),
            value,
          ),
  };
}
