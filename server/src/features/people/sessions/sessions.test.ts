import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions as routes } from '@plumbline/contract/people/sessions';
import { firstSetup } from '@plumbline/contract/people/sessions.setup';
import { users } from '@plumbline/contract/people/users';
import { makeAccount, startServer } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { hashOf, hashPassword } from '../../../kernel/secrets.ts';

const [server, world] = await openWorlds(['North']);

async function person(name: string, password = 'Plumb-2026') {
  const account = await makeAccount(server, 'Normal', world.corporationId, name);
  await server.db
    .updateTable('account')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', account.id)
    .execute();
  return account;
}

test('signing in gives a session that lasts 30 days at most, and signing out ends it', async () => {
  await person('zhang.wei');
  const { status, body } = await server.call(routes.signin, { username: 'Zhang.Wei', password: 'Plumb-2026' });
  assert.equal(status, 200, JSON.stringify(body));
  assert.match(body.token, /^pls_[\w-]{43}$/);
  assert.deepEqual([body.isSimplePwd, body.isWxBind, body.corporation?.title], [false, false, 'North']);
  assert.match(body.staticVersion, /^\d+\.\d+\.\d+/);
  const session = await server.call(routes.session, {}, body.token);
  assert.equal(session.body.user.name, 'zhang.wei');
  await server.db.updateTable('account').set({ session_timeout_seconds: -1 }).where('name', '=', 'zhang.wei').execute();
  const start = server.clock.now();
  server.clock.advance(30 * 86_400_000 - 1000);
  assert.equal((await server.call(routes.session, {}, body.token)).status, 200);
  server.clock.advance(2000);
  assert.equal((await server.call(routes.session, {}, body.token)).body.code, 8007);
  server.clock.set(start);
  assert.equal((await server.call(routes.signout, {}, body.token)).status, 200);
  assert.equal((await server.call(routes.session, {}, body.token)).body.code, 8007);
});

test('a weak password is refused as weak', async () => {
  await person('weak', 'demo');
  const { body } = await server.call(routes.signin, { username: 'weak', password: 'demo' });
  assert.equal(body.isSimplePwd, true);
});

test('unknown name, wrong password and disabled account are one answer', async () => {
  const off = await person('off');
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', off.id).execute();
  await person('on');
  const answers = await Promise.all([
    server.call(routes.signin, { username: 'nobody', password: 'Plumb-2026' }),
    server.call(routes.signin, { username: 'on', password: 'plumb-2026' }),
    server.call(routes.signin, { username: 'off', password: 'Plumb-2026' }),
  ]);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.deepEqual([answers[0]!.status, answers[0]!.body.error], [401, 'credentialsWrong']);
});

test('a token of a disabled account is refused, though nobody ended it', async () => {
  const { id } = await person('closed');
  const token = await server.tokenFor(id);
  assert.equal((await server.call(routes.session, {}, token)).status, 200);
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', id).execute();
  assert.equal((await server.call(routes.session, {}, token)).body.code, 8007);
});

const sign = (username: string, password: string) => server.call(routes.signin, { username, password });
const retryAfter = ({ body }: { body: { detail?: unknown } }) =>
  (body.detail as { retryAfterSeconds: number }).retryAfterSeconds;
const counted = async () => (await server.db.selectFrom('attempt').select('key').execute()).length;
/** Failed tries as if they came from an address. */
const fail = (key: string, times: number) =>
  server.db
    .insertInto('attempt')
    .values(Array.from({ length: times }, () => ({ key, at: server.clock.now() })))
    .execute();

test('ten tries at once are ten; then each waits twice as long as the one before, a minute at most', async () => {
  await person('busy');
  const wrong = () => sign('busy', 'wrong');
  const right = () => sign('BUSY', 'Plumb-2026');
  for (let i = 0; i < 9; i++) assert.equal((await wrong()).status, 401);
  assert.equal((await right()).status, 200, 'what is right takes the tries before with it');
  const burst = await Promise.all(Array.from({ length: 60 }, wrong));
  assert.equal(burst.filter(({ status }) => status === 401).length, 10, 'however many are sent at once');
  assert.equal(burst.filter(({ status }) => status === 429).length, 50);
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    const stopped = await right();
    assert.equal(stopped.status, 429);
    waits.push(retryAfter(stopped));
    server.clock.advance(waits.at(-1)! * 1000);
    if (i < 7) assert.equal((await wrong()).status, 401);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  assert.equal((await right()).status, 200);
});

test('a right try is not counted, whatever is tried at the same time', async () => {
  await person('quick');
  server.clock.advance(900_000);
  const at = await Promise.all(Array.from({ length: 9 }, () => sign('quick', 'Plumb-2026')));
  assert.deepEqual(new Set(at.map(({ status }) => status)), new Set([200]));
  const { count } = await server.db
    .selectFrom('attempt')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('key', 'like', '%quick%')
    .executeTakeFirstOrThrow();
  assert.equal(count, 0);
});

test('one password for four hundred names at once: fifty are tried from an address', async () => {
  server.clock.advance(900_000);
  const answers = await Promise.all(Array.from({ length: 400 }, (_, i) => sign(`spray-${i}`, 'Plumb-2026')));
  assert.equal(answers.filter(({ status }) => status === 401).length, 50);
  assert.equal(answers.filter(({ status }) => status === 429).length, 350);
  assert.equal(retryAfter(await sign('one-more', 'x')), 1);
  server.clock.advance(900_000);
});

