/** Signing in by WeChat, against a server on this machine that answers as WeChat publishes it. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sessions } from '@plumbline/contract/people/sessions';
import { wechat as routes } from '@plumbline/contract/people/wechat';
import { type Arrived, openCheckingServer } from '../../../../test/checking-server.ts';
import { startServer } from '../../../../test/harness.ts';
import { makePerson, password, setUp, signIn } from '../../../../test/second-factors.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const weixin = await openCheckingServer();
after(() => weixin.close());
const app = { WECHAT_APP_ID: 'wx-app', WECHAT_APP_SECRET: 'wx-secret', OUTBOUND_ALLOW: '127.0.0.1' };
const [server, world] = await openWorlds(['North'], {
  ...app,
  WECHAT_API_URL: weixin.url,
  WECHAT_OPEN_URL: 'https://open.example',
});

/** Which code is of whom; each is good once. */
const codes = new Map<string, string>();
/** As developers.weixin.qq.com describes the web login. */
function answer({ path }: Arrived) {
  const url = new URL(path, weixin.url);
  const field = (name: string) => url.searchParams.get(name) ?? '';
  const json = (body: object) => ({ status: 200, body: JSON.stringify(body) });
  if (url.pathname === '/sns/oauth2/access_token') {
    assert.deepEqual(['appid', 'secret', 'grant_type'].map(field), ['wx-app', 'wx-secret', 'authorization_code']);
    const openid = codes.get(field('code'));
    codes.delete(field('code'));
    if (openid === undefined) return json({ errcode: 40029, errmsg: 'invalid code' });
    return json({ access_token: `at-${openid}`, expires_in: 7200, refresh_token: 'rt', openid, scope: 'snsapi_login' });
  }
  assert.equal(url.pathname, '/sns/userinfo');
  assert.equal(field('access_token'), `at-${field('openid')}`);
  return json({ openid: field('openid'), nickname: `Nick of ${field('openid')}`, unionid: `u-${field('openid')}` });
}
beforeEach(() => {
  weixin.answer = answer;
});

let count = 0;
/** Somebody scans the code: what the browser comes back with. */
async function scan(openid: string) {
  const { status, body } = await server.call(routes.redirect, {});
  assert.equal(status, 200, JSON.stringify(body));
  const page = new URL(body.address);
  assert.deepEqual(
    [page.origin, page.pathname, page.searchParams.get('appid'), page.searchParams.get('scope'), page.hash],
    ['https://open.example', '/connect/qrconnect', 'wx-app', 'snsapi_login', '#wechat_redirect'],
  );
  assert.equal(page.searchParams.get('redirect_uri'), `${server.url}/wechat-return`);
  const code = `code-${++count}`;
  codes.set(code, openid);
  return { challenge: body.challenge, state: page.searchParams.get('state') ?? '', code };
}
async function scanned(openid: string) {
  const back = await scan(openid);
  const { status, body } = await server.call(routes.info, back);
  assert.equal(status, 200, JSON.stringify(body));
  return { challenge: back.challenge, code: back.code, nickname: body.nickname };
}
const faultOf = ({ body }: { body: { error?: string; detail?: unknown } }) => [
  body.error,
  (body.detail as { fault?: string } | undefined)?.fault,
];

test('who is not bound binds with username and password, and signs in by WeChat from then on', async () => {
  const person = await makePerson(server, world.corporationId, 'wei.xin');
  const first = await scanned('o-1');
  assert.equal(first.nickname, 'Nick of o-1');
  assert.equal((await server.call(routes.signin, { challenge: first.challenge })).body.error, 'wechatNotBound');
  const { challenge, code } = first;
  const wrong = await server.call(routes.bind, { challenge, code, username: 'wei.xin', password: 'Wrong-2026' });
  assert.equal(wrong.body.error, 'credentialsWrong');
  const bound = await server.call(routes.bind, { challenge, code, username: 'wei.xin', password });
  assert.equal(bound.body.user.id, person.id, JSON.stringify(bound.body));
  const lines = await server.db
    .selectFrom('operation')
    .select(['action', 'scope_id'])
    .where('route', '=', 'POST /wechat/{code}/bind')
    .execute();
  assert.deepEqual(lines, [{ action: 'Update', scope_id: person.id }], 'the binding is in the log');
  const again = await scanned('o-1');
  const { users } = (await server.call(routes.users, { challenge: again.challenge, code: again.code })).body;
  assert.deepEqual(users, [{ id: person.id, name: 'wei.xin', displayName: 'wei.xin' }]);
  const entered = await server.call(routes.signin, { challenge: again.challenge });
  assert.deepEqual([entered.body.user.id, entered.body.isWxBind, entered.body.isSimplePwd], [person.id, true, false]);
  assert.deepEqual(faultOf(await server.call(routes.signin, { challenge: again.challenge })), [
    'ssoRefused',
    'expired',
  ]);
  const { body } = await server.call(sessions.signin, { username: 'wei.xin', password });
  assert.equal(body.isWxBind, true);
  assert.equal((await server.call(routes.get, {}, body.token)).body.nickname, 'Nick of o-1');
  assert.equal((await server.call(routes.unbind, {}, body.token)).status, 200);
  assert.equal((await server.call(routes.unbind, {}, body.token)).status, 404);
  assert.equal((await server.call(routes.signin, { challenge: (await scanned('o-1')).challenge })).status, 403);
});

