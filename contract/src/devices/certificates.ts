/**
 * Client certificates of devices: the authorities by which a corporation knows its devices, what these have issued, and whether a
 * device may still come in by its secret.
 */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, paging } from '../points/fields.ts';
import { RevocationList, revocationRoutes } from './certificates.revocations.ts';

export const certificateLimits = {
  /** Authorities of one corporation. */
  authorities: 20,
  /** Certificates of one device that are not over. */
  ofDevice: 20,
  /** Certificates that one person has made within a quarter of an hour: each is work for the processor. */
  ofPerson: 60,
  /** Days that a certificate may last. */
  days: 3650,
  /** From so many days before its end a certificate is listed among those that end, and its device is warned of. */
  warnDays: 30,
  /** Characters of what is pasted. */
  text: 20_000,
} as const;

/** Why a certificate that a device shows does not let it in; required = it shows none, and its secret is shut off. */
export const certificateFaults = [
  'unknownAuthority',
  'expired',
  'notYet',
  'revoked',
  'notIssued',
  'otherDevice',
  'wrongUse',
  'weak',
  'unreadable',
  'required',
] as const;
export type CertificateFault = (typeof certificateFaults)[number];

/** made = key and certificate were made here; request = the key is the device's own; seen = of an authority of theirs, since it came in by it. */
export const certificateOrigins = ['made', 'request', 'seen'] as const;

const common = {
  id: z.int(),
  serial: z.string().describe('Serial number, in hexadecimal'),
  fingerprint: z.string().describe('SHA-256 of the certificate, in hexadecimal'),
  origin: z.enum(certificateOrigins),
  authorityName: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  createdAt: z.string(),
  byName: z.string().describe('Who issued it; empty = it came with the device'),
  lastUsedAt: z.string().nullable().describe('To the minute; null = never'),
  revokedAt: z.string().nullable(),
  revokedBy: z.string(),
  isRevokedByAuthority: z.boolean().describe('true = by its serial number, or by the list of its authority; not here'),
  isAuthorityTrusted: z.boolean().describe('false = its authority was removed: it lets nobody in'),
};
export const DeviceCertificate = z.object(common).meta({ id: 'DeviceCertificate' });
export type DeviceCertificate = z.output<typeof DeviceCertificate>;

const ListedCertificate = z
  .object({ ...common, deviceId: z.int(), deviceName: z.string(), sncode: z.string() })
  .meta({ id: 'ListedCertificate' });

export const CertificateAuthority = z
  .object({
    id: z.int(),
    isOwn: z.boolean().describe('true = made here, with its key; false = of the corporation, its certificate alone'),
    name: z.string(),
    subject: z.string(),
    certificate: z.string().describe('PEM'),
    fingerprint: z.string(),
    endsAt: z.string(),
    createdAt: z.string(),
    byName: z.string(),
    devices: z.int().describe('That have a certificate of it which is neither over nor revoked'),
    revoked: z.int().describe('Of its certificates that people revoked by the serial number'),
    list: RevocationList.nullable().describe('Its list of revoked certificates (CRL); null = none was given'),
  })
  .meta({ id: 'CertificateAuthority' });
export type CertificateAuthority = z.output<typeof CertificateAuthority>;

const pem = z.string().trim().min(1).max(certificateLimits.text);
const ofDevice = { within: 'deviceId', path: '/devices/{deviceId}/certificates' } as const;
const ofCorporation = {
  within: 'corporationId',
  path: '/corporations/{corporationId}/certificate-authorities',
} as const;
const change = { changes: ['certificate', 'device'], needs: 'Update:Device', secures: 'secret' } as const;

