import type { PlacedLimit } from '../survey-curves.ts';
import type { ChartThreshold } from '../time-value/shapes.ts';

/** One survey along a line. Chainages are m from its beginning, ascending; null = no value there. */
export interface LineCurve {
  /** Stable over re-renders. */
  readonly id: string;
  readonly name: string;
  readonly chainagesM: readonly number[];
  readonly values: readonly (number | null)[];
  /** From the oldest (0) to the newest (1): how strongly it is drawn. */
  readonly age: number;
  /** The one that a table beside it shows: drawn over the others, with its joints. */
  readonly isChosen?: boolean;
}
export interface LineContent {
  readonly curves: readonly LineCurve[];
  readonly unit: string;
  /** What stands over the values. */
  readonly axisName: string;
  readonly precision: number;
  /** True draws the greatest value at the foot: settlement, positive downwards. */
  readonly isDownward?: boolean;
  /** True draws the line from the right to the left. */
  readonly isMirrored?: boolean;
  /** What stands at a chainage by name: a cell, a beam. */
  readonly stations?: readonly { readonly chainageM: number; readonly name: string }[];
  readonly thresholds?: readonly ChartThreshold[];
  /** Limits that single joints have of their own. */
  readonly jointLimits?: readonly PlacedLimit[];
  /** The chainage that a curve over time beside it shows; where the crosshair rests. */
  readonly pinnedM?: number | null;
}
