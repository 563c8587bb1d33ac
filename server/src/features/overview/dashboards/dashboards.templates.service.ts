/** Panels to begin with, for a structure of its kind: of the points and drawings that it has. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Context } from '../../../kernel/context.ts';
import { tableRows } from '../../points/points/points.lists.api.ts';
import { drawingsWithPoints } from '../../site/drawings/drawings.api.ts';
import { structuresNow } from '../../site/structures/structures.api.ts';
import { panelsFor } from './logic/templates.ts';

const drawingsRead = 200;

export async function templatePanels({ db, now }: Context, structureId: number) {
  const [structure] = await structuresNow(db, [structureId], now());
  if (!structure) throw new Failure('notFound', { structureId });
  const { projectId } = structure;
  const { rows } = await tableRows(db, { projectId, structureId });
  const drawings = await drawingsWithPoints(db, projectId, drawingsRead);
  return {
    name: structure.name,
    panels: panelsFor(
      structure,
      rows,
      drawings.filter((each) => each.structureId === structureId),
    ),
  };
}
