/** One run of one task: the context of its handler, and how it ends. Runs under the lock of its work (work.long.ts). */
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import { isOver } from '@plumbline/contract/platform/tasks';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Db, Logger } from './context.ts';
import { isDeadlock } from './deadlocks.ts';
import { emit } from './events.ts';
import { asFailure } from './failures.ts';
import { checkpointOf, type TaskContext, type TaskHandler, type TaskRow, taskOf } from './tasks.handler.ts';
import type { WorkContext } from './work.context.ts';
import type { StopReason } from './work.long.ts';

const progressMs = 250;

class Stopped extends Error {}

export interface TaskRun {
  readonly id: number;
  readonly abort: AbortController;
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly context: WorkContext;
  readonly handler: TaskHandler;
}

/**
 * Runs a task to its end. Throws where it must go on later, from its cursor: the database, or the connection of the lock,
 * went away, or the server stops.
 */
export async function runTask(run: TaskRun): Promise<void> {
  const { id, abort, db, clock, handler } = run;
  const row = await rowOf(db, id);
  if (!row || isOver(row.state)) return;
  await db
    .updateTable('task')
    .set({ state: 'running', started_at: row.started_at ?? clock.now() })
    .where('id', '=', id)
    .execute();
  // Cancelled while it waited: nothing of it is begun. A project whose deletion was cancelled in time is kept.
  if (row.cancel_requested) abort.abort('cancelled' satisfies StopReason);
  const context = contextOf(run, row, abort);
  try {
    // Killed while what had failed was being put back: that goes on.
    if (row.error !== null) throw new Failure(row.error as ErrorName, row.error_detail ?? undefined);
    context.throwIfStopped();
    const result = await handler.run(context);
    await end(run, { state: 'done', result: JSON.stringify(result) });
  } catch (error) {
    if (abort.signal.reason === ('serverStops' satisfies StopReason)) throw error;
    await endUnfinished(run, row.kind, error);
  }
}

/** Ends a task that was cancelled or failed, after what it had done was put back. */
async function endUnfinished(run: TaskRun, kind: string, error: unknown): Promise<void> {
  const { id, abort, db, log, handler } = run;
  const cancelled = abort.signal.aborted && ((await rowOf(db, id))?.cancel_requested ?? true);
  // The database, or the connection of the lock, went away: that is no fault of the work, which goes on later.
  if (!cancelled && (error instanceof Stopped || isPassing(error))) throw error;
  if (!cancelled && !(error instanceof Failure)) log.error({ err: error, task: id, kind }, 'task failed');
  const latest = await rowOf(db, id);
  if (!latest) return;
  const failure = cancelled ? null : error instanceof Failure ? error : new Failure('unknown');
  const payload = {
    error: failure?.name ?? null,
    error_detail: failure?.detail === undefined ? null : JSON.stringify(failure.detail),
  };
  if (failure) await db.updateTable('task').set(payload).where('id', '=', id).execute();
  await handler.undo?.(contextOf(run, latest, new AbortController()));
  await end(run, { state: cancelled ? 'cancelled' : 'failed', ...payload });
}

/** The database is away, or two transactions met: the same work will do another time. */
const isPassing = (error: unknown): boolean => asFailure(error)?.name === 'unavailable' || isDeadlock(error);

const rowOf = (db: Db, id: number): Promise<TaskRow | undefined> =>
  db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();

function contextOf({ db, pool, clock, log, context }: TaskRun, row: TaskRow, abort: AbortController): TaskContext {
  let writtenAt = 0;
  return {
    ...context,
    task: taskOf(row),
    db,
    pool,
    now: () => clock.now(),
    log,
    signal: abort.signal,
    throwIfStopped() {
      if (abort.signal.aborted) throw new Stopped('task stopped');
    },
    async progress(done, total) {
      const at = performance.now();
      if (at - writtenAt < progressMs && done < total) return;
      writtenAt = at;
      const { cancel_requested } = await db
        .updateTable('task')
        .set({ done, total })
        .where('id', '=', row.id)
        .returning('cancel_requested')
        .executeTakeFirstOrThrow();
      if (cancel_requested) abort.abort('cancelled' satisfies StopReason);
    },
    checkpoint: checkpointOf(row.id),
  };
}

/** Ends a task and notifies whoever requested it, in one transaction. */
async function end(
  { db, clock, id }: TaskRun,
  set: {
    state: 'done' | 'failed' | 'cancelled';
    result?: string;
    error?: ErrorName | null;
    error_detail?: string | null;
  },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('task')
      .set({
        ...set,
        finished_at: clock.now(),
        ...(set.state === 'done' && { done: sql<number>`greatest(done, total)` }),
      })
      .where('id', '=', id)
      .returning(['account_id', 'project_id', 'kind'])
      .executeTakeFirst();
    if (row?.account_id) await emit(transaction, clock.now(), 'taskEnded', { taskId: id, accountId: row.account_id });
  });
}
