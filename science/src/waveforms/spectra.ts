/** The spectra of a stretch of a waveform, of any length in bounded time. */
import { withoutMean } from '../spectra/signal.ts';
import {
  amplitudeSpectrum,
  type Spectrum,
  type ThirdOctave,
  thirdOctaves,
  type WindowName,
  welch,
} from '../spectra/spectrum.ts';

/** The longest transform: 65,536 samples are 5.5 minutes at 200 Hz. */
export const longestSegment = 65_536;
/** Segments of densities unless told: 0.05 Hz apart at 200 Hz. */
export const usualSegment = 4096;

/**
 * Amplitudes without the mean. What is longer than a segment (65,536 samples unless told) is cut into segments of that
 * length with 50 % overlap, and the mean square of their amplitudes is taken.
 */
export function amplitudesOf(
  samples: Float64Array,
  rateHz: number,
  window: WindowName,
  segment: number = longestSegment,
): Spectrum {
  if (samples.length <= segment) return amplitudeSpectrum(withoutMean(samples), rateHz, window);
  const sums = new Float64Array(Math.floor(segment / 2) + 1);
  const step = segment - Math.floor(segment / 2);
  let count = 0;
  for (let start = 0; start + segment <= samples.length; start += step, count++) {
    const { values } = amplitudeSpectrum(withoutMean(samples.subarray(start, start + segment)), rateHz, window);
    for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] as number) + (values[k] as number) ** 2;
  }
  return { resolutionHz: rateHz / segment, values: sums.map((sum) => Math.sqrt(sum / count)) };
}

/** Power density after Welch, unit squared per Hz; null for less than two samples. */
export const densityOf = (
  samples: Float64Array,
  rateHz: number,
  window: WindowName,
  segment = usualSegment,
): Spectrum | null => welch(samples, rateHz, segment, 'mean', window);

/** Root mean square of each third octave; empty for less than two samples. */
export function thirdOctavesOf(samples: Float64Array, rateHz: number): ThirdOctave[] {
  const density = welch(samples, rateHz, longestSegment / 4);
  return density ? thirdOctaves(density) : [];
}
