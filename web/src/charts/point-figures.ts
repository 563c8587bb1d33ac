/**
 * What a reading of a point says, wherever its head is shown: value and cumulative change, each with its place on a chain
 * and what it counts from, and how far they are over a limit and below the next one. Pure.
 * Invariant: the numbers are those by which the pipeline judges.
 */
import { parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { fieldsOf, isCounted } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { Correction } from '@plumbline/contract/readings/corrections';
import { type NodePlace, placeOfNode } from '@plumbline/science/profiles/node-places';
import { extremeKey, hasInitial, isOfComponents } from '@plumbline/science/series/changes';
import { countingOf, cumulativeIn, fieldChange, keysOf } from './point-changes.ts';
import { levelReached, nextLevel } from './point-limits.ts';

type FigurePoint = Pick<
  Point,
  | 'family'
  | 'nodeCount'
  | 'countsFrom'
  | 'type'
  | 'formulaType'
  | 'customFormula'
  | 'mode'
  | 'parameters'
  | 'deviceParameters'
  | 'depthM'
>;
/** Base of a change: since when the point was zeroed anew, else from an initial value, or from those of its components. */
export interface ChangeBase {
  readonly since: string | null;
  readonly initial: number | null;
}
export interface PointFigures {
  readonly value: number | null;
  readonly valuePlace: NodePlace | null;
  /** null = the field has no cumulative change. */
  readonly change: { readonly amount: number; readonly place: NodePlace | null; readonly from: ChangeBase } | null;
  readonly over: ReturnType<typeof levelReached>;
  readonly next: ReturnType<typeof nextLevel>;
}

/** The figures of one field, by the values of a reading in stored order. `corrections` are those of the point, where they are known. */
export function pointFigures(
  point: FigurePoint,
  key: string,
  values: readonly (number | null)[],
  thresholds: readonly Threshold[],
  corrections: readonly Correction[] = [],
): PointFigures {
  const keys = keysOf(point);
  const change = fieldChange(point, key);
  const { initialOf } = countingOf(point);
  const now = change.keys.map((each) => values[keys.indexOf(each)] ?? Number.NaN);
  const initials = change.keys.map((each) => initialOf(each) ?? Number.NaN);
  const value = values[keys.indexOf(key)] ?? null;
  const field = fieldsOf(point.family, point.nodeCount).find((each) => each.key === key);
  const counts = field !== undefined && isCounted(field) && hasInitial(change, initialOf);
  const amount = counts ? cumulativeIn(point, key, values) : null;
  const placeOf = (of: string | null): NodePlace | null =>
    of === null
      ? null
      : placeOfNode(parametersInForce(point), point.nodeCount, point.depthM ?? 0, Number(of.replace(/\D/g, '')));
  return {
    value,
    valuePlace: placeOf(extremeKey(change, now)),
    change:
      amount === null
        ? null
        : {
            amount,
            place: placeOf(extremeKey(change, now, initials)),
            from: {
              since: zeroedAt(corrections, change.keys),
              initial: isOfComponents(change) ? null : initialOf(key),
            },
          },
    over: levelReached(thresholds, key, value, amount),
    next: nextLevel(thresholds, key, value, amount),
  };
}

/** When the newest zero of one of the fields began that is in force. */
function zeroedAt(corrections: readonly Correction[], keys: readonly string[]): string | null {
  const renewals = corrections.filter(
    (each) => each.kind === 'initshift' && each.endAt === null && keys.some((key) => each.initials[key] !== undefined),
  );
  return (
    renewals
      .map(({ startAt }) => startAt)
      .sort()
      .at(-1) ?? null
  );
}
