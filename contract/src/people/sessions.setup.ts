import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { name, password } from '../points/fields.ts';
import { SignedIn } from './sessions.ts';
import { username } from './users.ts';

/** The first start. Apart from the rest of the sessions, because the first page does without it. */
export const firstSetup = {
  setup: route({
    method: 'POST',
    path: '/setup',
    summary:
      'First start without the demonstration: creates the first corporation and its administrator. Requires the one-time token that the server printed.',
    changes: ['installation'],
    needs: 'anyone',
    secures: 'rights',
    ownTransaction: true,
    input: z.object({
      setupToken: z.string().trim().min(1).max(100),
      corporationTitle: name(50),
      username,
      displayName: name(32),
      password,
    }),
    reply: SignedIn,
    fails: ['setupClosed', 'tooMany'],
    example: {
      setupToken: 'x',
      corporationTitle: 'Plumbline',
      username: 'admin',
      displayName: 'Administrator',
      password: 'Plumb-2026',
    },
  }),
};
