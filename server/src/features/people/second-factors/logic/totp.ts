/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, which is what every app knows. */
import { Secret, TOTP } from 'otpauth';

/** 160 bits, as the RFC asks for SHA-1; Base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Plumbline',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  });

/** Returns the address that an app reads from a QR code: `otpauth://totp/...`. */
export const addressOf = (secret: string, accountName: string): string => totpOf(secret, accountName).toString();

/** The 30 seconds that a code belongs to, counted since 1970: the present ones, those before or those after. null = none. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  // The library throws for six letters that are more bytes.
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret);
  const timestamp = at.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
