import { type FieldDefinition, fieldRules, isEmpty, isVisible, valueAt } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import type { Issue } from '../issues.ts';

/**
 * The contract's schema as the judge of a form, and what it says about one field beforehand (its length, its bounds,
 * whether it may be left empty). Invariant: nothing about a field is written twice; what the schema says is read from it.
 */
interface Judge {
  readonly safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } };
}
const judgeOf = (schema: Schema): Judge => schema as unknown as Judge;

/** Returns a value as a schema parses it, and what it has against it; each issue with the input it is about. */
export function judged(schema: Schema, value: unknown): { data: unknown; issues: readonly Issue[] } {
  const parsed = judgeOf(schema).safeParse(value);
  if (parsed.success) return { data: parsed.data, issues: [] };
  // zod leaves the input out, and without it "nothing given" and "the wrong kind" are one.
  const issues = parsed.error.issues.map((issue) => ({ ...issue, input: valueAt(value, issue.path.join('.')) }));
  return { data: null, issues };
}

/** Traits of a field in a schema. */
export interface Traits {
  /** Neither absent nor null is taken. */
  readonly required: boolean;
  /** What an emptied field becomes: null where the schema takes it, else nothing. */
  readonly empty: null | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly whole: boolean;
}

interface Def {
  readonly type: string;
  readonly innerType?: Kind;
  readonly in?: Kind;
  readonly out?: Kind;
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly format?: string } };
  }[];
  readonly format?: string;
}
/** As much of a zod schema as is looked at. */
interface Kind {
  readonly _zod: { readonly def: Def };
  readonly shape?: Record<string, Kind>;
  readonly maxLength?: number | null;
  readonly minValue?: number | null;
  readonly maxValue?: number | null;
}

/** Through optional, nullable, default and pipes to what a schema is made of. */
function open(schema: Kind | undefined): { kind: Kind | undefined; optional: boolean; nullable: boolean } {
  let kind = schema;
  let optional = false;
  let nullable = false;
  while (kind) {
    const { type, innerType, in: before, out } = kind._zod.def;
    if (type === 'optional' || type === 'default' || type === 'prefault') optional = true;
    if (type === 'nullable') nullable = true;
    if (innerType) kind = innerType;
    else if (type === 'pipe') kind = before?._zod.def.type === 'transform' ? out : before;
    else break;
  }
  return { kind, optional, nullable };
}

const bound = (value: number | null | undefined): number | undefined =>
  value === null || value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;

/** The traits of the field at `prop`; a definition's own rules narrow what the schema says. */
export function traitsOf(schema: Schema, definition: Pick<FieldDefinition, 'prop' | 'rules'>): Traits {
  let at: Kind | undefined = schema as unknown as Kind;
  let traits = { kind: at as Kind | undefined, optional: false, nullable: false };
  for (const key of definition.prop.split('.')) {
    at = open(at).kind?.shape?.[key];
    traits = open(at);
  }
  const { rules } = definition;
  const kind = rules?.is ? open(fieldRules[rules.is] as unknown as Kind).kind : traits.kind;
  const def = kind?._zod.def;
  const isInteger = [def?.format, ...(def?.checks ?? []).map((check) => check._zod.def.format)].includes('safeint');
  return {
    required: rules?.required ?? (at !== undefined && !traits.optional && !traits.nullable),
    empty: traits.nullable ? null : undefined,
    maxLength: minOf(rules?.maxLength, bound(kind?.maxLength)),
    minimum: maxOf(rules?.minimum, bound(kind?.minValue)),
    maximum: minOf(rules?.maximum, bound(kind?.maxValue)),
    whole: rules?.whole ?? isInteger,
  };
}
const minOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);
const maxOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);

/** Returns the faults of a value that a definition finds beside the schema: that it is needed, and its own named rule. */
export function issuesOf(definition: FieldDefinition, values: unknown, needed: boolean): Issue[] {
  if (!isVisible(definition, values)) return [];
  const value = valueAt(values, definition.prop);
  const path = definition.prop.split('.');
  if (isEmpty(value)) return needed ? [{ code: 'custom', message: 'required', path }] : [];
  const { is, minimum, maximum, maxLength, whole } = definition.rules ?? {};
  const ruleIssues = is ? judged(fieldRules[is], value).issues : [];
  if (ruleIssues.length > 0) return ruleIssues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return [{ code: 'too_small', message: '', path, minimum }];
    if (maximum !== undefined && value > maximum) return [{ code: 'too_big', message: '', path, maximum }];
    if (whole && !Number.isInteger(value)) return [{ code: 'custom', message: 'notWhole', path }];
  }
  if (typeof value === 'string' && maxLength !== undefined && value.trim().length > maxLength)
    return [{ code: 'too_big', message: '', path, maximum: maxLength, origin: 'string' }];
  return [];
}

/** Equal as far as a form is concerned: nothing, null, '' and an empty list are the same. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (isEmpty(a) && isEmpty(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, i) => sameValue(each, b[i]));
  // Files and instants are what they are.
  if (Object.getPrototypeOf(a) !== Object.prototype || Object.getPrototypeOf(b) !== Object.prototype) return false;
  const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((key) => sameValue(x[key], y[key]));
}

/** The issues of a refusal: the server writes the path of a field as one text. */
export const refusedIssues = (detail: readonly unknown[]): Issue[] =>
  (detail as (Omit<Issue, 'path'> & { readonly path: Issue['path'] | string })[]).map((issue) => ({
    ...issue,
    path: typeof issue.path === 'string' ? issue.path.split('.') : issue.path,
  }));
