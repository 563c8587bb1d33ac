/**
 * Spectra side by side over time: of several waveforms (a waterfall), or of a window that moves through one waveform (a
 * short-time Fourier transform, Allen and Rabiner 1977). Each is the spectrum of `spectra.ts`; here they are brought onto
 * lines that all of them share. Nothing is interpolated, neither between times nor between frequencies.
 */
import { dominantOf, type Spectrum, type WindowName } from '../spectra/spectrum.ts';
import { amplitudesOf, densityOf, longestSegment, usualSegment } from './spectra.ts';

/** amplitude = unit of the samples, of a sine its amplitude; density = unit squared per Hz. */
export type Measure = 'amplitude' | 'density';

/** The part of the frequencies that is looked at, in `count` lines of one width. */
export interface Band {
  readonly fromHz: number;
  readonly toHz: number;
  readonly count: number;
}

/** A spectrum as one column of a picture. */
export interface Column {
  /** Of each line of the band; null where the spectrum has nothing: beyond half the rate, or finer than it resolves. */
  readonly values: readonly (number | null)[];
  /** The highest line within the band, refined by a parabola; null where nothing moves. */
  readonly peakHz: number | null;
  /** The value of that line. */
  readonly peak: number | null;
}

export interface SpectrumQuestion {
  readonly measure: Measure;
  readonly window: WindowName;
  /** Samples of a segment; null = as the spectrum of one waveform has them. */
  readonly segment: number | null;
}

/** The spectrum of samples, averaged over segments with 50 % overlap. Null for less than two samples. */
export function averagedSpectrum(
  samples: Float64Array,
  rateHz: number,
  { measure, window, segment }: SpectrumQuestion,
): Spectrum | null {
  if (samples.length < 2) return null;
  return measure === 'amplitude'
    ? amplitudesOf(samples, rateHz, window, segment ?? undefined)
    : densityOf(samples, rateHz, window, segment ?? undefined);
}

/** Distance of the lines of `averagedSpectrum`, Hz, of so many samples. */
export function resolutionOf(samples: number, rateHz: number, { measure, segment }: SpectrumQuestion): number {
  return rateHz / Math.min(samples, segment ?? (measure === 'amplitude' ? longestSegment : usualSegment));
}

/**
 * A spectrum on the lines of a band. A line of the band is the highest line of the spectrum that lies in it, so that no
 * peak is lost; where the spectrum is coarser, the one that covers its middle. 0 Hz is left out.
 */
export function columnOf(spectrum: Spectrum, { fromHz, toHz, count }: Band): Column {
  const { values, resolutionHz } = spectrum;
  const widthHz = (toHz - fromHz) / count;
  const quantised = Array.from({ length: count }, (): number | null => null);
  for (let k = 1; k < values.length; k++) {
    const hz = k * resolutionHz;
    if (hz < fromHz || hz > toHz) continue;
    // The last line of a band has its upper end, too.
    const at = Math.min(count - 1, Math.floor((hz - fromHz) / widthHz + 1e-9));
    const value = values[k] as number;
    if (value > (quantised[at] ?? -1)) quantised[at] = value;
  }
  if (resolutionHz > widthHz)
    for (let i = 0; i < count; i++) {
      const k = Math.round((fromHz + (i + 0.5) * widthHz) / resolutionHz);
      if (k > 0 && k < values.length) quantised[i] ??= values[k] as number;
    }
  const peak = dominantOf(spectrum, fromHz, toHz);
  return { values: quantised, peakHz: peak?.frequencyHz ?? null, peak: peak?.value ?? null };
}

/**
 * How many lines a band needs for spectra whose finest distance of lines this is, at most `most`: half as wide as that, so
 * that a line of the spectrum lies in the middle of what is drawn of it.
 */
export const lineCount = (fromHz: number, toHz: number, resolutionHz: number, most: number): number =>
  Math.max(1, Math.min(most, Math.ceil((2 * (toHz - fromHz)) / resolutionHz - 1e-9)));

export interface ShortTimeQuestion {
  readonly measure: Measure;
  readonly window: WindowName;
  /** Samples of the window. */
  readonly size: number;
  /** Columns at most. */
  readonly most: number;
}

export interface ShortTimeSpectra {
  /** Seconds from the first sample to the middle of the first column. */
  readonly fromSeconds: number;
  readonly stepSeconds: number;
  readonly windowSeconds: number;
  /** Windows of a column: of each line the highest of them is kept. */
  readonly windowsEach: number;
  readonly windows: number;
  readonly resolutionHz: number;
  readonly spectra: readonly Spectrum[];
}

/**
 * The spectra of windows that overlap by half, each without its mean: S(t, f) = spectrum of x[t - size/2 .. t + size/2].
 * A last window that is not full is left out; samples fewer than a window are one. Null for less than two samples.
 */
export function shortTimeSpectra(
  samples: Float64Array,
  rateHz: number,
  { measure, window, size, most }: ShortTimeQuestion,
): ShortTimeSpectra | null {
  const length = Math.min(Math.max(2, size), samples.length);
  if (length < 2) return null;
  const step = length - Math.floor(length / 2);
  const windows = Math.floor((samples.length - length) / step) + 1;
  const windowsEach = Math.ceil(windows / most);
  const spectra: Spectrum[] = [];
  for (let first = 0; first < windows; first += windowsEach) {
    const highest = new Float64Array(Math.floor(length / 2) + 1);
    for (let i = first; i < Math.min(windows, first + windowsEach); i++) {
      const part = samples.subarray(i * step, i * step + length);
      const spectrum = averagedSpectrum(part, rateHz, { measure, window, segment: length });
      for (let k = 0; k < highest.length; k++) highest[k] = Math.max(highest[k] as number, spectrum?.values[k] ?? 0);
    }
    spectra.push({ resolutionHz: rateHz / length, values: highest });
  }
  return {
    fromSeconds: (length + (windowsEach - 1) * step) / 2 / rateHz,
    stepSeconds: (windowsEach * step) / rateHz,
    windowSeconds: length / rateHz,
    windowsEach,
    windows,
    resolutionHz: rateHz / length,
    spectra,
  };
}
