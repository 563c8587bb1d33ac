/**
 * A waveform in the time domain: samples at a constant rate, in the unit of the sensor. A sample that is not a number
 * makes what is computed from it NaN: gaps are cut out before, by the one who knows what they mean.
 */

/** Less its mean. */
export function withoutMean(samples: ArrayLike<number>): Float64Array {
  const out = Float64Array.from(samples);
  const mean = out.reduce((sum, value) => sum + value, 0) / out.length;
  return out.map((value) => value - mean);
}

/** Less the straight line that fits it best. */
export function withoutTrend(samples: ArrayLike<number>): Float64Array {
  const n = samples.length;
  const centred = withoutMean(samples);
  if (n < 2) return centred;
  const middle = (n - 1) / 2;
  let [product, square] = [0, 0];
  for (let i = 0; i < n; i++) {
    product += (i - middle) * (centred[i] as number);
    square += (i - middle) ** 2;
  }
  const slope = product / square;
  return centred.map((value, i) => value - slope * (i - middle));
}

export interface Amplitude {
  /** Largest absolute value. */
  readonly peak: number;
  /** sqrt of the mean square. */
  readonly rms: number;
  /** peak / rms; null where the signal is zero. */
  readonly crest: number | null;
}

/** How large a detrended waveform is. Null without samples. */
export function amplitudeOf(samples: ArrayLike<number>): Amplitude | null {
  if (samples.length === 0) return null;
  let [peak, square] = [0, 0];
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i] as number;
    peak = Math.max(peak, Math.abs(value));
    square += value * value;
  }
  const rms = Math.sqrt(square / samples.length);
  return { peak, rms, crest: rms > 0 ? peak / rms : null };
}

/**
 * Velocity of an acceleration: the mean is removed, then trapezoids are summed from 0,
 * v_n = v_{n-1} + (a_n + a_{n-1}) / (2 rate). What drift is left is removed after, by a trend or a high-pass. Unit of the
 * acceleration times seconds.
 */
export function velocityOf(acceleration: ArrayLike<number>, rateHz: number): Float64Array {
  const a = withoutMean(acceleration);
  const v = new Float64Array(a.length);
  for (let i = 1; i < a.length; i++)
    v[i] = (v[i - 1] as number) + ((a[i] as number) + (a[i - 1] as number)) / (2 * rateHz);
  return v;
}

/** Peak particle velocity of three components: of each alone, and of their vector at one time. */
export function peakVelocity(components: readonly ArrayLike<number>[]): {
  readonly components: readonly number[];
  readonly vector: number;
} {
  const length = Math.min(...components.map((each) => each.length));
  let vector = 0;
  for (let i = 0; i < length; i++)
    vector = Math.max(vector, Math.hypot(...components.map((each) => each[i] as number)));
  return { components: components.map((each) => amplitudeOf(each)?.peak ?? Number.NaN), vector };
}
