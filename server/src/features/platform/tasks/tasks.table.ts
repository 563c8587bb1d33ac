import type { Task } from '@plumbline/contract/platform/tasks';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['task']>;

const shown = 50;
const retentionDays = 7;

/** Returns the tasks of an account: running, and ended in the last seven days, newest first; of `projectIds` alone where they are given. */
export async function ofAccount(
  db: Db,
  accountId: number,
  now: Date,
  projectIds: readonly number[] | null,
): Promise<Task[]> {
  const since = new Date(now.getTime() - retentionDays * 86_400_000);
  const rows = await db
    .selectFrom('task')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('finished_at', 'is', null), is('finished_at', '>', since)]))
    .$if(projectIds !== null, (query) => query.where('project_id', '=', sql<number>`ANY(${projectIds}::int[])`))
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();
  return rows.map(fromRow);
}

export async function ofProject(db: Db, projectId: number): Promise<Task[]> {
  const rows = await db
    .selectFrom('task')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();
  return rows.map(fromRow);
}

export async function one(db: Db, id: number): Promise<(Task & { accountId: number | null }) | undefined> {
  const row = await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...fromRow(row), accountId: row.account_id };
}

const fromRow = (row: Row): Task => ({
  id: row.id,
  kind: row.kind,
  projectId: row.project_id,
  byName: row.by_name,
  subject: row.subject,
  state: row.state,
  done: row.done,
  total: row.total,
  cancelRequested: row.cancel_requested,
  result: row.result,
  error: row.error,
  errorDetail: row.error_detail,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
});
