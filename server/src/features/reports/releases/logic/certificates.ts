/**
 * Certificates that reports are signed with: that of an installation, made by itself, or one that its operator brings as
 * PKCS#12. Keys are RSA where we make them; brought ones may be of elliptic curves too.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { dayMs } from '@plumbline/contract/kernel/durations';
import forge from 'node-forge';

/** DER, the certificate of the signer first. */
export interface Signer {
  readonly key: KeyObject;
  readonly certificates: readonly Buffer[];
}
/** PEM, as it is stored; the key is to be sealed. */
export interface MadeSigner {
  readonly certificates: readonly [own: string, authority: string];
  /** Of the signer and of the authority that signed its certificate, as JSON. */
  readonly keys: string;
}
interface Keys {
  readonly own: string;
  readonly authority: string;
}

const [authorityDays, ownDays, renewalDays] = [20 * 365, 3 * 365, 60];

interface Subject {
  readonly name: string;
  readonly isAuthority: boolean;
  readonly days: number;
  readonly now: Date;
}
interface Issuer {
  readonly certificate: forge.pki.Certificate;
  readonly key: forge.pki.rsa.PrivateKey;
}

const rsaKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** `issuer` null = it signs itself. */
function certificateOf(
  { name, isAuthority, days, now }: Subject,
  keyPem: string,
  issuer: Issuer | null,
): forge.pki.Certificate {
  const key = forge.pki.privateKeyFromPem(keyPem) as forge.pki.rsa.PrivateKey;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.rsa.setPublicKey(key.n, key.e);
  // Positive, and not of eight zero bits at first.
  certificate.serialNumber = `4${randomBytes(16).toString('hex').slice(1)}`;
  certificate.validity.notBefore = new Date(now.getTime() - dayMs);
  certificate.validity.notAfter = new Date(now.getTime() + days * dayMs);
  const subject = [
    { name: 'organizationName', value: 'Plumbline' },
    { name: 'commonName', value: name },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? issuer.certificate.subject.attributes : subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isAuthority, critical: true },
    isAuthority
      ? { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      : { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(issuer ? issuer.key : key, forge.md.sha256.create());
  return certificate;
}

/** A certificate for signing. `before` = the one whose time ends: its authority stays. */
export function makeSigner(now: Date, before: MadeSigner | null): MadeSigner {
  const keys = before ? (JSON.parse(before.keys) as Keys) : null;
  const authorityKey = keys?.authority ?? rsaKey();
  const authority = before
    ? forge.pki.certificateFromPem(before.certificates[1])
    : certificateOf(
        {
          name: `Plumbline installation ${randomBytes(4).toString('hex')}`,
          isAuthority: true,
          days: authorityDays,
          now,
        },
        authorityKey,
        null,
      );
  const issuer = { certificate: authority, key: forge.pki.privateKeyFromPem(authorityKey) as forge.pki.rsa.PrivateKey };
  const key = rsaKey();
  const certificate = certificateOf({ name: 'Plumbline reports', isAuthority: false, days: ownDays, now }, key, issuer);
  return {
    certificates: [forge.pki.certificateToPem(certificate), forge.pki.certificateToPem(authority)],
    keys: JSON.stringify({ own: key, authority: authorityKey } satisfies Keys),
  };
}

export const readSigner = ({ certificates, keys }: MadeSigner): Signer => ({
  key: createPrivateKey((JSON.parse(keys) as Keys).own),
  certificates: certificates.map((pem) => new X509Certificate(pem).raw),
});

export function needsRenewal({ certificates: [signerCertificate] }: MadeSigner, now: Date): boolean {
  const ends = new X509Certificate(signerCertificate).validToDate.getTime();
  return ends - now.getTime() < renewalDays * dayMs;
}

/** Throws Error where the file is none, the password is wrong, or no key and certificate in it belong together. */
export function readPkcs12(bytes: Uint8Array, password: string): Signer {
  const { asn1, pkcs12 } = forge;
  const read = pkcs12.pkcs12FromAsn1(
    asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('latin1'))),
    password,
  );
  const bags = read.safeContents.flatMap(({ safeBags }) => safeBags);
  const derOf = (of: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(of).getBytes(), 'latin1');
  const keys = bags
    .filter(({ type }) => type === forge.pki.oids['pkcs8ShroudedKeyBag'] || type === forge.pki.oids['keyBag'])
    .map((bag) => keyOf(bag, derOf));
  const certificates = bags
    .filter(({ type }) => type === forge.pki.oids['certBag'])
    .map(({ cert, asn1: raw }) => derOf(cert ? forge.pki.certificateToAsn1(cert) : raw));
  for (const key of keys)
    for (const certificate of certificates)
      if (new X509Certificate(certificate).checkPrivateKey(key))
        return { key, certificates: [certificate, ...certificates.filter((each) => each !== certificate)] };
  throw new Error('the file holds no key with its certificate');
}

const keyOf = ({ key, asn1: raw }: forge.pkcs12.Bag, derOf: (of: forge.asn1.Asn1) => Buffer): KeyObject =>
  key
    ? createPrivateKey(forge.pki.privateKeyToPem(key))
    : createPrivateKey({ key: derOf(raw), format: 'der', type: 'pkcs8' });
