/** Values counted by size, and how many there would be if they were normal. */
export interface HistogramContent {
  /** Ends of the bins, one more than there are. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** Along the axis; empty = nothing varies. */
  readonly normal: readonly { readonly x: number; readonly count: number }[];
  readonly name: string;
  readonly unit: string;
  /** What the axis upwards and the curve are called. */
  readonly countName: string;
  readonly normalName: string;
}
