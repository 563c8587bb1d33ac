import type { ChartThreshold } from '../time-value/shapes.ts';

/** One survey of a casing. Depths are m, downwards, ascending; null = no value there. */
export interface ProfileCurve {
  /** Stable over re-renders. */
  readonly id: string;
  readonly name: string;
  readonly depths: readonly number[];
  readonly values: readonly (number | null)[];
  /** From the oldest (0) to the newest (1): how strongly it is drawn. */
  readonly age: number;
  /** The one that a table beside it shows: drawn over the others, with its joints. */
  readonly isChosen?: boolean;
}
export interface ProfileContent {
  readonly curves: readonly ProfileCurve[];
  readonly unit: string;
  /** What stands over the values. */
  readonly axisName: string;
  readonly precision: number;
  readonly thresholds?: readonly ChartThreshold[];
  /** The depth that a curve over time beside it shows; where the crosshair rests. */
  readonly pinnedM?: number | null;
}
