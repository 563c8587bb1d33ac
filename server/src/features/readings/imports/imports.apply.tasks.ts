/**
 * The import: what the dry run set in order is stored batch by batch, as one act of the change log. Invariant: a batch,
 * its place in the file and its counts are one transaction, so an import that was interrupted goes on exactly where it
 * was, and one that is cancelled leaves everything as it found it.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type TaskContext, taskHandler } from '../../../kernel/tasks.handler.ts';
import { factorsOf, keepLines } from '../history/history.lines.api.ts';
import type { ImportTask } from './imports.check.tasks.ts';
import type { ManualResult } from './imports.manual.api.ts';
import * as staged from './imports.staged.table.ts';
import * as table from './imports.table.ts';

export interface ApplyTask extends ImportTask {
  readonly reason: string;
}
interface Cursor {
  readonly changeId: number;
  readonly after: staged.Place | null;
  readonly counts: Readonly<Record<ManualResult, number>>;
}
type Applying = TaskContext<ApplyTask, Cursor>;

/** Records of one transaction: past this a bigger batch gains nothing, and devices of the point wait for it. */
const batchRows = 2_000;

export const applyTask = taskHandler<ApplyTask, Cursor>({
  kind: 'importApply',
  async run(context) {
    const { importId } = context.task.input;
    const facts = await table.one(context.db, importId, null);
    if (!facts?.report) throw new Failure('notFound', { importId });
    if (facts.state !== 'applying') return { ...facts.report.counts, changeId: facts.changeId };
    const { counts } = facts.report;
    const total = counts.added + counts.overwritten + counts.unchanged;
    let cursor = context.task.cursor ?? (await begin(context, facts, facts.report));
    for (;;) {
      const records = await staged.next(context.pool, importId, cursor.after, batchRows);
      if (records.length === 0) break;
      context.throwIfStopped();
      cursor = await storeBatch(context, cursor, records, facts.mapping);
      const done = cursor.counts.added + cursor.counts.overwritten + cursor.counts.unchanged;
      await context.progress(Math.min(done, total), Math.max(done, total));
    }
    await finish(context, facts.report, cursor);
    await staged.clear(context.pool, importId);
    return { ...counts, ...cursor.counts, changeId: cursor.changeId };
  },
  async undo({ db, services: { manualWriter }, task: { input, cursor, byName } }) {
    if (cursor) await manualWriter.takeBack(cursor.changeId, byName);
    const facts = await table.one(db, input.importId, null);
    if (facts?.state === 'applying') await table.update(db, input.importId, { state: 'checked', changeId: null });
  },
});

/** Writes the act down, in one transaction with where it begins. */
function begin(context: Applying, facts: table.ImportFacts, { pointIds, fromMs, toMs }: table.Report): Promise<Cursor> {
  const { task, services } = context;
  if (fromMs === null || toMs === null) throw new Failure('noCollections', { importId: facts.id });
  return services.manualWriter.transact(async (transaction) => {
    const changeId = await transaction.begin({
      projectId: facts.projectId,
      kind: 'import',
      pointIds,
      fromMs,
      toMs,
      reason: task.input.reason,
      byId: task.accountId,
      byName: task.byName,
      at: context.now().getTime(),
      detail: {
        fileName: facts.fileName,
        importId: facts.id,
        ...(facts.madePointIds.length > 0 && { madePointIds: facts.madePointIds }),
      },
      taskId: task.id,
    });
    await table.update(transaction.db, facts.id, { changeId });
    const cursor: Cursor = { changeId, after: null, counts: { added: 0, overwritten: 0, unchanged: 0 } };
    await context.checkpoint(transaction.db, cursor);
    return cursor;
  });
}

async function storeBatch(
  context: Applying,
  cursor: Cursor,
  records: readonly staged.StagedRecord[],
  mapping: table.ImportFacts['mapping'],
): Promise<Cursor> {
  const { pointId, at } = elementAt(records, -1);
  return context.services.manualWriter.transact(async (transaction) => {
    const { results } = await transaction.put(cursor.changeId, records);
    const lines = records.map(({ pointId: of, at: when, line, firstLine }) => ({
      pointId: of,
      at: when,
      firstLine,
      lastLine: line,
    }));
    await keepLines(transaction.db, cursor.changeId, lines, (of) => (mapping ? factorsOf(mapping, of) : []));
    const counts = { ...cursor.counts };
    for (const result of results) counts[result]++;
    const next = { changeId: cursor.changeId, after: { pointId, at }, counts };
    await context.checkpoint(transaction.db, next);
    return next;
  });
}

function finish(
  { now, task, services: { manualWriter } }: Applying,
  report: table.Report,
  { changeId, counts }: Cursor,
): Promise<void> {
  return manualWriter.transact(async (transaction) => {
    await transaction.setCounts(changeId, { added: counts.added, overwritten: counts.overwritten });
    await table.update(transaction.db, task.input.importId, {
      state: 'applied',
      report: { ...report, counts: { ...report.counts, ...counts } },
      appliedAt: now(),
    });
    await transaction.announce(changeId);
  });
}
