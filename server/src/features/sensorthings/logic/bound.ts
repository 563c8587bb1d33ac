/** A filter whose names and types are known: what SQL is made from, and what observations are judged by. */
import type { Value } from './functions.ts';
import type { Geometry } from './geometry.ts';
import type { Arithmetic, Comparison } from './grammar.ts';
import type { IdParts } from './ids.ts';
import type { SetName, ValueType } from './model.ts';

/** A property, of the entity itself or of one that its relations lead to. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly type: ValueType;
  /** The variable of an `any` that the path begins with; null = the entity that is filtered. */
  readonly variable: string | null;
  /** Relations on the way, by name. */
  readonly hops: readonly string[];
  /** Whose property it is. */
  readonly set: SetName;
  readonly name: string;
}
export interface Any {
  readonly kind: 'any';
  readonly type: 'truth';
  /** As in a leaf: from where the relation is followed. */
  readonly from: string | null;
  readonly hops: readonly string[];
  readonly variable: string;
  readonly set: SetName;
  readonly of: Bound;
}

export type Bound =
  | Leaf
  | Any
  | { readonly kind: 'constant'; readonly type: ValueType; readonly value: Value }
  | { readonly kind: 'call'; readonly type: ValueType; readonly name: string; readonly of: readonly Bound[] }
  | {
      readonly kind: 'place';
      readonly type: ValueType;
      readonly name: string;
      readonly leaf: Leaf;
      /** The other side; null for a function of one place. */
      readonly geometry: Geometry | null;
      /** True where the geometry stood first: `st_contains(geography'...', location)`. */
      readonly turned: boolean;
      /** The matrix pattern of st_relate. */
      readonly pattern: string | null;
    }
  | {
      readonly kind: 'arithmetic';
      readonly type: ValueType;
      readonly op: Arithmetic;
      readonly left: Bound;
      readonly right: Bound;
    }
  | {
      readonly kind: 'compare';
      readonly type: 'truth';
      readonly op: Comparison;
      readonly left: Bound;
      readonly right: Bound;
    }
  | { readonly kind: 'key'; readonly type: 'truth'; readonly leaf: Leaf; readonly among: readonly IdParts[] }
  | { readonly kind: 'missing'; readonly type: 'truth'; readonly of: Bound }
  | { readonly kind: 'and' | 'or'; readonly type: 'truth'; readonly left: Bound; readonly right: Bound }
  | { readonly kind: 'not'; readonly type: 'truth'; readonly of: Bound }
  /** A part that is the same for all observations of a datastream: calculated in SQL, once for each. */
  | { readonly kind: 'slot'; readonly type: ValueType; readonly index: number };

export const truth = (value: boolean): Bound => ({ kind: 'constant', type: 'truth', value });
export const not = (of: Bound): Bound => ({ kind: 'not', type: 'truth', of });

/** The parts that all must hold. */
export function conjuncts(bound: Bound): Bound[] {
  return bound.kind === 'and' ? [...conjuncts(bound.left), ...conjuncts(bound.right)] : [bound];
}
/** All of them together; null where there is none. */
export function together(parts: readonly Bound[]): Bound | null {
  return parts.reduce<Bound | null>(
    (left, right) => (left ? { kind: 'and', type: 'truth', left, right } : right),
    null,
  );
}

/** What a node is made of, one level down. The inside of an `any` is its own. */
export function partsOf(bound: Bound): readonly Bound[] {
  switch (bound.kind) {
    case 'call':
      return bound.of;
    case 'place':
    case 'key':
      return [bound.leaf];
    case 'arithmetic':
    case 'compare':
    case 'and':
    case 'or':
      return [bound.left, bound.right];
    case 'missing':
    case 'not':
    case 'any':
      return [bound.of];
    default:
      return [];
  }
}

/** Whether the node or a part of it is so. */
export const has = (bound: Bound, test: (bound: Bound) => boolean): boolean =>
  test(bound) || partsOf(bound).some((part) => has(part, test));

/** Whether it is the same whatever entity it is asked of. */
export const isFixed = (bound: Bound): boolean => !has(bound, ({ kind }) => ['leaf', 'any', 'slot'].includes(kind));
