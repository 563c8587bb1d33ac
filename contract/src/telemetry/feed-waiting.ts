/** Messages of feeds that were taken and wait for the codec of a plug-in: it is away, or failed on them. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { callFaults } from '../platform/plugins.package.ts';
import { done, id } from '../points/fields.ts';

/** Most messages of a feed that wait for a codec; beyond it the sender is asked to come back. */
export const maxWaitingForCodec = 10_000;

export const FeedWaiting = z
  .object({
    source: z.string(),
    since: z.string(),
    dueAt: z.string().describe('When it is tried next'),
    attempts: z.int().describe('How often its codec failed on it'),
    fault: z.enum(callFaults),
    detail: z.string(),
    text: z.string().nullable(),
    hex: z.string().nullable(),
  })
  .meta({ id: 'FeedWaiting' });
export type FeedWaiting = z.output<typeof FeedWaiting>;

const one = { corporationId: id, feedId: id };
const write = { needs: 'Update:Corporation', within: 'corporationId', changes: ['feed'] } as const;

export const feedWaiting = {
  list: route({
    needs: 'Retrieve:Corporation',
    within: 'corporationId',
    shows: ['feed'],
    method: 'GET',
    path: '/corporations/{corporationId}/feeds/{feedId}/waiting',
    summary: 'Messages of a feed that wait for the codec of a plug-in, the oldest first: a hundred are listed.',
    background: true,
    input: z.object(one),
    reply: z.object({ total: z.int(), waiting: z.array(FeedWaiting) }),
  }),
  retry: route({
    ...write,
    method: 'POST',
    path: '/corporations/{corporationId}/feeds/{feedId}/waiting/retry',
    summary: 'Tries every message that waits for its codec again, within seconds.',
    input: z.object(one),
    reply: done,
  }),
  discard: route({
    ...write,
    method: 'DELETE',
    path: '/corporations/{corporationId}/feeds/{feedId}/waiting',
    summary: 'Discards every message of a feed that waits for its codec: their readings are lost.',
    input: z.object(one),
    reply: done,
  }),
};
