/**
 * Parts of a request that nobody would read: fields that the input of its route has not, text that cannot be kept, numbers
 * that are none as they stand, and lists longer than the input takes.
 * Invariants: nothing is dropped in silence, so that a misspelt field is an error and not a setting that was never made.
 * Nothing is walked beyond the longest list that the schema allows, nothing after the twentieth fault, and no call nests
 * with the value.
 */
import type { z } from 'zod';

export interface Unread {
  /** Dotted, as in `badInput`. */
  readonly path: string;
  readonly message: string;
  /** As zod names it; only of a list that is too long. */
  readonly code?: 'too_big';
}

/** Where a value stands: shared by everything below it, so that a deep or wide value costs no copies of its path. */
interface Spot {
  readonly above: Spot | null;
  readonly key: string | number;
}
interface Fault {
  readonly at: Spot;
  readonly message: string;
  readonly code?: 'too_big';
}

/** What zod keeps of the schemas in which there are fields to find. */
type Def =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, z.ZodType>>; readonly catchall?: z.ZodType }
  | { readonly type: 'array'; readonly element: z.ZodType; readonly checks?: readonly Check[] }
  | { readonly type: 'tuple'; readonly items: readonly z.ZodType[]; readonly rest: z.ZodType | null }
  | { readonly type: 'record'; readonly valueType: z.ZodType }
  | { readonly type: 'union'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'intersection'; readonly left: z.ZodType; readonly right: z.ZodType }
  | { readonly type: 'pipe'; readonly in: z.ZodType }
  | { readonly type: 'lazy'; readonly getter: () => z.ZodType }
  | { readonly type: 'number'; readonly coerce?: boolean; readonly checks?: readonly Check[] }
  | { readonly type: OtherType; readonly innerType?: z.ZodType };
interface Check {
  readonly _zod: {
    readonly def: {
      readonly format?: string;
      readonly check?: string;
      readonly maximum?: number;
      readonly length?: number;
    };
  };
}
/** Every other kind holds one schema or none; of these some are named here. */
type OtherType = 'optional' | 'nullable' | 'default' | 'never' | 'custom' | 'string';

/** How values of a schema are walked. `leaf` has no fields and takes any value: what it may be is zod's to judge. */
type Walk =
  | { readonly kind: 'leaf' }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Walk>; readonly isLoose: boolean }
  | { readonly kind: 'list'; readonly element: Walk; readonly max: number }
  | { readonly kind: 'tuple'; readonly items: readonly Walk[]; readonly rest: Walk }
  | { readonly kind: 'record'; readonly value: Walk }
  | { readonly kind: 'union'; readonly forms: readonly Form[] }
  | { readonly kind: 'both'; readonly left: Walk; readonly right: Walk }
  | { readonly kind: 'number'; readonly form: RegExp }
  /** Stands for a schema that is still being read, since it holds itself. */
  | { readonly kind: 'same'; walk: Walk };
interface Form {
  readonly option: z.ZodType;
  readonly walk: Walk;
}

const leaf: Walk = { kind: 'leaf' };
const made = new WeakMap<z.ZodType, Walk>();

/** Returns how values of a schema are walked; read from the schema once. */
function walkOf(schema: z.ZodType): Walk {
  const known = made.get(schema);
  if (known) return known;
  const same: { kind: 'same'; walk: Walk } = { kind: 'same', walk: leaf };
  made.set(schema, same);
  same.walk = walkOfDef(defOf(schema));
  made.set(schema, same.walk);
  return same.walk;
}

const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

