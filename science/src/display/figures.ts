/**
 * What a reading of a point says, wherever it is shown: value and cumulative change, each with its place on a chain, and how far
 * they are over a limit and below the next one. Pure. Invariant: the numbers are those by which the pipeline judges.
 */
import type { DrawnRule } from '../limits/drawn-limits.ts';
import { levelReached, type MeasuredDistance, nextLevel } from '../limits/limit-distances.ts';
import { type NodePlace, placeOfNode } from '../profiles/node-places.ts';
import {
  cumulativeFrom,
  extremeKey,
  type FieldChange,
  hasInitial,
  type InitialOf,
  initialsAt,
} from '../series/changes.ts';

/** A field of a point, and what its change counts from. */
export interface FigureField {
  readonly change: FieldChange;
  /** Keys of the fields of the point, in stored order. */
  readonly keys: readonly string[];
  /** A change of it says something: not of a direction's solution, of a state. */
  readonly isCounted: boolean;
  readonly initialOf: InitialOf;
  /** Of the chain: its parameters in force, its nodes, and how deep its top lies, m. */
  readonly chain: {
    readonly parameters: Readonly<Record<string, number>>;
    readonly nodeCount: number;
    readonly topDepthM: number;
  };
}

export interface Figures {
  readonly value: number | null;
  readonly valuePlace: NodePlace | null;
  /** null = the field has no cumulative change. */
  readonly change: { readonly amount: number; readonly place: NodePlace | null } | null;
  readonly over: MeasuredDistance | null;
  readonly next: MeasuredDistance | null;
}

/** The figures of a field, by the values of a reading in stored order. */
export function figuresOf(
  { change, keys, isCounted, initialOf, chain }: FigureField,
  values: readonly (number | null)[],
  rules: readonly DrawnRule[],
): Figures {
  const now = change.keys.map((each) => values[keys.indexOf(each)] ?? Number.NaN);
  const initials = change.keys.map((each) => initialOf(each) ?? Number.NaN);
  const value = values[keys.indexOf(change.key)] ?? null;
  const cumulative =
    isCounted && hasInitial(change, initialOf)
      ? cumulativeFrom(change, now, initialsAt(change, [], 0, initialOf))
      : Number.NaN;
  const amount = Number.isNaN(cumulative) ? null : cumulative;
  const placeOf = (key: string | null): NodePlace | null =>
    key === null
      ? null
      : placeOfNode(chain.parameters, chain.nodeCount, chain.topDepthM, Number(key.replace(/\D/g, '')));
  return {
    value,
    valuePlace: placeOf(extremeKey(change, now)),
    change: amount === null ? null : { amount, place: placeOf(extremeKey(change, now, initials)) },
    over: levelReached(rules, change.key, value, amount),
    next: nextLevel(rules, change.key, value, amount),
  };
}
