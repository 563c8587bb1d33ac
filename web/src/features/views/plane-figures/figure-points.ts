/** What is known now of the points that figures are drawn of. Pure. */

import { fieldsOf } from '@plumbline/contract/points/families';
import type { PlacedNow } from '@plumbline/contract/site/drawings.figures';
import { cumulativeIn, hasInitialValue } from '../../../charts/point-changes.ts';

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
  const { point } = each;
  const value = latestValue(each, key);
  if (value === null) return null;
  if (!hasInitialValue(point, key) && point.family === 'surfaceDisplacement') return value;
  return cumulativeIn(point, key, point.latest?.values ?? []);
}
