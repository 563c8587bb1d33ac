/** What is done to a recorded waveform before it is shown or its spectrum is taken: integration, then a band. */
import { filterBothWays } from '../spectra/butterworth.ts';
import { velocityOf, withoutMean, withoutTrend } from '../spectra/signal.ts';
import { type WaveformUnit, waveformUnits } from './units.ts';

export interface Processing {
  /** recorded = in the unit of the instrument; velocity = mm/s. */
  readonly quantity: 'recorded' | 'velocity';
  /** Corners of Butterworth filters of the fourth order, run both ways; null = none. */
  readonly highPassHz: number | null;
  readonly lowPassHz: number | null;
}

/**
 * An axis, processed. As recorded and without a filter it is left as it is, its offset included. An acceleration becomes
 * a velocity without its mean and by trapezoids; drift is taken out by the high-pass where there is one, else by the
 * straight line that fits best. Null where the waveform is too short for the filter. Throws RangeError for a corner that
 * is not below half the rate.
 */
export function processed(
  samples: Float64Array,
  { rateHz, unit }: { readonly rateHz: number; readonly unit: WaveformUnit },
  { quantity, highPassHz, lowPassHz }: Processing,
): Float64Array | null {
  let signal: Float64Array | null = samples;
  if (quantity === 'velocity') signal = inMmPerSecond(signal, rateHz, unit, highPassHz === null);
  if (highPassHz !== null)
    signal = filterBothWays(withoutMean(signal), { kind: 'highPass', cornerHz: highPassHz, rateHz });
  if (lowPassHz !== null && signal) signal = filterBothWays(signal, { kind: 'lowPass', cornerHz: lowPassHz, rateHz });
  return signal;
}

function inMmPerSecond(samples: Float64Array, rateHz: number, unit: WaveformUnit, isDetrended: boolean): Float64Array {
  const { measures, factor } = waveformUnits[unit];
  const scaled = factor === 1 ? samples : samples.map((value) => value * factor);
  if (measures === 'velocity') return scaled;
  const velocity = velocityOf(scaled, rateHz);
  return isDetrended ? withoutTrend(velocity) : velocity;
}