test('who came back and waits too long scans again: an attempt that is over opens nothing and tells no names', async () => {
  await makePerson(server, world.corporationId, 'slow.scan');
  const bound = await scanned('o-slow');
  const input = { challenge: bound.challenge, code: bound.code, username: 'slow.scan', password };
  assert.equal((await server.call(routes.bind, input)).status, 200);
  const { challenge, code } = await scanned('o-slow');
  server.clock.advance(601_000);
  for (const answer of [
    await server.call(routes.users, { challenge, code }),
    await server.call(routes.signin, { challenge }),
    await server.call(routes.bind, { ...input, challenge, code }),
  ])
    assert.deepEqual(faultOf(answer), ['ssoRefused', 'expired']);
});

test('a stolen return, a code that is sent again, one that WeChat does not know: nothing is opened', async () => {
  const back = await scan('o-2');
  const thief = await scan('o-3');
  assert.deepEqual(faultOf(await server.call(routes.info, { ...back, challenge: thief.challenge })), [
    'ssoRefused',
    'expired',
  ]);
  assert.equal((await server.call(routes.info, back)).status, 200, 'its own browser goes on');
  assert.deepEqual(faultOf(await server.call(routes.info, back)), ['ssoRefused', 'expired']);
  const unknown = await server.call(routes.info, { ...thief, code: 'made-up' });
  assert.deepEqual(faultOf(unknown), ['ssoRefused', 'wechat']);
  const { challenge } = await scanned('o-2');
  const other = await server.call(routes.users, { challenge, code: 'another' });
  assert.deepEqual(faultOf(other), ['ssoRefused', 'expired']);
  const late = await scan('o-2');
  server.clock.advance(601_000);
  assert.deepEqual(faultOf(await server.call(routes.info, late)), ['ssoRefused', 'expired']);
  weixin.answer = () => ({ status: 502, body: '<html>' });
  assert.deepEqual(faultOf(await server.call(routes.info, await scan('o-2'))), ['ssoRefused', 'wechat']);
});

test('several accounts of one person are chosen from; a second factor is asked for; who is disabled is nobody', async () => {
  const people = [];
  for (const name of ['many.one', 'many.two', 'many.three']) {
    people.push(await makePerson(server, world.corporationId, name));
    const { challenge, code } = await scanned('o-4');
    assert.equal((await server.call(routes.bind, { challenge, code, username: name, password })).status, 200);
  }
  const [one, two, three] = people;
  assert.ok(one && two && three);
  await setUp(server, await signIn(server, 'many.two'));
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', three.id).execute();
  const { challenge, code } = await scanned('o-4');
  const { users } = (await server.call(routes.users, { challenge, code })).body;
  assert.deepEqual(
    users.map(({ id }) => id),
    [one.id, two.id],
  );
  assert.equal((await server.call(routes.signin, { challenge })).body.error, 'wechatNotBound', 'one has to be chosen');
  assert.equal((await server.call(routes.signin, { challenge, accountId: three.id })).body.error, 'wechatNotBound');
  assert.equal(
    (await server.call(routes.signin, { challenge, accountId: world.admin.id })).body.error,
    'wechatNotBound',
  );
  assert.equal((await server.call(routes.signin, { challenge, accountId: two.id })).body.error, 'secondFactorNeeded');
});

test('nothing is offered where WeChat is not set up', async () => {
  const plain = await startServer();
  try {
    assert.equal((await plain.call(sessions.loginInfo, {})).body.wechat, false);
    assert.equal((await plain.call(routes.redirect, {})).body.error, 'vendorNotConfigured');
  } finally {
    await plain.close();
  }
  assert.equal((await server.call(sessions.loginInfo, {})).body.wechat, true);
});
