/**
 * How a background task begins, is cancelled and deleted: in the transaction of whoever asks for it. Its row in `task` is
 * what people see and where it keeps how far it is; its row in `work` is what a worker takes.
 */
import type { Context, Db } from './context.ts';
import { sqlOver } from './sql.ts';
import { addWork, wakeLane } from './work.rows.ts';

export interface NewTask {
  readonly kind: string;
  readonly corporationId: number;
  readonly projectId: number | null;
  readonly subject: Readonly<Record<string, string | number | null>>;
  readonly input: unknown;
}

/** Queues a task in the transaction of the context: it starts when that commits. */
export async function queueTask(
  {
    db,
    now,
    caller,
  }: Pick<Context, 'db' | 'now'> & { readonly caller?: Pick<Context['caller'], 'accountId' | 'displayName'> },
  task: NewTask,
): Promise<number> {
  const { id } = await db
    .insertInto('task')
    .values({
      kind: task.kind,
      corporation_id: task.corporationId,
      project_id: task.projectId,
      account_id: caller?.accountId ?? null,
      by_name: caller?.displayName ?? '',
      subject: JSON.stringify(task.subject),
      input: JSON.stringify(task.input),
      cursor: null,
      error: null,
      error_detail: null,
      created_at: now(),
      started_at: null,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addWork(sqlOver(db), now(), 'task', task.kind, [{ taskId: id }]);
  return id;
}

/** Requests that a task that is not over stops; false where it is over. */
export async function requestCancel(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  await wakeLane(db, 'task');
  return numUpdatedRows > 0n;
}

/** Deletes tasks that ended before then. */
export async function removeOldTasks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('task').where('finished_at', '<', before).execute();
}