test('nobody is locked out by attempts made elsewhere', async () => {
  const zhang = await person('at.home');
  assert.equal((await sign('at.home', 'Plumb-2026')).status, 200);
  await fail('name:at.home', 1000);
  await fail('pair:at.home 203.0.113.9', 1000);
  await fail('address:127.0.0.1', 1000);
  assert.equal((await sign('at.home', 'Plumb-2026')).status, 200, 'where he signed in before');
  await server.db.deleteFrom('attempt').where('key', '=', 'address:127.0.0.1').execute();
  await person('on.the.road');
  await fail('name:on.the.road', 1000);
  assert.equal((await sign('on.the.road', 'Plumb-2026')).status, 429, 'elsewhere a pause');
  const set = await server.call(
    users.setPassword,
    { userId: await idOf('on.the.road'), password: 'Plumb-2027' },
    world.admin.token,
  );
  assert.equal(set.status, 200);
  assert.equal((await sign('on.the.road', 'Plumb-2027')).status, 200, 'a new password by the administrator ends it');
  await fail('pair:at.home 127.0.0.1', 1000);
  assert.equal(
    (
      await server.call(
        users.changePassword,
        { current: 'Plumb-2026', password: 'Plumb-2028' },
        await server.tokenFor(zhang.id),
      )
    ).status,
    200,
    'who is signed in changes his password whatever others try',
  );
  server.clock.advance(900_000);
});
const idOf = async (name: string) =>
  (await server.db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

test('tries that left the window are forgotten', async () => {
  server.clock.advance(900_000);
  assert.equal((await sign('nobody-there', 'x')).status, 401);
  assert.equal(await counted(), 3);
});

test('the demonstration account is shown only on this machine, its password only while it is right', async (t) => {
  const demo = { username: 'demo', password: 'Demo-1234567' };
  for (const [host, demonstration, expected] of [
    ['127.0.0.1', '1', demo],
    ['0.0.0.0', '1', null],
    ['127.0.0.1', '0', null],
  ] as const) {
    await t.test(`HOST=${host} DEMO=${demonstration}`, async () => {
      const other = await startServer({ HOST: host, DEMO: demonstration });
      try {
        await other.db
          .insertInto('setting')
          .values({ key: 'demo', value: JSON.stringify(demo) })
          .execute();
        const { id } = await makeAccount(other, 'System', null, 'demo');
        const set = (hash: string) =>
          other.db.updateTable('account').set({ password_hash: hash }).where('id', '=', id).execute();
        await set(await hashPassword(demo.password));
        const shown = async (key?: string) =>
          (await other.call(routes.loginInfo, key === undefined ? {} : { demo: key })).body.demo;
        const { demoKey } = other.config;
        assert.deepEqual(await shown(demoKey), expected);
        if (!expected) return;
        // Nothing that a request says of where it comes from is believed: a proxy on this machine says nothing.
        for (const key of [undefined, '', 'x', `${demoKey}x`, demoKey.slice(1), demoKey.toLowerCase()])
          assert.deepEqual(await shown(key), { ...demo, password: null }, String(key));
        await set(await hashPassword('Changed-1'));
        assert.deepEqual(await shown(demoKey), { ...demo, password: null });
      } finally {
        await other.close();
      }
    });
  }
});

test('set-up works once, with its token', async () => {
  const fresh = await startServer();
  try {
    assert.equal((await fresh.call(routes.loginInfo, {})).body.setup, false);
    const input = { ...firstSetup.setup.example!, setupToken: 'the-token' };
    assert.equal((await fresh.call(firstSetup.setup, input)).body.error, 'setupClosed');
    const value = JSON.stringify({ tokenHash: hashOf('the-token').toString('hex') });
    await fresh.db.insertInto('setting').values({ key: 'setup', value }).execute();
    assert.equal((await fresh.call(routes.loginInfo, {})).body.setup, true);
    assert.equal((await fresh.call(firstSetup.setup, { ...input, setupToken: 'x' })).status, 403);
    const both = await Promise.all([fresh.call(firstSetup.setup, input), fresh.call(firstSetup.setup, input)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
    const { body } = both.find(({ status }) => status === 200)!;
    assert.deepEqual([body.user.type, body.corporation?.title], ['Admin', 'Plumbline']);
    assert.equal((await fresh.call(routes.session, {}, body.token)).status, 200);
    assert.equal((await fresh.call(routes.loginInfo, {})).body.setup, false);
    assert.equal((await fresh.call(firstSetup.setup, input)).body.error, 'setupClosed');
    for (let i = 0; i < 10; i++) await fresh.call(firstSetup.setup, input);
    assert.equal((await fresh.call(firstSetup.setup, input)).status, 429);
  } finally {
    await fresh.close();
  }
});

test('the access token of a program lives to its end, however long it rests', async () => {
  const account = await person('program');
  await server.db.updateTable('account').set({ session_timeout_seconds: 60 }).where('id', '=', account.id).execute();
  const start = server.clock.now();
  const hour = 3_600_000;
  const insert = (kind: 'session' | 'access', token: string) =>
    server.db
      .insertInto('token')
      .values({
        hash: hashOf(token),
        kind,
        account_id: account.id,
        created_at: start,
        last_seen_at: start,
        expires_at: new Date(start.getTime() + 2 * hour),
      })
      .execute();
  await insert('access', 'plt_rests');
  await insert('session', 'pls_rests');
  server.clock.advance(hour);
  assert.equal((await server.call(routes.session, {}, 'plt_rests')).status, 200);
  assert.equal((await server.call(routes.session, {}, 'pls_rests')).body.code, 8007, 'a session does not');
  server.clock.advance(hour + 1000);
  assert.equal((await server.call(routes.session, {}, 'plt_rests')).body.code, 8007);
  server.clock.set(start);
});
