/** What a limit must be to be stored: about a field of its point, and given once. Pure. */
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { Threshold } from '@plumbline/contract/points/thresholds';
import { wrong } from '../../points/points.config.api.ts';

/** Only `multi` watches two things; what the others say about it is not kept. */
export const plain = (threshold: Threshold): Threshold =>
  threshold.kind === 'multi' ? threshold : { ...threshold, base: 'value', combine: 'and', rateLevels: null };

export const nameOf = ({ field, kind, method }: Threshold) => `${field} ${kind} ${method}`;

/** Throws badInput for a field that the point does not have, and for the same field, kind and method given twice. */
export function checkThresholds(point: Point, wanted: readonly Threshold[]): void {
  const fields = new Set(fieldsOf(point.family, point.nodeCount).map(({ key }) => key));
  const names = new Set<string>();
  for (const [i, threshold] of wanted.entries()) {
    if (!fields.has(threshold.field)) throw wrong(`thresholds.${i}.field`, 'fieldUnknown');
    if (names.has(nameOf(threshold))) throw wrong(`thresholds.${i}.field`, 'thresholdsRepeat');
    names.add(nameOf(threshold));
  }
}
