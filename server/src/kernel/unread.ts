/**
 * What a request says that nobody would read: fields that the input of its route has not, and text that cannot be kept.
 * Invariant: nothing is dropped in silence. Who misspells a field is told, and does not believe that it was done.
 */
import type { z } from 'zod';

export interface Unread {
  /** Dotted, as in `badInput`. */
  readonly path: string;
  readonly message: 'fieldUnknown' | 'textIllegal';
}
type Path = readonly string[];
/** Every path at which a value has a field that its schema has not. */
type Look = (value: unknown, at: Path) => Path[];

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
  readonly innerType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

/** Takes any value as it is. */
const open: Look = () => [];
/** Has no fields. */
const scalar: Look = () => [];
const openTypes = new Set(['any', 'unknown', 'custom', 'transform', 'file']);
const made = new WeakMap<z.ZodType, Look>();

/** What looks through values of a schema; made once. Recursive schemas find what is in the making. */
function lookOf(schema: z.ZodType): Look {
  const known = made.get(schema);
  if (known) return known;
  let look: Look = open;
  made.set(schema, (value, at) => look(value, at));
  look = lookOfDef(defOf(schema));
  made.set(schema, look);
  return look;
}

const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

function lookOfDef(def: Def): Look {
  switch (def.type) {
    case 'object':
      return inObject(def.shape!, def.catchall);
    case 'array':
      return inList(lookOf(def.element!));
    case 'tuple':
      return inTuple(def.items!.map(lookOf), def.rest ? lookOf(def.rest) : scalar);
    case 'record':
      return inRecord(lookOf(def.valueType!));
    case 'union':
      return firstThatTakes(def.options!);
    case 'intersection':
      return inBoth(lookOf(def.left!), lookOf(def.right!));
    case 'pipe':
      return lookOf(def.in!);
    case 'lazy':
      return (value, at) => lookOf(def.getter!())(value, at);
    default:
      return def.innerType ? lookOf(def.innerType) : openTypes.has(def.type) ? open : scalar;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inObject(shape: Readonly<Record<string, z.ZodType>>, catchall: z.ZodType | undefined): Look {
  const looks = new Map(Object.entries(shape).map(([key, each]) => [key, lookOf(each)]));
  const loose = catchall !== undefined && defOf(catchall).type !== 'never';
  return (value, at) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, each]) => {
          const look = looks.get(key);
          return look ? look(each, [...at, key]) : loose ? [] : [[...at, key]];
        })
      : [];
}

const inList =
  (look: Look): Look =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((each, i) => look(each, [...at, String(i)])) : [];

const inTuple =
  (looks: readonly Look[], rest: Look): Look =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((each, i) => (looks[i] ?? rest)(each, [...at, String(i)])) : [];

const inRecord =
  (look: Look): Look =>
  (value, at) =>
    isObject(value) ? Object.entries(value).flatMap(([key, each]) => look(each, [...at, key])) : [];

/** Of a union: what is unknown to the form that the value is read as, the first that takes it. */
function firstThatTakes(options: readonly z.ZodType[]): Look {
  const forms = options.map((option) => ({ option, look: lookOf(option) })).filter(({ look }) => look !== scalar);
  if (forms.length < 2) return forms[0]?.look ?? scalar;
  return (value, at) => {
    if (typeof value !== 'object' || value === null) return [];
    return forms.find(({ option }) => option.safeParse(value).success)?.look(value, at) ?? [];
  };
}

/** Of two that are meant together: what neither knows. */
const inBoth =
  (left: Look, right: Look): Look =>
  (value, at) => {
    const others = new Set(right(value, at).map((path) => path.join('.')));
    return left(value, at).filter((path) => others.has(path.join('.')));
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
const most = 20;

/** What nobody would read of a value that a schema takes. */
export function unreadIn(schema: z.ZodType, value: unknown): Unread[] {
  const say = (message: Unread['message']) => (path: Path) => ({ path: path.join('.'), message });
  return [...lookOf(schema)(value, []).map(say('fieldUnknown')), ...illegalIn(value, []).map(say('textIllegal'))].slice(
    0,
    most,
  );
}
