/** Where a scale of limits begins and ends: at zero, unless the limits lie close together far from it. Sizes, so all above 0. */
export function scaleEnds(size: number, limits: readonly number[]): { from: number; to: number } {
  const first = Math.min(...limits);
  const last = Math.max(...limits);
  const near = limits.length > 1 && first > (last - first) * 4;
  const from = near ? Math.min(first - (last - first) * 0.8, size) : 0;
  const to = Math.max(last + (last - from) * 0.18, size + (last - from) * 0.06);
  return { from: Math.max(0, from), to };
}
