/**
 * A waveform for a screen: the lowest and the highest sample of each pixel, so that no peak is lost however far one zooms
 * out. Where there are few samples they are given as they are.
 */

export interface Thinned {
  /** Seconds from the first sample of the waveform to the middle of the first pixel; of exact samples, to the first one. */
  readonly fromSeconds: number;
  readonly stepSeconds: number;
  readonly low: Float64Array;
  /** null = `low` are the samples themselves. */
  readonly high: Float64Array | null;
}

/** The samples between two places (`to` is not among them) in at most `width` pixels. */
export function thinExtremes(
  samples: Float64Array,
  { rateHz, from, to, width }: { rateHz: number; from: number; to: number; width: number },
): Thinned {
  const [first, end] = [Math.max(0, from), Math.min(samples.length, to)];
  const count = Math.max(0, end - first);
  if (count <= 2 * width)
    return { fromSeconds: first / rateHz, stepSeconds: 1 / rateHz, low: samples.slice(first, end), high: null };
  const each = Math.ceil(count / width);
  const pixels = Math.ceil(count / each);
  const low = new Float64Array(pixels).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(pixels).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    const pixel = Math.floor(i / each);
    const sample = samples[first + i] as number;
    if (sample < (low[pixel] as number)) low[pixel] = sample;
    if (sample > (high[pixel] as number)) high[pixel] = sample;
  }
  return { fromSeconds: (first + (each - 1) / 2) / rateHz, stepSeconds: each / rateHz, low, high };
}

/** A line of a spectrum. */
export interface Line {
  readonly hz: number;
  readonly value: number;
}

/**
 * At most `most` lines of a spectrum without the one at 0 Hz: the highest of each stretch, at its own frequency, so that a
 * peak stays where it is and as high as it is.
 */
export function highestLines(values: ArrayLike<number>, resolutionHz: number, most: number): Line[] {
  const lines = values.length - 1;
  const each = Math.max(1, Math.ceil(lines / most));
  const out: Line[] = [];
  for (let start = 1; start <= lines; start += each) {
    let best = start;
    for (let k = start + 1; k < Math.min(start + each, lines + 1); k++)
      if ((values[k] as number) > (values[best] as number)) best = k;
    out.push({ hz: best * resolutionHz, value: values[best] as number });
  }
  return out;
}
