/** Single sign-on against a real identity provider; and what must not open a session. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sessions } from '@plumbline/contract/people/sessions';
import { sso as routes } from '@plumbline/contract/people/sso';
import { userGroups } from '@plumbline/contract/people/user-groups';
import { users } from '@plumbline/contract/people/users';
import pg from 'pg';
import { makeAccount } from '../../../../test/harness.ts';
import { client, openIdentityProvider, walk } from '../../../../test/identity-provider.ts';
import { makePerson, setUp, signIn } from '../../../../test/second-factors.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const provider = await openIdentityProvider(() => server.url);
after(() => provider.close());

const settings = {
  enabled: true,
  domain: 'north.example',
  issuer: provider.issuer,
  clientId: client.id,
  firstSignIn: 'create' as const,
  usernameClaim: 'preferred_username',
  groupsClaim: 'groups',
  groups: [],
};
const put = async (given: object = {}) => {
  const input = { corporationId: north.corporationId, ...settings, ...given };
  const { status, body } = await server.call(routes.put, input, north.admin.token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.connection;
};
before(() => put({ secret: client.secret }));

const begin = async () => {
  const { status, body } = await server.call(routes.redirect, { ssoDomain: 'North.example' });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const finish = (challenge: string, query: string) =>
  server.call(routes.signin, { challenge, query, language: 'zh-CN' });
/** Somebody of the provider signs in. */
async function signInAs(subject: string) {
  provider.signsIn = subject;
  const { address, challenge } = await begin();
  return finish(challenge, await walk(address));
}
const faultOf = ({ body }: { body: { error?: string; detail?: unknown } }) => [
  body.error,
  (body.detail as { fault?: string } | undefined)?.fault,
];

/** The accounts that other processes and open pages are to read anew because of what was done. */
async function announced(act: () => Promise<unknown>): Promise<number[]> {
  const ear = new pg.Client({ connectionString: server.config.databaseUrl ?? '' });
  await ear.connect();
  const accountIds: number[] = [];
  const end = Promise.withResolvers<void>();
  ear.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'sso_test_end') return end.resolve();
    const { kind, id } = JSON.parse(payload) as { kind: string; id: number };
    if (kind === 'account') accountIds.push(id);
  });
  await ear.query('LISTEN plumbline_changed');
  await ear.query('LISTEN sso_test_end');
  await act();
  // Notifications come in the order of their commits.
  await server.database.pool.query('NOTIFY sso_test_end');
  await end.promise;
  await ear.end();
  return [...new Set(accountIds)];
}

test('a first sign-in opens an account where it is set so, and the next one finds it', async () => {
  provider.people.set('s-1', { preferred_username: 'sso.li', name: 'Li Na' });
  const first = await signInAs('s-1');
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const { user, corporation } = first.body;
  assert.deepEqual([user.name, user.displayName, user.type], ['sso.li', 'Li Na', 'Normal']);
  assert.equal(user.language, 'zh-CN', 'that of the page');
  assert.equal(corporation?.id, north.corporationId);
  provider.people.set('s-1', { preferred_username: 'renamed', name: 'Li Na' });
  assert.equal((await signInAs('s-1')).body.user.id, user.id, 'by its subject, not by its name');
  const password = await server.call(sessions.signin, { username: 'sso.li', password: '-' });
  assert.equal(password.body.error, 'credentialsWrong', 'there is no password');
  const lines = await server.db
    .selectFrom('operation')
    .select(['action', 'outcome'])
    .where('route', '=', 'POST /sso-signin')
    .where('account_id', '=', user.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    lines.map(({ action, outcome }) => `${action} ${outcome}`),
    ['Create done', 'SignIn done', 'SignIn done'],
  );
});

test('a redirect that was stolen opens nothing in another browser, and still opens the session in its own', async () => {
  provider.people.set('s-2', { preferred_username: 'sso.wang' });
  provider.signsIn = 's-2';
  const { address, challenge } = await begin();
  const query = await walk(address);
  const thief = await begin();
  assert.deepEqual(faultOf(await finish(thief.challenge, query)), ['ssoRefused', 'expired']);
  assert.deepEqual(faultOf(await finish('plc_nothing', query)), ['ssoRefused', 'expired']);
  assert.equal((await finish(challenge, query)).status, 200);
});

