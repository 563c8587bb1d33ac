/**
 * Background tasks: a row says what is to be done and how far it is. Invariant: a task runs in one process at a time
 * (an advisory lock on a connection of its own), goes on from its cursor after a crash, and ends in exactly one state.
 */
import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Db, Logger } from './context.ts';
import type { Listener } from './listen.ts';
import type { TaskHandler } from './tasks.handler.ts';
import { runTask } from './tasks.run.ts';

const maxRunning = 2;
const lockSpace = 7302;
const pollMs = 2_000;
/** How often the connection that holds a task's lock is asked whether it is there: it has nothing else to say. */
const lockPulseMs = 10_000;

interface TaskParts {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly listener: Listener;
  readonly handlers: readonly TaskHandler[];
}

/** Runs queued tasks until stopped: at once when the database announces one, and every two seconds. */
export const startTasks = (parts: TaskParts): TaskWorker => new TaskWorker(parts);

class TaskWorker {
  readonly #parts: TaskParts;
  readonly #handlers: ReadonlyMap<string, TaskHandler>;
  readonly #running = new Map<number, { readonly abort: AbortController; readonly ended: Promise<void> }>();
  readonly #timer: NodeJS.Timeout;
  #stopped = false;
  #polling: Promise<void> | null = null;

  constructor(parts: TaskParts) {
    this.#parts = parts;
    this.#handlers = new Map(parts.handlers.map((handler) => [handler.kind, handler]));
    parts.listener.on('plumbline_task', () => this.#wake());
    this.#timer = setInterval(() => this.#wake(), pollMs);
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#polling;
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all(this.#ended());
  }

  /** Resolves when no task waits or runs any more. For tests. */
  async settle(): Promise<void> {
    for (;;) {
      this.#wake();
      await this.#polling;
      const ended = this.#ended();
      if (ended.length === 0 && (await this.#open(1)).length === 0) return;
      await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, 20))]);
    }
  }

  #ended(): Promise<void>[] {
    return [...this.#running.values()].map(({ ended }) => ended);
  }

  #wake(): void {
    if (this.#stopped || this.#polling) return;
    this.#polling = this.#poll()
      .catch((error) => this.#parts.log.warn({ err: error }, 'tasks could not be read'))
      .finally(() => {
        this.#polling = null;
      });
  }

  /** The oldest tasks that are not over and that this process has a handler for. */
  #open(limit: number) {
    return this.#parts.db
      .selectFrom('task')
      .select(['id', 'cancel_requested'])
      .where('state', 'in', ['queued', 'running'])
      .where('kind', 'in', ['', ...this.#handlers.keys()])
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async #poll(): Promise<void> {
    for (const row of await this.#open(100)) {
      const mine = this.#running.get(row.id);
      if (mine && row.cancel_requested) mine.abort.abort();
      if (mine || this.#stopped || this.#running.size >= maxRunning) continue;
      const abort = new AbortController();
      if (row.cancel_requested) abort.abort();
      const ended = this.#take(row.id, abort).finally(() => {
        this.#running.delete(row.id);
        this.#wake();
      });
      this.#running.set(row.id, { abort, ended });
    }
  }

  /** Runs a task if no other process does. */
  async #take(id: number, abort: AbortController): Promise<void> {
    const { pool, log } = this.#parts;
    let client: pg.PoolClient | null = null;
    const lost = () => abort.abort();
    try {
      client = await pool.connect();
      client.on('error', lost);
      await this.#runLocked(client, id, abort);
    } catch (error) {
      if (!this.#stopped) log.error({ err: error, task: id }, 'task could not be run');
      await new Promise((resolve) => setTimeout(resolve, 1000));
    } finally {
      client?.off('error', lost);
      client?.release(abort.signal.aborted);
    }
  }

  /** Runs a task under its lock, which `client` holds. */
  async #runLocked(client: pg.PoolClient, id: number, abort: AbortController): Promise<void> {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS mine', [
      lockSpace,
      id,
    ]);
    if (!rows[0]?.mine) return;
    const pulse = setInterval(() => void client.query('SELECT 1').catch(() => abort.abort()), lockPulseMs);
    try {
      const { db, pool, clock, log } = this.#parts;
      const handlers = this.#handlers;
      await runTask({ id, abort, db, pool, clock, log, handlers, isStopping: () => this.#stopped });
    } finally {
      clearInterval(pulse);
      await client.query('SELECT pg_advisory_unlock($1, $2)', [lockSpace, id]);
    }
  }
}
