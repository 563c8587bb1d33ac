/** A curve cut where data is missing. Pure. Invariant: no line joins two readings further apart than the gap allowed. */
export interface Cut {
  /** `[time, value]`, with a null between two stretches. */
  readonly line: readonly (readonly [number, number | null])[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Readings with no neighbour: they would be invisible as a line. */
  readonly lone: readonly (readonly [number, number])[];
}

export function cutAtGaps(times: readonly number[], values: readonly (number | null)[], gapMs: number): Cut {
  const line: [number, number | null][] = [];
  const gaps: { from: number; to: number }[] = [];
  let before: number | null = null;
  for (let i = 0; i < times.length; i++) {
    const at = times[i]!;
    const value = values[i] ?? null;
    if (value !== null) {
      if (before !== null && at - before > gapMs) {
        gaps.push({ from: before, to: at });
        line.push([before + 1, null]);
      }
      before = at;
    }
    line.push([at, value]);
  }
  const lone: [number, number][] = [];
  for (let i = 0; i < line.length; i++) {
    const [at, value] = line[i]!;
    if (value !== null && (line[i - 1]?.[1] ?? null) === null && (line[i + 1]?.[1] ?? null) === null)
      lone.push([at, value]);
  }
  return { line, gaps, lone };
}

/** The index of the reading nearest to an instant; -1 where there is none. Times ascend. */
export function nearest(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length - 1;
  if (high < 0) return -1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low > 0 && at - times[low - 1]! < times[low]! - at ? low - 1 : low;
}

/** Whether readings came in a gap and failed their tests: that is not a stretch without data. */
export const hasFailed = (
  flags: readonly { readonly at: number; readonly quality: string }[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean => flags.some(({ at, quality }) => quality === 'fail' && at > from && at < to);