test('a code that is sent again, whoever sends it, opens nothing', async () => {
  provider.signsIn = 's-2';
  const { address, challenge } = await begin();
  const query = await walk(address);
  const both = await Promise.all([finish(challenge, query), finish(challenge, query)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
  assert.deepEqual(faultOf(await finish(challenge, query)), ['ssoRefused', 'expired']);
  // The code of another sign-in under one's own state: the provider compares the verifier.
  const one = await begin();
  const other = await begin();
  const state = new URLSearchParams(await walk(one.address)).get('state') ?? '';
  const mixed = new URLSearchParams(await walk(other.address));
  mixed.set('state', state);
  assert.deepEqual(faultOf(await finish(one.challenge, mixed.toString())), ['ssoRefused', 'provider']);
  const late = await begin();
  const returned = await walk(late.address);
  server.clock.advance(601_000);
  assert.deepEqual(faultOf(await finish(late.challenge, returned)), ['ssoRefused', 'expired']);
});

test('accounts that are there are found by their name; not those of administrators or of others', async () => {
  await put({ firstSignIn: 'refuse' });
  const present = await makePerson(server, north.corporationId, 'present');
  provider.people.set('s-3', { preferred_username: 'Present' });
  assert.equal((await signInAs('s-3')).body.user.id, present.id);
  const linked = await server.db
    .selectFrom('operation')
    .select('content')
    .where('route', '=', 'POST /sso-signin')
    .where('action', '=', 'Update')
    .where('scope_id', '=', present.id)
    .execute();
  assert.deepEqual(linked, [{ content: { input: { linkedToProvider: true } } }], 'that it became theirs is in the log');
  provider.people.set('s-4', { preferred_username: 'present' });
  assert.deepEqual(faultOf(await signInAs('s-4')), ['ssoRefused', 'unknownUser'], 'that account is somebody’s already');
  provider.people.set('s-5', { preferred_username: 'North.admin' });
  assert.deepEqual(faultOf(await signInAs('s-5')), ['ssoRefused', 'administrator']);
  provider.people.set('s-6', { preferred_username: 'South.normal' });
  assert.deepEqual(faultOf(await signInAs('s-6')), ['ssoRefused', 'unknownUser']);
  await put();
  assert.deepEqual(faultOf(await signInAs('s-6')), ['ssoRefused', 'nameTaken']);
  provider.people.set('s-7', {});
  assert.deepEqual(faultOf(await signInAs('s-7')), ['ssoRefused', 'username']);
  await server.call(users.disable, { userId: present.id, disabled: true }, north.admin.token);
  assert.deepEqual(faultOf(await signInAs('s-3')), ['ssoRefused', 'disabled']);
});

test('groups that are mapped follow the provider at each sign-in, others stay', async () => {
  const group = async (name: string) =>
    (await server.call(userGroups.create, { corporationId: north.corporationId, name }, north.admin.token)).body
      .userGroup.id;
  const [readers, own] = [await group('Readers'), await group('Own')];
  await put({
    groups: [
      { group: 'monitoring', userGroupId: readers, type: null },
      { group: 'leads', userGroupId: null, type: 'Manager' },
    ],
  });
  provider.people.set('s-8', { preferred_username: 'sso.grouped', groups: ['monitoring', 'leads', 'else'] });
  const { user } = (await signInAs('s-8')).body;
  assert.equal(user.type, 'Manager');
  assert.deepEqual(await announced(() => signInAs('s-8')), [user.id]);
  await server.db.insertInto('user_group_member').values({ group_id: own, account_id: user.id }).execute();
  const groupsOf = async () =>
    (
      await server.db
        .selectFrom('user_group_member')
        .select('group_id')
        .where('account_id', '=', user.id)
        .orderBy('group_id')
        .execute()
    ).map(({ group_id }) => group_id);
  assert.deepEqual(await groupsOf(), [readers, own]);
  provider.people.set('s-8', { preferred_username: 'sso.grouped' });
  assert.equal((await signInAs('s-8')).body.user.type, 'Normal');
  assert.deepEqual(await groupsOf(), [own]);
  const foreign = await server.call(
    routes.put,
    {
      corporationId: south.corporationId,
      ...settings,
      domain: 'south.example',
      groups: [{ group: 'x', userGroupId: readers, type: null }],
    },
    south.admin.token,
  );
  assert.equal(foreign.body.error, 'notFound', 'a group of another corporation');
});

test('a second factor is asked for; one that the corporation demands is left to the provider', async () => {
  const person = await makePerson(server, north.corporationId, 'sso.careful');
  await setUp(server, await signIn(server, person.name));
  provider.people.set('s-9', { preferred_username: 'sso.careful' });
  assert.equal((await signInAs('s-9')).body.error, 'secondFactorNeeded');
  await server.db
    .updateTable('corporation')
    .set({ second_factor_demanded: true })
    .where('id', '=', north.corporationId)
    .execute();
  const { body } = await signInAs('s-2');
  assert.equal(body.needsSecondFactor, false);
  assert.equal((await server.call(users.profile, {}, body.token)).status, 200);
  await server.db
    .updateTable('corporation')
    .set({ second_factor_demanded: false })
    .where('id', '=', north.corporationId)
    .execute();
});

test('signing out ends the session here at once, and says where it ends at the provider', async () => {
  const { token } = (await signInAs('s-2')).body;
  const { body } = await server.call(routes.signout, {}, token);
  const address = new URL(body.address ?? '');
  assert.equal(address.origin, provider.issuer);
  assert.equal(address.searchParams.get('post_logout_redirect_uri'), `${server.url}/`);
  assert.equal((await server.call(sessions.session, {}, token)).body.code, 8007);
  assert.ok((await fetch(address)).ok, 'the provider knows the session by its token');
  const plain = await signIn(server, (await makePerson(server, north.corporationId, 'plain')).name);
  assert.equal((await server.call(routes.signout, {}, plain)).body.address, null);
});

test('the secret goes in and never out, stays while it is for the same provider, and no longer', async () => {
  const connection = await put();
  assert.equal(connection.hasSecret, true);
  assert.equal(
    (await server.call(routes.check, { corporationId: north.corporationId }, north.admin.token)).body.problem,
    null,
  );
  const { rows } = await server.database.pool.query('SELECT * FROM sso_connection, operation');
  assert.ok(!JSON.stringify([rows, connection]).includes(client.secret));
  const other = await put({ issuer: 'http://127.0.0.1:1' });
  assert.equal(other.hasSecret, false, 'another provider is not given the secret of this one');
  const { body } = await server.call(routes.check, { corporationId: north.corporationId }, north.admin.token);
  assert.ok(body.problem, 'nothing answers there');
  assert.deepEqual(faultOf(await server.call(routes.redirect, { ssoDomain: 'north.example' })), [
    'ssoRefused',
    'provider',
  ]);
  await put({ secret: client.secret });
  const second = await server.call(
    routes.put,
    { corporationId: south.corporationId, ...settings, groups: [] },
    south.admin.token,
  );
  assert.equal(second.body.error, 'nameTaken');
  await put({ enabled: false });
  assert.deepEqual(faultOf(await server.call(routes.redirect, { ssoDomain: 'north.example' })), [
    'ssoRefused',
    'unknownDomain',
  ]);
});

test('the secret goes over http to no host of the open internet', async () => {
  for (const issuer of ['http://id.example.com', 'http://93.184.216.34', 'http://[2606:2800:220:1::1]']) {
    const input = { corporationId: north.corporationId, ...settings, issuer };
    const { body } = await server.call(routes.put, input, north.admin.token);
    assert.deepEqual((body.detail as { message: string }[])[0]?.message, 'issuerPlain', issuer);
  }
});

test('a provider inside one’s own network is not reached unless the settings name it', async () => {
  const [closed, world] = [server, await makeAccount(server, 'Admin', south.corporationId, 'south.second')];
  await closed.call(
    routes.put,
    { corporationId: south.corporationId, ...settings, domain: 'south.example', issuer: 'http://169.254.169.254' },
    world.token,
  );
  const { body } = await closed.call(routes.check, { corporationId: south.corporationId }, world.token);
  assert.match(body.problem ?? '', /refused/);
});

test('the browser comes back to the application, and what the provider gave goes behind the #', async () => {
  const response = await fetch(`${server.url}/sso-return?code=x&state=y`, { redirect: 'manual' });
  assert.deepEqual([response.status, response.headers.get('location')], [302, '/#/sign/sso?code=x&state=y']);
});
