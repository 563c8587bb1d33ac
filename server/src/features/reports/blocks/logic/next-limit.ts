/**
 * The limit that a point reaches next: of those above its level, the nearest to its last value; where it has reached the highest,
 * that one. Of main fields, as the limits lie on the curve at the end of the period. Pure.
 */
import type { LimitLine } from '@plumbline/science/limits/drawn-limits';
import type { PointCurve } from './content.ts';
import type { ReportLine } from './extras.ts';

export function nextLimits(curves: readonly PointCurve[]): (line: ReportLine) => LimitLine | null {
  const limitsOf = new Map(curves.map(({ point, limits }) => [point.id, limits ?? []]));
  return ({ point, isMain, status, figures }) => {
    const limits = limitsOf.get(point.id) ?? [];
    const last = figures.last?.value;
    if (!isMain || last === undefined || limits.length === 0) return null;
    const above = limits.filter(({ level }) => level > (status.level ?? 0));
    const level =
      above.length > 0 ? Math.min(...above.map((each) => each.level)) : Math.max(...limits.map((each) => each.level));
    const nearest = limits
      .filter((each) => each.level === level)
      .toSorted((a, b) => Math.abs(a.value - last) - Math.abs(b.value - last));
    return nearest[0] ?? null;
  };
}
