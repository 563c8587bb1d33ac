/**
 * Background tasks as work: the row of `task` says how far one is, goes on from its cursor after a crash, and ends in
 * exactly one state.
 */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type pg from 'pg';
import type { TaskHandler } from './tasks.handler.ts';
import { runTask } from './tasks.run.ts';
import type { LongWork } from './work.long.ts';
import type { WorkRow, WorkSource } from './work.rows.ts';

const maxRunning = 2;

/** The task of its work. */
const taskIdOf = ({ input }: WorkRow): number => (input as { readonly taskId: number }).taskId;

/** The lane of tasks: two at once in a process. */
export function taskWork(source: WorkSource & { readonly pool: pg.Pool }, handlers: readonly TaskHandler[]): LongWork {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  return {
    lane: 'task',
    names: [...byKind.keys()],
    maxRunning,
    run: (row, abort) => runTask({ ...source, id: taskIdOf(row), abort, handler: getOrThrow(byKind, row.name) }),
    nextAt: () => null,
    async cancelled(running) {
      const rows = await source.db
        .selectFrom('task')
        .select('id')
        .where('id', 'in', running.map(taskIdOf))
        .where('cancel_requested', '=', true)
        .execute();
      const ids = new Set(rows.map(({ id }) => id));
      return running.filter((row) => ids.has(taskIdOf(row))).map(({ id }) => id);
    },
  };
}
