/**
 * Acts on more readings than a request may take: deleting, flagging, undoing, a stretch of one point at a time, each its
 * own transaction, so that ingest of that point waits for a moment only. After a crash they go on where they were.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Db } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import {
  changeById,
  insertChange,
  markUndone,
  type SeriesChange,
  setCounts,
} from '../../platform/store/store.changes.api.ts';
import { roughCounts, stretchEnd, stretchRecords } from '../../platform/store/store.counts.api.ts';
import { type RestoreCursor, restoreByParts } from '../../platform/store/store.restore.parts.api.ts';
import { changeOf, countsOf, undoable } from './history.service.ts';
import { undoerOf } from './history.undo.api.ts';
import { performOperation, type UserOperation } from './logic/user-operations.ts';

interface ActInput {
  readonly act: UserOperation;
  readonly reason: string;
  readonly byId: number;
  readonly byName: string;
}
interface ActCursor {
  readonly changeId: number;
  readonly point: number;
  readonly fromMs: number;
  readonly changed: number;
}

const acting = (kind: string): TaskHandler =>
  taskHandler<ActInput, ActCursor>({
    kind,
    async run(context) {
      const { act } = context.task.input;
      const counts = await roughCounts(context.pool, act.pointIds, act.fromMs, act.toMs);
      const total = Math.max(1, Math.round([...counts.values()].reduce((sum, count) => sum + count, 0)));
      let cursor = context.task.cursor ?? (await begin(context));
      let done = 0;
      for (const [n, pointId] of act.pointIds.entries()) {
        const records = counts.get(pointId) ?? 0;
        if (n < cursor.point) continue;
        let stretches = 0;
        for (let from = n === cursor.point ? cursor.fromMs : act.fromMs; from <= act.toMs; from = cursor.fromMs) {
          context.throwIfStopped();
          cursor = await context.db.transaction().execute(async (db) => {
            const to = await stretchEnd(sqlOver(db), pointId, from, act.toMs);
            const changed = await performOperation(db, act, cursor.changeId, pointId, from, to);
            const next = { ...cursor, point: n, fromMs: to + 1, changed: cursor.changed + changed };
            await context.checkpoint(db, next);
            return next;
          });
          await context.progress(Math.round(done + Math.min(records, ++stretches * stretchRecords)), total);
        }
        done += records;
      }
      if (cursor.changed === 0) throw new Failure('noCollections');
      await context.db.transaction().execute(async (db) => {
        await setCounts(sqlOver(db), cursor.changeId, countsOf(act, cursor.changed));
        await announce(context, db, await changeOrThrow(db, cursor.changeId));
      });
      return { changeId: cursor.changeId, changed: cursor.changed };
    },
    async undo(context) {
      if (context.task.cursor) await takeBack(context, context.task.cursor.changeId);
    },
  });

/** Writes the act down, in one transaction with where it begins. */
async function begin(context: TaskContext<ActInput, ActCursor>): Promise<ActCursor> {
  const { act, reason, byId, byName } = context.task.input;
  const { projectId } = context.task;
  if (projectId === null) throw new Error('an act on readings is of a project');
  return context.db.transaction().execute(async (db) => {
    const changeId = await insertChange(sqlOver(db), {
      projectId,
      ...changeOf(act, reason),
      byId,
      byName,
      at: context.now().getTime(),
      taskId: context.task.id,
    });
    const cursor = { changeId, point: 0, fromMs: act.fromMs, changed: 0 };
    await context.checkpoint(db, cursor);
    return cursor;
  });
}

/** Throws notFound for an act that went with its project meanwhile. */
async function changeOrThrow(db: Db, changeId: number): Promise<SeriesChange> {
  const change = requireRow(await changeById(sqlOver(db), changeId), { changeId });
  return change;
}

/** Puts back what an act had done until it was stopped. May be run twice. */
async function takeBack(
  context: Pick<TaskContext, 'db' | 'now' | 'task' | 'progress'>,
  changeId: number,
): Promise<void> {
  const { db, progress, task } = context;
  const change = await changeOrThrow(db, changeId);
  await restoreByParts(db, { changeId, pointIds: change.pointIds, progress });
  await db.transaction().execute(async (transaction) => {
    if (await markUndone(sqlOver(transaction), changeId, task.byName, context.now().getTime()))
      await announce(context, transaction, change);
  });
}

const announce = (
  { now }: Pick<TaskContext, 'now'>,
  db: Db,
  { id, projectId, pointIds, fromMs, toMs }: SeriesChange,
): Promise<void> => emit(db, now(), 'readingsChanged', { pointIds, projectId, fromMs, toMs, changeId: id });

type Undoing = TaskContext<{ pointId: number; changeId: number }, RestoreCursor>;

/** Undoing is not stopped half way: what is put back for one point belongs to what is put back for the next. */
const undoing = taskHandler<Undoing['task']['input'], RestoreCursor>({
  kind: 'undoChange',
  async run(context) {
    const { db, now, task, progress, services } = context;
    const { pointId, changeId } = task.input;
    const from = task.cursor ?? (await db.transaction().execute((transaction) => beginUndo(context, transaction)));
    const change = await changeOrThrow(db, changeId);
    const { pointIds } = change;
    const restored = await restoreByParts(db, { changeId, pointIds, from, moved: context.checkpoint, progress });
    await db.transaction().execute(async (transaction) => {
      if (!(await markUndone(sqlOver(transaction), changeId, task.byName, now().getTime()))) return;
      await undoerOf(services.undoers, change)?.last?.({ db: transaction, now }, change);
      await announce(context, transaction, change);
    });
    return { changeId, pointId, restored };
  },
});

/** What comes before the records, with where those begin. Throws why it cannot be undone by now. */
async function beginUndo(context: Undoing, db: Db): Promise<RestoreCursor> {
  const { task, now, services } = context;
  const change = await undoable(db, task.input.pointId, task.input.changeId, task.id);
  const restored = (await undoerOf(services.undoers, change)?.first?.({ db, now }, change)) ?? 0;
  const cursor = { point: 0, place: null, restored };
  await context.checkpoint(db, cursor);
  return cursor;
}

/** The background work of the feature. */
export const readingTasks: readonly TaskHandler[] = [acting('deleteReadings'), acting('flagReadings'), undoing];
