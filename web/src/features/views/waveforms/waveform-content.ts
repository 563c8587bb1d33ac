/** What the charts of an event are given. Pure: numbers are the server's, limits are science's. */
import type { Threshold } from '@plumbline/contract/points/points';
import type { Waveform } from '@plumbline/contract/views/waveforms';
import { type LimitCurve, limitAt } from '@plumbline/science/spectra/limits';
import { waveformUnits } from '@plumbline/science/waveforms/units';
import type { SpectrumContent, SpectrumCurve } from '../../../charts/kinds/spectrum/shapes.ts';
import type { WaveformContent, WaveformTrace } from '../../../charts/kinds/waveform/shapes.ts';
import { drawnLimits } from '../../../charts/point-limits.ts';
import type { LimitLine, LimitLineId } from './limit-lines.ts';
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

/** A line and where an event lies to it. */
export interface LimitRow {
  readonly line: LimitLineId;
  readonly limitMmS: number;
  /** Of the limit that the velocity reaches. */
  readonly share: number;
  readonly isAbove: boolean;
}

/** Null where the event has no frequency: nothing can be compared. */
export function limitRows(
  { velocityMmS, velocityHz }: Waveform['governing'],
  lines: readonly LimitLine[],
): LimitRow[] | null {
  if (velocityHz === null) return null;
  return lines.flatMap(({ id, curve }) => {
    const limitMmS = limitAt(curve, velocityHz);
    return limitMmS === null
      ? []
      : [{ line: id, limitMmS, share: velocityMmS / limitMmS, isAbove: velocityMmS > limitMmS }];
  });
}

/** Places between two corners that are drawn: a limit that is straight over the frequency is none on logarithmic axes. */
const between = 12;

/** A curve as it is drawn on logarithmic axes, from one frequency to another. */
function drawnPlaces(curve: LimitCurve, firstHz: number, lastHz: number): { hz: number; limit: number | null }[] {
  const corners = [
    { hz: firstHz, limit: limitAt(curve, firstHz) },
    ...curve,
    { hz: lastHz, limit: limitAt(curve, lastHz) },
  ];
  return corners.flatMap((corner, i) => {
    const next = corners[i + 1];
    if (!next || next.hz === corner.hz || next.limit === corner.limit) return [corner];
    const ratio = (next.hz / corner.hz) ** (1 / between);
    const inside = Array.from({ length: between - 1 }, (_, k) => corner.hz * ratio ** (k + 1));
    return [corner, ...inside.map((hz) => ({ hz, limit: limitAt(curve, hz) }))];
  });
}

/** The lines, and every event that is listed as a spot. Beyond its corners a line goes on level. */
export function limitsContent(
  events: readonly Waveform[],
  chosen: Waveform,
  lines: readonly (LimitLine & { readonly name: string })[],
  axisName: string,
): SpectrumContent {
  const spots = [...events.filter(({ id }) => id !== chosen.id), chosen].flatMap(({ id, governing }) => {
    const { velocityHz: hz, velocityMmS: value } = governing;
    return hz === null || hz <= 0 || value <= 0 ? [] : [{ id: `spot-${id}`, hz, value, isChosen: id === chosen.id }];
  });
  const frequencies = [...spots, ...lines.flatMap(({ curve }) => curve)].map(({ hz }) => hz);
  const [first, last] = [Math.min(1, ...frequencies), Math.max(100, ...frequencies)];
  return {
    curves: lines.map(({ id, name, curve }, i) => {
      const places = drawnPlaces(curve, first, last);
      return {
        id,
        name,
        hz: places.map(({ hz }) => hz),
        values: places.map(({ limit }) => limit),
        colour: i,
        shape: 'limit',
      };
    }),
    spots,
    unit: 'mm/s',
    axisName,
    isLogFrequency: true,
    isLogValue: true,
    restHz: chosen.governing.velocityHz,
  };
}
