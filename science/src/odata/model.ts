/**
 * What a service serves, as the grammar needs to know it: entity sets with their properties and relations. A service
 * hands its own model to the parser of paths and the binder of filters, which know no other names. Pure.
 */

/** Types of values. `span` = an interval of time; `id` = the key of an entity. */
export type ValueType =
  | 'text'
  | 'number'
  | 'truth'
  | 'time'
  | 'date'
  | 'clock'
  | 'duration'
  | 'span'
  | 'place'
  | 'id'
  | 'null';

export interface Nav<S extends string = string> {
  readonly to: S;
  readonly many: boolean;
}

export interface EntitySet<S extends string = string> {
  readonly name: S;
  /** How a relation to one of them is called. */
  readonly single: string;
  /** Properties of the answer, in its order. */
  readonly properties: readonly string[];
  /** What a filter or an order may name: `name`, `properties/family`, ... */
  readonly leaves: Readonly<Record<string, ValueType>>;
  readonly navs: Readonly<Record<string, Nav<S>>>;
}

/** The parts of an id, in the order in which the set names its key. */
export type IdParts = readonly (number | string)[];

/** `S` = the names of the sets. */
export interface Model<S extends string = string> {
  readonly sets: Readonly<Record<S, EntitySet<S>>>;
  /** What control information begins with: `@iot.` of `@iot.id`. */
  readonly controlPrefix: string;
  /** Properties whose further names are free: one that is not there is null, as in JSON. */
  readonly openProperties: readonly string[];
  /** The set that is not kept beside the others: their filters cannot look into it. */
  readonly apart: S;
  /** The parts of an id of a set; null for a text that is none: nothing has it. */
  readonly idPartsOf: (set: S, id: string) => IdParts | null;
}

/** A relation by name; undefined where the set has none of this name. */
export function navOf<S extends string>(model: Model<S>, set: S, name: string): Nav<S> | undefined {
  const { navs } = model.sets[set];
  return Object.hasOwn(navs, name) ? navs[name] : undefined;
}

/** The relations of a path, one after the other. Throws Error for a path that does not exist. */
export function walk<S extends string>(model: Model<S>, hops: readonly string[], root: S) {
  let set = root;
  return hops.map((name) => {
    const nav = navOf(model, set, name);
    if (!nav) throw new Error(`${set} have no relation ${name}`);
    const from = set;
    set = nav.to;
    return { name, from, ...nav };
  });
}
