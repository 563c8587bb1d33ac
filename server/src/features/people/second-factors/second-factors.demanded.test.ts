/** Where the corporation demands a second factor: who has none sets one up, and reaches nothing else before. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aliasRoutes } from '@plumbline/contract/kernel/aliases';
import type { Route } from '@plumbline/contract/kernel/route';
import { corporations } from '@plumbline/contract/people/corporations';
import { secondFactors } from '@plumbline/contract/people/second-factors';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { registry } from '@plumbline/contract/registry';
import { io, type Socket } from 'socket.io-client';
import { inputFor, makeIds, send } from '../../../../test/route-inputs.ts';
import { makePerson, setUp, shownCode, signIn } from '../../../../test/second-factors.fixtures.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Strict', 'Easy']);
const ids = await makeIds(server, world);
const demand = async (secondFactorDemanded: boolean) => {
  const { corporationId, admin } = world;
  // By a token: it is not asked for a second factor.
  program ??= (await server.call(users.createToken, { name: 'script' }, admin.token)).body.token;
  const { status } = await server.call(corporations.update, { corporationId, secondFactorDemanded }, program);
  assert.equal(status, 200);
};
let program: string | undefined;
let names = 0;
const person = () => makePerson(server, world.corporationId, `demanded-${names++}`);

test('such a session calls what sets one up, and nothing else', async () => {
  const { name } = await person();
  await demand(true);
  const token = await signIn(server, name);
  const { body } = await server.call(sessions.session, {}, token);
  assert.equal(body.needsSecondFactor, true);
  const allowed: string[] = [];
  for (const [feature, routes] of Object.entries(registry as Record<string, Record<string, Route>>))
    for (const [routeName, route] of Object.entries(routes))
      for (const each of [route, ...aliasRoutes(route)]) {
        if (['anyone', 'device', 'feed', 'vendor'].includes(route.needs)) continue;
        if (route.beforeSecondFactor) {
          if (each === route) allowed.push(`${feature}.${routeName}`);
          continue;
        }
        const answer = await send(server.url, each, inputFor(each, ids), token);
        assert.deepEqual(
          [answer.status, answer.body.error],
          [403, 'secondFactorMissing'],
          `${each.method} ${each.path}`,
        );
      }
  assert.deepEqual(allowed, [
    'secondFactors.get',
    'secondFactors.begin',
    'secondFactors.confirm',
    'sessions.session',
    'sessions.signout',
    'sso.signout',
  ]);
  assert.deepEqual((await server.call(secondFactors.get, {}, token)).body, {
    since: null,
    recoveryCodes: 0,
    demanded: true,
  });
  await setUp(server, token);
  assert.equal((await server.call(sessions.session, {}, token)).body.needsSecondFactor, false);
  assert.equal((await server.call(users.profile, {}, token)).status, 200);
});

test('who signs out instead is out, and a new password is no way round', async () => {
  const { name } = await person();
  const token = await signIn(server, name);
  const change = { current: 'Plumb-2026', password: 'Plumb-2027' };
  assert.equal((await server.call(users.changePassword, change, token)).body.error, 'secondFactorMissing');
  assert.equal((await server.call(sessions.signout, {}, token)).status, 200);
  assert.equal((await server.call(sessions.session, {}, token)).body.error, 'tokenExpired');
});

test('access tokens go on, and other corporations are not asked', async () => {
  await demand(false);
  const { name } = await person();
  const { token } = (await server.call(users.createToken, { name: 'script' }, await signIn(server, name))).body;
  await demand(true);
  assert.equal((await server.call(users.profile, {}, token)).status, 200);
  assert.equal((await server.call(users.profile, {}, other.admin.token)).status, 200);
});

const openPage = (token: string) => {
  const page = io(`${server.url}/notification`, { auth: { token }, transports: ['websocket'], reconnection: false });
  after(() => page.close());
  return page;
};
const first = (page: Socket, event: string) => new Promise<unknown>((resolve) => page.once(event, resolve));

test('a page that is open when it is demanded gets nothing more, but its session has not ended', async () => {
  await demand(false);
  const [one, two] = [await person(), await person()];
  const [bare, secured] = [await signIn(server, one.name), await signIn(server, two.name)];
  await setUp(server, secured);
  const [page, steady] = [openPage(bare), openPage(secured)];
  await Promise.all([first(page, 'connect'), first(steady, 'connect')]);
  const words: string[] = [];
  page.on('TOKEN_EXPIRED', () => words.push('TOKEN_EXPIRED'));
  await demand(true);
  // Pages are looked at by themselves every minute: half a minute is by the change alone.
  await waitUntil(() => !page.connected, 'the page is put out');
  assert.deepEqual(words, []);
  assert.equal(steady.connected, true);
  const refused = (await first(openPage(bare), 'connect_error')) as Error & { data?: { code?: number } };
  assert.equal(refused.data?.code, 4342);
});

test('who removes his sets another one up before anything else', async () => {
  const { name } = await person();
  const token = await signIn(server, name);
  const { secret } = await setUp(server, token);
  server.clock.advance(60_000);
  const given = { password: 'Plumb-2026', code: shownCode(server, secret) };
  assert.equal((await server.call(secondFactors.remove, given, token)).status, 200);
  assert.equal((await server.call(users.profile, {}, token)).body.error, 'secondFactorMissing');
});
