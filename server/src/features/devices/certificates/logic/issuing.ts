/**
 * Certificates that are made here: of an authority of a corporation, and by it of devices. Invariant: what a request says of
 * itself counts for nothing but its key, of which it has to prove that it has it.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import 'reflect-metadata';
import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { Failure } from '@plumbline/contract/kernel/errors';
import { isStrong } from './presented.ts';

const { subtle } = globalThis.crypto;
type Key = Parameters<typeof subtle.exportKey>[1];
/** Devices whose clock is a little behind take what is new too. */
const earlyMs = 3_600_000;
const authorityDays = 20 * 365;
const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;
const usages = ['sign', 'verify'] as const;
/** The longest common name that X.509 takes. */
const maxName = 64;

export interface Issuer {
  /** PEM. */
  readonly certificate: string;
  /** PKCS#8, PEM. */
  readonly key: string;
}
export interface Issued {
  readonly pem: string;
  /** PKCS#8, PEM; null = the key is the device's own. */
  readonly key: string | null;
}

/** Positive, and not of eight zero bits at first. */
const newSerial = (): string => `4${randomBytes(16).toString('hex').slice(1)}`;

export async function makeAuthority(name: string, now: Date): Promise<Issuer> {
  const keys = await subtle.generateKey(curve, true, usages);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ O: ['Plumbline'] }, { CN: [name.slice(0, maxName)] }],
    notBefore: new Date(now.getTime() - earlyMs),
    notAfter: new Date(now.getTime() + authorityDays * dayMs),
    signingAlgorithm: curve,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pemOf(keys.privateKey) };
}

/** A certificate for a device, with a key that is made here. */
export async function issueWithKey(
  issuer: Issuer,
  { sncode, days, keyType, now }: { sncode: string; days: number; keyType: 'ec' | 'rsa'; now: Date },
): Promise<Issued> {
  const keys = await subtle.generateKey(keyType === 'ec' ? curve : rsa, true, usages);
  const pem = await issue(issuer, { sncode, days, now, publicKey: keys.publicKey });
  return { pem, key: await pemOf(keys.privateKey) };
}

/** The same for a key that the device has. Throws certificateRefused. */
export async function issueOnRequest(
  issuer: Issuer,
  { sncode, days, request, now }: { sncode: string; days: number; request: string; now: Date },
): Promise<Issued> {
  const read = readRequest(request);
  if (!(await isProven(read))) throw new Failure('certificateRefused', { reason: 'signature' });
  const pem = await issue(issuer, { sncode, days, now, publicKey: read.publicKey });
  return { pem, key: null };
}

/** The end of what an authority issues: not beyond its own. */
async function issue(
  issuer: Issuer,
  { sncode, days, now, publicKey }: { sncode: string; days: number; now: Date; publicKey: x509.PublicKeyType },
): Promise<string> {
  const authority = new x509.X509Certificate(issuer.certificate);
  const wantedMs = now.getTime() + days * dayMs;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [sncode] }],
    issuer: authority.subject,
    notBefore: new Date(now.getTime() - earlyMs),
    notAfter: new Date(Math.min(wantedMs, authority.notAfter.getTime())),
    signingAlgorithm: curve,
    publicKey,
    signingKey: await signingKeyOf(issuer.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  return certificate.toString('pem');
}

function readRequest(text: string): x509.Pkcs10CertificateRequest {
  let request: x509.Pkcs10CertificateRequest;
  try {
    request = new x509.Pkcs10CertificateRequest(text);
  } catch {
    throw new Failure('certificateRefused', { reason: 'unreadable' });
  }
  if (!isStrong(createPublicKey({ key: Buffer.from(request.publicKey.rawData), format: 'der', type: 'spki' })))
    throw new Failure('certificateRefused', { reason: 'weak' });
  return request;
}

const isProven = (request: x509.Pkcs10CertificateRequest): Promise<boolean> => request.verify().catch(() => false);

async function pemOf(key: Key): Promise<string> {
  const body = Buffer.from(await subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${body.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`;
}

const signingKeyOf = (pem: string) =>
  subtle.importKey('pkcs8', Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'), curve, false, ['sign']);

/** Returns the facts of an issued certificate that are stored. */
export function factsOf(pem: string) {
  const read = new X509Certificate(pem);
  return {
    serial: read.serialNumber,
    fingerprint: fingerprintOf(read),
    starts: read.validFromDate,
    ends: read.validToDate,
    subject: read.subject.replace(/\n/g, ', '),
  };
}

export const fingerprintOf = ({ fingerprint256 }: X509Certificate): Buffer =>
  Buffer.from(fingerprint256.replace(/:/g, ''), 'hex');
