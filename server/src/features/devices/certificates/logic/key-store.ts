/**
 * A key with its certificate and the one of its authority as one file under a password: PKCS#12 (RFC 7292). The key lies in it under
 * AES-256 (PBES2); certificates are no secret and lie open, and a sum over all of it by the password says that nothing was changed.
 * Invariant: nothing of it is kept.
 */
import { createHmac, createPrivateKey, hash, randomBytes, X509Certificate } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import forge from 'node-forge';

const { asn1 } = forge;
const { Class, Type } = asn1;
const oids = {
  data: '1.2.840.113549.1.7.1',
  keyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  certificate: '1.2.840.113549.1.9.22.1',
  localKeyId: '1.2.840.113549.1.9.21',
  friendlyName: '1.2.840.113549.1.9.20',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;
/** Rounds by which the sum over the file is made of the password. */
const rounds = 100_000;
/** So many take a millisecond or two. */
const roundsOfPiece = 1_000;
/** Of SHA-256. */
const blockBytes = 64;
/** What a key of a password is for (RFC 7292, appendix B.3): the sum. */
const macId = 3;

type Node = forge.asn1.Asn1;
const sequence = (...of: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, of);
const setOf = (...of: Node[]): Node => asn1.create(Class.UNIVERSAL, Type.SET, true, of);
const tagged = (of: Node): Node => asn1.create(Class.CONTEXT_SPECIFIC, 0, true, [of]);
const oid = (text: string): Node => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(text).getBytes());
const octets = (bytes: Uint8Array): Node =>
  asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, Buffer.from(bytes).toString('latin1'));
const integer = (value: number): Node =>
  asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes());
const der = (of: Node): Buffer => Buffer.from(asn1.toDer(of).getBytes(), 'latin1');
const parsed = (bytes: Uint8Array): Node =>
  asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('latin1')));

const attribute = (name: string, value: Node): Node => sequence(oid(name), setOf(value));
const nameOf = (text: string): Node =>
  attribute(oids.friendlyName, asn1.create(Class.UNIVERSAL, Type.BMPSTRING, false, text));
const contentOf = (content: Node): Node => sequence(oid(oids.data), tagged(octets(der(content))));

interface Contents {
  readonly name: string;
  /** PEM, PKCS#8. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
  readonly authority: string;
}

/** The file. The password is of printable ASCII. */
export async function keyStoreOf({ name, key, certificate, authority }: Contents, password: string): Promise<Buffer> {
  const keyId = attribute(oids.localKeyId, octets(Buffer.from([1])));
  const sealed = createPrivateKey(key).export({
    format: 'der',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: password,
  });
  const keys = sequence(sequence(oid(oids.keyBag), tagged(parsed(sealed)), setOf(nameOf(name), keyId)));
  const bagOf = (pem: string, ...attributes: Node[]): Node => {
    const content = sequence(oid(oids.certificate), tagged(octets(new X509Certificate(pem).raw)));
    return sequence(
      oid(oids.certificateBag),
      tagged(content),
      ...(attributes.length > 0 ? [setOf(...attributes)] : []),
    );
  };
  const certificates = sequence(bagOf(certificate, nameOf(name), keyId), bagOf(authority));
  const safe = sequence(contentOf(certificates), contentOf(keys));
  return der(
    sequence(integer(3), sequence(oid(oids.data), tagged(octets(der(safe)))), await sumOver(der(safe), password)),
  );
}

async function sumOver(content: Buffer, password: string): Promise<Node> {
  const salt = randomBytes(16);
  const sum = createHmac('sha256', await macKeyOf(password, salt))
    .update(content)
    .digest();
  const algorithm = sequence(oid(oids.sha256), asn1.create(Class.UNIVERSAL, Type.NULL, false, ''));
  return sequence(sequence(algorithm, octets(sum)), octets(salt), integer(rounds));
}

/**
 * The key of the sum (RFC 7292, appendix B.2 with ID 3): of SHA-256 one block is all that is needed, so that it is the hash of
 * password and salt, hashed over and over. In pieces, between which everybody else has their turn.
 */
async function macKeyOf(password: string, salt: Buffer): Promise<Buffer> {
  const text = Buffer.alloc(2 * (password.length + 1));
  for (let at = 0; at < password.length; at++) text.writeUInt16BE(password.charCodeAt(at), 2 * at);
  const blocks = [Buffer.alloc(blockBytes, macId), wholeBlocks(salt), wholeBlocks(text)];
  let sum = sha256(Buffer.concat(blocks));
  for (let round = 1; round < rounds; round++) {
    if (round % roundsOfPiece === 0) await setImmediate();
    sum = sha256(sum);
  }
  return sum;
}

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');

/** Repeated until it fills blocks of the hash. */
const wholeBlocks = (bytes: Buffer): Buffer => Buffer.alloc(blockBytes * Math.ceil(bytes.length / blockBytes), bytes);
