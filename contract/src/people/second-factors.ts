import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

const presentPassword = z.string().min(1).max(64).describe('The present password of the caller');
/** Six digits of the authenticator app, or a recovery code; spaces and dashes do not count. */
export const secondFactorCode = z.string().trim().min(6).max(60);
const recoveryCodes = z.array(z.string()).describe('Ten, each good once. They are shown here and never again');

export const secondFactors = {
  get: route({
    method: 'GET',
    path: '/profile/second-factor',
    summary: 'Whether the caller has a second factor, and how many recovery codes are left.',
    shows: ['secondFactor'],
    needs: 'signed-in',
    tokens: 'none',
    background: true,
    beforeSecondFactor: true,
    input: z.object({}),
    reply: z.object({
      since: z.string().nullable().describe('null = none is set up'),
      recoveryCodes: z.int(),
      demanded: z.boolean().describe('Whether the corporation demands one'),
    }),
  }),
  begin: route({
    method: 'POST',
    path: '/profile/second-factor',
    summary: 'Makes a secret for an authenticator app. It counts once its first code is given. Not for access tokens.',
    changes: { nothing: 'It counts for nothing yet' },
    needs: 'signed-in',
    tokens: 'none',
    beforeSecondFactor: true,
    input: z.object({ password: presentPassword }),
    reply: z.object({
      secret: z.string().describe('Base32, to be typed into an app'),
      address: z.string().describe('otpauth://, to be shown as a QR code'),
    }),
    fails: ['wrongPassword', 'tooMany', 'secondFactorExists'],
    example: { password: 'Plumb-2026' },
  }),
  confirm: route({
    method: 'PUT',
    path: '/profile/second-factor',
    summary:
      'Takes the first code of the app: from then on sign-in asks for one. Ends the other sessions of the caller. Not for access tokens.',
    changes: ['secondFactor', 'session'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    beforeSecondFactor: true,
    ownTransaction: true,
    input: z.object({ code: secondFactorCode }),
    reply: z.object({ recoveryCodes }),
    fails: ['secondFactorWrong', 'tooMany', 'secondFactorExists'],
    example: { code: '123456' },
  }),
  renewCodes: route({
    method: 'POST',
    path: '/profile/second-factor/recovery-codes',
    summary: 'Makes ten new recovery codes; the old ones end. Asks for password and code. Not for access tokens.',
    changes: ['secondFactor'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    ownTransaction: true,
    input: z.object({ password: presentPassword, code: secondFactorCode }),
    reply: z.object({ recoveryCodes }),
    fails: ['wrongPassword', 'secondFactorWrong', 'tooMany'],
    example: { password: 'Plumb-2026', code: '123456' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/profile/second-factor',
    summary:
      'Removes the second factor of the caller. Asks for password and code. Where the corporation demands one, another must be set up first thing. Not for access tokens.',
    changes: ['secondFactor'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    ownTransaction: true,
    input: z.object({ password: presentPassword, code: secondFactorCode }),
    reply: done,
    fails: ['wrongPassword', 'secondFactorWrong', 'tooMany'],
    example: { password: 'Plumb-2026', code: '123456' },
  }),
  ofUser: route({
    method: 'GET',
    path: '/users/{userId}/second-factor',
    summary: 'Whether a user has a second factor.',
    shows: ['secondFactor'],
    needs: 'Retrieve:User',
    within: 'userId',
    input: z.object({ userId: id }),
    reply: z.object({ since: z.string().nullable().describe('null = none is set up') }),
  }),
  reset: route({
    method: 'DELETE',
    path: '/users/{userId}/second-factor',
    summary:
      'Removes the second factor of a user who has lost it, and ends their sessions. Not for one’s own, and not for access tokens.',
    changes: ['secondFactor', 'session'],
    needs: 'Update:User',
    tokens: 'none',
    secures: 'rights',
    within: 'userId',
    input: z.object({ userId: id }),
    reply: done,
    fails: ['protectedRecord'],
  }),
};
