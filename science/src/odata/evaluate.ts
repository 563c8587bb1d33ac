/**
 * A bound filter as a function of one entity. Pure. Whoever also makes SQL from the same filter holds the two against
 * each other by a test: the results are the same.
 */
import type { Bound, Leaf } from './bound.ts';
import { calls, type Value } from './functions.ts';
import type { Arithmetic, Comparison } from './grammar.ts';

/** How values are taken from an entity of type `E`. */
export interface Reader<E> {
  /** Its properties by name. One that is not here cannot be judged by. */
  readonly properties: Readonly<Record<string, (entity: E) => Value>>;
  /** The parts of its key, joined by `-`. */
  readonly keyOf: (entity: E) => string;
}

/** `null` stands for no entity at all: for parts that need none. */
export type Evaluate<E> = (entity: E | null, slots: readonly Value[]) => Value;

export function evaluator<E>(bound: Bound, reader: Reader<E>, nowMs: number): Evaluate<E> {
  const of = (part: Bound) => evaluator(part, reader, nowMs);
  switch (bound.kind) {
    case 'constant':
      return () => bound.value;
    case 'slot':
      return (_, slots) => slots[bound.index] ?? null;
    case 'leaf':
      return leafOf(bound, reader);
    case 'key': {
      const ids = new Set(bound.among.map((parts) => parts.join('-')));
      return (entity) => entity !== null && ids.has(reader.keyOf(entity));
    }
    case 'missing': {
      const inner = of(bound.of);
      return (entity, slots) => inner(entity, slots) === null;
    }
    case 'not': {
      const inner = of(bound.of);
      return (entity, slots) => inner(entity, slots) !== true;
    }
    case 'and': {
      const [left, right] = [of(bound.left), of(bound.right)];
      return (entity, slots) => left(entity, slots) === true && right(entity, slots) === true;
    }
    case 'or': {
      const [left, right] = [of(bound.left), of(bound.right)];
      return (entity, slots) => left(entity, slots) === true || right(entity, slots) === true;
    }
    case 'compare': {
      const [left, right] = [of(bound.left), of(bound.right)];
      const holds = comparisons[bound.op];
      return (entity, slots) => holds(left(entity, slots), right(entity, slots));
    }
    case 'arithmetic':
      return sumOf(of(bound.left), of(bound.right), arithmetics[bound.op]);
    case 'call':
      return callOf(bound.name, bound.of.map(of), nowMs);
    case 'place':
    case 'any':
      throw new Error(`${bound.kind} is not calculated for a single entity`);
  }
}

function leafOf<E>({ name, type }: Leaf, { properties }: Reader<E>): Evaluate<E> {
  if (type === 'null') return () => null;
  const read = properties[name];
  if (!read) throw new Error(`an entity has no ${name}`);
  return (entity) => (entity === null ? null : read(entity));
}

function sumOf<E>(left: Evaluate<E>, right: Evaluate<E>, compute: (a: number, b: number) => number): Evaluate<E> {
  return (entity, slots) => {
    const [a, b] = [left(entity, slots), right(entity, slots)];
    if (a === null || b === null) return null;
    const value = compute(a as number, b as number);
    return Number.isFinite(value) ? value : null;
  };
}

function callOf<E>(name: string, of: readonly Evaluate<E>[], nowMs: number): Evaluate<E> {
  const spec = calls[name];
  if (!spec) throw new Error(`there is no function ${name}`);
  return (entity, slots) => {
    const values = of.map((each) => each(entity, slots));
    return values.includes(null) ? null : spec.compute(values, nowMs);
  };
}

type Holds = (a: Value, b: Value) => boolean;
const both =
  (holds: (a: string | number | boolean, b: string | number | boolean) => boolean): Holds =>
  (a, b) =>
    a !== null && b !== null && holds(a, b);
const comparisons: Readonly<Record<Comparison, Holds>> = {
  eq: both((a, b) => a === b),
  ne: (a, b) => a !== b,
  gt: both((a, b) => a > b),
  ge: both((a, b) => a >= b),
  lt: both((a, b) => a < b),
  le: both((a, b) => a <= b),
};
const arithmetics: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
};
