/** A forgotten password: where an account can be reached for it, and the new password by a code that is sent there. */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { username } from '../people/users.ts';
import { done, email, mobile, password } from '../points/fields.ts';

/** By what a verification code goes out. */
export const codeMedia = ['sms', 'email'] as const;
export type CodeMedium = (typeof codeMedia)[number];

/** A mobile number or an e-mail address. */
export const codeAddress = z
  .string()
  .trim()
  .min(1, 'required')
  .max(254)
  .refine((text) => text.includes('@') || mobile.safeParse(text).success, 'mobile')
  .refine((text) => !text.includes('@') || email.safeParse(text).success, 'email');
export const mediumOfAddress = (address: string): CodeMedium => (address.includes('@') ? 'email' : 'sms');

/** Six digits. */
export const verificationCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'verificationCode');
export const codeChallenge = z.string().min(1).max(100).describe('What the request for the code was answered with');
export const codeSent = z.object({
  challenge: z.string().describe('Goes with the code. Good once, and for so long'),
  expiresInSeconds: z.int(),
});
const presentPassword = z.string().min(1).max(64).describe('The present password of the caller');

export const recovery = {
  sendCode: route({
    method: 'POST',
    path: '/forget-password-verification',
    summary:
      'Sends a code to the mobile number or e-mail address by which an account recovers its password. The answer is the same, after the same time, where there is no such account or it has another address.',
    changes: { nothing: 'A code is under way' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({
      username,
      address: codeAddress,
      language: z.enum(languages).default('en').describe('Of the message'),
    }),
    reply: codeSent,
    fails: ['tooMany'],
    example: { username: 'zhang.wei', address: '13800000000' },
  }),
  resetPassword: route({
    method: 'POST',
    path: '/reset-password',
    summary:
      'Sets a new password by the code that was sent. Every session and access token of the account ends. A second factor stays.',
    changes: { nothing: 'Pages of a session end with it' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ challenge: codeChallenge, code: verificationCode, password }),
    reply: done,
    fails: ['verificationWrong', 'tooMany'],
    example: { challenge: 'plc_', code: '123456', password: 'Plumb-2026' },
  }),
  get: route({
    method: 'GET',
    path: '/profile/recovery-address',
    summary: 'Where the caller is sent a code who has forgotten the password, and by what codes can be sent.',
    shows: ['recovery'],
    needs: 'signed-in',
    tokens: 'none',
    background: true,
    input: z.object({}),
    reply: z.object({
      address: z.string().nullable().describe('null = there is none: only an administrator can set a new password'),
      since: z.string().nullable(),
      media: z.array(z.enum(codeMedia)),
    }),
  }),
  begin: route({
    method: 'POST',
    path: '/profile/recovery-address',
    summary:
      'Sends a code to a mobile number or e-mail address, to prove that it is the caller’s. Not for access tokens.',
    changes: { nothing: 'It counts once the code is given' },
    needs: 'signed-in',
    tokens: 'none',
    ownTransaction: true,
    input: z.object({ password: presentPassword, address: codeAddress }),
    reply: codeSent,
    fails: ['wrongPassword', 'tooMany', 'vendorNotConfigured', 'protectedRecord'],
    example: { password: 'Plumb-2026', address: '13800000000' },
  }),
  confirm: route({
    method: 'PUT',
    path: '/profile/recovery-address',
    summary:
      'Takes the code that was sent: from then on a forgotten password is recovered there. Not for access tokens.',
    changes: ['recovery'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    ownTransaction: true,
    input: z.object({ challenge: codeChallenge, code: verificationCode }),
    reply: done,
    fails: ['verificationWrong'],
    example: { challenge: 'plc_', code: '123456' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/profile/recovery-address',
    summary: 'Takes it away: only an administrator can set a new password then. Not for access tokens.',
    changes: ['recovery'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    input: z.object({ password: presentPassword }),
    reply: done,
    fails: ['wrongPassword', 'tooMany'],
    example: { password: 'Plumb-2026' },
  }),
};
