/** What reading a file of a waveform gives: the waveform, or what is wrong with which line. */
import type { WaveformUnit } from './units.ts';

export interface WaveformFile {
  /** Epoch ms of the first sample; null = the file does not say. */
  readonly startMs: number | null;
  readonly rateHz: number;
  /** null = the file does not say. */
  readonly unit: WaveformUnit | null;
  readonly axes: readonly { readonly axis: string; readonly samples: Float64Array }[];
  /** What set it off, in the words of the file; null = not told. */
  readonly trigger: string | null;
  /** The file says how long it is, and is as long: it was not cut. Without that a file cut between two lines reads as whole. */
  readonly isLengthStated: boolean;
}

export type WaveformFaultName =
  | 'headerMissing'
  | 'rateMissing'
  | 'rateInvalid'
  | 'startInvalid'
  | 'unitUnknown'
  | 'axisUnknown'
  | 'axisTwice'
  | 'axesMissing'
  | 'scaleInvalid'
  | 'notNumber'
  | 'cellCount'
  | 'timeUneven'
  | 'recordsDiffer'
  | 'samplesMissing'
  | 'lengthInvalid'
  | 'cut'
  | 'tooLong';

/** Fault in a line, from 1. */
export interface WaveformFault {
  readonly line: number;
  readonly fault: WaveformFaultName;
  /** As the file has it; may be empty. */
  readonly found: string;
}

export type ReadWaveform =
  | { readonly file: WaveformFile; readonly faults: readonly [] }
  | { readonly file: null; readonly faults: readonly WaveformFault[] };

/** Faults that are told of one file. */
export const maxFaults = 20;
/** The axes of a waveform: two across and the vertical. */
export const waveformAxes = ['x', 'y', 'z'] as const;

export const refused = (faults: readonly WaveformFault[]): ReadWaveform => ({
  file: null,
  faults: faults.slice(0, maxFaults),
});
export const faultAt = (line: number, fault: WaveformFaultName, detail = ''): WaveformFault => ({
  line,
  fault,
  found: detail.slice(0, 80),
});
