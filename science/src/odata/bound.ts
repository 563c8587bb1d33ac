/** A filter whose names and types are known: what SQL is made from, and what entities are judged by. Pure. */
import type { Value } from './functions.ts';
import type { Geometry } from './geometry.ts';
import type { Arithmetic, Comparison } from './grammar.ts';
import type { IdParts, ValueType } from './model.ts';

/** A property, of the entity itself or of one that its relations lead to. */
export interface Leaf<S extends string = string> {
  readonly kind: 'leaf';
  readonly type: ValueType;
  /** The variable of an `any` that the path begins with; null = the entity that is filtered. */
  readonly variable: string | null;
  /** Relations on the way, by name. */
  readonly hops: readonly string[];
  /** Whose property it is. */
  readonly set: S;
  readonly name: string;
}

export interface Any<S extends string = string> {
  readonly kind: 'any';
  readonly type: 'truth';
  /** As in a leaf: from where the relation is followed. */
  readonly from: string | null;
  readonly hops: readonly string[];
  readonly variable: string;
  readonly set: S;
  readonly of: Bound<S>;
}

export interface Constant {
  readonly kind: 'constant';
  readonly type: ValueType;
  readonly value: Value;
}

export interface Call<S extends string = string> {
  readonly kind: 'call';
  readonly type: ValueType;
  readonly name: string;
  readonly of: readonly Bound<S>[];
}

export interface PlaceCall<S extends string = string> {
  readonly kind: 'place';
  readonly type: ValueType;
  readonly name: string;
  readonly leaf: Leaf<S>;
  /** The other side; null for a function of one place. */
  readonly geometry: Geometry | null;
  /** True where the geometry stood first: `st_contains(geography'...', location)`. */
  readonly turned: boolean;
  /** The matrix pattern of st_relate. */
  readonly pattern: string | null;
}

export interface Sum<S extends string = string> {
  readonly kind: 'arithmetic';
  readonly type: ValueType;
  readonly op: Arithmetic;
  readonly left: Bound<S>;
  readonly right: Bound<S>;
}

export interface Compare<S extends string = string> {
  readonly kind: 'compare';
  readonly type: 'truth';
  readonly op: Comparison;
  readonly left: Bound<S>;
  readonly right: Bound<S>;
}

export interface Join<S extends string = string> {
  readonly kind: 'and' | 'or';
  readonly type: 'truth';
  readonly left: Bound<S>;
  readonly right: Bound<S>;
}

export type Bound<S extends string = string> =
  | Leaf<S>
  | Any<S>
  | Constant
  | Call<S>
  | PlaceCall<S>
  | Sum<S>
  | Compare<S>
  | Join<S>
  | { readonly kind: 'key'; readonly type: 'truth'; readonly leaf: Leaf<S>; readonly among: readonly IdParts[] }
  | { readonly kind: 'missing' | 'not'; readonly type: 'truth'; readonly of: Bound<S> }
  /** A part that is the same for many entities, and calculated once for them. */
  | { readonly kind: 'slot'; readonly type: ValueType; readonly index: number };

export const truth = (value: boolean): Constant => ({ kind: 'constant', type: 'truth', value });
export const not = <S extends string>(of: Bound<S>): Bound<S> => ({ kind: 'not', type: 'truth', of });

/** The parts that all must hold. */
export function conjuncts<S extends string>(bound: Bound<S>): Bound<S>[] {
  return bound.kind === 'and' ? [...conjuncts(bound.left), ...conjuncts(bound.right)] : [bound];
}
/** All of them together; null where there is none. */
export function together<S extends string>(parts: readonly Bound<S>[]): Bound<S> | null {
  return parts.reduce<Bound<S> | null>(
    (left, right) => (left ? { kind: 'and', type: 'truth', left, right } : right),
    null,
  );
}

/** What a node is made of, one level down. The inside of an `any` is its own. */
function partsOf<S extends string>(bound: Bound<S>): readonly Bound<S>[] {
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

/** Returns whether the node or a part of it is so. */
export const has = <S extends string>(bound: Bound<S>, test: (bound: Bound<S>) => boolean): boolean =>
  test(bound) || partsOf(bound).some((part) => has(part, test));

/** Returns whether it is the same whatever entity it is asked of. */
export const isFixed = (bound: Bound): boolean => !has(bound, ({ kind }) => ['leaf', 'any', 'slot'].includes(kind));
