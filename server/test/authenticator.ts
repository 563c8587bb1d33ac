/** A passkey in software, as WebAuthn Level 3 describes what browsers send: ES256, attestation "none". */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64 = (data: Buffer) => data.toString('base64url');

/** The head of a value in CBOR, in its shortest form. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const data = (value: Buffer) => Buffer.concat([head(2, value.length), value]);

const userPresent = 0x01;
const userVerified = 0x04;
const attested = 0x40;

export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    data(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    data(Buffer.from(y, 'base64url')),
  ]);
  let counter = 0;
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpID: string, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpID), Buffer.from([flags]), count, rest]);
  };
  return {
    credentialId: base64(credentialId),
    /** Makes it for an address. */
    create(challenge: string, origin: string) {
      const rest = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose]);
      const bytes = authData(new URL(origin).hostname, userPresent | userVerified | attested, rest);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), data(bytes)],
      ]);
      return {
        credentialId: base64(credentialId),
        clientDataJSON: base64(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64(attestationObject),
      };
    },
    /** Signs in at an address; `verified`: whether it asked for finger, face or PIN; `count`: of the signature. */
    get(challenge: string, origin: string, { verified = true, count = counter + 1 } = {}) {
      counter = count;
      const bytes = authData(new URL(origin).hostname, userPresent | (verified ? userVerified : 0));
      const client = clientData('webauthn.get', challenge, origin);
      return {
        credentialId: base64(credentialId),
        clientDataJSON: base64(client),
        authenticatorData: base64(bytes),
        signature: base64(sign('sha256', Buffer.concat([bytes, sha256(client)]), privateKey)),
      };
    },
  };
}
