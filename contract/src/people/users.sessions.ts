import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';

/**
 * Routes by which administrators manage the sessions of others. Apart from the rest of the users, because the first
 * page does without it.
 */
export const userSessions = {
  endSessions: route({
    method: 'DELETE',
    path: '/users/{userId}/sessions',
    summary: 'Ends every session of a user at once, on open pages and running downloads too. Access tokens stay.',
    changes: ['session'],
    needs: 'Update:User',
    tokens: 'none',
    secures: 'rights',
    within: 'userId',
    input: z.object({ userId: id }),
    reply: z.object({ ended: z.int().describe('How many sessions there were') }),
  }),
};
