/** Pairs of two quantities, and the straight line that fits them. */
export interface ScatterContent {
  readonly pairs: readonly {
    readonly x: number;
    readonly y: number;
    /** From the oldest (0) to the newest (1): how strongly it is drawn. */
    readonly age: number;
  }[];
  /** y = intercept + slope x; null = none fits. */
  readonly fit: { readonly slope: number; readonly intercept: number } | null;
  readonly xName: string;
  readonly xUnit: string;
  readonly yName: string;
  readonly yUnit: string;
  readonly precision: number;
  /** What the pairs and the line are called in the legend. */
  readonly pairsName: string;
  readonly fitName: string;
}
