import type { Range } from '../../frame/range.ts';

/** Values over frequencies at one time. */
export interface HeatColumn {
  /** What a press on it opens. */
  readonly id: number;
  /** From when to when, ms: instants, or since the beginning. */
  readonly from: number;
  readonly to: number;
  /** Of each line, from the lowest; null = none. */
  readonly values: readonly (number | null)[];
  readonly peakHz: number | null;
  readonly peak: number | null;
}

/**
 * decibel = of the unit, 60 dB under the highest; linear = from 0 to the highest; own = each column under its own peak, so
 * that a weak one shows its frequencies as clearly as a strong one.
 */
export const heatScales = ['decibel', 'linear', 'own'] as const;
export type HeatScale = (typeof heatScales)[number];

export interface HeatContent {
  /** By time. */
  readonly columns: readonly HeatColumn[];
  /** Lower end of the first line, and how wide a line is, Hz. */
  readonly fromHz: number;
  readonly lineHz: number;
  readonly lines: number;
  readonly unit: string;
  /** A density is a power: 10 dB are ten times as much, of an amplitude 20 dB. */
  readonly isPower: boolean;
  readonly scale: HeatScale;
  readonly axisName: string;
  readonly peakName: string;
  /** Columns follow each other without a gap and are as wide as they last; else each is a strip at its time. */
  readonly isContinuous: boolean;
  /** Whose clocks; null = times since the beginning. */
  readonly zone: string | null;
  /** What was asked for: outside of it nothing is known, within it what is empty is empty. */
  readonly span: Range;
}
