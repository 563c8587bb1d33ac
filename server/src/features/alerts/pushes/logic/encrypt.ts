/**
 * Message encryption for web push (RFC 8291, content coding aes128gcm of RFC 8188): only the browser that subscribed can
 * read what passes through the push service of its maker.
 */
import { createCipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';

/** Keys of a browser that subscribed, base64url. */
export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}
/** Of one message; chosen at random but where the example of the RFC is computed. */
interface Chosen {
  readonly sender: ECDH;
  readonly salt: Buffer;
}

const recordBytes = 4096;
/** Delimiter of the last record. */
const lastRecord = 2;

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};
/** HKDF-Expand for up to one hash (RFC 5869). */
const expand = (key: Buffer, info: Buffer, bytes: number): Buffer =>
  hmac(key, info, Buffer.from([1])).subarray(0, bytes);
const words = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1');

export function newSender(): Chosen {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return { sender, salt: randomBytes(16) };
}

/** The body of a push message. Throws Error where the browser's key is no point of the curve, or the text is too long for one record. */
export function encrypt(text: string, { p256dh, auth }: BrowserKeys, { sender, salt }: Chosen = newSender()): Buffer {
  const plain = Buffer.concat([Buffer.from(text, 'utf8'), Buffer.from([lastRecord])]);
  if (plain.length > recordBytes - 16) throw new Error('too long for a push message');
  const browserKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const shared = hmac(Buffer.from(auth, 'base64url'), sender.computeSecret(browserKey));
  const secret = expand(shared, Buffer.concat([words('WebPush: info'), browserKey, senderKey]), 32);
  const salted = hmac(salt, secret);
  const key = expand(salted, words('Content-Encoding: aes128gcm'), 16);
  const nonce = expand(salted, words('Content-Encoding: nonce'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  const header = [salt, size, Buffer.from([senderKey.length]), senderKey];
  return Buffer.concat([...header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