export const certificates = {
  ...revocationRoutes,
  ofDevice: route({
    ...ofDevice,
    method: 'GET',
    summary: 'The client certificates of a device, the newest first, and whether its secret still lets it in.',
    shows: ['certificate', 'device'],
    needs: 'Retrieve:Device',
    background: true,
    input: z.object({ deviceId: id }),
    reply: z.object({
      certificates: z.array(DeviceCertificate),
      rule: z.object({ isRequired: z.boolean().describe('true = it comes in by a certificate alone') }),
      address: z
        .object({ host: z.string(), port: z.int() })
        .nullable()
        .describe(
          'Where devices come in by a certificate, over MQTT with TLS; null = this installation has no such port',
        ),
    }),
  }),
  issue: route({
    ...ofDevice,
    ...change,
    method: 'POST',
    ownTransaction: true,
    summary:
      'Issues a client certificate for a device, by the authority of its corporation that is made at first use. Without a request a key is made too and given out only this once; with one (PKCS#10, PEM) the key never leaves the device.',
    input: z.object({
      deviceId: id,
      days: z.int().min(1).max(certificateLimits.days).default(730),
      keyType: z.enum(['ec', 'rsa']).default('ec').describe('Of a key that is made here: P-256, or RSA of 2048 bits'),
      request: pem.nullable().default(null),
      password: z
        .string()
        .min(8)
        .max(64)
        .regex(/^[\x20-\x7E]+$/, 'printable')
        .nullable()
        .default(null)
        .describe('Of a key that is made here: the PKCS#12 file is given out too, under this password'),
    }),
    reply: z.object({
      certificate: DeviceCertificate,
      pem: z.string().describe('The certificate'),
      authority: z.string().describe('The certificate of the authority that issued it'),
      key: z.string().nullable().describe("PKCS#8; null = the key is the device's own"),
      keyStore: z
        .string()
        .nullable()
        .describe('PKCS#12 in Base64: key, certificate and authority; null = no password was given, or no key made'),
    }),
    fails: ['certificateRefused', 'certificatesFull', 'tooMany'],
    example: { deviceId: 1, days: 730 },
  }),
  revoke: route({
    ...ofDevice,
    ...change,
    path: '/devices/{deviceId}/certificates/{certificateId}/revoke',
    method: 'POST',
    summary: 'Revokes a certificate of a device for good. Connections that were opened by it end at once.',
    input: z.object({ deviceId: id, certificateId: id }),
    reply: done,
    fails: ['notFound'],
  }),
  setRule: route({
    ...ofDevice,
    ...change,
    path: '/devices/{deviceId}/certificate-rule',
    method: 'PUT',
    summary:
      'Says whether a device comes in by a certificate alone. Its secret is refused then, and connections that were opened by it end at once.',
    guards: { read: 'ofDevice', part: 'rule' },
    input: z.object({ deviceId: id, isRequired: z.boolean() }),
    reply: z.object({ rule: z.object({ isRequired: z.boolean() }) }),
    fails: ['certificateMissing'],
    example: { deviceId: 1, isRequired: false },
  }),
  authorities: route({
    ...ofCorporation,
    method: 'GET',
    summary: 'By which authorities a corporation knows the certificates of its devices.',
    shows: ['certificate'],
    needs: 'Update:Corporation',
    input: z.object({ corporationId: id }),
    reply: z.object({ authorities: z.array(CertificateAuthority) }),
  }),
  addAuthority: route({
    ...ofCorporation,
    method: 'POST',
    summary:
      "Takes the certificate of an authority of the corporation's own: the one that signs the certificates of its devices itself. From then on a certificate of it lets in the device whose serial number it names, of this corporation alone.",
    changes: ['certificate'],
    needs: 'Update:Corporation',
    secures: 'secret',
    input: z.object({ corporationId: id, name: z.string().trim().min(1).max(100), certificate: pem }),
    reply: z.object({ authority: CertificateAuthority }),
    fails: ['certificateRefused', 'certificatesFull'],
    example: { corporationId: 1, name: 'Loggers', certificate: '-----BEGIN CERTIFICATE-----' },
  }),
  removeAuthority: route({
    ...ofCorporation,
    path: '/corporations/{corporationId}/certificate-authorities/{authorityId}',
    method: 'DELETE',
    summary:
      'Takes an authority away: no certificate of it lets anybody in any more, and connections that were opened by one end at once. What was revoked stays revoked.',
    changes: ['certificate', 'device'],
    needs: 'Update:Corporation',
    secures: 'secret',
    input: z.object({ corporationId: id, authorityId: id }),
    reply: done,
    fails: ['notFound'],
  }),
  list: route({
    method: 'GET',
    path: '/corporations/{corporationId}/device-certificates',
    within: 'corporationId',
    summary:
      'The certificates of the devices of a corporation, those that end first at the top. ends = soon: only devices whose last certificate ends within 30 days, or has ended.',
    shows: ['certificate'],
    needs: 'Update:Corporation',
    input: z.object({ corporationId: id, ends: z.enum(['any', 'soon']).default('any'), ...paging }),
    reply: z.object({ certificates: z.array(ListedCertificate), total: z.int() }),
  }),
};
