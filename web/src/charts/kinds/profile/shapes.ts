import type { Soil } from '@plumbline/contract/points/strata';
import type { PlacedLimit } from '../survey-curves.ts';
import type { ChartThreshold } from '../time-value/shapes.ts';

/** A layer of soil beside a casing. Depths are m, downwards. */
export interface ProfileLayer {
  readonly topM: number;
  readonly bottomM: number;
  readonly soil: Soil;
  /** In the reader's language. */
  readonly name: string;
}

/** One survey of a casing or slab. Depths (elevations where `isUpward`) are m, ascending; null = no value there. */
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
  /** How deep the pit was dug when it was measured, m; null or absent = not known. */
  readonly excavationM?: number | null;
  /** Whose it is, where what is drawn is not one thing at several times: its colour then. */
  readonly source?: 's1' | 's2';
}
export interface ProfileContent {
  readonly curves: readonly ProfileCurve[];
  readonly unit: string;
  /** What stands over the values. */
  readonly axisName: string;
  readonly precision: number;
  readonly thresholds?: readonly ChartThreshold[];
  /** Limits that single joints have of their own. */
  readonly jointLimits?: readonly PlacedLimit[];
  /** True draws elevations upwards instead of depths downwards. */
  readonly isUpward?: boolean;
  /** True draws the greatest value at the left. */
  readonly isReversed?: boolean;
  /** The depth that a curve over time beside it shows; where the crosshair rests. */
  readonly pinnedM?: number | null;
  /** Of depths alone: the soil beside the casing, from the top down. */
  readonly layers?: readonly ProfileLayer[];
}
