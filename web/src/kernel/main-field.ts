import { type Field, fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';

/** The field that trees, maps, lists and panels show of a point: the one that is set, which need not be the first. */
export function mainFieldOf(
  point: Pick<Point, 'family' | 'nodeCount' | 'mainField'>,
): { readonly field: Field; readonly index: number } | null {
  const fields = fieldsOf(point.family, point.nodeCount);
  const index = fields.findIndex(({ key }) => key === point.mainField);
  const field = fields[index];
  return field ? { field, index } : null;
}

/** The last value of the main field; null = never read, or missing in the last reading. */
export const mainValueOf = (point: Pick<Point, 'family' | 'nodeCount' | 'mainField' | 'latest'>): number | null => {
  const main = mainFieldOf(point);
  return (main && point.latest?.values[main.index]) ?? null;
};
