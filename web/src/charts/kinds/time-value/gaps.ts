/** A curve cut where data is missing. Pure. Invariant: no line joins two readings further apart than the gap allowed. */
type Point = readonly [at: number, value: number | null];

export interface Cut {
  /** `[time, value]`, with a null between two stretches. */
  readonly line: readonly Point[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Readings with no neighbour: they would be invisible as a line. */
  readonly lone: readonly (readonly [number, number])[];
}

export function cutAtGaps(times: readonly number[], values: readonly (number | null)[], gapMs: number): Cut {
  const line: Point[] = [];
  const gaps: { from: number; to: number }[] = [];
  let before: number | null = null;
  for (const [i, at] of times.entries()) {
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
  const valueIn = (i: number): number | null => line[i]?.[1] ?? null;
  const lone = line.flatMap(([at, value], i): [number, number][] =>
    value !== null && valueIn(i - 1) === null && valueIn(i + 1) === null ? [[at, value]] : [],
  );
  return { line, gaps, lone };
}

/** Returns whether readings came in a gap and failed their tests: that is not a stretch without data. */
export const hasFailed = (
  flags: readonly { readonly at: number; readonly quality: string }[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean => flags.some(({ at, quality }) => quality === 'fail' && at > from && at < to);