function walkOfDef(def: Def): Walk {
  switch (def.type) {
    case 'object':
      return {
        kind: 'object',
        fields: new Map(Object.entries(def.shape).map(([key, each]) => [key, walkOf(each)])),
        isLoose: def.catchall !== undefined && defOf(def.catchall).type !== 'never',
      };
    case 'array':
      return { kind: 'list', element: walkOf(def.element), max: longest(def.checks ?? []) };
    case 'tuple':
      return { kind: 'tuple', items: def.items.map(walkOf), rest: def.rest ? walkOf(def.rest) : leaf };
    case 'record':
      return { kind: 'record', value: walkOf(def.valueType) };
    case 'union':
      return walkOfForms(def.options.map((option) => ({ option, walk: walkOf(option) })));
    case 'intersection':
      return { kind: 'both', left: walkOf(def.left), right: walkOf(def.right) };
    case 'pipe':
      return walkOf(def.in);
    case 'lazy':
      return walkOf(def.getter());
    case 'number':
      return def.coerce ? { kind: 'number', form: formOf(def.checks ?? []) } : leaf;
    default:
      return def.innerType ? walkOf(def.innerType) : leaf;
  }
}

/** The longest list that a schema takes. */
const longest = (checks: readonly Check[]): number =>
  Math.min(
    ...checks.map(({ _zod: { def } }) => {
      if (def.check === 'max_length') return def.maximum ?? Number.POSITIVE_INFINITY;
      return def.check === 'length_equals' ? (def.length ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    }),
    Number.POSITIVE_INFINITY,
  );

function walkOfForms(forms: readonly Form[]): Walk {
  const several = forms.filter(({ walk }) => walk !== leaf);
  if (several.length > 1) return { kind: 'union', forms: several };
  return several[0]?.walk ?? leaf;
}

/**
 * The form of a number that may come as text, since it may stand in an address: digits, and nothing that is a number by a
 * stretch (`1e3` of a whole one, `0x10`, ` 7`, true, [7]).
 */
const formOf = (checks: readonly Check[]): RegExp =>
  checks.some((check) => check._zod.def.format?.endsWith('int'))
    ? /^-?\d{1,16}$/
    : /^-?\d{1,16}(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

const isStretched = (value: unknown, form: RegExp): boolean =>
  value !== undefined &&
  value !== null &&
  typeof value !== 'number' &&
  !(typeof value === 'string' && form.test(value));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer names so many. */
const max = 20;

/** Returns the parts of a value that the schema accepts and the code never reads, the first twenty. */
export function unreadIn(schema: z.ZodType, value: unknown): Unread[] {
  const faults = faultsIn(walkOf(schema), value, null);
  if (faults.length < max) addIllegal(value, faults);
  return faults.map(({ at, ...fault }) => ({ path: pathOf(at), ...fault }));
}

function pathOf(spot: Spot): string {
  const keys: (string | number)[] = [];
  for (let each: Spot | null = spot; each; each = each.above) keys.push(each.key);
  return keys.reverse().join('.');
}

/** A container whose parts are being walked, `next` of them done. */
interface Frame {
  readonly at: Spot | null;
  /** null = a list, whose keys are its places. */
  readonly keys: readonly string[] | null;
  readonly value: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly length: number;
  readonly walkOfPart: (key: string | number) => Walk | null;
  next: number;
}

/** Faults of a value by its walk, in the order of the value. null of a frame's walk = a field that the schema has not. */
function faultsIn(walk: Walk, value: unknown, at: Spot | null): Fault[] {
  const faults: Fault[] = [];
  const open: Frame[] = [];
  const enter = (walked: Walk, each: unknown, spot: Spot | null): void => {
    const form = formOfValue(walked, each);
    if (form.kind === 'number') {
      if (spot && isStretched(each, form.form)) faults.push({ at: spot, message: 'invalid' });
    } else if (form.kind === 'both') faults.push(...strayInBoth(form, each, spot));
    else if (form.kind === 'list' && Array.isArray(each) && each.length > form.max)
      faults.push({ at: spot ?? { above: null, key: '' }, ...tooLong(form.max) });
    else {
      const frame = frameOf(form, each, spot);
      if (frame) open.push(frame);
    }
  };
  enter(walk, value, at);
  for (let frame = open.at(-1); frame && faults.length < max; frame = open.at(-1)) {
    if (frame.next === frame.length) {
      open.pop();
      continue;
    }
    const key = frame.keys ? (frame.keys[frame.next] ?? '') : frame.next;
    frame.next++;
    const part = frame.walkOfPart(key);
    const spot = { above: frame.at, key };
    if (part === null) faults.push({ at: spot, message: 'fieldUnknown' });
    else if (part !== leaf) enter(part, (frame.value as Record<string | number, unknown>)[key], spot);
  }
  return faults.slice(0, max);
}

/** zod's own words for a list that is longer than it takes, said before its elements are looked at. */
const tooLong = (longestList: number) => ({
  message: `Too big: expected array to have <=${longestList} items`,
  code: 'too_big' as const,
});

/** The walk that a value is read by: of a union that of the first form that takes it, none where no form does. */
function formOfValue(walk: Walk, value: unknown): Exclude<Walk, { kind: 'union' | 'same' }> {
  let form = walk;
  while (form.kind === 'union' || form.kind === 'same') {
    if (form.kind === 'same') form = form.walk;
    else if (typeof value !== 'object' || value === null) return leaf as Extract<Walk, { kind: 'leaf' }>;
    else form = form.forms.find(({ option }) => option.safeParse(value).success)?.walk ?? leaf;
  }
  return form;
}

function frameOf(walk: Walk, value: unknown, at: Spot | null): Frame | null {
  const begun = { at, next: 0 };
  if (Array.isArray(value)) {
    const list = { ...begun, keys: null, value, length: value.length };
    if (walk.kind === 'list') return walk.element === leaf ? null : { ...list, walkOfPart: () => walk.element };
    if (walk.kind === 'tuple') return { ...list, walkOfPart: (key) => walk.items[Number(key)] ?? walk.rest };
    return null;
  }
  if (!isObject(value) || (walk.kind !== 'object' && walk.kind !== 'record')) return null;
  const keys = Object.keys(value);
  const fields = { ...begun, keys, value, length: keys.length };
  if (walk.kind === 'record') return walk.value === leaf ? null : { ...fields, walkOfPart: () => walk.value };
  const unknown = walk.isLoose ? leaf : null;
  return { ...fields, walkOfPart: (key) => walk.fields.get(String(key)) ?? unknown };
}

/** Of two schemas that are meant together: the faults that both find. Nests as deep as the schemas do, not as the value does. */
function strayInBoth({ left, right }: Extract<Walk, { kind: 'both' }>, value: unknown, at: Spot | null): Fault[] {
  const others = new Set(faultsIn(right, value, at).map((fault) => pathOf(fault.at)));
  return faultsIn(left, value, at).filter((fault) => others.has(pathOf(fault.at)));
}

/** A text that no database keeps: with NUL, or with half of a character. */
export const isIllegal = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** Adds the texts that cannot be kept, in values and in names, until there are enough faults. */
function addIllegal(value: unknown, faults: Fault[]): void {
  const open: Frame[] = [];
  const enter = (each: unknown, at: Spot | null): void => {
    if (typeof each === 'string') {
      if (isIllegal(each)) faults.push({ at: at ?? { above: null, key: '' }, message: 'textIllegal' });
      return;
    }
    const keys = isObject(each) ? Object.keys(each) : null;
    const length = Array.isArray(each) ? each.length : (keys?.length ?? 0);
    if (length > 0) open.push({ at, keys, value: each as Frame['value'], length, next: 0, walkOfPart: () => leaf });
  };
  enter(value, null);
  for (let frame = open.at(-1); frame && faults.length < max; frame = open.at(-1)) {
    if (frame.next === frame.length) {
      open.pop();
      continue;
    }
    const key = frame.keys ? (frame.keys[frame.next] ?? '') : frame.next;
    frame.next++;
    if (typeof key === 'string' && isIllegal(key))
      faults.push({ at: { above: frame.at, key: key.replace(/\P{ASCII}|\p{Cc}/gu, '?') }, message: 'textIllegal' });
    else {
      const part = (frame.value as Record<string | number, unknown>)[key];
      if (typeof part === 'string' || (typeof part === 'object' && part !== null))
        enter(part, { above: frame.at, key });
    }
  }
}
