/** Spectra of a waveform: amplitudes, power density after Welch, the dominant frequency, third octaves. */
import { fft } from './fft.ts';
import { withoutMean } from './signal.ts';

/** Periodic Hann window: w_n = 0.5 - 0.5 cos(2 pi n / N). */
export const hann = (n: number): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n));

/** How the samples of a spectrum are weighted: `rectangle` = all alike. */
export const windows = {
  hann,
  rectangle: (n: number): Float64Array => new Float64Array(n).fill(1),
} as const;
export type WindowName = keyof typeof windows;

export interface Spectrum {
  /** Distance of the lines, Hz: line k is at k times it. */
  readonly resolutionHz: number;
  /** Per line, from 0 Hz to half the rate. */
  readonly values: Float64Array;
}

/**
 * One-sided amplitude spectrum, under a Hann window unless told, in the unit of the samples: A_k = 2 |X_k| / sum(w).
 * Detrend before.
 */
export function amplitudeSpectrum(
  samples: ArrayLike<number>,
  rateHz: number,
  windowName: WindowName = 'hann',
): Spectrum {
  const n = samples.length;
  const window = windows[windowName](n);
  const { re, im } = fft(window.map((w, i) => w * (samples[i] as number)));
  const sum = window.reduce((total, w) => total + w, 0);
  const values = Float64Array.from(
    { length: Math.floor(n / 2) + 1 },
    (_, k) => (2 * Math.hypot(re[k] as number, im[k] as number)) / sum,
  );
  return { resolutionHz: rateHz / n, values };
}

/** Trend removed from each segment in Welch's method. */
export type Detrend = 'mean' | ((segment: Float64Array) => Float64Array);

/**
 * Power spectral density after Welch (1967), unit squared per Hz: segments with 50 % overlap, under a Hann window unless told,
 * P = 2 |X|^2 / (rate sum w^2), 0 Hz and half the rate not doubled, averaged. A waveform shorter than a segment is one
 * segment. Null without samples.
 */
export function welch(
  samples: ArrayLike<number>,
  rateHz: number,
  segment = 256,
  detrend: Detrend = 'mean',
  windowName: WindowName = 'hann',
): Spectrum | null {
  const size = Math.min(segment, samples.length);
  if (size < 2) return null;
  const step = size - Math.floor(size / 2);
  const window = windows[windowName](size);
  const scale = 1 / (rateHz * window.reduce((sum, w) => sum + w * w, 0));
  const lines = Math.floor(size / 2) + 1;
  const values = new Float64Array(lines);
  const all = Float64Array.from(samples);
  const clean = detrend === 'mean' ? withoutMean : detrend;
  let count = 0;
  for (let start = 0; start + size <= all.length; start += step, count++) {
    const part = clean(all.subarray(start, start + size));
    const { re, im } = fft(window.map((w, i) => w * (part[i] as number)));
    for (let k = 0; k < lines; k++) {
      const once = k === 0 || (size % 2 === 0 && k === lines - 1);
      values[k] = (values[k] as number) + (once ? 1 : 2) * scale * ((re[k] as number) ** 2 + (im[k] as number) ** 2);
    }
  }
  return { resolutionHz: rateHz / size, values: values.map((value) => value / count) };
}

export interface Peak {
  /** Of the highest line. */
  readonly lineHz: number;
  /** Refined by the parabola through the logarithms of the line and its neighbours. */
  readonly frequencyHz: number;
  readonly value: number;
}

/** The highest line above 0 Hz, of those between two frequencies; null where there is none or all are zero. */
export function dominantOf(
  { values, resolutionHz }: Spectrum,
  fromHz = 0,
  toHz = Number.POSITIVE_INFINITY,
): Peak | null {
  let k = 0;
  for (let i = 1; i < values.length; i++) {
    const at = i * resolutionHz;
    if (at >= fromHz && at <= toHz && (k === 0 || (values[i] as number) > (values[k] as number))) k = i;
  }
  const value = values[k] as number;
  if (k === 0 || !(value > 0)) return null;
  const [a, b, c] = [k - 1, k, k + 1].map((i) => Math.log(values[i] ?? 0)) as [number, number, number];
  const bend = a - 2 * b + c;
  // At the ends, and beside a line that is zero, there is no parabola.
  const shift = Number.isFinite(bend) && bend < 0 ? (0.5 * (a - c)) / bend : 0;
  return { lineHz: k * resolutionHz, frequencyHz: (k + shift) * resolutionHz, value };
}

/** Total power of a density between two frequencies, unit squared: the sum of its lines times their distance. */
export function powerBetween({ values, resolutionHz }: Spectrum, fromHz = 0, toHz = Number.POSITIVE_INFINITY): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) {
    const at = k * resolutionHz;
    if (at >= fromHz && at < toHz) sum += values[k] as number;
  }
  return sum * resolutionHz;
}

export interface ThirdOctave {
  /** Exact centre: 1000 x 10^(n / 10) Hz (IEC 61260-1, base 10). */
  readonly centreHz: number;
  /** Root mean square within the band, in the unit of the samples; null where a line lies in none of it. */
  readonly rms: number | null;
}

/** Third octave bands of a density that lie whole between 0 Hz and half the rate. */
export function thirdOctaves(density: Spectrum, fromHz = 0.8): ThirdOctave[] {
  const half = (density.values.length - 1) * density.resolutionHz;
  const bands: ThirdOctave[] = [];
  for (let n = Math.ceil(10 * Math.log10(fromHz / 1000) - 0.5); ; n++) {
    const centreHz = 1000 * 10 ** (n / 10);
    const [low, high] = [centreHz * 10 ** -0.05, centreHz * 10 ** 0.05];
    if (high > half) return bands;
    const hasLine = Math.ceil(low / density.resolutionHz) * density.resolutionHz < high;
    bands.push({ centreHz, rms: hasLine ? Math.sqrt(powerBetween(density, low, high)) : null });
  }
}
