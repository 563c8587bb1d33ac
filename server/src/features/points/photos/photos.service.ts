/**
 * Photos of a point. Invariants: a file is stored as it was brought, and before it is named; one that is refused, or that
 * the point has already, leaves nothing behind; a photo changes no reading and no level.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { photoLimits, type photos } from '@plumbline/contract/points/photos';
import type { Context, Db } from '../../../kernel/context.ts';
import { digested, forgetFile } from '../../../kernel/digested.ts';
import { type Download, storedPicture } from '../../../kernel/downloads.ts';
import { emit } from '../../../kernel/events.ts';
import { plainPhotoName } from '../../../kernel/file-names.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { ownerOf } from '../points/points.api.ts';
import * as table from './photos.table.ts';

type Input<K extends keyof typeof photos> = OutputOf<(typeof photos)[K]['input']>;

async function found(db: Db, pointId: number, photoId: number, lock = false) {
  const one = requireRow(await table.one(db, pointId, photoId, lock), { photoId });
  return one;
}

/** Clocks of telephones are a little ahead at times. */
const aheadMs = 120_000;

function checkTime(photographedAt: string, now: Date): void {
  if (Date.parse(photographedAt) > now.getTime() + aheadMs) throw new Failure('timeInFuture', { at: photographedAt });
}

export const list = async ({ db }: Context, { pointId }: Input<'list'>) => ({
  photos: await table.ofPoint(db, pointId),
});

export const latest = async ({ db }: Context, input: Input<'latest'>) => ({ photos: await table.latest(db, input) });

export async function upload(context: Context, { pointId, photographedAt, note }: Input<'upload'>, sent: Upload) {
  const { db, now, caller } = context;
  const { files } = context.services;
  checkTime(photographedAt, now());
  const { corporationId, projectId } = await ownerOf(db, pointId);
  const { stream, progress, digest } = digested(sent);
  // A large photo takes its time from a telephone: the transaction begins when it is there.
  const about = { type: sent.type, maxBytes: photoLimits.bytes, corporationId, createdBy: caller.accountId };
  const fileId = await files.put(context, stream, about);
  try {
    const stored = await db.transaction().execute(async (transaction) => {
      const full = (await table.count(transaction, pointId)) >= photoLimits.photos;
      const fingerprint = digest();
      const known = await table.same(transaction, pointId, fingerprint);
      if (known) return { photo: known, isUnchanged: true };
      if (full) throw new Failure('photosFull', { most: photoLimits.photos });
      const photo = await table.insert(transaction, {
        point_id: pointId,
        photographed_at: new Date(photographedAt),
        note,
        file_id: fileId,
        file_name: plainPhotoName(sent.fileName),
        bytes: progress.bytes,
        digest: fingerprint,
        by_name: caller.displayName,
        created_at: now(),
      });
      await emit(transaction, now(), 'siteRecordsChanged', { projectId });
      return { photo, isUnchanged: false };
    });
    if (stored.isUnchanged) forgetFile(context, fileId);
    return stored;
  } catch (error) {
    forgetFile(context, fileId);
    throw error;
  }
}

export async function update(context: Context, { pointId, photoId, photographedAt, note }: Input<'update'>) {
  const { db, now } = context;
  if (photographedAt !== undefined) checkTime(photographedAt, now());
  await found(db, pointId, photoId, true);
  await table.update(db, photoId, {
    ...(photographedAt !== undefined && { photographedAt: new Date(photographedAt) }),
    ...(note !== undefined && { note: note ?? '' }),
  });
  await announce(context, pointId);
  return { photo: (await found(db, pointId, photoId)).photo };
}

export async function file(context: Context, { pointId, photoId }: Input<'file'>): Promise<Download> {
  const { photo, fileId } = await found(context.db, pointId, photoId);
  const name = photo.fileName.replace(/\.(jpe?g|png|webp)$/i, '');
  return await storedPicture(context, fileId, { name, where: { photoId } });
}

export async function remove(context: Context, { pointId, photoId }: Input<'remove'>) {
  const { fileId } = await found(context.db, pointId, photoId, true);
  await table.remove(context.db, photoId);
  await context.services.files.remove(context, fileId);
  await announce(context, pointId);
  return {};
}

const announce = async ({ db, emit }: Context, pointId: number) =>
  emit('siteRecordsChanged', { projectId: (await ownerOf(db, pointId)).projectId });
