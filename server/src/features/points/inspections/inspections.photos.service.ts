/**
 * Photos of a round. Invariants: a file is stored as it was brought, and before it is named; what is drawn on it is kept
 * beside it; one that is refused, or that the question has already, leaves nothing behind.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { inspections } from '@plumbline/contract/points/inspections';
import { photoLimits } from '@plumbline/contract/points/inspections.photos';
import type { Context } from '../../../kernel/context.ts';
import { digested, forgetFile } from '../../../kernel/digested.ts';
import { type Download, storedPicture } from '../../../kernel/downloads.ts';
import { emit } from '../../../kernel/events.ts';
import { plainPhotoName } from '../../../kernel/file-names.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import * as table from './inspections.photos.table.ts';
import { round as roundOf } from './inspections.rounds.table.ts';
import { openRound } from './inspections.service.ts';

type Input<K extends keyof typeof inspections> = OutputOf<(typeof inspections)[K]['input']>;

export async function addPhoto(context: Context, { projectId, roundId, questionKey }: Input<'addPhoto'>, sent: Upload) {
  const { db, now, caller } = context;
  const { files } = context.services;
  const [project, round] = await Promise.all([namedProject(db, projectId), roundOf(db, projectId, roundId)]);
  if (!project || !round) throw new Failure('notFound', { roundId });
  if (!round.questions.some(({ key }) => key === questionKey)) throw new Failure('notFound', { questionKey });
  const { stream, progress, digest } = digested(sent);
  // A large photo takes its time from a telephone: the transaction begins when it is there.
  const { corporationId } = project;
  const about = { type: sent.type, maxBytes: photoLimits.bytes, corporationId, createdBy: caller.accountId };
  const fileId = await files.put(context, stream, about);
  try {
    const stored = await db.transaction().execute(async (transaction) => {
      const row = await openRound(transaction, projectId, roundId);
      const known = await table.same(transaction, row.id, questionKey, digest());
      if (known) return { photo: known, isUnchanged: true };
      if ((await table.count(transaction, roundId)) >= photoLimits.photos)
        throw new Failure('inspectionsFull', { most: photoLimits.photos });
      const photo = await table.insert(transaction, {
        round_id: roundId,
        question_key: questionKey,
        file_id: fileId,
        file_name: plainPhotoName(sent.fileName),
        bytes: progress.bytes,
        digest: digest(),
        marks: '[]',
        by_name: caller.displayName,
        added_at: now(),
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

async function found({ db }: Context, where: Input<'photo'>) {
  const one = requireRow(await table.one(db, where), { photoId: where.photoId });
  return one;
}

export const photo = async (context: Context, where: Input<'photo'>) => ({
  photo: (await found(context, where)).photo,
});

export async function markPhoto(context: Context, { marks, ...where }: Input<'markPhoto'>) {
  await openRound(context.db, where.projectId, where.roundId);
  await found(context, where);
  await table.mark(context.db, where.photoId, marks);
  return await photo(context, where);
}

export async function file(context: Context, where: Input<'file'>): Promise<Download> {
  const one = await found(context, where);
  const name = one.photo.fileName.replace(/\.(jpe?g|png|webp)$/i, '');
  return await storedPicture(context, one.fileId, { name, where: { photoId: where.photoId } });
}

export async function removePhoto(context: Context, where: Input<'removePhoto'>) {
  await openRound(context.db, where.projectId, where.roundId);
  const { fileId } = await found(context, where);
  if (await table.remove(context.db, where.photoId, fileId)) await context.services.files.remove(context, fileId);
  return {};
}
