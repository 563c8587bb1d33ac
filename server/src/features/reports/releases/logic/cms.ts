/**
 * A detached signature as PAdES-B wants it (ETSI EN 319 142-1): CMS with the digest of what is signed and, under the same
 * signature, which certificate signed it. Nothing is signed but by RSA or ECDSA with SHA-256.
 */
import { createHash, sign } from 'node:crypto';
import forge from 'node-forge';
import type { Signer } from './certificates.ts';

const { asn1 } = forge;
const { Class, Type } = asn1;
const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const;

type Node = forge.asn1.Asn1;
const sequence = (...of: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, of);
const setOf = (...of: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SET, true, of);
const tagged = (tag: number, of: Node[]): Node => asn1.create(Class.CONTEXT_SPECIFIC, tag, true, of);
const oid = (text: string): Node => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(text).getBytes());
const nullNode = (): Node => asn1.create(Class.UNIVERSAL, Type.NULL, false, '');
const octets = (bytes: Uint8Array): Node =>
  asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, Buffer.from(bytes).toString('latin1'));
const integer = (value: number): Node =>
  asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes());
const der = (of: Node): Buffer => Buffer.from(asn1.toDer(of).getBytes(), 'latin1');
const parsed = (bytes: Uint8Array): Node =>
  asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('latin1')));
const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Issuer and serial number of a certificate, as they stand in it. */
function nameOf(certificate: Uint8Array): Node {
  const [body] = parsed(certificate).value as Node[];
  // A certificate of version 3 begins with its version; then serial number, algorithm, issuer.
  const [, serial, , issuer] = (body?.value ?? []) as Node[];
  if (!serial || !issuer) throw new Error('not a certificate of version 3');
  return sequence(issuer, serial);
}

const attribute = (name: string, value: Node): Buffer => der(sequence(oid(name), setOf(value)));

/** DER of the signature over `content`, of which nothing is in it. */
export function signatureOver(content: Uint8Array, { key, certificates }: Signer): Buffer {
  const [signerCertificate] = certificates;
  if (!signerCertificate) throw new Error('a signer without a certificate');
  const attributes = [
    attribute(oids.contentType, oid(oids.data)),
    attribute(oids.messageDigest, octets(digest(content))),
    attribute(oids.signingCertificateV2, sequence(sequence(sequence(octets(digest(signerCertificate)))))),
  ]
    // A set in DER is in the order of its bytes.
    .sort(Buffer.compare)
    .map(parsed);
  const signature = sign('sha256', der(setOf(...attributes)), key);
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? sequence(oid(oids.rsa), nullNode()) : sequence(oid(oids.ecdsaSha256));
  const sha256 = () => sequence(oid(oids.sha256), nullNode());
  const signer = sequence(
    integer(1),
    nameOf(signerCertificate),
    sha256(),
    tagged(0, attributes),
    algorithm,
    octets(signature),
  );
  const body = sequence(
    integer(1),
    setOf(sha256()),
    sequence(oid(oids.data)),
    tagged(0, certificates.map(parsed)),
    setOf(signer),
  );
  return der(sequence(oid(oids.signedData), tagged(0, [body])));
}
