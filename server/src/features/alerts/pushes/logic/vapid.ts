/** Voluntary application server identification (VAPID, RFC 8292): by a signed token push services know who sends. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

export interface VapidKeys {
  /** Uncompressed point of P-256, base64url: what browsers subscribe with. */
  readonly publicKey: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** A token is good for so long; the RFC allows a day. */
const lastsSeconds = 12 * 3_600;

export function newKeys(): VapidKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    publicKey: point.toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The header `Authorization` of a message to an endpoint; `contact` is where the sender is found. */
export function authorization(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now.getTime() / 1000) + lastsSeconds;
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: contact })}`;
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url');
  return `vapid t=${signed}.${signature}, k=${publicKey}`;
}
