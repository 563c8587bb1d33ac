/** A curve over the frequency. */
export interface SpectrumCurve {
  /** Stable over re-renders. */
  readonly id: string;
  readonly name: string;
  readonly hz: readonly number[];
  /** null = no value there. */
  readonly values: readonly (number | null)[];
  /** Its place among the colours, from 0. */
  readonly colour: number;
  /** A limit is drawn dashed; bands as steps; of another waveform it is drawn thinner. */
  readonly shape: 'line' | 'bands' | 'limit' | 'other';
}
/** A single value at a frequency. */
export interface SpectrumSpot {
  readonly id: string;
  readonly hz: number;
  readonly value: number;
  readonly isChosen: boolean;
}
export interface SpectrumContent {
  readonly curves: readonly SpectrumCurve[];
  readonly spots?: readonly SpectrumSpot[];
  readonly unit: string;
  readonly axisName: string;
  readonly isLogFrequency: boolean;
  readonly isLogValue: boolean;
  /** Where the crosshair rests, Hz. */
  readonly restHz?: number | null;
}
