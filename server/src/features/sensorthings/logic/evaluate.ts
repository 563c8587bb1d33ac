/** A bound filter as a function of one observation. Pure: the same results as the SQL of sensorthings.filter.table.ts. */
import { type Quality, qualityOf } from '@plumbline/science/quality/flags';
import type { Bound, Leaf } from './bound.ts';
import { calls, type Value } from './functions.ts';
import type { Arithmetic, Comparison } from './grammar.ts';

/** One field of a reading as it is shown: corrected, with the flag of what is stored. */
export interface Observation {
  readonly pointId: number;
  readonly field: string;
  /** Epoch ms, both. */
  readonly at: number;
  readonly receivedAt: number;
  readonly result: number | null;
  /** As it was stored, where a correction changed it. */
  readonly stored: number | null;
  /** quality + 16 * tests. */
  readonly flag: number;
  readonly deviceId: number | null;
  readonly changeId: number | null;
}

export const qualityWords: Readonly<Record<Quality, string>> = {
  1: 'pass',
  2: 'notEvaluated',
  3: 'suspect',
  4: 'fail',
  9: 'missing',
};

/** `null` stands for no observation at all: for parts that need none. */
type Evaluate = (observation: Observation | null, slots: readonly Value[]) => Value;

const leaves: Readonly<Record<string, (observation: Observation) => Value>> = {
  phenomenonTime: ({ at }) => at,
  resultTime: ({ receivedAt }) => receivedAt,
  result: ({ result }) => result,
  'resultQuality/quality': ({ flag }) => qualityWords[qualityOf(flag)] ?? null,
  'parameters/deviceId': ({ deviceId }) => deviceId,
  'parameters/changeId': ({ changeId }) => changeId,
  'parameters/stored': ({ stored }) => stored,
};

export function evaluator(bound: Bound, nowMs: number): Evaluate {
  const of = (part: Bound) => evaluator(part, nowMs);
  switch (bound.kind) {
    case 'constant':
      return () => bound.value;
    case 'slot':
      return (_, slots) => slots[bound.index] ?? null;
    case 'leaf':
      return leafOf(bound);
    case 'key': {
      const ids = new Set(bound.among.map((parts) => parts.join('-')));
      return (o) => o !== null && ids.has(`${o.pointId}-${o.field}-${o.at}`);
    }
    case 'missing': {
      const inner = of(bound.of);
      return (o, slots) => inner(o, slots) === null;
    }
    case 'not': {
      const inner = of(bound.of);
      return (o, slots) => inner(o, slots) !== true;
    }
    case 'and': {
      const [left, right] = [of(bound.left), of(bound.right)];
      return (o, slots) => left(o, slots) === true && right(o, slots) === true;
    }
    case 'or': {
      const [left, right] = [of(bound.left), of(bound.right)];
      return (o, slots) => left(o, slots) === true || right(o, slots) === true;
    }
    case 'compare': {
      const [left, right] = [of(bound.left), of(bound.right)];
      const holds = comparisons[bound.op];
      return (o, slots) => holds(left(o, slots), right(o, slots));
    }
    case 'arithmetic': {
      const [left, right] = [of(bound.left), of(bound.right)];
      const compute = arithmetics[bound.op];
      return (o, slots) => {
        const [a, b] = [left(o, slots), right(o, slots)];
        if (a === null || b === null) return null;
        const value = compute(a as number, b as number);
        return Number.isFinite(value) ? value : null;
      };
    }
    case 'call': {
      const args = bound.of.map(of);
      const { compute } = calls[bound.name]!;
      return (o, slots) => {
        const values = args.map((each) => each(o, slots));
        return values.includes(null) ? null : compute(values, nowMs);
      };
    }
    case 'place':
    case 'any':
      throw new Error(`${bound.kind} is calculated in SQL`);
  }
}

function leafOf({ name, type }: Leaf): Evaluate {
  if (type === 'null') return () => null;
  const read = leaves[name];
  if (!read) throw new Error(`an observation has no ${name}`);
  return (o) => (o === null ? null : read(o));
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
