/** What the charts of an event are given. Pure: numbers are the server's, limits are science's. */
import type { Threshold } from '@plumbline/contract/points';
import type { Waveform } from '@plumbline/contract/waveforms';
import { din4150Foundation, limitAt } from '@plumbline/science/spectra/limits';
import { waveformUnits } from '@plumbline/science/waveforms/units';
import type { SpectrumContent, SpectrumCurve } from '../../charts/kinds/spectrum/shapes.ts';
import type { WaveformContent, WaveformTrace } from '../../charts/kinds/waveform/shapes.ts';
import { drawnLimits } from '../../charts/point-limits.ts';
import type { WaveformState } from './waveform-state.ts';
import type { Samples, Spectrum } from './waveforms.queries.ts';

const lettersOf = (axis: string, isOther: boolean): string => (isOther ? `${axis.toUpperCase()}′` : axis.toUpperCase());

/** The chosen waveform and, where there is one, the other over it. */
export const tracesOf = (samples: Samples, isOther: boolean): WaveformTrace[] =>
  samples.axes.map(({ axis, low, high }) => ({
    id: isOther ? `other-${axis}` : axis,
    name: lettersOf(axis, isOther),
    axis,
    fromSeconds: samples.fromSeconds,
    stepSeconds: samples.stepSeconds,
    low,
    high,
    isOther,
  }));

/** Velocity or acceleration, by the unit. */
export const measureOf = (unit: Samples['unit']): 'velocity' | 'acceleration' => waveformUnits[unit].measures;

/** Limits of the peak of the point: they watch mm/s. Two waveforms of different units are not laid over each other. */
export function waveformContent(
  samples: Samples,
  other: Samples | undefined,
  thresholds: readonly Threshold[],
  axisName: string,
  backdrop?: Samples,
): WaveformContent {
  const limits =
    samples.unit === 'mm/s'
      ? drawnLimits(thresholds, 'peak', 'value', null).map(({ level, value }) => ({ level, value }))
      : [];
  return {
    traces: [...tracesOf(samples, false), ...(other?.unit === samples.unit ? tracesOf(other, true) : [])],
    ...(backdrop?.unit === samples.unit ? { backdrop: tracesOf(backdrop, false) } : {}),
    unit: samples.unit,
    axisName,
    limits,
  };
}

const colourOfAxis = { x: 0, y: 1, z: 2 } as const;

export function spectrumContent(
  spectrum: Spectrum,
  other: Spectrum | undefined,
  { kind, isLog }: Pick<WaveformState, 'kind' | 'isLog'>,
  axisName: string,
): SpectrumContent {
  const curves = (of: Spectrum, isOther: boolean): SpectrumCurve[] =>
    of.axes.map(({ axis, hz, values }) => ({
      id: isOther ? `other-${axis}` : axis,
      name: lettersOf(axis, isOther),
      hz,
      values,
      colour: colourOfAxis[axis] + (isOther ? 3 : 0),
      shape: kind === 'thirdOctaves' ? 'bands' : isOther ? 'other' : 'line',
    }));
  const strongest = strongestOf(spectrum);
  return {
    curves: [...curves(spectrum, false), ...(other?.unit === spectrum.unit ? curves(other, true) : [])],
    unit: spectrum.unit,
    axisName,
    // Third octaves are as wide as each other on a logarithmic axis alone.
    isLogFrequency: isLog || kind === 'thirdOctaves',
    isLogValue: isLog,
    restHz: strongest,
  };
}

/** The dominant frequency of the axis whose line is the highest. */
function strongestOf({ axes }: Spectrum): number | null {
  let [best, hz] = [-1, null as number | null];
  for (const { values, dominantHz } of axes)
    for (const value of values) if ((value ?? -1) > best) [best, hz] = [value ?? -1, dominantHz];
  return hz;
}

export const limitLines = ['industrial', 'dwellings', 'sensitive'] as const;
export type LimitLine = (typeof limitLines)[number];

/** A line of DIN 4150-3 and where an event lies to it. */
export interface LimitRow {
  readonly line: LimitLine;
  readonly limitMmS: number;
  /** Of the limit that the velocity reaches. */
  readonly share: number;
  readonly isAbove: boolean;
}

/** Null where the event has no frequency: nothing can be compared. */
export function limitRows({ velocityMmS, velocityHz }: Waveform['governing']): LimitRow[] | null {
  if (velocityHz === null) return null;
  return limitLines.flatMap((line) => {
    const limitMmS = limitAt(din4150Foundation[line], velocityHz);
    return limitMmS === null
      ? []
      : [{ line, limitMmS, share: velocityMmS / limitMmS, isAbove: velocityMmS > limitMmS }];
  });
}

/** The lines, and every event that is listed as a spot. Outside of 10 and 100 Hz the lines go on level. */
export function limitsContent(
  events: readonly Waveform[],
  chosen: Waveform,
  words: { readonly axisName: string; readonly lines: Readonly<Record<LimitLine, string>> },
): SpectrumContent {
  const spots = [...events.filter(({ id }) => id !== chosen.id), chosen].flatMap(({ id, governing }) => {
    const { velocityHz: hz, velocityMmS: value } = governing;
    return hz === null || hz <= 0 || value <= 0 ? [] : [{ id: `spot-${id}`, hz, value, isChosen: id === chosen.id }];
  });
  const corners = [Math.min(1, ...spots.map(({ hz }) => hz)), 10, 50, 100];
  const last = Math.max(...spots.map(({ hz }) => hz));
  if (last > 100) corners.push(last);
  return {
    curves: limitLines.map((line, i) => ({
      id: line,
      name: words.lines[line],
      hz: corners,
      values: corners.map((hz) => limitAt(din4150Foundation[line], hz)),
      colour: i,
      shape: 'limit',
    })),
    spots,
    unit: 'mm/s',
    axisName: words.axisName,
    isLogFrequency: true,
    isLogValue: true,
    restHz: chosen.governing.velocityHz,
  };
}
