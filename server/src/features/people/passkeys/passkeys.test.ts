/** Passkeys: made with the password, good at one address, each challenge once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passkeys as routes } from '@plumbline/contract/people/passkeys';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { makeAuthenticator } from '../../../../test/authenticator.ts';
import { makePerson, password, setUp, signIn } from '../../../../test/second-factors.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const origin = 'https://monitoring.example';
const [server, world] = await openWorlds(['North'], { PUBLIC_URL: origin });

const challengeOf = ({ body }: { body: { options: Record<string, unknown> } }) => String(body.options['challenge']);
const made = async (token: string) => challengeOf(await server.call(routes.begin, { password }, token));
const begun = async () => challengeOf(await server.call(routes.challenge, {}));

/** Somebody with a passkey. */
async function withPasskey(name: string) {
  const person = await makePerson(server, world.corporationId, name);
  const token = await signIn(server, name);
  const device = makeAuthenticator();
  const input = { name: 'Phone', ...device.create(await made(token), origin) };
  const { status, body } = await server.call(routes.add, input, token);
  assert.equal(status, 200, JSON.stringify(body));
  return { ...person, token, device, passkey: body.passkey };
}

test('it is made with the password, listed, signs in without one, and is removed', async () => {
  const person = await withPasskey('key.holder');
  assert.equal((await server.call(routes.begin, { password: 'Wrong-2026' }, person.token)).body.error, 'wrongPassword');
  const { status, body } = await server.call(routes.signin, person.device.get(await begun(), origin));
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.user.id, person.id);
  const [listed] = (await server.call(routes.list, {}, person.token)).body.passkeys;
  assert.deepEqual([listed?.name, listed?.lastUsedAt], ['Phone', server.clock.now().toISOString()]);
  assert.equal((await server.call(sessions.loginInfo, {})).body.passkeys, true);
  const other = await withPasskey('key.other');
  const foreign = await server.call(routes.remove, { passkeyId: person.passkey.id }, other.token);
  assert.equal(foreign.status, 404, 'somebody else’s');
  assert.equal((await server.call(routes.remove, { passkeyId: person.passkey.id }, person.token)).status, 200);
  const gone = await server.call(routes.signin, person.device.get(await begun(), origin));
  assert.equal(gone.body.error, 'passkeyRefused');
});

test('a challenge is signed once, within five minutes, for its own purpose', async () => {
  const { device, token } = await withPasskey('key.once');
  const signed = device.get(await begun(), origin);
  const both = await Promise.all([server.call(routes.signin, signed), server.call(routes.signin, signed)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
  assert.equal((await server.call(routes.signin, signed)).body.error, 'passkeyRefused', 'a replayed answer');
  assert.equal((await server.call(routes.signin, device.get(await made(token), origin))).status, 403, 'of a making');
  assert.equal((await server.call(routes.signin, device.get('bWFkZS11cA', origin))).status, 403, 'made up');
  const late = await begun();
  server.clock.advance(301_000);
  assert.equal((await server.call(routes.signin, device.get(late, origin))).status, 403);
});

test('another address, a device that asked for nothing, a copy, a disabled account: one answer', async () => {
  const { id, device } = await withPasskey('key.strict');
  const refused = async (signed: ReturnType<typeof device.get>) =>
    assert.deepEqual((await server.call(routes.signin, signed)).body.error, 'passkeyRefused');
  await refused(device.get(await begun(), 'https://phishing.example'));
  await refused(device.get(await begun(), origin, { verified: false }));
  await refused({ ...device.get(await begun(), origin), signature: device.get(await begun(), origin).signature });
  assert.equal((await server.call(routes.signin, device.get(await begun(), origin, { count: 50 }))).status, 200);
  await refused(device.get(await begun(), origin, { count: 50 }));
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', id).execute();
  await refused(device.get(await begun(), origin, { count: 60 }));
});

test('no code follows, and what the corporation demands is done', async () => {
  const person = await withPasskey('key.strong');
  await setUp(server, person.token);
  const demanded = { second_factor_demanded: true };
  await server.db.updateTable('corporation').set(demanded).where('id', '=', world.corporationId).execute();
  const { body } = await server.call(routes.signin, person.device.get(await begun(), origin));
  assert.equal(body.needsSecondFactor, false, JSON.stringify(body));
  const plain = await withPasskeyOnly('key.plain');
  const entered = await server.call(routes.signin, plain.get(await begun(), origin));
  assert.equal(entered.body.needsSecondFactor, false);
  assert.equal((await server.call(users.profile, {}, entered.body.token)).status, 200);
});

/** Somebody who made a passkey before the corporation demanded more. */
async function withPasskeyOnly(name: string) {
  const demand = (second_factor_demanded: boolean) =>
    server.db
      .updateTable('corporation')
      .set({ second_factor_demanded })
      .where('id', '=', world.corporationId)
      .execute();
  await demand(false);
  const { device } = await withPasskey(name);
  await demand(true);
  return device;
}

test('a passkey of another address or challenge is not taken, and an access token makes none', async () => {
  await server.db
    .updateTable('corporation')
    .set({ second_factor_demanded: false })
    .where('id', '=', world.corporationId)
    .execute();
  const person = await makePerson(server, world.corporationId, 'key.maker');
  const token = await signIn(server, person.name);
  const device = makeAuthenticator();
  const add = (response: ReturnType<typeof device.create>, bearer = token) =>
    server.call(routes.add, { name: 'Phone', ...response }, bearer);
  assert.equal((await add(device.create(await made(token), 'https://phishing.example'))).body.error, 'passkeyRefused');
  assert.equal((await add(device.create(await begun(), origin))).body.error, 'passkeyRefused', 'of a sign-in');
  const other = await withPasskey('key.thief');
  const twice = await add(other.device.create(await made(token), origin));
  assert.equal(twice.body.error, 'passkeyRefused', 'it is somebody’s already');
  assert.equal((await add(device.create(await made(other.token), origin))).body.error, 'passkeyRefused');
  const access = (await server.call(users.createToken, { name: 'script' }, token)).body.token;
  assert.equal((await add(device.create(await made(token), origin), access)).status, 403);
  assert.equal((await server.call(routes.begin, { password }, access)).status, 403);
});
