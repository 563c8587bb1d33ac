/**
 * An identity provider by OpenID Connect: discovery, authorization code with PKCE, end of the session. Invariant: every call
 * goes by the guarded way out, so that no address of a corporation's settings reaches this machine or its network.
 */
import * as oidc from 'openid-client';
import type { Outbound } from '../../../../kernel/outbound.ts';

export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  /** null = a public client, which PKCE alone protects. */
  readonly secret: string | null;
}

/** Values that must be unchanged when the browser comes back. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const maxBytes = 256 * 1024;
const timeoutSeconds = 10;

/** The library's fetch, by the guarded way out. */
export const fetchBy =
  (outbound: Outbound): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const text = body === undefined || body === null ? undefined : typeof body === 'string' ? body : String(body);
    const answer = await outbound.send(url, {
      method: method as 'GET' | 'POST',
      headers: headers as Record<string, string>,
      ...(text !== undefined && { body: text }),
      timeoutMs: timeoutSeconds * 1000,
      maxBytes,
    });
    const sent = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    );
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: sent });
  };

/** Throws what the library or the way out says. */
export async function discover(
  outbound: Outbound,
  { issuer, clientId, secret }: Provider,
): Promise<oidc.Configuration> {
  // Where that is allowed was decided when it was set up.
  const isPlain = new URL(issuer).protocol === 'http:';
  return await oidc.discovery(
    new URL(issuer),
    clientId,
    secret ?? undefined,
    secret === null ? oidc.None() : oidc.ClientSecretBasic(secret),
    {
      [oidc.customFetch]: fetchBy(outbound),
      timeout: timeoutSeconds,
      ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
    },
  );
}

/** Where the browser is sent, and what is kept until it is back. */
export async function begin(config: oidc.Configuration, redirectUri: string): Promise<{ url: string; checks: Checks }> {
  const checks = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    response_type: 'code',
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    state: checks.state,
    nonce: checks.nonce,
  });
  return { url: url.href, checks };
}

export interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
}

/**
 * Returns the person who came back, by the code in the address. Throws what the library says: another state or nonce,
 * a code that was used, a signature that is wrong.
 */
export async function finish(config: oidc.Configuration, address: URL, checks: Checks): Promise<Person> {
  const tokens = await oidc.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: checks.verifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new Error('no id token');
  // Groups and names often come with the second answer alone.
  const more = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    : {};
  return { issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims }, idToken: tokens.id_token };
}

/** Where the provider ends its own session; null where it does not say. */
export function endAddress(config: oidc.Configuration, idToken: string, home: string): string | null {
  if (!config.serverMetadata().end_session_endpoint) return null;
  return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: home }).href;
}
