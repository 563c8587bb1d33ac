/** What is known now of the points that figures are drawn of. Pure. */
import type { PlacedNow } from '@plumbline/contract/drawings.figures';
import { fieldsOf, initialValueOf } from '@plumbline/contract/families';

/** The newest value of a field; null = missing in the newest reading, or never read. */
export function latestValue({ point, state }: PlacedNow, key: string): number | null {
  if (state === 'missing') return null;
  const index = fieldsOf(point.family, point.nodeCount).findIndex((field) => field.key === key);
  return point.latest?.values[index] ?? null;
}

/**
 * How far a field has moved from what its cumulative change counts from. A displacement in space counts from its base
 * position where no initial value is set; any other field then from nothing: null.
 */
export function latestChange(each: PlacedNow, key: string): number | null {
  const { family, countsFrom } = each.point;
  const value = latestValue(each, key);
  const initial = initialValueOf(family, countsFrom, key) ?? (family === 'surfaceDisplacement' ? 0 : null);
  return value === null || initial === null ? null : value - initial;
}
