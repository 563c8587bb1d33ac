/**
 * Documents of a project: drawings, reports, contracts, manuals. Invariants: a document is what its ending says, a file
 * is stored before it is named, and one that is refused leaves nothing behind.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { documentBytes, type documents, maxDocuments } from '@plumbline/contract/site/documents';
import type { Context, Db } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { emit } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { namedProject } from '../projects/projects.named.api.ts';
import * as table from './documents.table.ts';
import { checkedDocument } from './logic/document-stream.ts';
import { mediaTypeOf, typeOf } from './logic/document-types.ts';

type Input<K extends keyof typeof documents> = OutputOf<(typeof documents)[K]['input']>;

/** A name as it is shown: without folders and control characters, at most 50 characters, the ending kept. */
function plainName(fileName: string, type: string): string {
  const bare = (fileName.replaceAll('\\', '/').split('/').at(-1) ?? '').replace(/\p{Cc}/gu, '').trim();
  const stem = bare.slice(0, -(type.length + 1)).trim() || 'document';
  return `${stem.slice(0, 49 - type.length)}.${type}`;
}

async function requireDocument(db: Db, projectId: number, documentId: number, lock = false) {
  const one = requireRow(await table.one(db, projectId, documentId, lock), { documentId });
  return one;
}

export async function list({ db }: Context, { projectId, ...filter }: Input<'list'>) {
  return { documents: await table.ofProject(db, projectId, filter) };
}

export async function upload(context: Context, { projectId, kind }: Input<'upload'>, sent: Upload) {
  const { files } = context.services;
  const { db, now, caller, regardless } = context;
  const { type, storedType, stream, progress } = checkedDocument(sent);
  const project = requireRow(await namedProject(db, projectId), { projectId });
  // A hundred megabytes take their time: the transaction begins when they are there.
  const acts: (() => void | Promise<void>)[] = [];
  const fileId = await files.put(context, stream, {
    type: storedType,
    maxBytes: documentBytes,
    corporationId: project.corporationId,
    createdBy: caller.accountId,
  });
  try {
    return await db.transaction().execute(async (transaction) => {
      if ((await table.count(transaction, projectId)) >= maxDocuments)
        throw new Failure('documentsFull', { most: maxDocuments });
      const id = await table.insert(transaction, {
        projectId,
        kind,
        name: plainName(sent.fileName, type),
        type,
        bytes: progress.bytes,
        byName: caller.displayName,
        fileId,
        createdAt: now(),
      });
      await emit(transaction, now(), 'siteRecordsChanged', { projectId });
      return { document: (await requireDocument(transaction, projectId, id)).document };
    });
  } catch (error) {
    regardless(async (pool) => {
      await files.remove({ db: pool, after: (act) => void acts.push(act) }, fileId);
      for (const act of acts) await act();
    });
    throw error;
  }
}

/** Throws fileFormat where the new name would make another kind of file of it. */
export async function update(context: Context, { projectId, documentId, note, ...patch }: Input<'update'>) {
  const { db } = context;
  const { document } = await requireDocument(db, projectId, documentId, true);
  if (patch.name !== undefined && typeOf(patch.name) !== document.type)
    throw new Failure('fileFormat', { type: document.type });
  await table.update(db, documentId, { ...patch, ...(note !== undefined && { note: note ?? '' }) });
  await context.emit('siteRecordsChanged', { projectId });
  return { document: (await requireDocument(db, projectId, documentId)).document };
}

export async function file(context: Context, { projectId, documentId }: Input<'file'>): Promise<Download> {
  const { document, fileId } = await requireDocument(context.db, projectId, documentId);
  const type = mediaTypeOf(document.type);
  return await storedDownload(context, fileId, { type, fileName: document.name, where: { documentId } });
}

export async function remove(context: Context, { projectId, documentId }: Input<'remove'>) {
  const { files } = context.services;
  const { fileId } = await requireDocument(context.db, projectId, documentId, true);
  await table.remove(context.db, documentId);
  await files.remove(context, fileId);
  await context.emit('siteRecordsChanged', { projectId });
  return {};
}
