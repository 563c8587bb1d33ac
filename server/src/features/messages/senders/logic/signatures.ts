/** What vendors have their callers sign with. */
import { createHash, createHmac } from 'node:crypto';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As RFC 3986 asks, which encodeURIComponent leaves open in five places. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** A key as some vendors take it, of 15 bytes at most: the same for the same message. */
export const shortKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').replace(/[-_]/g, 'x').slice(0, 15);
