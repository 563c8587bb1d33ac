/** Registration: a code that whoever runs the installation gave out opens an account, in a new corporation or in one that is there. */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { Limits } from '../people/corporations.ts';
import { done, id, name, paging, password } from '../points/fields.ts';
import { codeAddress, codeChallenge, codeMedia, codeSent, verificationCode } from './recovery.ts';

export const registrationCode = z
  .string()
  .overwrite((text) => text.replace(/\s+/g, ''))
  .regex(/^\d{44}$/, 'registrationCode');

/** The names of the users of a corporation that register begin with it and a dot: no name tells of another corporation. */
export const prefix = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z\d]{1,10}$/, 'prefix');

/** Without the prefix; with it no longer than a username may be. */
export const ownUsername = z
  .string()
  .trim()
  .min(2)
  .max(20)
  .regex(/^[\p{L}\p{N}._-]+$/u);

export const RegistrationCode = z
  .object({
    id: z.int(),
    note: z.string().describe('Who it is for'),
    corporationId: z.int().nullable().describe('null = it opens a corporation'),
    corporationTitle: z.string().nullable().describe('Of that, or of the one that was opened by it'),
    type: z.enum(['Admin', 'Manager', 'Normal']),
    limits: Limits,
    byName: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
    usedAt: z.string().nullable(),
    usedBy: z.string().nullable().describe('The username that it opened'),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'RegistrationCode' });
export type RegistrationCode = z.output<typeof RegistrationCode>;

const ofInstallation = { needs: 'Create:Corporation', tokens: 'none', changes: ['registrationCode'] } as const;

export const registrations = {
  list: route({
    method: 'GET',
    path: '/registration-codes',
    summary:
      'The registration codes that were given out, newest first, without the codes themselves. System accounts only.',
    shows: ['registrationCode'],
    needs: 'Create:Corporation',
    input: z.object({ ...paging }),
    reply: z.object({ codes: z.array(RegistrationCode), total: z.int() }),
  }),
  create: route({
    ...ofInstallation,
    method: 'POST',
    path: '/registration-codes',
    summary:
      'Makes a registration code of 44 digits. It is shown here and never again, and opens one account. System accounts only.',
    secures: 'secret',
    input: z.object({
      note: name(50),
      corporationId: id
        .nullable()
        .default(null)
        .describe('null = it opens a corporation, with its first administrator'),
      prefix: prefix.nullable().default(null).describe('Of a corporation that has none yet'),
      type: z.enum(['Manager', 'Normal']).default('Normal').describe('Of the account in a corporation that is there'),
      limits: Limits.partial().default({}).describe('Of the new corporation'),
      expiresInDays: z.int().min(1).max(90).default(14),
    }),
    reply: z.object({ registrationCode: z.string(), code: RegistrationCode }),
    fails: ['notFound', 'nameTaken', 'listFull'],
    example: { note: 'Delta Survey' },
  }),
  revoke: route({
    ...ofInstallation,
    method: 'DELETE',
    path: '/registration-codes/{registrationCodeId}',
    summary: 'Revokes a registration code that nobody has used. System accounts only.',
    secures: 'secret',
    input: z.object({ registrationCodeId: id }),
    reply: done,
    fails: ['notFound'],
  }),
  checkAccount: route({
    method: 'POST',
    path: '/signup/check-account',
    summary:
      'What a registration code opens, and whether a username is free there. Of usernames of other corporations it says nothing.',
    changes: { nothing: 'It counts the try and reads' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ registrationCode, username: ownUsername }),
    reply: z.object({
      corporation: z
        .object({ title: z.string(), prefix: z.string() })
        .nullable()
        .describe('null = it opens a new corporation'),
      media: z.array(z.enum(codeMedia)).describe('By what the verification code can be sent'),
      free: z.boolean(),
    }),
    fails: ['registrationCodeInvalid', 'tooMany'],
    example: { registrationCode: '0'.repeat(44), username: 'zhang.wei' },
  }),
  sendCode: route({
    method: 'POST',
    path: '/signup/verification',
    summary: 'Sends a verification code to whoever registers.',
    changes: { nothing: 'A code is under way' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ registrationCode, address: codeAddress, language: z.enum(languages).default('en') }),
    reply: codeSent,
    fails: ['registrationCodeInvalid', 'vendorNotConfigured', 'tooMany'],
    example: { registrationCode: '0'.repeat(44), address: '13800000000' },
  }),
  signup: route({
    method: 'POST',
    path: '/signup',
    summary:
      'Opens an account by a registration code, which is used up, and with it the corporation where the code is for a new one.',
    changes: ['corporation', 'user', 'registrationCode'],
    needs: 'anyone',
    secures: 'rights',
    ownTransaction: true,
    input: z.object({
      registrationCode,
      username: ownUsername,
      displayName: name(32),
      password,
      challenge: codeChallenge,
      code: verificationCode,
      company: z
        .object({ title: name(50), prefix })
        .nullable()
        .default(null)
        .describe('Of the new corporation; null where the code names one'),
      language: z.enum(languages).default('en'),
    }),
    reply: z.object({ username: z.string().describe('What one signs in with') }),
    fails: ['registrationCodeInvalid', 'verificationWrong', 'nameTaken', 'tooMany'],
    example: {
      registrationCode: '0'.repeat(44),
      username: 'zhang.wei',
      displayName: 'Zhang Wei',
      password: 'Plumb-2026',
      challenge: 'plc_',
      code: '123456',
      company: { title: 'Delta Survey', prefix: 'delta' },
    },
  }),
};
