/**
 * Butterworth filters, run forwards and backwards so that they shift nothing in time. Designed in second-order sections
 * by the bilinear transform of the analogue prototype (Oppenheim and Schafer, Discrete-Time Signal Processing, 7.1).
 */

/** b0 + b1 z^-1 + b2 z^-2 over 1 + a1 z^-1 + a2 z^-2. */
interface Section {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

export type FilterKind = 'lowPass' | 'highPass';

/** Sections of an even order. Throws RangeError for a corner that is not between 0 and half the rate, or an odd order. */
function design(kind: FilterKind, order: number, cornerHz: number, rateHz: number): Section[] {
  if (!(cornerHz > 0 && cornerHz < rateHz / 2)) throw new RangeError(`corner ${cornerHz} Hz at ${rateHz} Hz`);
  if (order < 2 || order % 2 !== 0) throw new RangeError(`order ${order} is not even`);
  const warped = Math.tan((Math.PI * cornerHz) / rateHz);
  return Array.from({ length: order / 2 }, (_, i): Section => {
    // Damping of the pair of poles.
    const q = 2 * Math.sin((Math.PI * (2 * i + 1)) / (2 * order));
    const norm = 1 + q * warped + warped * warped;
    const gain = kind === 'lowPass' ? (warped * warped) / norm : 1 / norm;
    return {
      b: kind === 'lowPass' ? [gain, 2 * gain, gain] : [gain, -2 * gain, gain],
      a: [(2 * (warped * warped - 1)) / norm, (1 - q * warped + warped * warped) / norm],
    };
  });
}

/** Runs a section as if its first sample had always been there (transposed direct form II). */
function run({ b, a }: Section, samples: Float64Array): Float64Array {
  const first = samples[0] ?? 0;
  // Steady state for a constant input: y = g x with g = sum(b) / (1 + sum(a)).
  const gain = (b[0] + b[1] + b[2]) / (1 + a[0] + a[1]);
  let z2 = (b[2] - a[1] * gain) * first;
  let z1 = (b[1] - a[0] * gain) * first + z2;
  return samples.map((x) => {
    const y = b[0] * x + z1;
    z1 = b[1] * x - a[0] * y + z2;
    z2 = b[2] * x - a[1] * y;
    return y;
  });
}

/** The samples with `pad` more at both ends, turned about the end point, so that the filter has come to rest. */
function extended(samples: Float64Array, pad: number): Float64Array {
  const n = samples.length;
  const out = new Float64Array(n + 2 * pad);
  const [first, last] = [samples[0] as number, samples[n - 1] as number];
  for (let i = 0; i < pad; i++) {
    out[i] = 2 * first - (samples[pad - i] as number);
    out[n + pad + i] = 2 * last - (samples[n - 2 - i] as number);
  }
  out.set(samples, pad);
  return out;
}

/**
 * Filters forwards and backwards: no phase, and the attenuation twice that of the order. Null where the waveform is not
 * longer than the pad of 3 (order + 1) samples that the ends need.
 */
export function filterBothWays(
  samples: ArrayLike<number>,
  { kind, order = 4, cornerHz, rateHz }: { kind: FilterKind; order?: number; cornerHz: number; rateHz: number },
): Float64Array | null {
  const sections = design(kind, order, cornerHz, rateHz);
  const pad = 3 * (order + 1);
  if (samples.length <= pad) return null;
  const through = (input: Float64Array): Float64Array => sections.reduce((signal, each) => run(each, signal), input);
  const forwards = through(extended(Float64Array.from(samples), pad));
  return through(forwards.reverse())
    .reverse()
    .slice(pad, pad + samples.length);
}
