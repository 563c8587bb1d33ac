/**
 * Photos and files of alerts. Invariants: a file is what its ending says, and stored before it is named; one that is refused,
 * or that the alert has already, leaves nothing behind.
 */
import type { alerts } from '@plumbline/contract/alerts/alerts';
import { handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { digested, forgetFile } from '../../../kernel/digested.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { plainPhotoName } from '../../../kernel/file-names.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { checkedDocument, mediaTypeOf } from '../../site/documents/documents.api.ts';
import { places } from './alerts.api.ts';
import { enter, lockAll } from './alerts.entries.service.ts';
import * as table from './alerts.files.table.ts';

type Input<K extends keyof typeof alerts> = OutputOf<(typeof alerts)[K]['input']>;

export async function upload(context: Context, { alertId }: Input<'upload'>, sent: Upload) {
  const { db, caller, now, services } = context;
  const place = requireRow((await places(db, [alertId])).get(alertId), { alertId });
  const { type, storedType, stream: checked } = checkedDocument(sent);
  const { stream, progress, digest } = digested({ ...sent, stream: checked });
  // A large photo takes its time from a telephone: the transaction begins when it is there.
  const storedId = await services.files.put(context, stream, {
    type: storedType,
    maxBytes: handlingLimits.fileBytes,
    corporationId: place.corporationId,
    createdBy: caller.accountId,
  });
  try {
    const answer = await db.transaction().execute(async (transaction) => {
      const locked = await lockAll(transaction, [alertId]);
      if (locked.length === 0) throw new Failure('notFound', { alertId });
      const known = await table.same(transaction, alertId, digest());
      if (known) return { file: known, isUnchanged: true };
      if ((await table.count(transaction, alertId)) >= handlingLimits.files)
        throw new Failure('alertFilesFull', { most: handlingLimits.files });
      const row = { alert_id: alertId, file_id: storedId, file_name: plainPhotoName(sent.fileName), type };
      const about = { bytes: progress.bytes, digest: digest(), by_name: caller.displayName, created_at: now() };
      const file = await table.insert(transaction, { ...row, ...about });
      await enter({ ...context, db: transaction }, locked, { kind: 'fileAdded', subject: file.fileName });
      return { file, isUnchanged: false };
    });
    if (answer.isUnchanged) forgetFile(context, storedId);
    return answer;
  } catch (error) {
    forgetFile(context, storedId);
    throw error;
  }
}

export async function file({ db, services }: Context, { alertId, fileId }: Input<'file'>): Promise<Download> {
  const found = requireRow(await table.one(db, alertId, fileId), { fileId });
  const type = mediaTypeOf(found.file.type);
  return await storedDownload({ db, services }, found.storedId, {
    type,
    fileName: found.file.fileName,
    where: { fileId },
  });
}

export async function removeFile(context: Context, { alertId, fileId }: Input<'removeFile'>) {
  const { db, services } = context;
  const locked = await lockAll(db, [alertId]);
  const found = requireRow(await table.one(db, alertId, fileId), { fileId });
  await table.remove(db, fileId);
  await services.files.remove(context, found.storedId);
  await enter(context, locked, { kind: 'fileRemoved', subject: found.file.fileName });
  return {};
}
