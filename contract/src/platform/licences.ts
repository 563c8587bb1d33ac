/** The licence of an installation: a signed file, which modules it opens, and when it ends. Without one everything works. */
import { z } from 'zod';
import { corporationFlags } from '../kernel/flags.ts';
import { route } from '../kernel/route.ts';
import { done, instant } from '../points/fields.ts';

/** Terms of a licence. Signed as the bytes that it is written in. */
export const LicenceTerms = z
  .object({
    format: z.literal(1),
    id: z.string().trim().min(1).max(64),
    holder: z.string().trim().min(1).max(100),
    fingerprint: z
      .string()
      .regex(/^[\dA-F]{4}(?:-[\dA-F]{4}){7}$/)
      .describe('Of the installation that it is for'),
    features: z.array(z.enum(corporationFlags)).describe('Modules that corporations may switch on'),
    issuedAt: instant,
    endsAt: instant.nullable().describe('null = it does not end'),
  })
  .meta({ id: 'LicenceTerms' });
export type LicenceTerms = z.output<typeof LicenceTerms>;

/** The file: both base64url. */
export const LicenceFile = z.object({ payload: z.string().max(8_000), signature: z.string().max(200) });

/** Why a file is no licence of this installation. */
export const licenceFaults = ['noKey', 'unreadable', 'signature', 'otherInstallation', 'ended', 'older'] as const;
export type LicenceFault = (typeof licenceFaults)[number];

/** Only System accounts hold it: a licence is of the installation. */
const operator = { needs: 'Create:Corporation' } as const;

export const licences = {
  fingerprint: route({
    ...operator,
    method: 'GET',
    path: '/license/fingerprint',
    summary: 'What this installation is known by: whoever signs a licence asks for it.',
    shows: ['installation'],
    input: z.object({}),
    reply: z.object({ fingerprint: z.string() }),
  }),
  info: route({
    ...operator,
    method: 'GET',
    path: '/license/info',
    summary: 'The licence in force. Without one, and after its end, nothing stops.',
    shows: ['installation'],
    input: z.object({}),
    reply: z.object({
      state: z.enum(['none', 'valid', 'ended']),
      canImport: z.boolean().describe('false = no key of a signer is set (LICENCE_KEY)'),
      terms: LicenceTerms.nullable(),
    }),
  }),
  install: route({
    ...operator,
    method: 'PUT',
    path: '/license',
    summary: 'Imports a licence file in the place of the one that there is.',
    changes: ['installation', 'corporation'],
    secures: 'rights',
    input: z.object({ file: z.string().min(1).max(10_000).describe('The text of the file') }),
    reply: z.object({ terms: LicenceTerms }),
    fails: ['licenceImportFailed'],
  }),
  remove: route({
    ...operator,
    method: 'DELETE',
    path: '/license',
    summary: 'Removes the licence: every module may be switched on again.',
    changes: ['installation', 'corporation'],
    secures: 'rights',
    input: z.object({}),
    reply: done,
    fails: ['notFound'],
  }),
};
