/**
 * What a reading of a point says, wherever its head is shown: value and cumulative change, each with its place on a chain
 * and what it counts from, and how far they are over a limit and below the next one. Pure.
 * Invariant: the numbers are those by which the pipeline judges.
 */
import { parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { fieldsOf, isCounted } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { Correction } from '@plumbline/contract/readings/corrections';
import { type Figures, figuresOf } from '@plumbline/science/display/figures';
import { isOfComponents } from '@plumbline/science/series/changes';
import { countingOf, fieldChange, keysOf } from './point-changes.ts';

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
export interface PointFigures extends Omit<Figures, 'change'> {
  /** null = the field has no cumulative change. */
  readonly change: (NonNullable<Figures['change']> & { readonly from: ChangeBase }) | null;
}

/** The figures of one field, by the values of a reading in stored order. `corrections` are those of the point, where they are known. */
export function pointFigures(
  point: FigurePoint,
  key: string,
  values: readonly (number | null)[],
  thresholds: readonly Threshold[],
  corrections: readonly Correction[] = [],
): PointFigures {
  const change = fieldChange(point, key);
  const { initialOf } = countingOf(point);
  const field = fieldsOf(point.family, point.nodeCount).find((each) => each.key === key);
  const { change: changed, ...figures } = figuresOf(
    {
      change,
      keys: keysOf(point),
      isCounted: field !== undefined && isCounted(field),
      initialOf,
      chain: { parameters: parametersInForce(point), nodeCount: point.nodeCount, topDepthM: point.depthM ?? 0 },
    },
    values,
    thresholds,
  );
  const initial = isOfComponents(change) ? null : initialOf(key);
  return {
    ...figures,
    change: changed && { ...changed, from: { since: zeroedAt(corrections, change.keys), initial } },
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
