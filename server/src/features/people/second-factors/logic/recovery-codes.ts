/**
 * Codes for who has lost their authenticator app. 120 bits each: that many need no slow hash to be safe in a copy of the
 * database.
 */
import { randomBytes } from 'node:crypto';
import { hashOf } from '../../../../kernel/secrets.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const count = 10;
const length = 24;

/** Ten new ones, in groups of six. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    // 256 is a multiple of 32: each letter is as likely as another.
    const text = Array.from(randomBytes(length), (byte) => letters.charAt(byte % letters.length)).join('');
    return text.replace(/.{6}(?=.)/g, '$&-');
  });
}

/** Returns the stored form of a code, however it was typed: case, spaces and dashes do not count. */
export const recoveryHashOf = (code: string): Buffer => hashOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''));
