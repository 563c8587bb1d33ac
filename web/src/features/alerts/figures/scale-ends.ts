/** Where a scale of limits begins and ends: at zero, unless the limits lie close together far from it, or below it. */
export function scaleEnds(size: number, limits: readonly number[]): { from: number; to: number } {
  const first = Math.min(...limits);
  const last = Math.max(...limits);
  // A lower limit of what is above zero is a size below it: the smaller, the worse.
  const below = first < 0 || size < 0;
  const near = below || (limits.length > 1 && first > (last - first) * 4);
  const span = last - first || Math.abs(last - size) || Math.abs(last) * 0.1;
  const from = near ? Math.min(first - span * 0.8, size) : 0;
  const to = Math.max(last + (last - from) * 0.18, size + (last - from) * 0.06);
  return { from: below ? from : Math.max(0, from), to };
}
