/**
 * What a certificate that a device shows is worth. That the device has its key was proven by TLS; who issued it, what for and until
 * when is judged here, by the authorities of one corporation alone. Pure but for the clock that it is handed.
 *
 * Invariant: a certificate is issued by an authority itself, with none in between: there is no path to be built, and so none that
 * could lead to the authority of somebody else.
 */
import 'reflect-metadata';
import { type KeyObject, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { CertificateFault } from '@plumbline/contract/devices/certificates';
import { sncode as serialNumber } from '@plumbline/contract/points/fields';

/** A certificate that could be read. */
export interface Presented {
  readonly read: X509Certificate;
  /** Serial numbers that it may stand for: its common name first, then what it names otherwise. */
  readonly names: readonly string[];
  readonly hashes: string;
  readonly strangeExtension: boolean;
}
export interface Trusted {
  readonly id: number;
  readonly isOwn: boolean;
  readonly read: X509Certificate;
}

const maxBytes = 16_384;
const maxNames = 10;
const clientUse = '1.3.6.1.5.5.7.3.2';
const anyUse = '2.5.29.37.0';
/** Critical extensions that are looked at here, or that say nothing against a client. */
const knownExtensions = new Set(['2.5.29.15', '2.5.29.17', '2.5.29.19', '2.5.29.37']);

/** null = it is no certificate. */
export function readPresented(der: Uint8Array): Presented | null {
  if (der.length === 0 || der.length > maxBytes) return null;
  try {
    const parsed = new x509.X509Certificate(Uint8Array.from(der));
    return {
      read: new X509Certificate(der),
      names: namesOf(parsed),
      hashes: hashOf(parsed),
      strangeExtension: parsed.extensions.some(({ critical, type }) => critical && !knownExtensions.has(type)),
    };
  } catch {
    return null;
  }
}

function namesOf(parsed: x509.X509Certificate): string[] {
  const further = parsed.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [];
  const alternatives = [
    ...parsed.subjectName.getField('CN'),
    ...further.filter(({ type }) => type === 'dns').map(({ value }) => value),
  ];
  return [...new Set(alternatives)].filter((name) => serialNumber.safeParse(name).data === name).slice(0, maxNames);
}

function hashOf({ signatureAlgorithm }: x509.X509Certificate): string {
  const { name, hash } = signatureAlgorithm as { name: string; hash?: { name: string } | string };
  return typeof hash === 'string' ? hash : (hash?.name ?? name);
}

/** By which authority it was issued, or why it lets nobody in. */
export function judge(
  { read, hashes, strangeExtension }: Presented,
  authorities: readonly Trusted[],
  now: Date,
): { readonly authority: Trusted } | { readonly fault: CertificateFault } {
  const authority = authorities.find((each) => read.checkIssued(each.read) && read.verify(each.read.publicKey));
  if (!authority) return { fault: 'unknownAuthority' };
  if (/^(?:SHA-?1|MD5)$/i.test(hashes) || !isStrong(read.publicKey)) return { fault: 'weak' };
  if (read.ca || strangeExtension || !isForClients(read)) return { fault: 'wrongUse' };
  if (now < read.validFromDate || now < authority.read.validFromDate) return { fault: 'notYet' };
  if (now > read.validToDate || now > authority.read.validToDate) return { fault: 'expired' };
  return { authority };
}

/** One that says nothing of its use may be used for anything. */
function isForClients({ keyUsage }: X509Certificate): boolean {
  const uses = keyUsage as readonly string[] | undefined;
  return uses === undefined || uses.includes(clientUse) || uses.includes(anyUse);
}

/** RSA of 2048 bits and more, elliptic curves of 256 and more, Edwards curves. */
export function isStrong(key: KeyObject): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'rsa' || type === 'rsa-pss') return (details?.modulusLength ?? 0) >= 2048;
  if (type === 'ec') return ['prime256v1', 'secp384r1', 'secp521r1'].includes(details?.namedCurve ?? '');
  return type === 'ed25519' || type === 'ed448';
}

/** Returns the fault of an authority's certificate that somebody uploads; null = nothing. */
export function authorityFault(pem: string, now: Date): 'unreadable' | 'notAuthority' | 'weak' | 'expired' | null {
  let read: X509Certificate;
  let usage: x509.KeyUsagesExtension | null;
  try {
    read = new X509Certificate(pem);
    usage = new x509.X509Certificate(read.raw).getExtension(x509.KeyUsagesExtension);
  } catch {
    return 'unreadable';
  }
  if (!read.ca || (usage && (usage.usages & x509.KeyUsageFlags.keyCertSign) === 0)) return 'notAuthority';
  if (!isStrong(read.publicKey)) return 'weak';
  return now > read.validToDate ? 'expired' : null;
}
