/** A stored waveform as it is shown: processed, thinned to a width, as spectra. Pure. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Waveform, waveforms } from '@plumbline/contract/views/waveforms';
import { detectedLimit } from '@plumbline/contract/views/waveforms.detection';
import { findEvents, usualTrigger } from '@plumbline/science/spectra/events';
import { withoutMean } from '@plumbline/science/spectra/signal';
import { dominantOf } from '@plumbline/science/spectra/spectrum';
import { type Processing, processed } from '@plumbline/science/waveforms/processing';
import { amplitudesOf, densityOf, thirdOctavesOf } from '@plumbline/science/waveforms/spectra';
import { highestLines, thinExtremes } from '@plumbline/science/waveforms/thinning';
import { type AxisName, unpack } from './recorded.ts';

type Reply<K extends 'samples' | 'spectrum' | 'detected'> = OutputOf<(typeof waveforms)[K]['reply']>;

/** A waveform with its samples as they lie in the database. */
export interface StoredWaveform {
  readonly rateHz: number;
  readonly unit: Waveform['unit'];
  readonly samples: number;
  readonly axes: readonly AxisName[];
  readonly data: Uint8Array;
}
/** A part of it, in seconds; without an end, to its end. */
export interface Stretch {
  readonly from: number;
  readonly to?: number | undefined;
}
export interface ProcessedAxis {
  readonly axis: AxisName;
  readonly samples: Float64Array;
}

/** Lines of a spectrum that an answer holds: more than any screen has pixels for. */
const maxLines = 2_000;

/** All axes, or the one that is named. Throws waveformFilter. */
export function processedAxes({
  stored,
  steps,
  only,
}: {
  stored: StoredWaveform;
  steps: Processing;
  only?: AxisName;
}): ProcessedAxis[] {
  refuseFilter(stored, steps);
  const all = unpack(stored.data);
  return stored.axes.flatMap((axis, i) => {
    if (only !== undefined && axis !== only) return [];
    const samples = processed(elementAt(all, i), stored, steps);
    if (!samples) throw new Failure('waveformFilter', { fault: 'tooShort' });
    return [{ axis, samples }];
  });
}

/** Throws waveformFilter. */
export function samplesOf({
  stored,
  steps,
  stretch,
  width,
}: {
  stored: StoredWaveform;
  steps: Processing;
  stretch: Stretch;
  width: number;
}): Reply<'samples'> {
  const { rateHz } = stored;
  const [from, to] = placesOf(stored, stretch);
  const thinned = processedAxes({ stored, steps }).map(({ axis, samples }) => ({
    axis,
    ...thinExtremes(samples, { rateHz, from, to, width }),
  }));
  const { fromSeconds, stepSeconds, high } = elementAt(thinned, 0);
  return {
    unit: unitOf(stored, steps),
    seconds: stored.samples / rateHz,
    fromSeconds,
    stepSeconds,
    isExact: high === null,
    axes: thinned.map((each) => ({ axis: each.axis, low: [...each.low], high: [...(each.high ?? [])] })),
  };
}

/** Events within one axis. Throws waveformFilter, notFound where the waveform has no such axis. */
export function detectedOf({
  stored,
  steps,
  axis,
  ratio,
  shortSeconds,
  longSeconds,
}: {
  stored: StoredWaveform;
  steps: Processing;
  axis: AxisName;
  ratio: number;
  shortSeconds: number;
  longSeconds: number;
}): Reply<'detected'> {
  const [processed] = processedAxes({ stored, steps, only: axis });
  if (!processed) throw new Failure('notFound', { axis });
  // An offset of the instrument would hide every event: the averages are of sizes.
  const samples = withoutMean(processed.samples);
  const trigger = { ...usualTrigger, shortSeconds, longSeconds, on: ratio, off: ratio / 2 };
  const events = findEvents(samples, stored.rateHz, trigger) ?? [];
  return {
    unit: unitOf(stored, steps),
    events: events.slice(0, detectedLimit),
    total: events.length,
    isLongEnough: stored.samples >= longSeconds * stored.rateHz,
  };
}

