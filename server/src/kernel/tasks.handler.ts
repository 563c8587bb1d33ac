/** What a kind of background task is: its handler, the context of a run, and the row that it reads. */
import type { Selectable } from 'kysely';
import type pg from 'pg';
import type { Db, Logger } from './context.ts';
import type { Tables } from './tables.ts';
import type { WorkContext } from './work.context.ts';

export type TaskRow = Selectable<Tables['task']>;

export interface RunningTask<I = unknown, C = unknown> {
  readonly id: number;
  readonly input: I;
  /** Where an earlier run of this task left off; null at its first. */
  readonly cursor: C | null;
  readonly corporationId: number;
  readonly projectId: number | null;
  readonly accountId: number | null;
  readonly byName: string;
}
export interface TaskContext<I = unknown, C = unknown> extends WorkContext {
  readonly task: RunningTask<I, C>;
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly log: Logger;
  /** Aborted when somebody cancels the task or the server stops; `throwIfStopped` at every step. */
  readonly signal: AbortSignal;
  readonly throwIfStopped: () => void;
  /** Says how far it is; written at most four times a second, so call it as often as you like. */
  readonly progress: (done: number, total: number) => Promise<void>;
  /** Writes the cursor on `db` (Kysely) in the very transaction that did the work it speaks of. */
  readonly checkpoint: (db: Db, cursor: C) => Promise<void>;
}
export interface TaskHandler {
  readonly kind: string;
  /** Does the work and gives its result. A Failure thrown here is what the person reads. */
  run(context: TaskContext): Promise<Record<string, unknown>>;
  /** Puts back what the work had changed, after a cancel or a failure. Must be safe to run twice. */
  undo?(context: TaskContext): Promise<void>;
}

/** A handler with typed input and cursor. */
export const taskHandler = <I, C = null>(handler: {
  readonly kind: string;
  run(context: TaskContext<I, C>): Promise<Record<string, unknown>>;
  undo?(context: TaskContext<I, C>): Promise<void>;
}): TaskHandler => handler as unknown as TaskHandler;

/** The task of a row, as its handler sees it. */
export const taskOf = (row: TaskRow): RunningTask => ({
  id: row.id,
  input: row.input,
  cursor: row.cursor,
  corporationId: row.corporation_id,
  projectId: row.project_id,
  accountId: row.account_id,
  byName: row.by_name,
});

/** Writes the cursor of a task. */
export const checkpointOf =
  (id: number): TaskContext['checkpoint'] =>
  async (db, cursor) => {
    await db
      .updateTable('task')
      .set({ cursor: JSON.stringify(cursor) })
      .where('id', '=', id)
      .execute();
  };
