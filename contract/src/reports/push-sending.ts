/** What push rules sent, what was refused and is sent again, periods sent again, and a try whose answer is shown. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';
import { onePushRule, pushFaults, pushLimits, readsPushRule, updatesPushRule } from './push-rules.ts';

const Refusal = z.object({
  id: z.int(),
  at: z.string(),
  items: z.int(),
  fault: z.enum(pushFaults),
  detail: z.string(),
});
const PushLog = z.object({
  at: z.string(),
  rows: z.int(),
  bytes: z.int(),
  ms: z.int(),
  status: z.int().nullable().describe('Of HTTP: the status; null = there was no answer, or another way'),
  fault: z.enum(pushFaults).nullable(),
  answer: z.string().describe('The beginning of the answer, or what went wrong'),
});
export type PushLog = z.output<typeof PushLog>;

export const pushSending = {
  logs: route({
    ...readsPushRule,
    method: 'GET',
    path: '/projects/{projectId}/push-rules/{pushRuleId}/logs',
    summary: 'What a push rule sent in the last two days, the newest first.',
    shows: ['pushRule'],
    input: z.object({
      ...onePushRule,
      failed: z.coerce.number<number>().int().min(0).max(1).default(0).describe('1 = tries that went wrong alone'),
      limit: z.coerce.number<number>().int().min(1).max(pushLimits.logs).default(pushLimits.logs),
    }),
    reply: z.object({ logs: z.array(PushLog), refusals: z.array(Refusal) }),
  }),
  replay: route({
    ...updatesPushRule,
    method: 'POST',
    path: '/projects/{projectId}/push-rules/{pushRuleId}/replay',
    summary: 'Lets messages that the receiver refused be sent again: one of them, or all.',
    changes: ['pushRule'],
    input: z.object({ ...onePushRule, refusalId: id.optional() }),
    reply: z.object({ messages: z.int() }),
  }),
  backfill: route({
    ...updatesPushRule,
    method: 'POST',
    path: '/projects/{projectId}/push-rules/{pushRuleId}/backfill',
    summary: 'Queues the readings of a period for a push rule, as a task.',
    changes: ['pushRule', 'task'],
    input: z.object({ ...onePushRule, from: instant, to: instant }),
    reply: z.object({ taskId: z.int() }),
    fails: ['startAfterEnd', 'spanExceeded', 'pushParameter'],
    example: { projectId: 1, pushRuleId: 1, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  }),
  test: route({
    ...updatesPushRule,
    method: 'POST',
    path: '/projects/{projectId}/push-rules/{pushRuleId}/test',
    summary:
      'Sends the newest reading of a push rule now, and shows the request, its secrets masked, beside the answer.',
    changes: ['pushRule'],
    ownTransaction: true,
    input: z.object(onePushRule),
    reply: z.object({
      request: z
        .object({
          method: z.string().describe('Of HTTP: the method; else what was done: PUBLISH, SEND, STOR, INSERT'),
          url: z.string().describe('The address; of a file with its name'),
          headers: z
            .array(z.tuple([z.string(), z.string()]))
            .describe('Headers; of MQTT its topic, of a table its columns'),
          body: z.string(),
        })
        .nullable()
        .describe('null = there is no reading yet'),
      status: z.int().nullable(),
      fault: z.enum(pushFaults).nullable(),
      answer: z.string(),
      ms: z.int(),
    }),
    fails: ['tooMany'],
  }),
};
