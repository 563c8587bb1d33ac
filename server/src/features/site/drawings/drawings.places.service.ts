/**
 * Placing points on a drawing. Invariants: a point of another structure is not found; one whose location is locked stays
 * where it is; a call places all that it names or none.
 */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { drawings } from '@plumbline/contract/site/drawings';
import type { Context } from '../../../kernel/context.ts';
import * as placesTable from './drawings.places.table.ts';
import { announce, found, withPlaces } from './drawings.service.ts';

type Input = OutputOf<(typeof drawings)['place']['input']>;

/** Throws notFound for a point of elsewhere, locationLocked and archived with the names of the points that must not be moved. */
export async function place(context: Context, { structureId, drawingId, places }: Input) {
  const { db, caller, now } = context;
  await found(db, structureId, drawingId, true);
  const drawingPoints = await placesTable.lockPoints(
    db,
    structureId,
    places.map(({ pointId }) => pointId),
  );
  const byId = new Map(drawingPoints.map((point) => [point.id, point]));
  const former = new Map((await placesTable.ofDrawing(db, drawingId)).map((each) => [each.pointId, each]));
  const moved = places.filter(({ pointId, place }) => {
    if (!byId.has(pointId)) throw new Failure('notFound', { pointId });
    const before = former.get(pointId);
    return before?.x !== place?.x || before?.y !== place?.y;
  });
  const names = (which: 'locked' | 'archived') =>
    moved
      .map(({ pointId }) => getOrThrow(byId, pointId))
      .filter((point) => point[which])
      .map(({ name }) => name);
  if (names('locked').length > 0) throw new Failure('locationLocked', { names: names('locked') });
  if (names('archived').length > 0) throw new Failure('archived', { names: names('archived') });
  await placesTable.place(db, drawingId, moved, { byName: caller.displayName, at: now() });
  if (moved.length > 0) await announce(context, structureId);
  return { drawing: await withPlaces(db, structureId, drawingId) };
}
