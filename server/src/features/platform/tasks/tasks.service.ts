/**
 * Tasks as people see them: what runs, how far it is, what came of it. The kernel runs them; features queue them.
 * Invariant: a task of a project is seen by whoever sees the project, another one by whoever asked for it alone.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Task, tasks } from '@plumbline/contract/platform/tasks';
import { permissionAt, scopedTo } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { requestCancel } from '../../../kernel/tasks.queue.ts';
import { places } from './tasks.api.ts';
import * as table from './tasks.table.ts';

export const mine = async ({ db, caller, now }: Context) => ({
  tasks: await table.ofAccount(db, caller.accountId, now(), scopedTo(caller, 'Retrieve:Project')),
});

export const ofProject = async ({ db }: Context, { projectId }: OutputOf<typeof tasks.ofProject.input>) => ({
  tasks: await table.ofProject(db, projectId),
});

async function visible({ db, caller }: Context, taskId: number): Promise<Task & { accountId: number | null }> {
  const task = requireRow(await table.one(db, taskId), { taskId });
  const mayRead = scopedTo(caller, 'Retrieve:Project');
  if (mayRead && !(task.projectId !== null && mayRead.includes(task.projectId)))
    throw new Failure('notFound', { taskId });
  const mayCancel = task.accountId === caller.accountId || caller.type === 'Admin' || caller.type === 'System';
  if (task.projectId === null && !mayCancel) throw new Failure('notFound', { taskId });
  return task;
}

export async function get(context: Context, { taskId }: OutputOf<typeof tasks.get.input>) {
  const { accountId: _, ...task } = await visible(context, taskId);
  return { task };
}

/**
 * Throws taskOver for what has ended, notAllowed for whoever neither asked for it nor may change its project. What the owner
 * of a token with a scope asked for is not asked for by the token.
 */
export async function cancel(context: Context, { taskId }: OutputOf<typeof tasks.cancel.input>) {
  const { accountId } = await visible(context, taskId);
  const needs = 'Update:Project';
  const place = (await places(context.db, [taskId])).get(taskId);
  const isOwn = accountId === context.caller.accountId && !context.caller.isScoped;
  const may = isOwn || (place && permissionAt(context.caller, needs, place) === 'yes');
  if (!may) throw new Failure('notAllowed', { needs });
  if (!(await requestCancel(context.db, taskId))) throw new Failure('taskOver', { taskId });
  return get(context, { taskId });
}
