/**
 * Work that does not go well, as people see it and decide about it. Invariant: what a worker has in hand is not discarded
 * under it.
 */
import { sql } from 'kysely';
import { emit } from './events.ts';
import type { Db } from './transaction.ts';
import type { LaneName } from './work.lanes.ts';
import { tryLock } from './work.locks.ts';
import { stuckAttempts, wakeLane } from './work.rows.ts';

const shownInput = 2_000;

/** Stuck work, oldest first, with how much there is in all. */
export async function stuckWork(db: Db, limit: number) {
  const rows = await db
    .selectFrom('work')
    .select(['id', 'lane', 'name', 'created_at', 'due_at', 'attempts', 'error'])
    .select(sql<string>`left(input::text, ${shownInput})`.as('input'))
    .select(sql<number>`count(*) OVER ()`.as('total'))
    .where('attempts', '>=', stuckAttempts)
    .orderBy('id')
    .limit(limit)
    .execute();
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Lets stuck work be tried at once; undefined where there is none of that number. */
export async function retryWork(db: Db, id: number, now: Date): Promise<{ lane: LaneName; name: string } | undefined> {
  const row = await db
    .updateTable('work')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('attempts', '>=', stuckAttempts)
    .returning(['lane', 'name'])
    .executeTakeFirst();
  if (row) await wakeLane(db, row.lane);
  return row;
}

type Discarded = { readonly lane: LaneName; readonly name: string; readonly input: unknown };

/**
 * Deletes stuck work in the transaction of `db`; the task of it ends as cancelled, and whoever asked for it is notified.
 * A schedule is not discarded: it would come again.
 */
export async function discardWork(
  db: Db,
  id: number,
  now: Date,
): Promise<Discarded | 'absent' | 'running' | 'schedule'> {
  const stuck = db.selectFrom('work').select(['lane', 'name', 'input']).where('id', '=', id);
  const row = await stuck.where('attempts', '>=', stuckAttempts).executeTakeFirst();
  if (!row) return 'absent';
  if (row.lane === 'schedule') return 'schedule';
  // An event in hand is locked as a row, a task by its number.
  const locked = await stuck.forUpdate().skipLocked().executeTakeFirst();
  if (!locked || !(await tryLock(db, id))) return 'running';
  await db.deleteFrom('work').where('id', '=', id).execute();
  if (row.lane === 'task') await endTask(db, (row.input as { taskId: number }).taskId, now);
  return row;
}

async function endTask(db: Db, taskId: number, now: Date): Promise<void> {
  const task = await db
    .updateTable('task')
    .set({ state: 'cancelled', cancel_requested: true, finished_at: now })
    .where('id', '=', taskId)
    .where('state', 'in', ['queued', 'running'])
    .returning('account_id')
    .executeTakeFirst();
  if (task?.account_id) await emit(db, now, 'taskEnded', { taskId, accountId: task.account_id });
}
