/** People with a password, and what their authenticator apps show. */
import assert from 'node:assert/strict';
import { secondFactors } from '@plumbline/contract/people/second-factors';
import { sessions } from '@plumbline/contract/people/sessions';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../src/kernel/secrets.ts';
import { makeAccount, type TestServer } from './harness.ts';

export const password = 'Plumb-2026';
const passwordHash = await hashPassword(password);

/** Returns the code that the app shows, so many steps of 30 seconds from now. */
export const shownCode = (server: TestServer, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: server.clock.now().getTime() + steps * 30_000,
  });

/** Somebody with a password, not signed in. */
export async function makePerson(
  server: TestServer,
  corporationId: number,
  name: string,
  type: 'Normal' | 'Admin' = 'Normal',
) {
  const { id } = await makeAccount(server, type, corporationId, name);
  await server.db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await server.db.deleteFrom('token').where('account_id', '=', id).execute();
  return { id, name };
}

/** A post with what a page cannot choose: where it comes from. Behind TRUST_PROXY alone. */
export async function postFrom(server: TestServer, path: string, body: object, address: string) {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { token?: string; error?: string; detail?: unknown },
  };
}

/** Signs in by password and gives the challenge. */
export async function challengeFor(server: TestServer, username: string, address = '192.0.2.1'): Promise<string> {
  const { status, body } = await postFrom(server, '/signin', { username, password }, address);
  assert.deepEqual([status, body.error], [401, 'secondFactorNeeded']);
  return (body.detail as { challenge: string }).challenge;
}

/** Sets up a second factor with a session of its own; the code that did it is used up. */
export async function setUp(server: TestServer, token: string) {
  const begun = await server.call(secondFactors.begin, { password }, token);
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const { secret } = begun.body;
  const confirmed = await server.call(secondFactors.confirm, { code: shownCode(server, secret) }, token);
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Signs in where no code is asked for. */
export async function signIn(server: TestServer, username: string): Promise<string> {
  const { status, body } = await server.call(sessions.signin, { username, password });
  assert.equal(status, 200, JSON.stringify(body));
  return body.token;
}
