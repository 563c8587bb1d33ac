import type { TFunction } from 'i18next';
import type { MapMark, Spot } from './shapes.ts';

/** Lets the person set one place by a click; shows it as a pin. */
export interface Pick {
  readonly at: Spot | null;
  readonly onPick: (at: Spot) => void;
}

/** The newest of what is given, for listeners that are put on once. */
export interface Latest {
  readonly marks: readonly MapMark[];
  readonly pick: Pick | undefined;
  readonly maxZoom: number;
  readonly t: TFunction;
}
