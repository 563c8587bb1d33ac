/**
 * Making a report. Invariant: it has all its files or none; one that was interrupted is made anew and done once, one that
 * was cancelled leaves nothing, one that failed says why.
 */
import { Failure } from '@plumbline/contract/errors';
import type { ReportFormat } from '@plumbline/contract/period-reports';
import type { Db } from '../../kernel/context.ts';
import { sheetTypes } from '../../kernel/sheets.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../kernel/tasks.handler.ts';
import { gather } from '../report-contents/report-contents.api.ts';
import { type ReportFile, writeApart } from '../report-files/report-files.api.ts';
import { contentOf, requireSound } from '../report-templates/report-templates.api.ts';
import * as table from './period-reports.table.ts';

const types: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: sheetTypes.xlsx,
  csv: sheetTypes.csv,
};
const maxBytes = 1024 * 1024 * 1024;
interface Input {
  readonly reportId: number;
}

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

const makeReport = taskHandler<Input>({
  kind: 'makeReport',
  async run(context) {
    const { db, pool, now, task, progress, throwIfStopped, signal, services } = context;
    const { reportId } = task.input;
    const row = await table.one(db, reportId, null);
    if (!row) throw new Failure('notFound', { reportId });
    if (row.status === 'Done') return { reportId };
    const template = await contentOf(db, row);
    if (template) await requireSound(db, row.project_id, template);
    const content = await gather(table.subjectOf(row, template), {
      db,
      pool,
      files: services.files,
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
    await store(context, reportId, points, files);
    return { reportId };
  },
  async undo({ db, now, task }) {
    const end = await table.taskEnd(db, task.id);
    const { reportId } = task.input;
    if (end?.error) await table.setError(db, reportId, { error: end.error, detail: end.error_detail, at: now() });
    else await table.removePending(db, reportId);
  },
});

/** The files and the end of the report, in one transaction. */
async function store(
  { db, now, task, services: { files } }: TaskContext<Input, null>,
  reportId: number,
  points: number,
  written: readonly ReportFile[],
): Promise<void> {
  const afterCommit: ((on: Db) => Promise<void>)[] = [];
  try {
    await db.transaction().execute(async (transaction) => {
      // Whoever is first ends it; deleted meanwhile, there is nothing to end.
      if (!(await table.setDone(transaction, reportId, { points, at: now() })))
        throw new Failure('notFound', { reportId });
      for (const { format, bytes } of written) {
        const fileId = await files.put(
          { db: transaction, now, regardless: (act) => void afterCommit.push(act) },
          whole(bytes),
          { type: types[format], maxBytes, corporationId: task.corporationId, createdBy: task.accountId },
        );
        await table.insertFile(transaction, { report_id: reportId, format, file_id: fileId, bytes: bytes.length });
      }
    });
  } finally {
    for (const act of afterCommit) await act(db);
  }
}

/** The background work of the feature. */
export const reportTasks: readonly TaskHandler[] = [makeReport];
