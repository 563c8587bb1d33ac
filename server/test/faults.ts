/**
 * Crashes planted between the statements of a task: from one call on the database answers nothing more, as when the
 * process is killed; what was open is rolled back. And the run of a task as the kernel runs it, without its worker.
 */
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../src/kernel/tables.ts';
import { checkpointOf, type TaskContext, type TaskHandler, taskOf } from '../src/kernel/tasks.handler.ts';
import { openManualWriter } from '../src/pipeline/manual-writes.ts';
import type { TestServer } from './harness.ts';

/** Returns whether a killed process would have met the fault. */
export const isPlanted = (error: unknown) => (error as Error).message === 'planted';

/** A pool that is dead from its `dieAt`-th call on (1 = the first); 0 = never. */
export function mortalPool(pool: pg.Pool, dieAt: number) {
  let calls = 0;
  const dead = () => dieAt > 0 && calls >= dieAt;
  const lives = () => {
    calls++;
    return !dead();
  };
  const mortal = {
    async connect() {
      const client = await pool.connect();
      return new Proxy(client, {
        get(target, key) {
          if (key === 'query')
            return (...args: unknown[]) => {
              const isStream = typeof (args[0] as { submit?: unknown }).submit === 'function';
              if (!lives()) {
                if (isStream) throw new Error('planted');
                return Promise.reject(new Error('planted'));
              }
              return (target.query as (...all: unknown[]) => unknown)(...args);
            };
          // A connection of the dead is closed: the database takes back what was open on it.
          if (key === 'release') return (error?: Error | boolean) => target.release(dead() ? true : error);
          const value = Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
    async query(...args: unknown[]) {
      if (!lives()) throw new Error('planted');
      return (pool.query as (...all: unknown[]) => unknown).apply(pool, args);
    },
    end: async () => undefined,
  } as unknown as pg.Pool;
  return {
    pool: mortal,
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: mortal }) }),
    died: dead,
    calls: () => calls,
  };
}

/** Runs a task once, from its cursor; gives false where it was killed on the way. */
export async function runOnce(
  server: TestServer,
  handler: TaskHandler,
  taskId: number,
  dieAt: number,
  part: 'run' | 'undo' = 'run',
): Promise<boolean> {
  const row = await server.db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
  const { pool, db, died } = mortalPool(server.database.pool, dieAt);
  const { clock, log } = server;
  const manualWriter = openManualWriter({ pool, db, clock, log, onStored: () => undefined });
  const context: TaskContext = {
    ...server.context,
    services: { ...server.context.services, pool, manualWriter },
    task: taskOf(row),
    db,
    pool,
    now: () => server.clock.now(),
    log: server.log,
    signal: new AbortController().signal,
    throwIfStopped: () => undefined,
    progress: async () => undefined,
    checkpoint: checkpointOf(row.id),
  };
  try {
    await handler[part]!(context);
  } catch (error) {
    if (!died() || !isPlanted(error)) throw error;
    return false;
  }
  await server.db
    .updateTable('task')
    .set({ state: part === 'run' ? 'done' : 'cancelled', finished_at: server.clock.now() })
    .where('id', '=', taskId)
    .execute();
  return true;
}
