/**
 * Reading the file of a layer. Invariant: a version is drawn whole or not at all; one that cannot be read says why, and what
 * was drawn before stays.
 */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '@plumbline/contract/errors';
import type { LayerVersion } from '@plumbline/contract/layers';
import { CalculatingThread } from '../../kernel/calculations.ts';
import type { Db } from '../../kernel/context.ts';
import { emit } from '../../kernel/events.ts';
import type { Files } from '../../kernel/files.ts';
import { type TaskHandler, taskHandler } from '../../kernel/tasks.handler.ts';
import * as table from './layers.table.ts';
import type { LayerContent } from './logic/content.ts';
import type { LayerFile } from './logic/read-layer.ts';

type Reading = { readonly readLayer: (file: LayerFile) => LayerContent };
const thread = new CalculatingThread<Reading>(new URL('./logic/read-layer.worker.ts', import.meta.url));

/** What a content may be at most: 100,000 vertices and 20,000 names. */
const contentBytes = 16 * 1024 * 1024;
/** The file is there, it is read, what is drawn of it is stored. */
const steps = 3;

/** Throws notFound where its bytes are gone. */
async function bytesOf(db: Db, files: Files, fileId: string): Promise<Buffer> {
  const stored = await files.get(db, fileId);
  if (!stored) throw new Failure('notFound', { fileId });
  const pieces: Buffer[] = [];
  for await (const piece of stored.stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** A file on which the thread breaks is one with more in it than is drawn. */
async function read(file: LayerFile): Promise<LayerContent> {
  try {
    return await thread.run('readLayer', file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('layerTooDetailed', { fault: 'memory' });
  }
}

async function* whole(text: string) {
  yield Buffer.from(text);
}

interface Written {
  readonly versionId: number;
  readonly text: string;
  readonly contents: LayerContent['contents'];
  /** Where it was told to lie when it was read. */
  readonly placedBy: unknown;
  readonly now: () => Date;
  readonly task: {
    readonly corporationId: number | null;
    readonly projectId: number | null;
    readonly accountId: number | null;
  };
}

/**
 * Stores what is drawn of a version in the place of what was. False where it has been told to lie elsewhere meanwhile: another
 * task reads it for that.
 */
async function write(
  db: Db,
  files: Files,
  { versionId, text, contents, placedBy, now, task }: Written,
): Promise<boolean> {
  const regardless: ((on: Db) => Promise<void>)[] = [];
  const after: (() => void | Promise<void>)[] = [];
  try {
    const isWritten = await db.transaction().execute(async (transaction) => {
      const before = await table.lockVersion(transaction, versionId);
      if (!before) throw new Failure('notFound', { versionId });
      if (!isDeepStrictEqual(before.placed_by, placedBy)) return false;
      const contentId = await files.put(
        { db: transaction, now, regardless: (act) => void regardless.push(act) },
        whole(text),
        {
          type: 'application/geo+json',
          maxBytes: contentBytes,
          corporationId: task.corporationId,
          createdBy: task.accountId,
        },
      );
      await table.setReady(transaction, versionId, contentId, contents);
      if (before.content_id !== null)
        await files.remove({ db: transaction, after: (act) => void after.push(act) }, before.content_id);
      if (task.projectId !== null) await emit(transaction, now(), 'siteRecordsChanged', { projectId: task.projectId });
      return true;
    });
    for (const act of after) await act();
    return isWritten;
  } finally {
    for (const act of regardless) await act(db);
  }
}

const readLayer = taskHandler<{ readonly versionId: number }>({
  kind: 'readLayer',
  async run({ db, now, task, services: { files }, progress, throwIfStopped }) {
    const { versionId } = task.input;
    const row = await table.version(db, versionId);
    if (!row) throw new Failure('notFound', { versionId });
    if (row.state === 'ready') return { versionId };
    try {
      const bytes = await bytesOf(db, files, row.file_id);
      await progress(1, steps);
      const { text, contents } = await read({
        format: row.format as LayerVersion['format'],
        bytes,
        placing: row.placed_by as LayerVersion['placing'],
      });
      throwIfStopped();
      await progress(2, steps);
      const about = { versionId, text, contents, placedBy: row.placed_by, now, task };
      if (!(await write(db, files, about))) return { versionId };
      return { versionId, features: contents.features };
    } catch (error) {
      if (error instanceof Failure)
        await table.setFailed(db, versionId, { error: error.name, detail: error.detail ?? undefined });
      throw error;
    }
  },
  async undo({ db, task }) {
    await table.setFailed(db, task.input.versionId, null);
  },
});

/** The background work of the feature. */
export const layerTasks: readonly TaskHandler[] = [readLayer];
