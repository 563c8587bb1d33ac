import type { MovementScale, Pair } from '../../frame/figure.ts';

/** Everything on a plan is east (x) and north (y) in the unit of the plan. */

/** A line through places in order: a casing seen from above, the path of a point. null = it breaks there. */
export interface PlanLine {
  /** Stable over re-renders. */
  readonly id: string;
  readonly name: string;
  readonly at: readonly (Pair | null)[];
  /** From the oldest (0) to the newest (1); `along` = each place is as old as it stands in the line. */
  readonly age: number | 'along';
  /** Of a line that ages along itself: the places after this one are drawn pale. */
  readonly untilPlace?: number;
  /** The one that a table beside it shows: drawn over the others, with its places. */
  readonly isChosen?: boolean;
  /** What one place did over time, drawn apart from what stands at one time. */
  readonly isPath?: boolean;
  /** Which of its places belongs to each stop of the plan; the legend shows `values` there. */
  readonly values?: ReadonlyMap<number, number | null>;
}

/** A movement from where something stands, exaggerated where the plan says so. */
export interface PlanArrow {
  readonly id: string;
  readonly name: string;
  readonly from: Pair;
  /** null = not known: a hollow dot stands there. */
  readonly to: Pair | null;
  /** null = not judged. */
  readonly level: number | null;
  readonly isChosen?: boolean;
}

/** A limit: a circle round the origin or another place, or two lines across an axis that lies at an azimuth. */
export interface PlanLimit {
  readonly level: number;
  readonly value: number;
  /** Degrees clockwise from north of the axis that is watched; null = every direction. */
  readonly azimuthDeg: number | null;
  /** The middle of a circle where that is not the origin: what it watches counts from there. */
  readonly around?: Pair;
}

/** Where the crosshair stops. */
export interface PlanStop {
  /** Ascending: a time, a joint, a place in a list. */
  readonly at: number;
  readonly place: Pair | null;
  readonly words: string;
}

/** A value that the readout shows at a stop. */
export interface PlanReading {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly precision: number;
  readonly values: ReadonlyMap<number, number | null>;
}

/** A place with a word beside it; a hollow one has it below. */
export interface PlanMark {
  readonly at: Pair;
  readonly words: string;
  readonly isFilled: boolean;
}

export interface PlanContent {
  readonly unit: 'mm' | 'm';
  readonly precision: number;
  readonly lines: readonly PlanLine[];
  readonly arrows: readonly PlanArrow[];
  readonly limits: readonly PlanLimit[];
  /** Fitted to lines and marks alone: neither the origin nor a limit widens the picture. */
  readonly isTight?: boolean;
  /** Start, now. */
  readonly marks: readonly PlanMark[];
  /** The azimuth of an axis that is drawn through the origin, with its letter. */
  readonly axis: { readonly azimuthDeg: number; readonly letter: string } | null;
  /** How movements are drawn, where they are exaggerated. */
  readonly scale: MovementScale | null;
  readonly stops: readonly PlanStop[];
  readonly readings: readonly PlanReading[];
  readonly restsAt: number | null;
  readonly caption: string;
  /** The file: a head, then a line for each row of the table beside it. */
  readonly table: readonly (readonly (string | number | null)[])[];
}
