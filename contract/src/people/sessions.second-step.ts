import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { secondFactorCode } from './second-factors.ts';
import { SignedIn } from './sessions.ts';

/** The second step of signing in. Apart from the first, because the first page does without it. */
export const secondStep = {
  signinCode: route({
    method: 'POST',
    path: '/signin/second-factor',
    summary:
      'Signs in by the code of an authenticator app or a recovery code, after `signin` was answered by `secondFactorNeeded` with a challenge. From the same address, within five minutes.',
    changes: { nothing: 'Pages of a session begin without answers' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ challenge: z.string().min(1).max(100), code: secondFactorCode }),
    reply: SignedIn,
    fails: ['challengeExpired', 'secondFactorWrong', 'tooMany'],
    example: { challenge: 'plc_', code: '123456' },
  }),
};
