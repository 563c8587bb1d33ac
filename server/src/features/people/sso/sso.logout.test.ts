/** Sign-outs that an identity provider begins: a real one ends sessions here; what it did not sign ends nothing. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sessions } from '@plumbline/contract/people/sessions';
import { sso as routes } from '@plumbline/contract/people/sso';
import { SignJWT } from 'jose';
import { startServer } from '../../../../test/harness.ts';
import { client, openIdentityProvider, signingKey, walk } from '../../../../test/identity-provider.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const provider = await openIdentityProvider(() => server.url);
after(() => provider.close());
before(async () => {
  const { status, body } = await server.call(
    routes.put,
    {
      corporationId: north.corporationId,
      enabled: true,
      domain: 'north.example',
      issuer: provider.issuer,
      clientId: client.id,
      secret: client.secret,
      firstSignIn: 'create',
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
      groups: [],
    },
    north.admin.token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.connection.logoutUri, `${server.url}/sso-backchannel-logout`);
});

async function signInAs(subject: string): Promise<string> {
  provider.people.set(subject, { preferred_username: `sso.${subject}` });
  provider.signsIn = subject;
  const { body } = await server.call(routes.redirect, { ssoDomain: 'north.example' });
  const signedIn = await server.call(routes.signin, { challenge: body.challenge, query: await walk(body.address) });
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
  return signedIn.body.token;
}
const isIn = async (token: string) => (await server.call(sessions.session, {}, token)).status === 200;
const send = async (token: string | null, type = 'application/x-www-form-urlencoded') => {
  const body = token === null ? '' : new URLSearchParams({ logout_token: token }).toString();
  const { status } = await fetch(`${server.url}/sso-backchannel-logout`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  return status;
};
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
async function forge(
  claims: Record<string, unknown>,
  {
    key = signingKey,
    alg = 'RS256',
    issuer = provider.issuer,
    audience = client.id,
    at = Math.floor(Date.now() / 1000),
  }: {
    key?: KeyObject | Uint8Array;
    alg?: string;
    issuer?: string;
    audience?: string;
    at?: number;
  } = {},
): Promise<string> {
  return await new SignJWT({ events, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg, kid: 'test', typ: 'logout+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(at + 120)
    .sign(key);
}

test('who signs out at the provider is signed out here, at once, in every process', async () => {
  const second = await startServer({ DATABASE_URL: server.config.databaseUrl });
  const [mine, other] = [await signInAs('b-1'), await signInAs('b-2')];
  const there = async () => (await second.call(sessions.session, {}, mine)).status;
  assert.deepEqual([await isIn(mine), await isIn(other), await there()], [true, true, 200]);
  assert.equal(await send(await forge({ sub: 'b-1' })), 200);
  assert.deepEqual([await isIn(mine), await isIn(other)], [false, true]);
  assert.equal(await there(), 401);
  await second.close();
});

test('by the sid that the provider gave a session, that session alone ends', async () => {
  const [first, later] = [await signInAs('b-3'), await signInAs('b-3')];
  const { body } = await server.call(routes.signout, {}, later);
  const rows = await server.db.selectFrom('sso_session').select('sid').execute();
  assert.ok(
    rows.every(({ sid }) => sid !== null),
    'the provider names its sessions',
  );
  assert.ok(body.address);
  assert.equal(await isIn(first), true);
  const sid = (
    await server.db
      .selectFrom('sso_session')
      .innerJoin('token', 'token.id', 'sso_session.token_id')
      .select('sid')
      .orderBy('token.id', 'desc')
      .executeTakeFirstOrThrow()
  ).sid;
  assert.equal(await send(await forge({ sid })), 200);
  assert.equal(await isIn(first), false);
});

test('what is forged, old, for somebody else, of another kind or said already ends nothing', async () => {
  const token = await signInAs('b-4');
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const seconds = Math.floor(Date.now() / 1000);
  const wrong = [
    await forge({ sub: 'b-4' }, { key: other }),
    await forge({ sub: 'b-4' }, { key: new TextEncoder().encode(client.secret.padEnd(32, '0')), alg: 'HS256' }),
    await forge({ sub: 'b-4' }, { issuer: 'https://elsewhere.example' }),
    await forge({ sub: 'b-4' }, { audience: 'another-client' }),
    await forge({ sub: 'b-4' }, { at: seconds - 900 }),
    await forge({ sub: 'b-4', nonce: 'of an id token' }),
    await forge({ sub: 'b-4', events: {} }),
    await forge({ sub: 'b-4', jti: undefined }),
    await forge({}),
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ iss: provider.issuer, aud: client.id, sub: 'b-4', events })).toString('base64url')}.`,
    'nothing',
    '',
  ];
  for (const each of wrong) assert.equal(await send(each), 400, each.slice(0, 80));
  assert.equal(await send(null), 400);
  assert.ok((await send(await forge({ sub: 'b-4' }), 'text/plain')) >= 400, 'a form, and nothing else');
  assert.equal(await isIn(token), true);
  const right = await forge({ sub: 'b-4' });
  assert.equal(await send(right), 200);
  assert.equal(await isIn(token), false);
  const again = await signInAs('b-4');
  assert.equal(await send(right), 200, 'it is valid still');
  assert.equal(await isIn(again), true, 'but it was done already');
});

test('wrong tokens are counted by where they come from', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 45; i++) statuses.push(await send('nothing'));
  assert.ok(statuses.includes(429), String(statuses));
});
