/**
 * A point's end and its pauses: snapshot, deprecation, reset, deletion, and its picture. Invariant: readings are deleted
 * by nobody who does not know the password of the project's creator, and what goes, goes whole or not at all.
 */

import { limits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { lifecycle } from '@plumbline/contract/points/lifecycle';
import type { Point } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedPicture } from '../../../kernel/downloads.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { hasReadings } from '../../platform/store/store.series.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import { confirmCreator } from '../../site/projects/projects.creator.api.ts';
import { applyBindings } from '../bindings/bindings.api.ts';
import { takeConfig } from '../bindings/bindings.config.api.ts';
import * as groups from '../bindings/bindings.groups.api.ts';
import { announce } from '../points/points.announce.api.ts';
import { refusingDuplicates } from '../points/points.change.api.ts';
import { oneAtATime } from '../points/points.composites.api.ts';
import { pastOf } from '../points/points.masters.api.ts';
import { lockPoint, requirePoint } from '../points/points.require.api.ts';
import * as table from '../points/points.rows.api.ts';
import { clearPoints } from '../points/points.settings.api.ts';
import { writeThresholds } from '../thresholds/thresholds.api.ts';

type Input<K extends keyof typeof lifecycle> = OutputOf<(typeof lifecycle)[K]['input']>;

/** Throws archived where the project itself is. */
export async function archive(context: Context, { pointId, archived }: Input<'archive'>) {
  const { db, now } = context;
  const point = await lockPoint(context, pointId);
  const { projectId } = point;
  if ((await places(db, [projectId])).get(projectId)?.archived) throw new Failure('archived', { projectId });
  if (archived !== (point.archivedAt !== null)) await table.set(db, pointId, { archived_at: archived ? now() : null });
  if (!archived) await takeConfig(context, { pointId });
  await announce(context, point);
  return { measuringPoint: await requirePoint(context, pointId) };
}

/** Throws pointInUse: what others are made of would leave them without readings, and nobody would see why. */
export async function deprecate(context: Context, { pointId, deprecated }: Input<'deprecate'>) {
  const point = await lockPoint(context, pointId);
  if (deprecated) {
    await refuseInUse(context, point);
    await retire(context, point);
  } else await refusingDuplicates(table.set(context.db, pointId, { deprecated_at: null }), point.name);
  await announce(context, point);
  return { measuringPoint: await requirePoint(context, pointId) };
}

/** Throws pointInUse with the names of the points that are made of this one; nobody makes another of it meanwhile. */
async function refuseInUse({ db }: Context, point: Point): Promise<void> {
  await oneAtATime(db, point.projectId);
  const by = await table.madeOf(db, point);
  if (by.length > 0) throw new Failure('pointInUse', { by });
}

/** Throws pointInUse with the names of the masters whose past it is part of: without its readings nobody could look at that. */
async function refusePast({ db }: Context, point: Point): Promise<void> {
  const by = await pastOf(db, point.id);
  if (by.length > 0) throw new Failure('pointInUse', { by });
}

/** Unbound and hidden, its name free for another: its readings and alerts stay. */
async function retire(context: Context, point: Point): Promise<void> {
  await unbind(context, point);
  if (point.deprecatedAt === null) await table.set(context.db, point.id, { deprecated_at: context.now() });
}

async function unbind(context: Context, point: Point): Promise<void> {
  if (!point.deviceGroup) return;
  await groups.ensure(context.db, [point.id]);
  const last = (await groups.newest(context.db, [point.id])).get(point.id);
  await applyBindings(context, [{ point, last, to: null, at: context.now() }]);
}

/** Throws passwordNeeded, wrongPassword or tooMany where the point has readings. */
export async function reset(context: Context, { pointId, data, password }: Input<'reset'>) {
  const { db, now, caller } = context;
  const point = await lockPoint(context, pointId);
  const { projectId } = point;
  const measured = await hasReadings(db, [pointId]);
  if (measured) await confirmCreator(context, { projectId, act: 'resetPoint', pointName: point.name }, password);
  const cleared = data === 'clear';
  await unbind(context, point);
  // Kept readings keep the conversion that made them.
  if (measured && !cleared) await groups.sealNow(db, point, now());
  if (cleared) {
    await context.lifecycle.removeSeries(db, [pointId]);
    await groups.forget(db, pointId);
  }
  await writeThresholds(context, new Map([[pointId, []]]), '');
  await clearPoints(db, [pointId]);
  await context.emit('pointReset', {
    pointId,
    projectId,
    cleared,
    atMs: now().getTime(),
    byId: caller.accountId,
    byName: caller.displayName,
  });
  await announce(context, point);
  return { measuringPoint: await requirePoint(context, pointId) };
}

/** Throws pointInUse, and passwordNeeded, wrongPassword or tooMany where the point has readings. */
export async function remove(context: Context, { pointId, data, password }: Input<'remove'>) {
  const { files } = context.services;
  const { db } = context;
  const point = await lockPoint(context, pointId);
  await refuseInUse(context, point);
  if (data !== 'keep') await refusePast(context, point);
  if (await hasReadings(db, [pointId]))
    await confirmCreator(context, { projectId: point.projectId, act: 'deletePoint', pointName: point.name }, password);
  await announce(context, point);
  if (data === 'keep') {
    await retire(context, point);
    return {};
  }
  await context.lifecycle.removeSeries(db, [pointId]);
  await table.leaveBackups(db, point);
  for (const id of await context.lifecycle.removePoints(db, [pointId])) await files.remove(context, id);
  return {};
}

export async function setImage(context: Context, { pointId }: Input<'setImage'>, upload: Upload) {
  const { files } = context.services;
  const { db, caller } = context;
  const { projectId } = await requirePoint(context, pointId);
  const image = await files.put(context, upload.stream, {
    type: upload.type,
    maxBytes: limits.pictureBytes,
    corporationId: (await places(db, [projectId])).get(projectId)?.corporationId ?? null,
    createdBy: caller.accountId,
  });
  return await showing(context, pointId, image);
}

export const removeImage = (context: Context, { pointId }: Input<'removeImage'>) => showing(context, pointId, null);

async function showing(context: Context, pointId: number, image: string | null) {
  const before = await lockPoint(context, pointId);
  await table.set(context.db, pointId, { image });
  if (before.image) await context.services.files.remove(context, before.image);
  return { measuringPoint: await requirePoint(context, pointId) };
}

export async function image(context: Context, { pointId }: Input<'image'>): Promise<Download> {
  const { image: id, name } = await requirePoint(context, pointId);
  return await storedPicture(context, id, { name, where: { pointId } });
}
