import type { Point } from '@plumbline/contract/points/points';
import type { Structure } from '@plumbline/contract/site/structures';
import { to } from '../../app/paths.ts';
import type { Places } from '../../features/points/points/place-names.queries.ts';

type Placed = Pick<Point, 'id' | 'structureId'>;

/** The structure of a point, and the item in it where it belongs to one. */
export function aboveOf({ structureId }: Pick<Placed, 'structureId'>, { structures }: Places): Structure[] {
  const structure = structures.find(({ id }) => id === structureId);
  const parent = structure && structures.find(({ id }) => id === structure.parentId);
  return [parent, structure].filter((each) => each !== undefined);
}

/** Where the console of a point lies: under its structure, or under the item of it (specification 2). */
export function pointAddress(projectId: number, point: Placed, places: Places): string {
  const [structure, item] = aboveOf(point, places);
  const structureId = structure?.id ?? point.structureId;
  return item
    ? to('ItemMPConsole', { projectId, structureId, itemId: item.id, mpId: point.id })
    : to('MPConsole', { projectId, structureId, mpId: point.id });
}
