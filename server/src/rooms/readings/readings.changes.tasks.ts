/**
 * Acts on more readings than a request may take: deleting, flagging, undoing, a stretch of one point at a time, each its
 * own transaction, so that ingest of that point waits for a moment only. After a crash they go on where they were.
 */
import { Failure } from '@plumbline/contract/errors';
import type { Db } from '../../kernel/context.ts';
import { emit } from '../../kernel/events.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../kernel/tasks.ts';
import { roughCounts, setCounts, stretchEnd, stretchRecords } from './readings.acts.table.ts';
import { type Act, perform } from './readings.acts.ts';
import { changeOf, countsOf, undoable } from './readings.changes.service.ts';
import { changeById, insertChange, markUndone, type SeriesChange } from './readings.changes.table.ts';
import { restore } from './readings.rewrite.table.ts';

interface ActInput {
  readonly act: Act;
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
            const changed = await perform(db, act, cursor.changeId, pointId, from, to);
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
        await tell(context, db, (await changeById(sqlOver(db), cursor.changeId))!);
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
  return context.db.transaction().execute(async (db) => {
    const changeId = await insertChange(sqlOver(db), {
      projectId: context.task.projectId!,
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

/** Puts back what an act had done until it was stopped. May be run twice. */
async function takeBack(context: Pick<TaskContext, 'db' | 'now' | 'task'>, changeId: number): Promise<void> {
  const change = (await changeById(sqlOver(context.db), changeId))!;
  for (const pointId of [...change.pointIds].sort((a, b) => a - b))
    await context.db.transaction().execute((db) => restore(sqlOver(db), changeId, pointId));
  await context.db.transaction().execute(async (db) => {
    await markUndone(sqlOver(db), changeId, context.task.byName, context.now().getTime());
    await tell(context, db, change);
  });
}

const tell = (
  { now }: Pick<TaskContext, 'now'>,
  db: Db,
  { id, projectId, pointIds, fromMs, toMs }: SeriesChange,
): Promise<void> => emit(db, now(), 'readingsChanged', { pointIds, projectId, fromMs, toMs, changeId: id });

const undoing = taskHandler<{ pointId: number; changeId: number }, { point: number; restored: number }>({
  kind: 'undoChange',
  async run(context) {
    const { pointId, changeId } = context.task.input;
    const known = context.task.cursor;
    const change = known
      ? (await changeById(sqlOver(context.db), changeId))!
      : await context.db.transaction().execute((db) => undoable(db, pointId, changeId));
    const pointIds = [...change.pointIds].sort((a, b) => a - b);
    let restored = known?.restored ?? 0;
    // Undoing is not stopped half way: what is put back for one point belongs to what is put back for the next.
    for (const [n, id] of pointIds.entries()) {
      if (known && n < known.point) continue;
      await context.db.transaction().execute(async (db) => {
        restored += await restore(sqlOver(db), changeId, id);
        await context.checkpoint(db, { point: n + 1, restored });
      });
      await context.progress(n + 1, pointIds.length);
    }
    await context.db.transaction().execute(async (db) => {
      await markUndone(sqlOver(db), changeId, context.task.byName, context.now().getTime());
      await tell(context, db, change);
    });
    return { changeId, restored };
  },
});

/** Registered in app.ts. */
export const readingTasks: readonly TaskHandler[] = [acting('deleteReadings'), acting('flagReadings'), undoing];
