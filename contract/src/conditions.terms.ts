/** What a person says of a condition: its terms in groups, its delays. Checked by one schema on both sides. */
import { z } from 'zod';
import { id, instant, name } from './fields.ts';

export const termKinds = ['value', 'change', 'rate', 'difference', 'sum', 'tangent', 'silence'] as const;
export type TermKind = (typeof termKinds)[number];
export const termSides = ['above', 'below', 'outside'] as const;
export const combines = ['all', 'any', 'atLeast'] as const;
export type Combine = (typeof combines)[number];

const hour = 3600;
const day = 24 * hour;
const bound = z.number().min(-1e12).max(1e12);
const span = z
  .int()
  .min(60)
  .max(90 * day);

export const term = z
  .object({
    pointId: id,
    field: z.string().max(16),
    kind: z
      .enum(termKinds)
      .describe(
        'value; change = since `sinceAt`; rate = per day over `spanSeconds`; difference = less `otherField` of `otherPointId`; sum = over the last `spanSeconds`; tangent = tangent angle in degrees; silence = no good value for `spanSeconds`',
      ),
    side: z.enum(termSides).default('above'),
    low: bound.nullable().default(null).describe('below, outside: reached at this or less'),
    high: bound.nullable().default(null).describe('above, outside: reached at this or more'),
    deadBand: z
      .number()
      .min(0)
      .max(1e12)
      .default(0)
      .describe('A bound that was reached is left beyond this much inside'),
    consecutive: z.int().min(1).max(10).default(1).describe('Readings in a row that must reach the bound'),
    maxAgeSeconds: z
      .int()
      .min(60)
      .max(90 * day)
      .default(hour)
      .describe('After this without a good value: unknown'),
    spanSeconds: span.nullable().default(null),
    sinceAt: instant.nullable().default(null),
    otherPointId: id.nullable().default(null),
    otherField: z.string().max(16).nullable().default(null),
    uniformRate: z.number().positive().max(1e12).nullable().default(null).describe('tangent: uniform creep, per day'),
  })
  .meta({ id: 'ConditionTerm' });
export type ConditionTerm = z.output<typeof term>;

const group = z.object({
  combine: z.enum(combines).default('all'),
  count: z.int().min(1).max(20).nullable().default(null).describe('atLeast: how many'),
  terms: z.array(term).min(1, 'required').max(20),
});
export type ConditionGroup = z.output<typeof group>;

/** Terms of one condition. */
export const maxTerms = 20;
/** What is watched and when it raises: where one of these changes, the condition begins anew. */
const watched = {
  structureId: id,
  level: z.int().min(1).max(4).describe('1 blue, 2 yellow, 3 orange, 4 red'),
  combine: z.enum(combines).default('all').describe('Of the groups'),
  count: z.int().min(1).max(20).nullable().default(null).describe('atLeast: how many groups'),
  groups: z.array(group).min(1, 'required').max(20),
  raiseDelaySeconds: z
    .int()
    .min(0)
    .max(30 * day)
    .default(0)
    .describe('True for so long before it raises'),
  clearDelaySeconds: z
    .int()
    .min(0)
    .max(30 * day)
    .default(0)
    .describe('False for so long before it clears'),
  enabled: z.boolean().default(true),
};
export const conditionParts = {
  name: name(50),
  note: z.string().trim().max(500).default('').describe('What it means, and what to do'),
  ...watched,
};
export const watchedKeys = Object.keys(watched) as (keyof typeof watched)[];
export const ConditionRules = z.object(conditionParts).meta({ id: 'ConditionRules' });
export type ConditionRules = z.output<typeof ConditionRules>;

/** Which settings a kind needs beside its point and field. */
export const termNeeds: Readonly<
  Record<TermKind, readonly ('spanSeconds' | 'sinceAt' | 'otherPointId' | 'otherField' | 'uniformRate')[]>
> = {
  value: [],
  change: ['sinceAt'],
  rate: ['spanSeconds'],
  difference: ['otherPointId', 'otherField'],
  sum: ['spanSeconds'],
  tangent: ['spanSeconds', 'uniformRate'],
  silence: ['spanSeconds'],
};

type Grouped = Pick<ConditionRules, 'combine' | 'count' | 'groups'>;
interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What does not go together in a condition, each with its place. */
export function faultsOf({ combine, count, groups }: Grouped): Fault[] {
  const faults: Fault[] = [];
  const checkCount = (
    path: readonly (string | number)[],
    each: { combine: Combine; count: number | null },
    of: number,
  ) => {
    if (each.combine !== 'atLeast') return;
    if (each.count === null) faults.push({ path: [...path, 'count'], message: 'required' });
    else if (each.count > of) faults.push({ path: [...path, 'count'], message: 'conditionCount' });
  };
  checkCount([], { combine, count }, groups.length);
  const terms = groups.reduce((sum, each) => sum + each.terms.length, 0);
  if (terms > maxTerms) faults.push({ path: ['groups'], message: 'conditionTerms' });
  for (const [g, each] of groups.entries()) {
    checkCount(['groups', g], each, each.terms.length);
    for (const [t, one] of each.terms.entries())
      faults.push(...faultsIn(one).map(({ path, message }) => ({ path: ['groups', g, 'terms', t, ...path], message })));
  }
  return faults;
}

function faultsIn(one: ConditionTerm): Fault[] {
  const faults: Fault[] = termNeeds[one.kind]
    .filter((need) => one[need] === null)
    .map((need) => ({ path: [need], message: 'required' }));
  if (one.kind === 'silence') return faults;
  if (one.side !== 'below' && one.high === null) faults.push({ path: ['high'], message: 'required' });
  if (one.side !== 'above' && one.low === null) faults.push({ path: ['low'], message: 'required' });
  if (one.side === 'outside' && one.low !== null && one.high !== null && one.low >= one.high)
    faults.push({ path: ['high'], message: 'conditionBounds' });
  if (one.kind === 'difference' && one.otherPointId === one.pointId && one.otherField === one.field)
    faults.push({ path: ['otherPointId'], message: 'conditionSame' });
  return faults;
}

/** For `check` of a schema with the parts of a condition. */
export function termFaults(context: { value: Grouped; issues: unknown[] }): void {
  for (const { path, message } of faultsOf(context.value))
    context.issues.push({ code: 'custom', message, input: context.value, path: [...path] });
}

export const isOrdered = ({ from, to }: { from: string; to: string }): boolean => Date.parse(from) < Date.parse(to);
