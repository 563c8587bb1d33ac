import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';

export const taskStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type TaskState = (typeof taskStates)[number];
/** A state in which nothing more happens. */
export const isOver = (state: TaskState) => state === 'done' || state === 'failed' || state === 'cancelled';

/** Work that takes longer than a request. `kind` names its words in the language packs (tasks.json). */
export const Task = z
  .object({
    id: z.int(),
    kind: z.string(),
    projectId: z.int().nullable(),
    byName: z.string().describe('Who asked; empty for the platform itself'),
    subject: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).describe('What it is about'),
    state: z.enum(taskStates),
    done: z.int(),
    total: z.int().describe('0 = not known yet'),
    cancelRequested: z.boolean(),
    result: z.record(z.string(), z.unknown()),
    error: z.string().nullable().describe('A name of the error catalogue'),
    errorDetail: z.unknown(),
    createdAt: z.string(),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'Task' });
export type Task = z.output<typeof Task>;

export const tasks = {
  mine: route({
    method: 'GET',
    path: '/tasks',
    summary: 'Returns the tasks of the caller: running, and ended in the last seven days, newest first.',
    shows: ['task'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    input: z.object({}),
    reply: z.object({ tasks: z.array(Task) }),
  }),
  ofProject: route({
    method: 'GET',
    path: '/projects/{projectId}/tasks',
    summary: 'The running tasks of a project and the last fifty that ended.',
    shows: ['task'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id }),
    reply: z.object({ tasks: z.array(Task) }),
  }),
  get: route({
    method: 'GET',
    path: '/tasks/{taskId}',
    summary: 'Returns one task: its progress and its result.',
    shows: ['task'],
    needs: 'signed-in',
    tokens: 'any',
    within: 'taskId',
    background: true,
    input: z.object({ taskId: id }),
    reply: z.object({ task: Task }),
  }),
  cancel: route({
    method: 'POST',
    path: '/tasks/{taskId}/cancel',
    summary:
      'Cancels a task. Allowed for the user who started it, and for users who can change its project. Its changes are undone.',
    changes: ['task'],
    needs: 'signed-in',
    tokens: 'any',
    within: 'taskId',
    evenArchived: true,
    input: z.object({ taskId: id }),
    reply: z.object({ task: Task }),
    fails: ['taskOver', 'notAllowed'],
  }),
};
