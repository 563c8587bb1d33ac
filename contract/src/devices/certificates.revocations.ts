/**
 * What an authority of theirs has issued and is to let nobody in: revoked by its serial number before it is ever used, or by the list
 * (CRL) that the authority signs. Part of `certificates`.
 */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

export const revocationLimits = {
  /** By people, of one authority. */
  byPeople: 1_000,
  /** Of one list. */
  entries: 50_000,
  /** Bytes of a list. */
  bytes: 4 * 1024 * 1024,
  text: 20_000,
} as const;

/** The list of an authority, as far as it says of itself. */
export const RevocationList = z.object({
  madeAt: z.string().describe('When the authority made it'),
  nextAt: z.string().nullable().describe('When there is to be a newer one; null = it does not say'),
  entries: z.int(),
  addedAt: z.string(),
  byName: z.string(),
});
export type RevocationList = z.output<typeof RevocationList>;

const Revocation = z
  .object({ serial: z.string().describe('Hexadecimal'), byName: z.string(), revokedAt: z.string() })
  .meta({ id: 'CertificateRevocation' });

const ofAuthority = {
  within: 'corporationId',
  needs: 'Update:Corporation',
  path: '/corporations/{corporationId}/certificate-authorities/{authorityId}/revocations',
} as const;
const one = { corporationId: id, authorityId: id };
const changed = { changes: ['certificate', 'device'], secures: 'secret' } as const;

export const revocationRoutes = {
  revocations: route({
    ...ofAuthority,
    method: 'GET',
    summary: 'What people have revoked of an authority of theirs by its serial number, the newest first.',
    shows: ['certificate'],
    input: z.object(one),
    reply: z.object({ revocations: z.array(Revocation) }),
    fails: ['notFound'],
  }),
  revokeSerial: route({
    ...ofAuthority,
    ...changed,
    method: 'POST',
    summary:
      'Revokes a certificate of an authority of theirs for good, by its serial number or by the certificate itself, whether or not it was ever used. Connections that were opened by it end at once.',
    input: z.object({
      ...one,
      serial: z
        .string()
        .trim()
        .max(200)
        .regex(/^(?:0x)?[0-9A-Fa-f](?:[: ]?[0-9A-Fa-f])*$/, 'hexadecimal')
        .nullable()
        .default(null)
        .describe('Hexadecimal, as `openssl x509 -serial` prints it; colons and blanks may lie between'),
      certificate: z
        .string()
        .trim()
        .min(1)
        .max(revocationLimits.text)
        .nullable()
        .default(null)
        .describe('PEM, in the place of the serial number'),
    }),
    reply: z.object({ serial: z.string() }),
    fails: ['notFound', 'certificateRefused', 'certificatesFull'],
    example: { corporationId: 1, authorityId: 1, serial: '4A3F' },
  }),
  setRevocationList: route({
    ...ofAuthority,
    ...changed,
    path: '/corporations/{corporationId}/certificate-authorities/{authorityId}/revocation-list',
    method: 'PUT',
    summary:
      'Takes the list of revoked certificates (CRL) that an authority of theirs has signed. It takes the place of the one before and counts at once; one that is older than that is refused. A list that is past its time goes on to count.',
    bodyLimit: 6 * 1024 * 1024,
    input: z.object({
      ...one,
      list: z
        .string()
        .trim()
        .min(1)
        .max(Math.ceil(revocationLimits.bytes / 3) * 4 + 200_000)
        .describe('PEM, or DER in Base64'),
    }),
    reply: z.object({ list: RevocationList }),
    fails: ['notFound', 'certificateRefused'],
    example: { corporationId: 1, authorityId: 1, list: '-----BEGIN X509 CRL-----' },
  }),
  removeRevocationList: route({
    ...ofAuthority,
    ...changed,
    path: '/corporations/{corporationId}/certificate-authorities/{authorityId}/revocation-list',
    method: 'DELETE',
    summary:
      'Takes the list of an authority of theirs away: what it alone had revoked lets its devices in again. What people revoked stays revoked.',
    input: z.object(one),
    reply: done,
    fails: ['notFound'],
  }),
};
