/**
 * Making a report. Invariant: it has all its files or none; one that was interrupted is made anew and done once, one that
 * was cancelled leaves nothing, one that failed says why.
 */
import { buffer } from 'node:stream/consumers';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { ReportFormat } from '@plumbline/contract/reports/period-reports';
import { emit } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import { gather } from '../contents/contents.api.ts';
import { writeApart } from '../files/files.api.ts';
import {
  contentOf,
  filesOfVersion,
  reportDefaultsOf,
  requireSound,
  type TemplateFiles,
} from '../templates/templates.api.ts';
import { digestsOf, type ReadingDigest } from './logic/reading-digests.ts';
import { sourceFile, storeFiles, transactFiles, type WrittenFile } from './period-reports.files.service.ts';
import * as table from './period-reports.table.ts';

interface Input {
  readonly reportId: number;
}

const makeReport = taskHandler<Input>({
  kind: 'makeReport',
  async run(context) {
    const { db, pool, now, task, progress, throwIfStopped, signal, services } = context;
    const { reportId } = task.input;
    const row = requireRow(await table.one(db, reportId, null), { reportId });
    if (row.status === 'Done') return { reportId };
    const digests: ReadingDigest[] = [];
    const template = await contentOf(db, row);
    const named = await filesOfVersion(db, row, row.formats);
    if (template) await requireSound(db, row.project_id, template, named);
    const defaults = await reportDefaultsOf(db, row.project_id);
    const subject = table.subjectOf(row, template, defaults, await readFiles(context, named));
    const content = await gather(subject, {
      onCurve: (pointId, curve) => void digests.push(...digestsOf(pointId, curve)),
      db,
      pool,
      files: services.files,
      plugins: services.plugins,
      now: now(),
      async step(done, total) {
        throwIfStopped();
        // The files are the last step.
        await progress(done, total + 1);
      },
    });
    throwIfStopped();
    const files = await writeApart({ content, formats: row.formats as ReportFormat[] }, signal);
    throwIfStopped();
    const points = content.lines.filter(({ isMain }) => isMain).length;
    await store(context, { reportId, points }, [...files, await sourceFile({ content, digests })]);
    return { reportId };
  },
  async undo({ db, now, task }) {
    const end = await table.taskEnd(db, task.id);
    const { reportId } = task.input;
    if (end?.error) await table.setError(db, reportId, { error: end.error, detail: end.error_detail, at: now() });
    else await table.removePending(db, reportId);
  },
});

/** Throws notFound where a file is gone: another content is never made in its place. */
async function readFiles({ db, services }: TaskContext<Input, null>, { word, cover }: TemplateFiles) {
  const read = async ({ fileId }: { readonly fileId: string }) => {
    const stored = requireRow(await services.files.get(db, fileId), { fileId });
    return new Uint8Array(await buffer(stored.stream));
  };
  return {
    word: word && { document: await read(word), tags: word.tags.map(({ words }) => words) },
    ...(cover && { excelCover: await read(cover) }),
  };
}

/** The files and the end of the report, in one transaction. */
async function store(
  { db, now, task, services }: TaskContext<Input, null>,
  { reportId, points }: { readonly reportId: number; readonly points: number },
  written: readonly WrittenFile[],
): Promise<void> {
  await transactFiles(db, async (transaction) => {
    // Whoever is first ends it; deleted meanwhile, there is nothing to end.
    if (!(await table.setDone(transaction.db, reportId, { points, at: now() })))
      throw new Failure('notFound', { reportId });
    const of = { reportId, corporationId: task.corporationId, accountId: task.accountId };
    await storeFiles({ ...transaction, now, services }, of, written);
    await emit(transaction.db, now(), 'reportMade', { reportId });
  });
}

/** The background work of the feature. */
export const reportTasks: readonly TaskHandler[] = [makeReport];
