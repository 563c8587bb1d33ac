/**
 * Events in a waveform: the short-term average of the absolute value over the long-term one (STA/LTA, Allen 1978), or a
 * level. Times in seconds from the first sample.
 */

export interface TriggerSettings {
  readonly kind: 'staLta' | 'level';
  /** Of staLta. */
  readonly shortSeconds: number;
  readonly longSeconds: number;
  /** Ratio, or level in the unit of the samples, at which an event begins, and below which it ends. */
  readonly on: number;
  readonly off: number;
  readonly preSeconds: number;
  readonly postSeconds: number;
  /** Events that are nearer than this are one. */
  readonly mergeSeconds: number;
}

export const usualTrigger: TriggerSettings = {
  kind: 'staLta',
  shortSeconds: 0.5,
  longSeconds: 10,
  on: 3,
  off: 1.5,
  preSeconds: 1,
  postSeconds: 5,
  mergeSeconds: 2,
};

export interface VibrationEvent {
  /** With the time before the trigger, as far as the waveform reaches. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly triggeredSeconds: number;
  /** Largest absolute value within. */
  readonly peak: number;
}

/** STA/LTA of every sample by running averages; 0 until the long window is full. */
export function staLta(
  samples: ArrayLike<number>,
  rateHz: number,
  shortSeconds: number,
  longSeconds: number,
): Float64Array {
  const [short, long] = [Math.max(1, Math.round(shortSeconds * rateHz)), Math.max(2, Math.round(longSeconds * rateHz))];
  const sums = new Float64Array(samples.length + 1);
  for (let i = 0; i < samples.length; i++) sums[i + 1] = (sums[i] as number) + Math.abs(samples[i] as number);
  return Float64Array.from({ length: samples.length }, (_, i) => {
    if (i + 1 < long) return 0;
    const average = (window: number): number => ((sums[i + 1] as number) - (sums[i + 1 - window] as number)) / window;
    const background = average(long);
    return background > 0 ? average(short) / background : 0;
  });
}

/**
 * Events in order; overlapping and near ones are one. Null where a sample is not a number: what happened is not known, and
 * an empty list would say that nothing did.
 */
export function findEvents(
  samples: ArrayLike<number>,
  rateHz: number,
  settings = usualTrigger,
): VibrationEvent[] | null {
  if (!Array.from(samples).every(Number.isFinite)) return null;
  const measure =
    settings.kind === 'level'
      ? Float64Array.from(samples, Math.abs)
      : staLta(samples, rateHz, settings.shortSeconds, settings.longSeconds);
  const spans: { start: number; end: number }[] = [];
  let start = -1;
  for (const [i, value] of measure.entries()) {
    if (start < 0 && value >= settings.on) start = i;
    else if (start >= 0 && value < settings.off) {
      spans.push({ start, end: i });
      start = -1;
    }
  }
  if (start >= 0) spans.push({ start, end: measure.length });
  const merged: { start: number; end: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start - last.end < settings.mergeSeconds * rateHz) last.end = span.end;
    else merged.push({ ...span });
  }
  return merged.map(({ start: from, end }) => {
    const first = Math.max(0, from - Math.round(settings.preSeconds * rateHz));
    const last = Math.min(samples.length, end + Math.round(settings.postSeconds * rateHz));
    let peak = 0;
    for (let i = first; i < last; i++) peak = Math.max(peak, Math.abs(samples[i] as number));
    return { fromSeconds: first / rateHz, toSeconds: last / rateHz, triggeredSeconds: from / rateHz, peak };
  });
}
