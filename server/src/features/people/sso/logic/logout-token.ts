/**
 * The logout token of an identity provider (OpenID Connect Back-Channel Logout 1.0): what is signed by the keys of the provider, is for
 * this client, says that it is about the end of a session, and is new. Invariant: nothing of it is believed before its signature holds.
 */
import * as jose from 'jose';
import type { Outbound } from '../../../../kernel/outbound.ts';
import { discover, fetchBy, type Provider } from './provider.ts';

export interface Logout {
  readonly issuer: string;
  /** null = the token names a session alone. */
  readonly subject: string | null;
  /** null = every session of the subject. */
  readonly sid: string | null;
  readonly expiresAt: Date;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures by keys that are published; none by a secret that is shared, and never none. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const maxAgeSeconds = 300;
const keysMs = 600_000;
const maxProviders = 100;

type KeySet = ReturnType<typeof jose.createRemoteJWKSet>;
const keySets = new Map<string, { readonly keys: KeySet; readonly until: number }>();

/** Returns the issuer and subject that a token claims, unverified; null = it is none. */
export function claimedBy(token: string): { readonly issuer: string; readonly audiences: readonly string[] } | null {
  try {
    const { iss, aud } = jose.decodeJwt(token);
    const audiences = [aud].flat().filter((each): each is string => typeof each === 'string');
    return typeof iss === 'string' ? { issuer: iss, audiences } : null;
  } catch {
    return null;
  }
}

/** Throws what is wrong with it. */
export async function verifyLogout(outbound: Outbound, provider: Provider, token: string): Promise<Logout> {
  const { payload } = await jose.jwtVerify(token, await keysOf(outbound, provider), {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms,
    maxTokenAge: maxAgeSeconds,
    clockTolerance: 60,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { events, sub, sid, nonce } = payload as Record<string, unknown> & { sub?: string };
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, event))
    throw new Error('no logout event');
  // An ID token that somebody has seen is no logout token.
  if (nonce !== undefined) throw new Error('a logout token has no nonce');
  const session = typeof sid === 'string' && sid !== '' ? sid : null;
  const subject = typeof sub === 'string' && sub !== '' ? sub : null;
  if (session === null && subject === null) throw new Error('neither sub nor sid');
  const expiresAt = new Date(Date.now() + (maxAgeSeconds + 120) * 1000);
  return { issuer: provider.issuer, subject, sid: session, expiresAt };
}

async function keysOf(outbound: Outbound, provider: Provider): Promise<KeySet> {
  const name = JSON.stringify([provider.issuer, provider.clientId]);
  const found = keySets.get(name);
  if (found && performance.now() < found.until) return found.keys;
  const { jwks_uri: address } = (await discover(outbound, provider)).serverMetadata();
  if (!address) throw new Error('the provider publishes no keys');
  const keys = jose.createRemoteJWKSet(new URL(address), { [jose.customFetch]: fetchBy(outbound) as typeof fetch });
  if (keySets.size >= maxProviders) keySets.clear();
  keySets.set(name, { keys, until: performance.now() + keysMs });
  return keys;
}
