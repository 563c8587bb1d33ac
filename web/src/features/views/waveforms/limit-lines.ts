/** The lines that events are held against: those of a standard, or one that a person wrote. Pure. */
import {
  curveOfBands,
  din4150Foundation,
  gb6722,
  type LimitCurve,
  type ProtectedObject,
} from '@plumbline/science/spectra/limits';

export const limitStandards = ['din', 'gb', 'own'] as const;
export interface LimitChoice {
  readonly standard: (typeof limitStandards)[number];
  /** What is protected, of GB 6722. */
  readonly object: ProtectedObject;
  /** null = none is written yet. */
  readonly ownCurve: LimitCurve | null;
}
const dinLines = ['industrial', 'dwellings', 'sensitive'] as const;
const sides = ['lower', 'upper'] as const;
export type LimitLineId = (typeof dinLines)[number] | (typeof sides)[number] | 'own';
export interface LimitLine {
  readonly id: LimitLineId;
  readonly curve: LimitCurve;
}

export function limitLinesOf({ standard, object, ownCurve }: LimitChoice): LimitLine[] {
  switch (standard) {
    case 'din':
      return dinLines.map((id) => ({ id, curve: din4150Foundation[id] }));
    case 'gb':
      return sides.map((id) => ({ id, curve: curveOfBands(gb6722[object], id) }));
    case 'own':
      return ownCurve === null ? [] : [{ id: 'own', curve: ownCurve }];
    default:
      return standard satisfies never;
  }
}

/** Returns the initial curve of one's own: the strictest line of the standard that was shown. */
export const beginningOf = (choice: LimitChoice): LimitCurve =>
  limitLinesOf(choice).at(choice.standard === 'gb' ? 0 : -1)?.curve ?? din4150Foundation.dwellings;
