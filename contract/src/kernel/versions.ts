/**
 * The version of a record: a short text made of its content, equal on both sides of the wire. A write that carries the
 * version of what its author saw is refused when the record has become another since
 * (docs/decisions/0037-what-one-saw-is-what-one-changes.md).
 */

/** Record that a write changes: the reply of a GET of the same feature with the same names in its path. */
export interface Guard {
  /** Name of that route in the feature. */
  readonly read: string;
  /** The path of the record in its reply: `thresholds`, `settings.chart`; '' = the whole reply. */
  readonly part: string;
  /** Where the part is a list of records: the field by which the one in question is found. */
  readonly by?: { readonly field: string; readonly input: string };
}

/** Records of a guarded write that another write changes too: `rows.pointId` = the pointId of each of `rows`. */
export interface Touch {
  readonly guardOf: string;
  /** The routes of another feature, where that write is one of them. */
  readonly of?: Readonly<Record<string, GuardedRoute>>;
  readonly ids: string;
}

/** What of a route names the record that it guards. */
interface GuardedRoute {
  readonly path: string;
  readonly within?: unknown;
  readonly guards?: Guard;
}

type Named = Readonly<Record<string, unknown>>;

/** Keys in order and nothing undefined, so that the same content is the same text. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(fields)
      .filter((key) => fields[key] !== undefined)
      .sort()
      .map((key) => [key, canonical(fields[key])]),
  );
};

/** 106 bits of a plain text hash (cyrb53 with two seeds): nobody gains by making two contents alike. */
const hash = (text: string, seed: number): string => {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36).padStart(11, '0');
};

/**
 * The version of the fields of a record that a write names, so that two people may change different fields of it. A
 * record that is no object of fields (a list, a text), or has none of those that are named, is one whole.
 */
export function versionOf(record: unknown, named: readonly string[]): string {
  const isFields = typeof record === 'object' && record !== null && !Array.isArray(record);
  const fields = isFields ? named.filter((name) => Object.hasOwn(record, name)) : [];
  const selected =
    fields.length > 0 ? Object.fromEntries(fields.map((name) => [name, (record as Named)[name]])) : record;
  const text = JSON.stringify(canonical(selected)) ?? '';
  return `${hash(text, 0)}${hash(text, 1)}`;
}

/** The record that a guard speaks of, in the reply of its read; undefined where it is not there. */
export function recordIn(guard: Guard, reply: unknown, input: Readonly<Record<string, unknown>>): unknown {
  let at = reply;
  for (const step of guard.part === '' ? [] : guard.part.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined;
  const { by } = guard;
  if (by === undefined) return at;
  return Array.isArray(at)
    ? (at as Record<string, unknown>[]).find((each) => String(each[by.field]) === String(input[by.input]))
    : undefined;
}
