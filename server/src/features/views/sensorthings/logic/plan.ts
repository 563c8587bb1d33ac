/**
 * How a filter on observations is worked off: what decides which datastreams are read at all, what bounds the time, and
 * what is left to be judged reading by reading. Pure.
 *
 * Parts that speak of the datastream alone are conditions in SQL. Inside of a part that also speaks of the reading they
 * become slots: values that SQL calculates once for each datastream.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type BoundOrder, turned } from '@plumbline/science/odata/binding';
import { type Compare, conjuncts, has, isFixed, together } from '@plumbline/science/odata/bound';
import { firstAt, lastAt } from '@plumbline/science/odata/functions';
import type { IdParts } from '@plumbline/science/odata/model';
import type { Bound, Leaf, SetName } from './model.ts';
import { observationEvaluator } from './observation.ts';
import type { Query } from './options.ts';

export interface Plan {
  /** Which datastreams; null = all of the scope. */
  readonly streams: Bound | null;
  /** What SQL calculates for each of them. */
  readonly slots: readonly Bound[];
  /** Measuring times, epoch ms, both inside. */
  readonly from: number;
  readonly to: number;
  /** What each reading is judged by; null = the times say all. */
  readonly each: Bound | null;
  readonly order: readonly BoundOrder<SetName>[];
}

const isOwn = (bound: Bound): bound is Leaf =>
  bound.kind === 'leaf' && bound.variable === null && bound.hops.length === 0;
const ofReading = (bound: Bound) => has(bound, isOwn);
const ofStream = (bound: Bound) => has(bound, (each) => each.kind === 'any' || (each.kind === 'leaf' && !isOwn(each)));

/** The plan of a filter and an order of Observations. `nowMs` = what now() is. */
export function planOf({ filter, order }: Pick<Query, 'filter' | 'order'>, nowMs: number): Plan {
  const parts = filter ? conjuncts(filter) : [];
  const slots: Bound[] = [];
  const streams = parts.filter((part) => ofStream(part) && !ofReading(part));
  const each: Bound[] = [];
  let [from, to] = [firstAt, lastAt];
  for (const part of parts) {
    if (streams.includes(part)) continue;
    const ids = idsIn(part);
    if (ids) streams.push(streamsOf(ids));
    const span = spanOf(part, nowMs);
    from = Math.max(from, span.from);
    to = Math.min(to, span.to);
    if (!span.exact) each.push(slotted(part, slots));
  }
  const ordered = order.map(({ of, descending }) => ({ of: slotted(of, slots), descending }));
  return { streams: together(streams), slots, from, to, each: together(each), order: ordered };
}

/** The node with what is the same for all readings of a datastream put into slots. */
function slotted(bound: Bound, slots: Bound[]): Bound {
  if (!ofStream(bound)) return bound;
  if (!ofReading(bound)) {
    slots.push(bound);
    return { kind: 'slot', type: bound.type, index: slots.length - 1 };
  }
  const of = (part: Bound) => slotted(part, slots);
  switch (bound.kind) {
    case 'call':
      return { ...bound, of: bound.of.map(of) };
    case 'arithmetic':
    case 'compare':
    case 'and':
    case 'or':
      return { ...bound, left: of(bound.left), right: of(bound.right) };
    case 'not':
    case 'missing':
      return { ...bound, of: of(bound.of) };
    default:
      return bound;
  }
}

/** The ids that an observation must be one of; null where the part says no such thing. */
function idsIn(bound: Bound): readonly IdParts[] | null {
  if (bound.kind === 'key' && isOwn(bound.leaf)) return bound.among;
  if (bound.kind !== 'or') return null;
  const [left, right] = [idsIn(bound.left), idsIn(bound.right)];
  return left && right ? [...left, ...right] : null;
}

function streamsOf(ids: readonly IdParts[]): Bound {
  const leaf: Leaf = {
    kind: 'leaf',
    type: 'id',
    variable: null,
    hops: ['Datastream'],
    set: 'Datastreams',
    name: 'id',
  };
  return { kind: 'key', type: 'truth', leaf, among: ids.map((parts) => parts.slice(0, 2)) };
}

interface Span {
  readonly from: number;
  readonly to: number;
  /** True where the part says this and nothing more. */
  readonly exact: boolean;
}
const always: Span = { from: firstAt, to: lastAt, exact: false };
const never: Span = { from: lastAt, to: firstAt, exact: false };

/** The measuring times outside of which a part cannot hold. */
function spanOf(bound: Bound, nowMs: number): Span {
  switch (bound.kind) {
    case 'and': {
      const [a, b] = [spanOf(bound.left, nowMs), spanOf(bound.right, nowMs)];
      return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to), exact: a.exact && b.exact };
    }
    case 'or': {
      const [a, b] = [spanOf(bound.left, nowMs), spanOf(bound.right, nowMs)];
      return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to), exact: false };
    }
    case 'key': {
      const times = isOwn(bound.leaf) ? bound.among.map((parts) => parts[2] as number) : [];
      return times.length ? { from: Math.min(...times), to: Math.max(...times), exact: false } : always;
    }
    case 'constant':
      return bound.value === true ? { ...always, exact: true } : never;
    case 'compare':
      return spanOfComparison(bound, nowMs);
    default:
      return always;
  }
}

function spanOfComparison({ op, left, right }: Compare<SetName>, nowMs: number): Span {
  if (isFixed(left) && !isFixed(right))
    return spanOfComparison({ kind: 'compare', type: 'truth', op: turned[op], left: right, right: left }, nowMs);
  const value = isFixed(right) ? observationEvaluator(right, nowMs)(null, []) : null;
  if (typeof value !== 'number' || op === 'ne') return always;
  if (isOwn(left) && left.name === 'phenomenonTime') return between(op, value, value, true);
  const [argument] = left.kind === 'call' ? left.of : [];
  if (left.kind !== 'call' || !argument || !isOwn(argument) || argument.name !== 'phenomenonTime') return always;
  if (left.name === 'year' && Number.isInteger(value) && value > 0 && value < 9999)
    return between(op, Date.UTC(value, 0, 1), Date.UTC(value + 1, 0, 1) - 1, false);
  return left.name === 'date' ? between(op, value * dayMs, (value + 1) * dayMs - 1, false) : always;
}

/** Times in whole ms; `first` and `last` = what the value stands for. */
function between(op: 'eq' | 'gt' | 'ge' | 'lt' | 'le', first: number, last: number, exact: boolean): Span {
  const from = op === 'gt' ? Math.floor(last) + 1 : op === 'ge' || op === 'eq' ? Math.ceil(first) : firstAt;
  const to = op === 'lt' ? Math.ceil(first) - 1 : op === 'le' || op === 'eq' ? Math.floor(last) : lastAt;
  return { from: Math.max(from, firstAt), to: Math.min(to, lastAt), exact };
}
