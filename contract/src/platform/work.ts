import { z } from 'zod';
import { route } from '../kernel/route.ts';

/**
 * Kinds of work, each of which waits for nothing but its own kind: events of alerts, other events, tasks, schedules,
 * messages on their way out.
 */
export const workLanes = ['alert', 'event', 'condition', 'task', 'schedule', 'delivery'] as const;
const lane = z.enum(workLanes);
/** Numbers of work are not reused: they grow past what the ids of records may be. */
const workId = z.coerce.number<number>().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Work that failed ten times. `name` = of the event or schedule, the kind of the task; its words are in the language packs (work.json). */
export const StuckWork = z
  .object({
    id: z.int(),
    lane,
    name: z.string(),
    since: z.string().nullable().describe('When it was asked for; null = a schedule, which comes again'),
    attempts: z.int().describe('Failed tries since it last went well'),
    nextTryAt: z.string(),
    error: z.string().nullable().describe('Of the last failed try, as the handler said it'),
    input: z.string().describe('JSON, at most 2,000 characters of it'),
  })
  .meta({ id: 'StuckWork' });
export type StuckWork = z.output<typeof StuckWork>;

/** Only System accounts hold it: work is the installation's, of all corporations. */
const installation = { needs: 'Create:Corporation' } as const;

/** Routes of the work that is done outside of requests, and of work that is stuck. */
export const work = {
  list: route({
    ...installation,
    method: 'GET',
    path: '/installation/work',
    summary:
      'Returns how much work is due in each lane, and the events, tasks and schedules that failed ten times, at most 200, oldest first. System accounts only.',
    shows: ['work'],
    background: true,
    input: z.object({}),
    reply: z.object({
      lanes: z.array(
        z.object({
          lane,
          due: z.int().describe('Due, or being done'),
          oldestAt: z.string().nullable().describe('Since when the oldest of them is due'),
        }),
      ),
      stuck: z.array(StuckWork),
      total: z.int().describe('Of stuck work'),
    }),
  }),
  retry: route({
    ...installation,
    method: 'POST',
    path: '/installation/work/{workId}/retry',
    summary: 'Lets stuck work be tried at once. It is tried every five minutes in any case.',
    changes: ['work'],
    input: z.object({ workId }),
    reply: z.object({ code: z.literal(0) }),
    example: { workId: 1 },
  }),
  discard: route({
    ...installation,
    method: 'DELETE',
    path: '/installation/work/{workId}',
    summary:
      'Discards stuck work: what it would have done is not done. A task ends as cancelled; what it has changed stays changed. Schedules cannot be discarded.',
    changes: ['work', 'task'],
    input: z.object({ workId }),
    reply: z.object({ code: z.literal(0) }),
    fails: ['workRunning', 'protectedRecord'],
    example: { workId: 1 },
  }),
};
