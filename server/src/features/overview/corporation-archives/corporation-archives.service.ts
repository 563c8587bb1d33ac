/** A whole corporation to take away. Invariants: one archive of a corporation is made at a time, and only its own are handed out. */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { corporationArchives } from '@plumbline/contract/overview/corporation-archives';
import type { Context } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { brief } from '../../people/corporations/corporations.api.ts';
import * as table from './corporation-archives.table.ts';

type Input<K extends keyof typeof corporationArchives> = OutputOf<(typeof corporationArchives)[K]['input']>;

export async function list({ db }: Context, { corporationId }: Input<'list'>) {
  return { archives: (await table.ofCorporation(db, corporationId)).map(table.fromRow) };
}

/** Throws archiveBusy. */
export async function make(context: Context, { corporationId }: Input<'make'>) {
  const { db, caller, now } = context;
  if (await table.isBusy(db, corporationId)) throw new Failure('archiveBusy', { corporationId });
  const title = (await brief(db, corporationId))?.title ?? '';
  const row = await table.insert(db, { corporationId, byName: caller.displayName, at: now() });
  const taskId = await queueTask(context, {
    kind: 'makeArchive',
    corporationId,
    projectId: null,
    subject: { name: title },
    input: { archiveId: row.id, title },
  });
  await table.set(db, row.id, { task_id: taskId });
  return { archive: table.fromRow({ ...row, task_id: taskId }) };
}

/** Throws notFound. */
export async function file(
  { db, services: { files } }: Context,
  { corporationId, archiveId }: Input<'file'>,
): Promise<Download> {
  const row = await table.one(db, archiveId, corporationId);
  const content = row?.file_id ? await files.get(db, row.file_id) : null;
  if (!row || !content) throw new Failure('notFound', { archiveId });
  const day = row.created_at.toISOString().slice(0, 10);
  return { ...content, fileName: `corporation-${corporationId}-${day}.tar.gz` };
}

/** Throws notFound, and archiveBusy while it is being made. */
export async function remove(context: Context, { corporationId, archiveId }: Input<'remove'>) {
  const { db, services } = context;
  const row = requireRow(await table.one(db, archiveId, corporationId), { archiveId });
  if (row.file_id === null) throw new Failure('archiveBusy', { corporationId });
  await table.remove(db, archiveId);
  await services.files.remove(context, row.file_id);
  return {};
}