interface SpectrumKind {
  readonly kind: 'amplitude' | 'density' | 'thirdOctaves';
  readonly window: 'hann' | 'rectangle';
}

/** Throws waveformFilter. */
export function spectrumOf({
  stored,
  steps,
  stretch,
  ...kind
}: { stored: StoredWaveform; steps: Processing; stretch: Stretch } & SpectrumKind): Reply<'spectrum'> {
  const [from, to] = placesOf(stored, stretch);
  const each = processedAxes({ stored, steps }).map(({ axis, samples }) => ({
    axis,
    ...linesOf(samples.subarray(from, to), stored.rateHz, kind),
  }));
  const unit = unitOf(stored, steps);
  return {
    unit: kind.kind === 'density' ? densityUnit(unit) : unit,
    resolutionHz: each[0]?.resolutionHz ?? null,
    axes: each.map(({ axis, hz, values, dominantHz }) => ({ axis, hz, values, dominantHz })),
  };
}

function linesOf(samples: Float64Array, rateHz: number, { kind, window }: SpectrumKind) {
  if (kind === 'thirdOctaves') {
    const bands = thirdOctavesOf(samples, rateHz);
    const highest = bands.reduce((a, b) => ((b.rms ?? 0) > (a?.rms ?? 0) ? b : a), bands[0]);
    return {
      resolutionHz: null,
      hz: bands.map(({ centreHz }) => centreHz),
      values: bands.map(({ rms }) => rms),
      dominantHz: (highest?.rms ?? 0) > 0 ? (highest?.centreHz ?? null) : null,
    };
  }
  const spectrum = kind === 'amplitude' ? amplitudesOf(samples, rateHz, window) : densityOf(samples, rateHz, window);
  if (!spectrum) return { resolutionHz: null, hz: [], values: [], dominantHz: null };
  const lines = highestLines(spectrum.values, spectrum.resolutionHz, maxLines);
  return {
    resolutionHz: spectrum.resolutionHz,
    hz: lines.map(({ hz }) => hz),
    values: lines.map(({ value }) => value),
    dominantHz: dominantOf(spectrum)?.frequencyHz ?? null,
  };
}

export const unitOf = ({ unit }: Pick<StoredWaveform, 'unit'>, { quantity }: Processing): Waveform['unit'] =>
  quantity === 'velocity' ? 'mm/s' : unit;

export const densityUnit = (unit: string): string => `(${unit})²/Hz`;

/** Throws waveformFilter. */
function refuseFilter({ rateHz }: Pick<StoredWaveform, 'rateHz'>, steps: Processing): void {
  const maxHz = rateHz / 2;
  if (isTooHigh(rateHz, steps)) throw new Failure('waveformFilter', { fault: 'aboveHalfRate', maxHz });
  refuseCrossed(steps);
}

/** Returns whether a corner does not lie below half the rate. */
export const isTooHigh = (rateHz: number, { highPassHz, lowPassHz }: Processing): boolean =>
  (highPassHz ?? 0) >= rateHz / 2 || (lowPassHz ?? 0) >= rateHz / 2;

/** Throws waveformFilter. */
export function refuseCrossed({ highPassHz, lowPassHz }: Processing): void {
  if (highPassHz !== null && lowPassHz !== null && highPassHz >= lowPassHz)
    throw new Failure('waveformFilter', { fault: 'crossed' });
}

/** The places of the samples of a stretch: at least two, wherever it lies. */
export function placesOf({ rateHz, samples: n }: Pick<StoredWaveform, 'rateHz' | 'samples'>, { from, to }: Stretch) {
  const first = Math.min(Math.max(0, Math.floor(from * rateHz)), n - 2);
  const end = to === undefined ? n : Math.min(n, Math.ceil(to * rateHz) + 1);
  return [first, Math.max(end, first + 2)] as const;
}
