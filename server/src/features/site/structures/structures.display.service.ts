/**
 * How a structure is shown: on the map, on its picture, in its BIM model, in its 3D map; and what is marked on its picture.
 * Invariant: what a structure is shown in is there, a locked point does not move, and marks are saved all or none.
 */

import { limits } from '@plumbline/contract/kernel/constants';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { structures } from '@plumbline/contract/site/structures';
import { permissionsAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedPicture } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { places as projectPlaces } from '../projects/projects.api.ts';
import * as markTable from './structures.marks.table.ts';
import { requireStructure } from './structures.service.ts';
import * as table from './structures.table.ts';

type Input<K extends keyof typeof structures> = OutputOf<(typeof structures)[K]['input']>;

/** Throws displayNotReady where drawing and picture, the model or the tileset are missing. */
export async function setDisplayType(context: Context, { structureId, displayType }: Input<'setDisplayType'>) {
  const row = requireRow(await table.lock(context.db, structureId), { structureId });
  const isDrawn = row.picture !== null || (await table.contents(context.db, structureId)).drawings > 0;
  const ready = { MAP: true, IMG: isDrawn, BIM: row.bim_config, CESIUM: row.cesium_config }[displayType];
  if (!ready) throw new Failure('displayNotReady', { displayType });
  await table.set(context.db, structureId, { display_type: displayType });
  return { structure: await requireStructure(context, structureId) };
}

export async function setPicture(context: Context, { structureId }: Input<'setPicture'>, upload: Upload) {
  const { files } = context.services;
  const { projectId } = await requireStructure(context, structureId);
  const place = (await projectPlaces(context.db, [projectId])).get(projectId);
  const picture = await files.put(context, upload.stream, {
    type: upload.type,
    maxBytes: limits.pictureBytes,
    corporationId: place?.corporationId ?? null,
    createdBy: context.caller.accountId,
  });
  return await put(context, structureId, picture);
}

export const removePicture = (context: Context, { structureId }: Input<'removePicture'>) =>
  put(context, structureId, null);

async function put(context: Context, structureId: number, picture: string | null) {
  const row = requireRow(await table.lock(context.db, structureId), { structureId });
  const { drawings } = await table.contents(context.db, structureId);
  const homeless = picture === null && row.display_type === 'IMG' && drawings === 0;
  await table.set(context.db, structureId, { picture, ...(homeless && { display_type: 'MAP' }) });
  if (row.picture) await context.services.files.remove(context, row.picture);
  return { structure: await requireStructure(context, structureId) };
}

export async function picture(context: Context, { structureId }: Input<'picture'>): Promise<Download> {
  const { picture: id, name } = await requireStructure(context, structureId);
  return await storedPicture(context, id, { name, where: { structureId } });
}

export async function marks({ db, now }: Context, { structureId }: Input<'marks'>) {
  return { items: await markTable.items(db, structureId), points: await markTable.points(db, structureId, now()) };
}

/**
 * Throws notFound for an item or point of elsewhere, locationLocked and archived with the names of the points that must
 * not be moved, notAllowed where items are placed by one who may not change structures.
 */
export async function setMarks(context: Context, { structureId, items, points }: Input<'setMarks'>) {
  const { db, caller } = context;
  const row = requireRow(await table.lock(db, structureId), { structureId });
  if (items.length > 0) {
    const place = (await projectPlaces(db, [row.project_id])).get(row.project_id);
    if (!place || !permissionsAt(caller, place).includes('Update:Structure'))
      throw new Failure('notAllowed', { needs: 'Update:Structure' });
  }
  const itemIds = new Set((await markTable.items(db, structureId)).map(({ itemId }) => itemId));
  const foreign = items.find(({ itemId }) => !itemIds.has(itemId));
  if (foreign) throw new Failure('notFound', { itemId: foreign.itemId });
  const current = new Map(
    (
      await markTable.lockPoints(
        db,
        structureId,
        points.map(({ pointId }) => pointId),
      )
    ).map((each) => [each.id, each]),
  );
  const moved = points.filter(({ pointId, place }) => {
    const point = requireRow(current.get(pointId), { pointId });
    return point.image_x !== (place?.x ?? null) || point.image_y !== (place?.y ?? null);
  });
  const named = (which: 'locked' | 'archived') =>
    moved
      .map(({ pointId }) => getOrThrow(current, pointId))
      .filter((point) => point[which])
      .map(({ name }) => name);
  if (named('locked').length > 0) throw new Failure('locationLocked', { names: named('locked') });
  if (named('archived').length > 0) throw new Failure('archived', { names: named('archived') });
  await markTable.place(
    db,
    'structure',
    items.map(({ itemId, place }) => ({ id: itemId, place })),
  );
  await markTable.place(
    db,
    'point',
    moved.map(({ pointId, place }) => ({ id: pointId, place })),
  );
  return await marks(context, { structureId });
}
