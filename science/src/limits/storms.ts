/**
 * Alert storms: many points of one structure that rise together. A storm is every alert of a structure between the first and
 * last of overlapping windows of `withinMs` that each hold alerts of at least `points` different points. Repeated alerts of one
 * point count once in a window, so that a single noisy instrument is no storm. By when it was measured, not when it arrived: a
 * backlog that comes late makes the same storms. No source prescribes the rule (docs/decisions/0108).
 */
export interface Rise {
  readonly alertId: number;
  readonly structureId: number;
  readonly pointId: number;
  /** When it was measured, epoch ms. */
  readonly atMs: number;
}
export interface StormRule {
  readonly points: number;
  readonly withinMs: number;
}
export const stormRule: StormRule = { points: 5, withinMs: 30 * 60_000 };

/** The storms among alerts, in order of time; each with its alerts in order of time. */
export function stormsOf(rises: readonly Rise[], rule: StormRule = stormRule): Rise[][] {
  const byStructure = Map.groupBy(rises, ({ structureId }) => structureId);
  const storms = [...byStructure.values()].flatMap((some) => inOne(some.toSorted(inOrder), rule));
  return storms.sort(([a], [b]) => (a && b ? inOrder(a, b) : 0));
}

const inOrder = (a: Rise, b: Rise): number => a.atMs - b.atMs || a.alertId - b.alertId;

/** Of one structure, sorted: a window slides over it, and windows that overlap are one storm. */
function inOne(sorted: readonly Rise[], { points, withinMs }: StormRule): Rise[][] {
  const inWindow = new Map<number, number>();
  const spans: { from: number; to: number }[] = [];
  let first = 0;
  for (const [last, rise] of sorted.entries()) {
    inWindow.set(rise.pointId, (inWindow.get(rise.pointId) ?? 0) + 1);
    for (let left = sorted[first]; left && rise.atMs - left.atMs > withinMs; left = sorted[first]) {
      const count = inWindow.get(left.pointId) ?? 0;
      if (count <= 1) inWindow.delete(left.pointId);
      else inWindow.set(left.pointId, count - 1);
      first++;
    }
    if (inWindow.size < points) continue;
    const open = spans.at(-1);
    if (open && first <= open.to) open.to = last;
    else spans.push({ from: first, to: last });
  }
  return spans.map(({ from, to }) => sorted.slice(from, to + 1));
}
