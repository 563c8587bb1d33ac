/**
 * Makes the archive of a corporation. Invariants: a file is whole or absent; tables are of one moment; one that was interrupted
 * is made anew, one that was cancelled or failed leaves nothing.
 */
import { createGzip } from 'node:zlib';
import { tarEnd, tarEntry } from '../../kernel/tar.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../kernel/tasks.handler.ts';
import { readingsCsv } from '../exports/exports.archive.api.ts';
import * as table from './corporation-archives.table.ts';
import { partsOf, readme, withoutSecretFields } from './logic/archive-parts.ts';

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
    let bytes = 0;
    const gzip = createGzip();
    const feeding = feed(context, gzip);
    feeding.catch((error: Error) => gzip.destroy(error));
    const counted = (async function* () {
      for await (const chunk of gzip as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        yield chunk;
      }
    })();
    const later: ((on: typeof db) => Promise<void>)[] = [];
    try {
      await db.transaction().execute(async (transaction) => {
        const fileId = await services.files.put(
          { db: transaction, now, regardless: (act) => void later.push(act) },
          counted,
          { type: 'application/gzip', maxBytes, corporationId: task.corporationId, createdBy: task.accountId },
        );
        await table.set(transaction, task.input.archiveId, { file_id: fileId, bytes });
      });
      await feeding;
    } finally {
      gzip.destroy();
      for (const act of later) await act(db);
    }
    return { archiveId: task.input.archiveId, bytes };
  },
  async undo({ db, task }) {
    const row = await table.one(db, task.input.archiveId, task.corporationId);
    if (row?.file_id === null) await table.remove(db, row.id);
  },
});

/** Writes every file of the archive, no faster than it is compressed. */
async function feed(context: Run, into: ReturnType<typeof createGzip>): Promise<void> {
  for await (const entry of entriesOf(context))
    if (!into.write(entry)) await new Promise((resolve) => into.once('drain', resolve));
  into.end(tarEnd);
}

async function* entriesOf(context: Run): AsyncGenerator<Buffer> {
  const { db, pool, now, task, progress, throwIfStopped } = context;
  const at = now();
  yield tarEntry('README.md', Buffer.from(readme(task.input.title, at)), at);
  for (const [name, content] of await tableFiles(context)) yield tarEntry(name, content, at);
  const points = await table.pointsOf(db, task.corporationId);
  for (const [i, { id, projectId }] of points.entries()) {
    throwIfStopped();
    const text = await readingsCsv(db, pool, { projectId, pointId: id, at });
    let part = 0;
    if (text)
      for await (const content of partsOf(text))
        yield tarEntry(`readings/${projectId}/${id}-${String(++part).padStart(4, '0')}.csv`, content, at);
    await progress(i, points.length + 1);
  }
}

/** The rows of all tables as of one moment. They are small beside readings. */
async function tableFiles({ db, task }: Run): Promise<[string, Buffer][]> {
  const files: [string, Buffer][] = [];
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      for (const name of Object.keys(table.archived)) {
        let part = 0;
        for await (const rows of table.rowsOf(transaction, name, task.corporationId)) {
          const plain = name === 'account' ? rows.map(personOf) : rows.map(withoutSecretFields);
          const text = plain.map((row) => `${JSON.stringify(row)}\n`).join('');
          files.push([`tables/${name}-${String(++part).padStart(4, '0')}.ndjson`, Buffer.from(text)]);
        }
      }
    });
  return files;
}

const personOf = (row: Record<string, unknown>): unknown =>
  Object.fromEntries(people.map((name) => [name, row[name] ?? null]));

/** The background work of the feature. */
export const archiveTasks: readonly TaskHandler[] = [making];
