/**
 * Resource paths of the standard (18-088, 9.2): `Things(1)/Datastreams('7-level')/ObservedProperty/name/$value` as the
 * steps from set to set, and what of the last one is asked for. Pure. A path that leads nowhere is notFound.
 */
import { Failure } from '@plumbline/contract/errors';
import { type IdParts, idPartsOf } from './ids.ts';
import { type Nav, type SetName, sets } from './model.ts';

export interface Step {
  readonly set: SetName;
  /** The relation that led here; null for the first. */
  readonly nav: string | null;
  /** Which of them; null = all that the relation leads to. */
  readonly id: string | null;
  readonly key: IdParts | null;
}
export interface Resource {
  readonly steps: readonly Step[];
  /** Whether the last step is one entity. */
  readonly single: boolean;
  readonly part: 'entities' | 'links' | 'property' | 'value';
  /** The property asked for, and parts inside of it. */
  readonly property: readonly string[];
}

const maxSteps = 10;
const nowhere = (path: string) => new Failure('notFound', { path });

/** Throws notFound. */
export function resourceOf(path: string): Resource {
  const segments = segmentsOf(path);
  const steps: Step[] = [];
  let single = false;
  for (const [index, { name, id }] of segments.entries()) {
    const last = steps.at(-1);
    const nav: Nav | undefined =
      last && single && Object.hasOwn(sets[last.set].navs, name) ? sets[last.set].navs[name] : undefined;
    const set: SetName | undefined = last ? nav?.to : Object.hasOwn(sets, name) ? (name as SetName) : undefined;
    if (set === undefined) {
      if (!last) throw nowhere(path);
      return endOf(path, steps, single, segments.slice(index));
    }
    if (steps.length >= maxSteps || (id !== null && nav && !nav.many)) throw nowhere(path);
    const key = id === null ? null : idPartsOf(set, id);
    if (id !== null && key === null) throw nowhere(path);
    steps.push({ set, nav: last ? name : null, id, key });
    single = id !== null || nav?.many === false;
  }
  return { steps, single, part: 'entities', property: [] };
}

/** What stands behind the last step. */
function endOf(path: string, steps: readonly Step[], single: boolean, rest: readonly Segment[]): Resource {
  const names = rest.map(({ name }) => name);
  if (rest.some(({ id }) => id !== null)) throw nowhere(path);
  if (names.length === 1 && names[0] === '$ref') return { steps, single, part: 'links', property: [] };
  const raw = names.at(-1) === '$value';
  const property = raw ? names.slice(0, -1) : names;
  const { set } = steps.at(-1)!;
  const known = property.length > 0 && sets[set].properties.includes(property[0]!);
  if (!single || !known || property.some((name) => name.startsWith('$'))) throw nowhere(path);
  return { steps, single, part: raw ? 'value' : 'property', property };
}

interface Segment {
  readonly name: string;
  readonly id: string | null;
}

function segmentsOf(path: string): Segment[] {
  const segments: Segment[] = [];
  let rest = path.replace(/\/$/, '');
  while (rest !== '') {
    const found = /^([A-Za-z$@][\w.$@]*|\d+)(?:\((?:'((?:[^']|'')*)'|(-?\w[\w-]*))\))?(?:\/|$)/.exec(rest);
    if (!found) throw nowhere(path);
    segments.push({ name: found[1]!, id: found[2]?.replaceAll("''", "'") ?? found[3] ?? null });
    rest = rest.slice(found[0].length);
  }
  if (segments.length === 0) throw nowhere(path);
  return segments;
}
