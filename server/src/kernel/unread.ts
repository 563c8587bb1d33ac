/**
 * What a request says that nobody would read: fields that the input of its route has not, text that cannot be kept, and
 * numbers that are none as they stand.
 * Invariant: nothing is dropped in silence. Whoever misspells a field gets an error, and does not believe that it was done.
 */
import type { z } from 'zod';

export interface Unread {
  /** Dotted, as in `badInput`. */
  readonly path: string;
  readonly message: 'fieldUnknown' | 'textIllegal' | 'invalid';
}
type Path = readonly string[];
interface Found {
  readonly path: Path;
  readonly message: Unread['message'];
}
/** Every place at which a value has a field that its schema has not, or a number that is one only by a stretch. */
type Finder = (value: unknown, at: Path) => Found[];

/** What zod keeps of the schemas in which there are fields to find. */
type Def =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, z.ZodType>>; readonly catchall?: z.ZodType }
  | { readonly type: 'array'; readonly element: z.ZodType }
  | { readonly type: 'tuple'; readonly items: readonly z.ZodType[]; readonly rest: z.ZodType | null }
  | { readonly type: 'record'; readonly valueType: z.ZodType }
  | { readonly type: 'union'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'intersection'; readonly left: z.ZodType; readonly right: z.ZodType }
  | { readonly type: 'pipe'; readonly in: z.ZodType }
  | { readonly type: 'lazy'; readonly getter: () => z.ZodType }
  | { readonly type: 'number'; readonly coerce?: boolean; readonly checks?: readonly Check[] }
  | { readonly type: OtherType; readonly innerType?: z.ZodType };
interface Check {
  readonly _zod: { readonly def: { readonly format?: string } };
}
/** Every other kind holds one schema or none; of these some are named here. */
type OtherType = 'optional' | 'nullable' | 'default' | 'never' | 'custom' | 'string';

/** Takes any value as it is. */
const open: Finder = () => [];
/** Has no fields. */
const scalar: Finder = () => [];
const openTypes: ReadonlySet<string> = new Set(['any', 'unknown', 'custom', 'transform', 'file']);
const made = new WeakMap<z.ZodType, Finder>();

/** What looks through values of a schema; made once. Recursive schemas find what is in the making. */
function finderOf(schema: z.ZodType): Finder {
  const known = made.get(schema);
  if (known) return known;
  let find: Finder = open;
  made.set(schema, (value, at) => find(value, at));
  find = finderOfDef(defOf(schema));
  made.set(schema, find);
  return find;
}

const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

function finderOfDef(def: Def): Finder {
  switch (def.type) {
    case 'object':
      return inObject(def.shape, def.catchall);
    case 'array':
      return inList(finderOf(def.element));
    case 'tuple':
      return inTuple(def.items.map(finderOf), def.rest ? finderOf(def.rest) : scalar);
    case 'record':
      return inRecord(finderOf(def.valueType));
    case 'union':
      return firstThatTakes(def.options);
    case 'intersection':
      return inBoth(finderOf(def.left), finderOf(def.right));
    case 'pipe':
      return finderOf(def.in);
    case 'lazy':
      return (value, at) => finderOf(def.getter())(value, at);
    case 'number':
      return def.coerce ? stretchedNumber(def.checks ?? []) : scalar;
    default:
      return def.innerType ? finderOf(def.innerType) : openTypes.has(def.type) ? open : scalar;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inObject(shape: Readonly<Record<string, z.ZodType>>, catchall: z.ZodType | undefined): Finder {
  const finders = new Map(Object.entries(shape).map(([key, each]) => [key, finderOf(each)]));
  const loose = catchall !== undefined && defOf(catchall).type !== 'never';
  return (value, at) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, each]) => {
          const find = finders.get(key);
          if (find) return find(each, [...at, key]);
          return loose ? [] : [{ path: [...at, key], message: 'fieldUnknown' as const }];
        })
      : [];
}

const inList =
  (find: Finder): Finder =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((each, i) => find(each, [...at, String(i)])) : [];

const inTuple =
  (finders: readonly Finder[], rest: Finder): Finder =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((each, i) => (finders[i] ?? rest)(each, [...at, String(i)])) : [];

const inRecord =
  (find: Finder): Finder =>
  (value, at) =>
    isObject(value) ? Object.entries(value).flatMap(([key, each]) => find(each, [...at, key])) : [];

/**
 * A number that may come as text, since it may stand in an address: digits, and nothing that is a number by a stretch
 * (`1e3`, `0x10`, ` 7`, true, [7]).
 */
function stretchedNumber(checks: readonly Check[]): Finder {
  const isWhole = checks.some((check) => check._zod.def.format?.endsWith('int'));
  const form = isWhole ? /^-?\d{1,16}$/ : /^-?\d{1,16}(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
  return (value, at) =>
    value === undefined ||
    value === null ||
    typeof value === 'number' ||
    (typeof value === 'string' && form.test(value))
      ? []
      : [{ path: at, message: 'invalid' }];
}

/** Of a union: what is unknown to the form that the value is read as, the first that takes it. */
function firstThatTakes(options: readonly z.ZodType[]): Finder {
  const forms = options.map((option) => ({ option, find: finderOf(option) })).filter(({ find }) => find !== scalar);
  if (forms.length < 2) return forms[0]?.find ?? scalar;
  return (value, at) => {
    if (typeof value !== 'object' || value === null) return [];
    return forms.find(({ option }) => option.safeParse(value).success)?.find(value, at) ?? [];
  };
}

/** Of two that are meant together: what neither knows. */
const inBoth =
  (left: Finder, right: Finder): Finder =>
  (value, at) => {
    const others = new Set(right(value, at).map(({ path }) => path.join('.')));
    return left(value, at).filter(({ path }) => others.has(path.join('.')));
  };

/** A text that no database keeps: with NUL, or with half of a character. */
export const isIllegal = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

function illegalIn(value: unknown, at: Path): Path[] {
  if (typeof value === 'string') return isIllegal(value) ? [at] : [];
  if (Array.isArray(value)) return value.flatMap((each, i) => illegalIn(each, [...at, String(i)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    isIllegal(key) ? [[...at, key.replace(/\P{ASCII}|\p{Cc}/gu, '?')]] : illegalIn(each, [...at, key]),
  );
}

/** An answer names so many. */
const max = 20;

/** Returns the parts of a value that the schema accepts and the code never reads. */
export function unreadIn(schema: z.ZodType, value: unknown): Unread[] {
  const illegal = illegalIn(value, []).map((path): Found => ({ path, message: 'textIllegal' }));
  return [...finderOf(schema)(value, []), ...illegal]
    .slice(0, max)
    .map(({ path, message }) => ({ path: path.join('.'), message }));
}
