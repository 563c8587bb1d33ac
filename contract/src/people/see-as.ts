/** An administrator sees the product as one of their people does: to read, for an hour, and both logs say so. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

/** How long one may see as somebody else. */
export const seeAsMinutes = 60;

export const seeAs = {
  begin: route({
    method: 'POST',
    path: '/users/{userId}/see-as',
    summary:
      'Opens a session in which the caller sees what a user sees, for an hour at most. It only reads: every write, and what takes data out, is refused. Not for access tokens, and never for somebody with more rights.',
    changes: { nothing: 'The pages of that session begin without answers' },
    needs: 'Update:User',
    tokens: 'none',
    within: 'userId',
    secures: 'rights',
    input: z.object({ userId: id }),
    reply: z.object({ token: z.string(), expiresAt: z.string() }),
    fails: ['seeAsRefused'],
  }),
  end: route({
    method: 'DELETE',
    path: '/see-as',
    summary: 'Ends the session in which the caller sees as somebody else.',
    changes: { nothing: 'Pages of a session end with it' },
    needs: 'signed-in',
    tokens: 'none',
    secures: 'signOut',
    whileSeeing: true,
    input: z.object({}),
    reply: done,
    fails: ['seeAsRefused'],
  }),
};
