/** The whole span, and nothing where no reading was for longer than the point may be silent. `px` is what it was thinned to. */
export function brokenCurve(
  { times, values }: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  { from, to, silentMs, px }: { from: number; to: number; silentMs: number; px: number },
) {
  // Thinned, neighbours may lie two pixels apart.
  const gapMs = silentMs + (2 * (to - from)) / px;
  const points: [at: number, value: number | null][] = [[from, null]];
  for (const [i, at] of times.entries()) {
    const before = times[i - 1];
    if (before !== undefined && at - before > gapMs) points.push([before + 1, null]);
    points.push([at, values[i] ?? null]);
  }
  points.push([Math.max(to, times.at(-1) ?? to), null]);
  return { times: points.map(([at]) => at), values: points.map(([, value]) => value) };
}
