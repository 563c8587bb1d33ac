/** A real identity provider (oidc-provider) on this machine, at which the person it is told signs in without being asked. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Subject {
  readonly preferred_username?: string;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export const client = { id: 'plumbline', secret: 'secret-of-the-client' } as const;

/** The key that the provider signs with: for tokens that a test forges. */
export const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const jwk = () => ({
  ...signingKey.export({ format: 'jwk' }),
  use: 'sig',
  kid: 'test',
});

/** `home` = the installation whose people sign in there. */
export async function openIdentityProvider(home: () => string) {
  const people = new Map<string, Subject>();
  const state = { issuer: '', signsIn: '', loggedOut: 0 };
  let answer: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/'))
      return void provider.interactionFinished(
        request,
        response,
        { login: { accountId: state.signsIn } },
        { mergeWithLastSubmission: false },
      );
    if (request.url?.startsWith('/session/end')) state.loggedOut++;
    return void answer?.(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  state.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(state.issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${home()}/sso-return`],
        post_logout_redirect_uris: [`${home()}/`],
        backchannel_logout_uri: `${home()}/sso-backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk()] },
    cookies: { keys: ['of-this-test'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) as never }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  answer = provider.callback();
  return Object.assign(state, {
    people,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** Goes where a browser would be sent, with its cookies, until it is sent back: the query that it comes back with. */
export async function walk(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let at = address, steps = 0; steps < 10; steps++) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${at}: ${response.status} ${await response.text()}`);
    const url = new URL(next, at);
    if (url.pathname === '/sso-return') return url.searchParams.toString();
    at = url.href;
  }
  throw new Error('sent round and round');
}
