/**
 * Making a file of many readings. Invariant: a file is whole or absent; one that was interrupted is made anew, one that
 * was cancelled leaves nothing.
 */
import { Failure } from '@plumbline/contract/errors';
import type { ExportRequest } from '@plumbline/contract/exports';
import { type TaskHandler, taskHandler } from '../../kernel/tasks.handler.ts';
import * as table from './exports.table.ts';
import { planExport } from './logic/export-plan.ts';
import { writeExport } from './logic/write-export.ts';

const maxBytes = 16 * 1024 * 1024 * 1024;

const makeExport = taskHandler<{ exportId: number }>({
  kind: 'makeExport',
  async run(context) {
    const { db, pool, now, task, services } = context;
    const { exportId } = task.input;
    const row = await table.one(db, exportId, null);
    if (!row) throw new Failure('notFound', { exportId });
    if (row.file_id !== null) return { exportId, bytes: row.bytes };
    const plan = await planExport(db, pool, row.request as ExportRequest);
    const { type, stream } = writeExport(pool, plan, now(), async (rows) => {
      context.throwIfStopped();
      await context.progress(Math.min(rows, plan.records - 1), plan.records);
    });
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
      await db.transaction().execute(async (transaction) => {
        const about = {
          type,
          maxBytes,
          corporationId: plan.project.corporationId,
          createdBy: task.accountId,
        };
        const fileId = await services.files.put(
          { db: transaction, now, regardless: (act) => void afterCommit.push(act) },
          counted,
          about,
        );
        await table.setFile(transaction, exportId, fileId, bytes);
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
