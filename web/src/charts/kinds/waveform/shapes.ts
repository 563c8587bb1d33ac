/** One axis of a waveform, as the server thinned it. */
export interface WaveformTrace {
  /** Stable over re-renders. */
  readonly id: string;
  readonly name: string;
  /** The lane that it is drawn in. */
  readonly axis: string;
  readonly fromSeconds: number;
  readonly stepSeconds: number;
  readonly low: readonly number[];
  /** Empty = `low` are the samples themselves. */
  readonly high: readonly number[];
  /** Of the waveform that the chosen one is compared with. */
  readonly isOther?: boolean;
}
export interface WaveformContent {
  readonly traces: readonly WaveformTrace[];
  /**
   * The whole of the chosen waveform, coarser: drawn beside what the traces cover, so that a move to where nothing finer is
   * yet shows no empty frame.
   */
  readonly backdrop?: readonly WaveformTrace[];
  readonly unit: string;
  readonly axisName: string;
  /** Limits of the absolute value, drawn on both sides of zero where the waveform comes near them. */
  readonly limits?: readonly { readonly level: number; readonly value: number }[];
}
