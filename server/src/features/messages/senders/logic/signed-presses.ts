/**
 * Whether a vendor signed a body, and not long ago. Each has its own way; all are compared in constant time, over the bytes as they
 * came.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How old a press may be when it arrives. */
const freshSeconds = 300;

interface Signed {
  /** Seconds since 1970, as the header says it. */
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
  readonly now: Date;
}

const isFresh = ({ timestamp, now }: Signed): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= freshSeconds;

function isSame(expected: string, signature: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(signature)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns whether Slack signed it: version 0, over time and body. */
export function isSignedBySlack(signingSecret: string, signed: Signed): boolean {
  if (signingSecret === '' || !isFresh(signed)) return false;
  const hash = createHmac('sha256', signingSecret).update(`v0:${signed.timestamp}:`).update(signed.body).digest('hex');
  return isSame(`v0=${hash}`, signed.signature);
}

/** Returns whether Feishu or Lark signed it: SHA-256 over time, nonce, encrypt key and body. */
export function isSignedByFeishu(encryptKey: string, signed: Signed & { readonly nonce: string }): boolean {
  if (encryptKey === '' || !isFresh(signed)) return false;
  const hash = createHash('sha256').update(`${signed.timestamp}${signed.nonce}${encryptKey}`).update(signed.body);
  return isSame(hash.digest('hex'), signed.signature);
}

/** Returns whether Twilio signed a form that it sent to an address: HMAC-SHA1 over the address and the fields in the order of their names. It says no time. */
export function isSignedByTwilio(
  authToken: string,
  { url, form, signature }: { readonly url: string; readonly form: URLSearchParams; readonly signature: string },
): boolean {
  if (authToken === '') return false;
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, value]) => `${name}${value}`);
  return isSame(
    createHmac('sha1', authToken)
      .update(`${url}${fields.join('')}`)
      .digest('base64'),
    signature,
  );
}
