/**
 * Reading the file of a layer. Invariant: a version is drawn whole or not at all; one that cannot be read says why, and what
 * was drawn before stays.
 */
import { createReadStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '@plumbline/contract/kernel/errors';
import { isPicture, type LayerVersion } from '@plumbline/contract/site/layers';
import { CalculatingThread } from '../../../kernel/calculations.ts';
import type { Db } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/events.ts';
import type { Files } from '../../../kernel/files.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import { workApart } from '../../../kernel/work-apart.ts';
import * as table from './layers.table.ts';
import type { LayerContent } from './logic/content.ts';
import type { LayerFile, LayerRead } from './logic/read-layer.ts';
import type { SmallFile } from './logic/read-small.ts';

const thread = new CalculatingThread<{ readonly readSmall: (file: SmallFile) => LayerContent | null }>(
  new URL('./logic/read-layer.worker.ts', import.meta.url),
);
/** A larger DXF is read in a process of its own. */
const smallDxfBytes = 10 * 1024 * 1024;
const process = new URL('./logic/read-layer.process.ts', import.meta.url);

/** What is drawn at most: 100,000 vertices and 20,000 names as GeoJSON, some thousands of tiles as a pack. */
const contentBytes = 1024 * 1024 * 1024;
/** Of the reading, what is stored afterwards counts as so much. */
const storingShare = 0.05;
const parts = 1_000;

interface Input {
  readonly versionId: number;
}
type Running = TaskContext<Input, null>;

/** A file on which what reads it breaks is one with more in it than is drawn. */
async function read(file: LayerFile, bytes: number, running: Running): Promise<LayerRead> {
  const { format, path, placing } = file;
  try {
    const isSmall = format === 'dxf' ? bytes <= smallDxfBytes : !isPicture(format);
    return (isSmall && (await thread.run('readSmall', { format, path, placing }))) || (await readApart(file, running));
  } catch (error) {
    if (error instanceof Failure || running.signal.aborted) throw error;
    // Most likely it was too large; a fault of ours must not be told as the file's without a trace.
    running.log.warn({ err: error, format, bytes }, 'what reads a file of a layer broke');
    throw new Failure('layerTooDetailed', { fault: 'memory' });
  }
}

/** Reads a file in a process of its own, and says how far it is. */
const readApart = (file: LayerFile, { signal, progress }: Running): Promise<LayerRead> =>
  workApart<LayerRead>(process, file, {
    signal,
    progress: (done, total) =>
      void progress(Math.floor((1 - storingShare) * parts * (done / total)), parts).catch(() => undefined),
  });

async function* inOnePiece(text: string) {
  yield Buffer.from(text);
}

interface Written {
  readonly versionId: number;
  readonly made: LayerRead;
  readonly packPath: string;
  /** Where it was told to lie when it was read. */
  readonly placedBy: unknown;
}

/**
 * Stores what is drawn of a version in the place of what was. False where it has been told to lie elsewhere meanwhile: another
 * task reads it for that.
 */
async function write(
  { db, now, task, services: { files } }: Running,
  { versionId, made, packPath, placedBy }: Written,
): Promise<boolean> {
  const regardless: ((on: Db) => Promise<void>)[] = [];
  const after: (() => void | Promise<void>)[] = [];
  const isPack = made.text === null;
  try {
    const isWritten = await db.transaction().execute(async (transaction) => {
      const before = requireRow(await table.lockVersion(transaction, versionId), { versionId });
      if (!isDeepStrictEqual(before.placed_by, placedBy)) return false;
      const contentId = await files.put(
        { db: transaction, now, regardless: (act) => void regardless.push(act) },
        made.text === null ? createReadStream(packPath) : inOnePiece(made.text),
        {
          type: isPack ? 'application/vnd.pmtiles' : 'application/geo+json',
          maxBytes: contentBytes,
          corporationId: task.corporationId,
          createdBy: task.accountId,
        },
      );
      await table.setReady(transaction, versionId, contentId, made.contents);
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

/** Has the file on this machine, and room beside it, for as long as it is read. Throws notFound where its bytes are gone. */
async function withPaths<T>(
  db: Db,
  files: Files,
  fileId: string,
  act: (paths: Pick<LayerFile, 'path' | 'packPath' | 'partsPath'>) => Promise<T>,
): Promise<T> {
  const local = requireRow(await files.local(db, fileId), { fileId });
  const [pack, parts] = [await files.scratch(), await files.scratch()];
  try {
    return await act({ path: local.path, packPath: pack.path, partsPath: parts.path });
  } finally {
    for (const { done } of [local, pack, parts]) await done();
  }
}

const readLayer = taskHandler<Input>({
  kind: 'readLayer',
  async run(context) {
    const { db, task, services, throwIfStopped } = context;
    const { versionId } = task.input;
    const row = requireRow(await table.version(db, versionId), { versionId });
    if (row.state === 'ready') return { versionId };
    try {
      return await withPaths(db, services.files, row.file_id, async (paths) => {
        const placing = row.placed_by as LayerVersion['placing'];
        const format = row.format as LayerVersion['format'];
        const result = await read({ format, placing, ...paths }, Number(row.bytes), context);
        throwIfStopped();
        const about = { versionId, made: result, packPath: paths.packPath, placedBy: row.placed_by };
        if (!(await write(context, about))) return { versionId };
        return { versionId, features: result.contents.features };
      });
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
