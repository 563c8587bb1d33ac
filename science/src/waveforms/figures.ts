/**
 * What is known of a waveform at a glance: peak, rms, crest factor and dominant frequency of each axis without its mean, and
 * the peak particle velocity in mm/s, of each axis and of their vector at one time. An acceleration is integrated for it,
 * and its drift taken out by a straight line (signal.ts).
 */
import { amplitudeOf, peakVelocity, withoutMean } from '../spectra/signal.ts';
import { amplitudeSpectrum, dominantOf, type Spectrum, welch } from '../spectra/spectrum.ts';
import { processed } from './processing.ts';
import type { WaveformUnit } from './units.ts';

export interface AxisFigures {
  readonly peak: number;
  readonly rms: number;
  /** peak / rms; null where the axis does not move. */
  readonly crest: number | null;
  /** Dominant frequency; null where the axis does not move. */
  readonly frequencyHz: number | null;
  /** Peak particle velocity of this component, mm/s. */
  readonly velocityMmS: number;
  /** Dominant frequency of the velocity: the one that limits of velocity are read at. */
  readonly velocityHz: number | null;
}

export interface WaveformFigures {
  readonly axes: readonly AxisFigures[];
  /** Peak of the vector of all axes at one time, mm/s. */
  readonly vectorSumMmS: number;
}

/** A longer waveform is averaged from segments of this length (Welch): its exact lines would be too fine to matter. */
const segment = 16_384;

export function figuresOf(
  axes: readonly Float64Array[],
  { rateHz, unit }: { readonly rateHz: number; readonly unit: WaveformUnit },
): WaveformFigures {
  const velocities = axes.map((samples) => {
    const velocity = processed(samples, { rateHz, unit }, { quantity: 'velocity', highPassHz: null, lowPassHz: null });
    return withoutMean(velocity ?? samples);
  });
  const peaks = peakVelocity(velocities);
  return {
    axes: axes.map((samples, i) => {
      const centred = withoutMean(samples);
      const { peak, rms, crest } = amplitudeOf(centred) ?? { peak: 0, rms: 0, crest: null };
      return {
        peak,
        rms,
        crest,
        frequencyHz: dominantHz(centred, rateHz),
        velocityMmS: peaks.components[i] ?? 0,
        velocityHz: dominantHz(velocities[i] ?? centred, rateHz),
      };
    }),
    vectorSumMmS: peaks.vector,
  };
}

function dominantHz(samples: Float64Array, rateHz: number): number | null {
  const spectrum: Spectrum | null =
    samples.length > segment ? welch(samples, rateHz, segment) : amplitudeSpectrum(samples, rateHz);
  return spectrum ? (dominantOf(spectrum)?.frequencyHz ?? null) : null;
}

/** The axis that moves fastest: its peak and frequency are what DIN 4150-3 compares. Null without axes. */
export function governingAxis(axes: readonly Pick<AxisFigures, 'velocityMmS'>[]): number | null {
  let best: number | null = null;
  for (const [i, { velocityMmS }] of axes.entries())
    if (best === null || velocityMmS > (axes[best]?.velocityMmS ?? 0)) best = i;
  return best;
}
