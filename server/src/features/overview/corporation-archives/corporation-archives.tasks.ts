/**
 * Makes the archive of a corporation. Invariants: a file is whole or absent; tables are of one moment; what it holds is in
 * its manifest; one that was interrupted is made anew, one that was cancelled or failed leaves nothing.
 */
import { createGzip } from 'node:zlib';
import { beginOnce } from '../../../kernel/deadlocks.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import { readingsCsv } from '../../reports/exports/exports.archive.api.ts';
import { waveformAfter } from '../../views/waveforms/waveforms.api.ts';
import * as table from './corporation-archives.table.ts';
import { endingOf, partBytes, partsOf, readme, waveformCsv, withoutSecretFields } from './logic/archive-parts.ts';
import { ArchiveWriter } from './logic/archive-writer.ts';

type Input = { readonly archiveId: number; readonly title: string };
type Run = TaskContext<Input, null>;

const maxBytes = 64 * 1024 * 1024 * 1024;
const people = ['id', 'name', 'display_name', 'type', 'language', 'created_at', 'disabled_at'];

const making = taskHandler<Input>({
  kind: 'makeArchive',
  async run(context) {
    const { db, now, task, services } = context;
    const row = await table.one(db, task.input.archiveId, task.corporationId);
    if (!row || row.file_id !== null) return { archiveId: task.input.archiveId, bytes: row?.bytes ?? 0 };
    const gzip = createGzip();
    const feeding = feed(context, new ArchiveWriter(gzip, now())).then(
      () => gzip.end(),
      (error: Error) => gzip.destroy(error),
    );
    // The bytes come outside of any transaction: only their row is written in one.
    const received = await services.files.receive(gzip, { type: 'application/gzip', maxBytes });
    const later: ((on: typeof db) => Promise<void>)[] = [];
    try {
      await feeding;
      const { bytes } = received;
      await beginOnce(db).execute(async (transaction) => {
        const regardless = (act: (typeof later)[number]) => void later.push(act);
        const owner = { corporationId: task.corporationId, createdBy: task.accountId };
        const fileId = await received.keep({ db: transaction, now, regardless }, owner);
        await table.set(transaction, task.input.archiveId, { file_id: fileId, bytes });
      });
      return { archiveId: task.input.archiveId, bytes };
    } finally {
      await received.drop();
      for (const act of later) await act(db);
    }
  },
  async undo({ db, task }) {
    const row = await table.one(db, task.input.archiveId, task.corporationId);
    if (row?.file_id === null) await table.remove(db, row.id);
  },
});

/** Writes every part of the archive, no faster than it is compressed. */
async function feed(context: Run, archive: ArchiveWriter): Promise<void> {
  const { db, now, task, progress, throwIfStopped } = context;
  const at = now();
  await archive.entry('README.md', Buffer.from(readme(task.input.title, at)));
  const files = await writeTables(context, archive);
  const points = await table.pointsOf(db, task.corporationId);
  const steps = points.length + files.length + 1;
  for (const [i, point] of points.entries()) {
    throwIfStopped();
    await writePoint(context, archive, point, at);
    await progress(i, steps);
  }
  const index: string[] = [];
  for (const [i, file] of files.entries()) {
    throwIfStopped();
    index.push(`${JSON.stringify(await writeFile(context, archive, file))}\n`);
    await progress(points.length + i, steps);
  }
  await writeAttachments(context, archive);
  await archive.entry('files/index.ndjson', Buffer.from(index.join('')));
  await archive.end();
}

type NamedFile = table.ArchivedFile & { readonly of: string | null };

/** The rows of all tables and the list of files, as of one moment; the transaction ends before any reading is written. */
const writeTables = ({ db, task }: Run, archive: ArchiveWriter): Promise<NamedFile[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      for (const name of Object.keys(table.archived)) {
        const lines = linesOf(table.rowsOf(transaction, name, task.corporationId), name === 'account');
        let part = 0;
        for await (const content of partsOf(lines, partBytes, false))
          await archive.entry(`tables/${name}-${String(++part).padStart(4, '0')}.ndjson`, content);
      }
      const namers = await table.namersOf(transaction, task.corporationId);
      const files = await table.filesOf(transaction, task.corporationId);
      return files.map((file) => ({ ...file, of: namers.get(file.id) ?? null }));
    });

async function* linesOf(rows: AsyncIterable<Record<string, unknown>[]>, arePeople: boolean): AsyncGenerator<string> {
  for await (const some of rows)
    yield some.map((row) => `${JSON.stringify(arePeople ? personOf(row) : withoutSecretFields(row))}\n`).join('');
}

/** Every reading of a point, and what it recorded sample by sample. */
async function writePoint(
  { db, pool, throwIfStopped }: Run,
  archive: ArchiveWriter,
  { id, projectId }: { readonly id: number; readonly projectId: number },
  at: Date,
): Promise<void> {
  const text = await readingsCsv(db, pool, { projectId, pointId: id, at });
  let part = 0;
  if (text)
    for await (const content of partsOf(text))
      await archive.entry(`readings/${projectId}/${id}-${String(++part).padStart(4, '0')}.csv`, content);
  let last = 0;
  for (;;) {
    const waveform = await waveformAfter(db, id, last, at);
    if (!waveform) return;
    throwIfStopped();
    last = waveform.id;
    await archive.entry(`waveforms/${projectId}/${id}/${waveform.id}.csv`, waveformCsv(waveform));
  }
}

/** The bytes of a file, as they are read; one that was deleted since the list was made is named as missing. */
async function writeFile(
  { db, services }: Run,
  archive: ArchiveWriter,
  { id, type, bytes, created_at, of }: NamedFile,
) {
  const about = { id, type, bytes, createdAt: created_at.toISOString(), of };
  const content = await services.files.get(db, id);
  if (!content) return { ...about, path: null };
  const path = `files/${id}${endingOf(type)}`;
  await archive.stream(path, bytes, content.stream as AsyncIterable<Buffer>);
  return { ...about, path };
}

/** What devices handed in: named by their device and id, as `tables/attachment` has them. */
async function writeAttachments({ db, task, throwIfStopped }: Run, archive: ArchiveWriter): Promise<void> {
  for (let last = 0; ; ) {
    throwIfStopped();
    const attachment = await table.attachmentAfter(db, task.corporationId, last);
    if (!attachment) return;
    last = attachment.id;
    await archive.stream(
      `attachments/${attachment.deviceId}/${attachment.id}`,
      attachment.size,
      table.piecesOf(db, attachment.id),
    );
  }
}

const personOf = (row: Record<string, unknown>): unknown =>
  Object.fromEntries(people.map((name) => [name, row[name] ?? null]));

/** The background work of the feature. */
export const archiveTasks: readonly TaskHandler[] = [making];
