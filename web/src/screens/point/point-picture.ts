import type { Point } from '@plumbline/contract/points/points';
import { structures } from '@plumbline/contract/site/structures';
import type { FieldExtras } from '../../design/form/input.ts';
import { usePicture } from '../../design/form/use-picture.ts';
import type { Places } from '../../features/points/points/place-names.queries.ts';
import { download } from '../../kernel/call.ts';
import { useRead } from '../../kernel/reads.ts';

/** The picture that a point is marked on (its structure's, for an item that of the structure), with the other marks on it. */
export function usePointPicture(point: Point, places: Places): FieldExtras {
  const pointStructure = places.structures.find(({ id }) => id === point.structureId);
  const structure = pointStructure?.isItem
    ? places.structures.find(({ id }) => id === pointStructure.parentId)
    : pointStructure;
  const structureId = structure?.id ?? 0;
  const picture = usePicture(
    structure?.picture,
    async () => (await download(structures.picture, { structureId })).blob,
  );
  const marks = useRead(
    structures.marks,
    { structureId },
    {
      enabled: structure !== undefined && structure.picture !== null,
    },
  );
  return {
    picture,
    pictureMarks: (marks.data?.points ?? []).flatMap(({ pointId, name, status, place }) =>
      place && pointId !== point.id ? [{ id: pointId, name, status, ...place }] : [],
    ),
  };
}
