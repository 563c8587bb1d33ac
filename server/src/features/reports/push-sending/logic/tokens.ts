/** Access tokens of rules (OAuth 2.0, client credentials, RFC 6749 4.4): fetched, kept until shortly before their end, fetched again. */
import { createHash } from 'node:crypto';
import type { Outbound } from '../../../../kernel/outbound.ts';

interface StoredToken {
  readonly token: string;
  readonly untilMs: number;
}
/** By what a token was given for: another secret or address is another token. */
const tokens = new Map<string, StoredToken>();
const most = 1_000;
const earlyMs = 30_000;
const usualMs = 5 * 60_000;

export class TokenRefused extends Error {}

interface TokenAt {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly secret: string;
}
const keyOf = ({ tokenUrl, clientId, secret }: TokenAt) =>
  createHash('sha256')
    .update(JSON.stringify([tokenUrl, clientId, secret]))
    .digest('hex');

/** Throws TokenRefused where the server gives none, and what `Outbound.send` throws. */
export async function tokenOf(outbound: Outbound, at: TokenAt, nowMs: number): Promise<string> {
  const stored = tokens.get(keyOf(at));
  if (stored && stored.untilMs > nowMs) return stored.token;
  const { status, body } = await outbound.send(at.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: at.clientId,
      client_secret: at.secret,
    }).toString(),
    timeoutMs: 10_000,
    maxBytes: 65_536,
  });
  const answer = readJson(body);
  const token = answer['access_token'];
  if (status !== 200 || typeof token !== 'string' || !/^[\x21-\x7E]{1,8000}$/.test(token))
    throw new TokenRefused(`HTTP ${status}`);
  const seconds = Number(answer['expires_in']);
  const forMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, 24 * 3_600_000) : usualMs;
  if (tokens.size >= most) tokens.clear();
  tokens.set(keyOf(at), { token, untilMs: nowMs + Math.max(0, forMs - earlyMs) });
  return token;
}

/** The receiver took it no more: the next try fetches another. */
export const forgetToken = (at: TokenAt): void => void tokens.delete(keyOf(at));

function readJson(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
