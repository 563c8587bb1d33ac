/** Which points a push rule takes: what is empty in its selection chooses nothing, and all of it empty everything. */
import type { PushSettings } from '@plumbline/contract/reports/push-rules';

/** Facts of a point by which rules choose it. */
export interface PointPlace {
  readonly id: number;
  readonly structureId: number;
  /** The structure that its item belongs to; null = it lies in a structure itself. */
  readonly parentId: number | null;
  readonly family: string;
}

/** Returns the test of a selection, made once for many points: a rule may name thousands. */
export function takerOf({
  structureIds,
  families,
  pointIds,
}: PushSettings['selection']): (point: PointPlace) => boolean {
  const [structures, kinds, points] = [new Set(structureIds), new Set<string>(families), new Set(pointIds)];
  const isEverything = structures.size + kinds.size + points.size === 0;
  const choosesPlaces = structures.size + kinds.size > 0;
  return ({ id, structureId, parentId, family }) =>
    isEverything ||
    points.has(id) ||
    (choosesPlaces &&
      (structures.size === 0 || structures.has(structureId) || (parentId !== null && structures.has(parentId))) &&
      (kinds.size === 0 || kinds.has(family)));
}
