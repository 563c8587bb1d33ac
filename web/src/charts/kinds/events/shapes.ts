/** Something that happened at a time, with how strong it was. */
export interface EventBar {
  readonly id: number;
  /** Epoch ms. */
  readonly at: number;
  readonly value: number;
  /** What else is to be known of it, short: a frequency. */
  readonly words: string;
  /** What else stands in a file. */
  readonly cells: readonly (string | number | null)[];
}
export interface EventsContent {
  /** Ascending by time. */
  readonly bars: readonly EventBar[];
  readonly name: string;
  readonly unit: string;
  readonly precision: number;
  /** Over the cells of the bars, in a file. */
  readonly heads: readonly string[];
  /** The one that is shown beside the chart; null = none. */
  readonly chosenId: number | null;
  readonly zone: string;
}
