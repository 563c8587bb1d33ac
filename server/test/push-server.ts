/**
 * A push service and the browsers that subscribed there, on this machine: it checks what RFC 8030 and 8292 ask of a sender,
 * and reads what only the browser can read (RFC 8291), worked out here by the RFC alone.
 */
import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto';
import { type Arrived, openCheckingServer } from './checking-server.ts';

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const one = Buffer.from([1]);

export interface TestBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}
export interface Pushed {
  readonly browser: string;
  readonly payload: { title: string; body: string; path: string; tag: string; level: number | null };
  readonly topic: string;
}

/** Returns the message for the browser that holds the private key. Throws Error where it was not meant for it. */
export function decrypted(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(privateKey);
  const [salt, keyBytes] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyBytes);
  const shared = hmac(auth, browser.computeSecret(sender));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const salted = hmac(salt, hmac(shared, info, one));
  const key = hmac(salted, Buffer.from('Content-Encoding: aes128gcm\0'), one).subarray(0, 16);
  const nonce = hmac(salted, Buffer.from('Content-Encoding: nonce\0'), one).subarray(0, 12);
  const sealed = body.subarray(21 + keyBytes);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record');
  return plain.subarray(0, end).toString('utf8');
}

/** Why a request is not one that a push service takes; '' = it is. */
function faultOf({ headers }: Arrived, origin: string, publicKey: string, nowMs: number): string {
  if (headers['content-encoding'] !== 'aes128gcm') return 'content-encoding';
  if (!/^\d+$/.test(String(headers['ttl']))) return 'ttl';
  if (!['very-low', 'low', 'normal', 'high'].includes(String(headers['urgency']))) return 'urgency';
  if (!/^[\w-]{1,32}$/.test(String(headers['topic']))) return 'topic';
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers.authorization)) ?? [];
  if (key !== publicKey) return 'another key than the browser subscribed with';
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'signature';
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number };
  if (aud !== origin) return `for ${aud}`;
  return exp * 1000 > nowMs && exp * 1000 <= nowMs + 86_400_000 ? '' : 'expiry';
}

/** `publicKey` and `now` as the browsers know them: a browser subscribes with the key of one sender. */
export async function openPushServer(publicKey: () => string, now: () => Date) {
  const server = await openCheckingServer();
  const browsers = new Map<string, { privateKey: Buffer; auth: Buffer }>();
  const gone = new Map<string, number>();
  const pushed: Pushed[] = [];
  const faults: string[] = [];
  server.answer = (request) => {
    const browser = browsers.get(request.path);
    const status = gone.get(request.path);
    if (!browser || status) return { status: status ?? 404, body: 'no such subscription' };
    const fault = faultOf(request, server.url, publicKey(), now().getTime());
    if (fault) {
      faults.push(fault);
      return { status: 403, body: fault };
    }
    const payload = JSON.parse(decrypted(request.bytes, browser.privateKey, browser.auth)) as Pushed['payload'];
    pushed.push({ browser: request.path, payload, topic: String(request.headers['topic']) });
    return { status: 201, body: '' };
  };
  return {
    pushed,
    faults,
    /** The answers of a service for a browser that it does not know any more, or that gets too much for the moment. */
    end: ({ endpoint }: TestBrowser, status: 404 | 410 | 429) => gone.set(new URL(endpoint).pathname, status),
    takeAgain: ({ endpoint }: TestBrowser) => gone.delete(new URL(endpoint).pathname),
    browser(): TestBrowser {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const path = `/send/${browsers.size + 1}`;
      const auth = Buffer.from(keys.getPublicKey().subarray(1, 17));
      browsers.set(path, { privateKey: keys.getPrivateKey(), auth });
      return {
        endpoint: `${server.url}${path}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    close: () => server.close(),
  };
}
