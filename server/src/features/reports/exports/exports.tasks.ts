/**
 * Making a file of readings or records. Invariant: a file is whole or absent; one that was interrupted is made anew, one that
 * was cancelled leaves nothing.
 */
import type { ExportRequest } from '@plumbline/contract/reports/exports';
import type { RecordsRequest } from '@plumbline/contract/reports/exports.records';
import { beginOnce } from '../../../kernel/deadlocks.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import * as table from './exports.table.ts';
import { planExport } from './logic/export-plan.ts';
import { planRecords, refuseTooManyRows } from './logic/record-plan.ts';
import { type ExportFile, writeExport } from './logic/write-export.ts';
import { writeRecords } from './logic/write-records.ts';

const maxBytes = 16 * 1024 * 1024 * 1024;

/** The file that was asked for, to be read; its progress is that of the task. */
async function fileOf(
  { db, pool, now, throwIfStopped, progress }: TaskContext<{ exportId: number }, null>,
  { kind, request }: NonNullable<Awaited<ReturnType<typeof table.one>>>,
): Promise<ExportFile & { readonly corporationId: number }> {
  const stepOf = (total: number) => async (rows: number) => {
    throwIfStopped();
    await progress(Math.min(rows, Math.max(0, total - 1)), total);
  };
  if (kind === 'readings') {
    const plan = await planExport(db, pool, request as ExportRequest);
    const file = writeExport(pool, plan, now(), stepOf(plan.records));
    return { ...file, corporationId: plan.project.corporationId };
  }
  const plan = await planRecords({ db, pool, now: now() }, request as RecordsRequest);
  refuseTooManyRows(plan);
  return { ...writeRecords(plan, now(), stepOf(plan.rows)), corporationId: plan.project.corporationId };
}

const makeExport = taskHandler<{ exportId: number }>({
  kind: 'makeExport',
  async run(context) {
    const { db, now, task, services } = context;
    const { exportId } = task.input;
    const row = requireRow(await table.one(db, exportId, null), { exportId });
    if (row.file_id !== null) return { exportId, bytes: row.bytes };
    const { type, stream, rows, corporationId } = await fileOf(context, row);
    let bytes = 0;
    const counted = (async function* () {
      for await (const chunk of stream) {
        const buffer = Buffer.from(chunk as string | Uint8Array);
        bytes += buffer.length;
        yield buffer;
      }
    })();
    const afterCommit: ((on: typeof db) => Promise<void>)[] = [];
    try {
      await beginOnce(db).execute(async (transaction) => {
        const about = {
          type,
          maxBytes,
          corporationId,
          createdBy: task.accountId,
        };
        const fileId = await services.files.put(
          { db: transaction, now, regardless: (act) => void afterCommit.push(act) },
          counted,
          about,
        );
        await table.setFile(transaction, exportId, { fileId, bytes, rows: rows() });
      });
    } finally {
      stream.destroy();
      for (const act of afterCommit) await act(db);
    }
    return { exportId, bytes };
  },
  async undo({ db, task: { input } }) {
    const row = await table.one(db, input.exportId, null);
    if (row?.file_id === null) await table.remove(db, input.exportId);
  },
});

/** The background work of the feature. */
export const exportTasks: readonly TaskHandler[] = [makeExport];
