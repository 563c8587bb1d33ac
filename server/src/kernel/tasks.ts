/**
 * Background tasks: a row says what is to be done and how far it is. Invariant: a task runs in one process at a time
 * (an advisory lock on a connection of its own), goes on from its cursor after a crash, and ends in exactly one state.
 */
import { type ErrorName, Failure } from '@plumbline/contract/errors';
import { isOver } from '@plumbline/contract/tasks';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Db, Logger } from './context.ts';
import { emit } from './events.ts';
import { asFailure } from './failures.ts';
import type { Listener } from './listen.ts';
import { checkpointOf, type TaskContext, type TaskHandler, type TaskRow, taskOf } from './tasks.handler.ts';

const atOnce = 2;
const lockSpace = 7302;
const progressMs = 250;
const pollMs = 2_000;
/** How often the connection that holds a task's lock is asked whether it is there: it has nothing else to say. */
const lockPulseMs = 10_000;

class Stopped extends Error {}

/** The database is away, or two transactions met: the same work will do another time. */
const isPassing = (error: unknown): boolean =>
  asFailure(error)?.name === 'unavailable' || ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

export function startTasks({
  db,
  pool,
  clock,
  log,
  listener,
  handlers,
}: {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  listener: Listener;
  handlers: readonly TaskHandler[];
}) {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  const running = new Map<number, { abort: AbortController; ended: Promise<void> }>();
  let stopped = false;
  let looking: Promise<void> | null = null;

  async function poll(): Promise<void> {
    if (byKind.size === 0) return;
    const rows = await db
      .selectFrom('task')
      .select(['id', 'cancel_asked'])
      .where('state', 'in', ['queued', 'running'])
      .where('kind', 'in', [...byKind.keys()])
      .orderBy('id')
      .limit(100)
      .execute();
    for (const row of rows) {
      const mine = running.get(row.id);
      if (mine && row.cancel_asked) mine.abort.abort();
      if (mine || stopped || running.size >= atOnce) continue;
      const abort = new AbortController();
      if (row.cancel_asked) abort.abort();
      const ended = take(row.id, abort).finally(() => {
        running.delete(row.id);
        wake();
      });
      running.set(row.id, { abort, ended });
    }
  }

  /** Runs a task if no other process does. */
  async function take(id: number, abort: AbortController): Promise<void> {
    let client: pg.PoolClient | null = null;
    const lost = () => abort.abort();
    try {
      client = await pool.connect();
      client.on('error', lost);
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS mine', [
        lockSpace,
        id,
      ]);
      if (!rows[0]?.mine) return;
      const holder = client;
      const pulse = setInterval(() => void holder.query('SELECT 1').catch(lost), lockPulseMs);
      try {
        await work(id, abort);
      } finally {
        clearInterval(pulse);
        await client.query('SELECT pg_advisory_unlock($1, $2)', [lockSpace, id]);
      }
    } catch (error) {
      if (!stopped) log.error({ err: error, task: id }, 'task could not be run');
      await new Promise((resolve) => setTimeout(resolve, 1000));
    } finally {
      client?.off('error', lost);
      client?.release(abort.signal.aborted);
    }
  }

  async function work(id: number, abort: AbortController): Promise<void> {
    const row = await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || isOver(row.state)) return;
    const handler = byKind.get(row.kind)!;
    await db
      .updateTable('task')
      .set({ state: 'running', started_at: row.started_at ?? clock.now() })
      .where('id', '=', id)
      .execute();
    const context = contextOf(row, abort);
    try {
      // Killed while what had failed was being put back: that goes on.
      if (row.error !== null) throw new Failure(row.error as ErrorName, row.error_detail ?? undefined);
      context.throwIfStopped();
      const result = await handler.run(context);
      await end(id, { state: 'done', result: JSON.stringify(result) });
    } catch (error) {
      // The server stops: the next start goes on from the cursor.
      if (stopped) return;
      const cancelled = abort.signal.aborted && (await cancelRequested(id));
      // The database, or the connection of the lock, went away: that is no fault of the work, which goes on later.
      if (!cancelled && (error instanceof Stopped || isPassing(error))) throw error;
      if (!cancelled && !(error instanceof Failure)) log.error({ err: error, task: id, kind: row.kind }, 'task failed');
      const latest = await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();
      if (!latest) return;
      const failure = cancelled ? null : error instanceof Failure ? error : new Failure('unknown');
      const payload = {
        error: failure?.name ?? null,
        error_detail: failure?.detail === undefined ? null : JSON.stringify(failure.detail),
      };
      if (failure) await db.updateTable('task').set(payload).where('id', '=', id).execute();
      await handler.undo?.(contextOf(latest, new AbortController()));
      await end(id, { state: cancelled ? 'cancelled' : 'failed', ...payload });
    }
  }

  const cancelRequested = async (id: number) =>
    (await db.selectFrom('task').select('cancel_asked').where('id', '=', id).executeTakeFirst())?.cancel_asked ?? true;

  function contextOf(row: TaskRow, abort: AbortController): TaskContext {
    let writtenAt = 0;
    return {
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
        const { cancel_asked } = await db
          .updateTable('task')
          .set({ done, total })
          .where('id', '=', row.id)
          .returning('cancel_asked')
          .executeTakeFirstOrThrow();
        if (cancel_asked) abort.abort();
      },
      checkpoint: checkpointOf(row.id),
    };
  }

  /** Ends a task and tells whoever asked for it, in one transaction. */
  async function end(
    id: number,
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

  function wake() {
    if (stopped || looking) return;
    looking = poll()
      .catch((error) => log.warn({ err: error }, 'tasks could not be read'))
      .finally(() => {
        looking = null;
      });
  }

  listener.on('plumbline_task', wake);
  const timer = setInterval(wake, pollMs);
  wake();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
    /** Resolves when no task waits or runs any more. For tests. */
    async settle() {
      for (;;) {
        wake();
        await looking;
        const all = [...running.values()].map(({ ended }) => ended);
        const open = await db
          .selectFrom('task')
          .select('id')
          .where('state', 'in', ['queued', 'running'])
          .where('kind', 'in', ['', ...byKind.keys()])
          .limit(1)
          .execute();
        if (all.length === 0 && open.length === 0) return;
        await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, 20))]);
      }
    },
  };
}
