/** How a background task begins: as a row of the transaction that asks for it. */
import { sql } from 'kysely';
import type { Context } from './context.ts';

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
  await sql`SELECT pg_notify('plumbline_task', '')`.execute(db);
  return id;
}
