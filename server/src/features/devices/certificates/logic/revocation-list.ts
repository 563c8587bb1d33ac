/**
 * A list of revoked certificates (CRL, RFC 5280) that somebody brings. Invariant: nothing of it counts unless the authority itself has
 * signed it, for all that it issues.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { revocationLimits } from '@plumbline/contract/devices/certificates.revocations';
import { Failure } from '@plumbline/contract/kernel/errors';

export interface ReadList {
  readonly madeAt: Date;
  /** null = it does not say. */
  readonly nextAt: Date | null;
  readonly revoked: readonly { readonly serial: string; readonly at: Date }[];
}

/** A part of a list only (delta), or one of certain certificates or other issuers: half of a list would let in what is not in it. */
const partial = new Set(['2.5.29.27', '2.5.29.28', '2.5.29.29']);
/** Critical extensions of a list that change nothing here. */
const harmless = new Set(['2.5.29.20', '2.5.29.35']);

/** As it is compared: capitals, without what may lie between, and without zeros in front. */
export const serialOf = (text: string): string =>
  text
    .replace(/^0x/i, '')
    .replace(/[^0-9A-Fa-f]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '');

/** Throws certificateRefused: unreadable, otherIssuer, signature, partial, tooLong. */
export async function readRevocationList(text: string, authorityPem: string, now: Date): Promise<ReadList> {
  const refuse = (reason: string): never => {
    throw new Failure('certificateRefused', { reason });
  };
  const list = parsed(text) ?? refuse('unreadable');
  const authority = new x509.X509Certificate(authorityPem);
  if (list.issuerName.toString() !== authority.subjectName.toString()) refuse('otherIssuer');
  if (!(await isSigned(list, authority))) refuse('signature');
  if (list.extensions.some(({ type, critical }) => partial.has(type) || (critical && !harmless.has(type))))
    refuse('partial');
  const { entries, thisUpdate, nextUpdate } = list;
  if (entries.length > revocationLimits.entries) refuse('tooLong');
  // Clocks of authorities may be ahead by a little.
  if (Number.isNaN(thisUpdate.getTime()) || thisUpdate.getTime() > now.getTime() + dayMs) refuse('unreadable');
  const bySerial = new Map(entries.map(({ serialNumber, revocationDate }) => [serialOf(serialNumber), revocationDate]));
  return {
    madeAt: thisUpdate,
    nextAt: nextUpdate ?? null,
    revoked: [...bySerial].map(([serial, at]) => ({ serial, at })),
  };
}

function parsed(text: string): x509.X509Crl | null {
  try {
    const [, body = text] = /-----BEGIN (?:X509 )?CRL-----([^-]+)-----END (?:X509 )?CRL-----/.exec(text) ?? [];
    const bytes = Buffer.from(body, 'base64');
    if (bytes.length === 0 || bytes.length > revocationLimits.bytes) return null;
    return new x509.X509Crl(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

const isSigned = (list: x509.X509Crl, authority: x509.X509Certificate): Promise<boolean> =>
  list.verify({ publicKey: authority }).catch(() => false);

/** The serial number of a certificate that the authority has issued. Throws certificateRefused: unreadable, otherIssuer. */
export function serialOfIssued(pem: string, authorityPem: string): string {
  let read: X509Certificate;
  try {
    read = new X509Certificate(pem);
  } catch {
    throw new Failure('certificateRefused', { reason: 'unreadable' });
  }
  const authority = new X509Certificate(authorityPem);
  if (!read.checkIssued(authority) || !read.verify(authority.publicKey))
    throw new Failure('certificateRefused', { reason: 'otherIssuer' });
  return serialOf(read.serialNumber);
}
