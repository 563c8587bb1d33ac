import type { InputOf } from '@plumbline/contract/kernel/route';
import { spectrumKinds, waveformAxes, type waveforms } from '@plumbline/contract/views/waveforms';
import { spectraMeasures } from '@plumbline/contract/views/waveforms.spectra';
import { protectedObjects, readCurve, writeCurve } from '@plumbline/science/spectra/limits';
import { type HeatScale, heatScales } from '../../../charts/kinds/heat/shapes.ts';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { type LimitChoice, limitStandards } from './limit-lines.ts';

type SpectrumInput = InputOf<typeof waveforms.spectrum.input>;

/** State of the view of waveforms. Invariant: all of it lies in the address, beside what the data view keeps there. */
export interface WaveformState {
  /** null = the newest. */
  readonly event: number | null;
  /** The one that it is compared with. */
  readonly other: number | null;
  readonly quantity: 'recorded' | 'velocity';
  readonly highPassHz: number | null;
  readonly lowPassHz: number | null;
  readonly kind: NonNullable<SpectrumInput['kind']>;
  readonly window: NonNullable<SpectrumInput['window']>;
  readonly isLog: boolean;
  /** Seconds from the start; null = the whole waveform. */
  readonly part: { readonly from: number; readonly to: number } | null;
  readonly minVectorSumMmS: number | null;
  /** One event, or the spectra of all of a range over time. */
  readonly mode: (typeof waveformModes)[number];
  /** Of spectra over time; null = the last one of the newest event. */
  readonly axis: (typeof waveformAxes)[number] | null;
  readonly measure: (typeof spectraMeasures)[number];
  readonly colours: HeatScale;
  /** Frequencies that are shown; null = all, from 0 to half the rate. */
  readonly bandFromHz: number | null;
  readonly bandToHz: number | null;
  /** Seconds of the segments that are averaged; null = as the spectrum of one event. */
  readonly segmentSeconds: number | null;
  /** Seconds of the window that moves through the event; null = that is not shown. */
  readonly movingSeconds: number | null;
  /** STA/LTA from which on there is an event within the waveform; null = none are looked for. */
  readonly ratio: number | null;
  /** The lines that events are held against. */
  readonly limits: LimitChoice;
}
export const waveformModes = ['events', 'spectra'] as const;
export const segmentChoices = [2, 5, 10, 20, 60] as const;
export const ratioChoices = [2, 3, 5, 10] as const;
export const movingChoices = [0.5, 1, 2, 5, 10, 20] as const;

export type ChangeWaveforms = (part: Partial<WaveformState>) => void;

const numberIn = (text: string | null, max: number): number | null => {
  const value = Number(text ?? Number.NaN);
  return text !== null && text !== '' && value > 0 && value <= max ? value : null;
};
const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

function partIn(text: string | null): WaveformState['part'] {
  const [, from, to] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? '') ?? [];
  return from !== undefined && to !== undefined && Number(to) > Number(from)
    ? { from: Number(from), to: Number(to) }
    : null;
}

export const readWaveforms = (search: URLSearchParams): WaveformState => ({
  event: idIn(search.get('event')),
  other: idIn(search.get('with')),
  quantity: search.get('as') === 'velocity' ? 'velocity' : 'recorded',
  highPassHz: numberIn(search.get('highpass'), 5000),
  lowPassHz: numberIn(search.get('lowpass'), 5000),
  kind: spectrumKinds.find((kind) => kind === search.get('spectrum')) ?? 'amplitude',
  window: search.get('window') === 'rectangle' ? 'rectangle' : 'hann',
  isLog: search.get('log') === '1',
  part: partIn(search.get('part')),
  minVectorSumMmS: numberIn(search.get('minppv'), 1e6),
  mode: search.get('mode') === 'spectra' ? 'spectra' : 'events',
  axis: waveformAxes.find((axis) => axis === search.get('axis')) ?? null,
  measure: spectraMeasures.find((measure) => measure === search.get('measure')) ?? 'amplitude',
  colours: heatScales.find((scale) => scale === search.get('colours')) ?? 'decibel',
  bandFromHz: numberIn(search.get('fromhz'), 5000),
  bandToHz: numberIn(search.get('tohz'), 5000),
  segmentSeconds: segmentChoices.find((seconds) => String(seconds) === search.get('segment')) ?? null,
  movingSeconds: movingChoices.find((seconds) => String(seconds) === search.get('moving')) ?? null,
  ratio: ratioChoices.find((ratio) => String(ratio) === search.get('ratio')) ?? null,
  limits: limitsIn(search),
});

const limitsIn = (search: URLSearchParams): LimitChoice => ({
  standard: limitStandards.find((each) => each === search.get('standard')) ?? 'din',
  object: protectedObjects.find((each) => each === search.get('protects')) ?? 'civil',
  ownCurve: readCurve(search.get('limitcurve') ?? ''),
});

const textOf = (value: number | null): string | null => (value === null ? null : String(value));

/** The address with the state in it; what is as it begins is left out, and what others keep there stays. */
export const writeWaveforms = (search: URLSearchParams, state: WaveformState): URLSearchParams =>
  withParameters(search, {
    event: textOf(state.event),
    with: textOf(state.other),
    as: state.quantity === 'recorded' ? null : state.quantity,
    highpass: textOf(state.highPassHz),
    lowpass: textOf(state.lowPassHz),
    spectrum: state.kind === 'amplitude' ? null : state.kind,
    window: state.window === 'hann' ? null : state.window,
    log: state.isLog ? '1' : null,
    part: state.part === null ? null : `${state.part.from}-${state.part.to}`,
    minppv: textOf(state.minVectorSumMmS),
    mode: state.mode === 'events' ? null : state.mode,
    axis: state.axis,
    measure: state.measure === 'amplitude' ? null : state.measure,
    colours: state.colours === 'decibel' ? null : state.colours,
    fromhz: textOf(state.bandFromHz),
    tohz: textOf(state.bandToHz),
    segment: textOf(state.segmentSeconds),
    moving: textOf(state.movingSeconds),
    ratio: textOf(state.ratio),
    standard: state.limits.standard === 'din' ? null : state.limits.standard,
    protects: state.limits.object === 'civil' ? null : state.limits.object,
    limitcurve: state.limits.ownCurve === null ? null : writeCurve(state.limits.ownCurve),
  });

export const useWaveformState = () => useAddressState(readWaveforms, writeWaveforms);

/** A stretch as it is asked for: inside the waveform, and to the millisecond. */
export function partOf({ from, to }: { from: number; to: number }, seconds: number): WaveformState['part'] {
  const [first, last] = [Math.max(0, from), Math.min(seconds, to)].map((at) => Math.round(at * 1000) / 1000);
  if (first === undefined || last === undefined || last - first < 0.01) return null;
  return first <= 0 && last >= seconds - 0.001 ? null : { from: first, to: last };
}
