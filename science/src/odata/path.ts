/**
 * Resource paths (OGC 18-088, 9.2): `Things(1)/Datastreams('7-level')/ObservedProperty/name/$value` as the steps from set
 * to set, and what of the last one is asked for. Pure.
 */
import { type IdParts, type Model, type Nav, navOf } from './model.ts';

export interface Step<S extends string = string> {
  readonly set: S;
  /** The relation that led here; null for the first. */
  readonly nav: string | null;
  /** Which of them; null = all that the relation leads to. */
  readonly id: string | null;
  readonly key: IdParts | null;
  /** The step before it; null for the first. */
  readonly above: Step<S> | null;
}
export interface Resource<S extends string = string> {
  readonly last: Step<S>;
  /** True when the last step is one entity. */
  readonly single: boolean;
  readonly part: 'entities' | 'links' | 'property' | 'value';
  /** The property asked for, and parts inside of it. */
  readonly property: readonly string[];
}

const maxSteps = 10;

/** Returns the resource that a path leads to; null for one that leads nowhere. */
export function resourceOf<S extends string>(model: Model<S>, path: string): Resource<S> | null {
  const segments = segmentsOf(path);
  if (segments === null) return null;
  let last: Step<S> | null = null;
  let single = false;
  for (const [index, { name, id }] of segments.entries()) {
    const nav: Nav<S> | undefined = last && single ? navOf(model, last.set, name) : undefined;
    const set: S | undefined = last ? nav?.to : setOf(model, name);
    if (set === undefined) return last && endOf(model, last, single, segments.slice(index));
    if (index >= maxSteps || (id !== null && nav && !nav.many)) return null;
    const key: IdParts | null = id === null ? null : model.idPartsOf(set, id);
    if (id !== null && key === null) return null;
    last = { set, nav: last ? name : null, id, key, above: last };
    single = id !== null || nav?.many === false;
  }
  return last && { last, single, part: 'entities', property: [] };
}

const setOf = <S extends string>({ sets }: Model<S>, name: string): S | undefined =>
  Object.hasOwn(sets, name) ? (name as S) : undefined;

/** What follows the last step; null where it is nothing. */
function endOf<S extends string>(
  model: Model<S>,
  last: Step<S>,
  single: boolean,
  segments: readonly Segment[],
): Resource<S> | null {
  if (segments.some(({ id }) => id !== null)) return null;
  const names = segments.map(({ name }) => name);
  if (names.length === 1 && names[0] === '$ref') return { last, single, part: 'links', property: [] };
  const raw = names.at(-1) === '$value';
  const property = raw ? names.slice(0, -1) : names;
  const [first] = property;
  const isProperty = first !== undefined && model.sets[last.set].properties.includes(first);
  if (!single || !isProperty || property.some((name) => name.startsWith('$'))) return null;
  return { last, single, part: raw ? 'value' : 'property', property };
}

interface Segment {
  readonly name: string;
  readonly id: string | null;
}

/** The names of a path with their ids; null where one of them is no name. */
function segmentsOf(path: string): Segment[] | null {
  const segments: Segment[] = [];
  let remaining = path.replace(/\/$/, '');
  while (remaining !== '') {
    const match = /^([A-Za-z$@][\w.$@]*|\d+)(?:\((?:'((?:[^']|'')*)'|(-?\w[\w-]*))\))?(?:\/|$)/.exec(remaining);
    const [matched, name, quoted, bare] = match ?? [];
    if (matched === undefined || name === undefined) return null;
    segments.push({ name, id: quoted?.replaceAll("''", "'") ?? bare ?? null });
    remaining = remaining.slice(matched.length);
  }
  return segments;
}
