import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, paging } from '../points/fields.ts';

/** One sign-in that has not ended. */
export const OwnSession = z
  .object({
    id: z.int(),
    browser: z.string().nullable().describe('As it named itself at sign-in, `Firefox 140`; null = not known'),
    system: z.string().nullable().describe('As it named itself at sign-in, `Windows`; null = not known'),
    agent: z.string().describe('The header User-Agent of the sign-in, at most 200 characters'),
    address: z.string().describe('Where the sign-in came from; empty = not known'),
    createdAt: z.string(),
    lastSeenAt: z.string().describe('Last use by a person, to half a minute'),
    expiresAt: z.string().describe('Its end, however much it is used'),
    current: z.boolean().describe('True for the session that asks'),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.output<typeof OwnSession>;

/** Where the caller is signed in. Apart from the rest of the sessions, because the first page does without it. */
export const ownSessions = {
  list: route({
    method: 'GET',
    path: '/profile/sessions',
    summary: 'The sessions of the caller that have not ended, the last used first. Not for access tokens.',
    shows: ['session'],
    needs: 'signed-in',
    tokens: 'none',
    background: true,
    input: z.object({ ...paging }),
    reply: z.object({ sessions: z.array(OwnSession), total: z.int() }),
  }),
  end: route({
    method: 'DELETE',
    path: '/profile/sessions/{sessionId}',
    summary: 'Ends a session of the caller at once, on open pages and running downloads too. Not for access tokens.',
    changes: ['session'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'signOut',
    input: z.object({ sessionId: id }),
    reply: done,
  }),
  endOthers: route({
    method: 'DELETE',
    path: '/profile/sessions',
    summary: 'Ends every session of the caller but the one that asks. Access tokens stay. Not for access tokens.',
    changes: ['session'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'signOut',
    input: z.object({}),
    reply: z.object({ ended: z.int().describe('How many sessions there were') }),
  }),
};
