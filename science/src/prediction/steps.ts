/** The past of a curve in even steps, and when a curve reaches a limit. */

export interface Past {
  /** Epoch ms, ascending, evenly spaced by `stepMs`. */
  readonly times: readonly number[];
  /** Means of each step; NaN where nothing was measured. */
  readonly values: readonly number[];
  readonly stepMs: number;
}

/** When a curve first reaches a limit that it had not reached at its begin, between two of its times; null = not in it. */
export function reachedAt(times: readonly number[], values: readonly (number | null)[], limit: number): number | null {
  const first = values[0] ?? null;
  if (first === null || (limit >= 0 ? first >= limit : first <= limit)) return null;
  for (const [k, value] of values.entries()) {
    const before = values[k - 1] ?? null;
    if (value === null || before === null || (limit >= 0 ? value < limit : value > limit)) continue;
    const [fromMs, toMs] = [times[k - 1] ?? 0, times[k] ?? 0];
    return fromMs + ((toMs - fromMs) * (limit - before)) / (value - before);
  }
  return null;
}

/** Means of even steps of a span, however many readings there are. */
export function stepMeans(fromMs: number, toMs: number, stepMs: number) {
  const count = Math.max(1, Math.ceil((toMs - fromMs) / stepMs));
  const [sums, counts] = [new Float64Array(count), new Float64Array(count)];
  return {
    add(times: ArrayLike<number>, values: ArrayLike<number>): void {
      for (let i = 0; i < times.length; i++) {
        const value = values[i] as number;
        const step = Math.min(count - 1, Math.floor(((times[i] as number) - fromMs) / stepMs));
        if (Number.isNaN(value) || step < 0) continue;
        sums[step] = (sums[step] as number) + value;
        counts[step] = (counts[step] as number) + 1;
      }
    },
    past: (): Past => ({
      stepMs,
      times: Array.from(sums, (_, step) => fromMs + (step + 0.5) * stepMs),
      values: Array.from(sums, (sum, step) => (counts[step] ? sum / (counts[step] as number) : Number.NaN)),
    }),
  };
}
