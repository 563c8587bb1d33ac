/** What contours can be drawn of: the points of one family that show the same field. Pure. */

import { staleAfterMs } from '@plumbline/contract/kernel/status';
import type { FamilyCode, Field } from '@plumbline/contract/points/families';
import { mainFieldOf } from '../../../kernel/main-field.ts';
import type { PointNow } from '../site-map/site-map.parts.tsx';

/** One call reads the sections of so many points. */
export const maxContourPoints = 200;
/** Three places that do not lie on one line are needed to span an area. */
const minPoints = 3;

/** A point where it lies: shares of the drawing. */
export interface ContourPoint {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}
export interface ContourGroup {
  /** Of the address: family and field. */
  readonly key: string;
  readonly family: FamilyCode;
  readonly field: Field;
  readonly points: readonly ContourPoint[];
  /** A reading farther from a time than this does not count for it: the rule by which a point goes silent. */
  readonly toleranceSeconds: number;
}

interface PlacedPointNow {
  readonly point: PointNow['point'];
  readonly x: number;
  readonly y: number;
}

/** The groups with enough points, the largest first. */
export function contourGroups(placed: readonly PlacedPointNow[]): ContourGroup[] {
  const groups = new Map<string, ContourGroup>();
  for (const { point, x, y } of placed) {
    const field = mainFieldOf(point)?.field;
    if (!field) continue;
    const key = `${point.family}.${field.key}`;
    const old = groups.get(key);
    const tolerance = staleAfterMs(point.intervalSeconds) / 1000;
    groups.set(key, {
      key,
      family: point.family,
      field,
      points: [...(old?.points ?? []), { id: point.id, x, y }],
      toleranceSeconds: Math.min(31 * 86_400, Math.max(old?.toleranceSeconds ?? 0, Math.ceil(tolerance))),
    });
  }
  return [...groups.values()]
    .filter(({ points }) => points.length >= minPoints)
    .sort((a, b) => b.points.length - a.points.length);
}
