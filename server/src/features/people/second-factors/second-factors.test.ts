/** Second factors: set up, asked for at sign-in, used once, throttled, recovered, reset. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { secondFactors } from '@plumbline/contract/people/second-factors';
import { sessions } from '@plumbline/contract/people/sessions';
import { secondStep } from '@plumbline/contract/people/sessions.second-step';
import { users } from '@plumbline/contract/people/users';
import { makeWorld, startServer } from '../../../../test/harness.ts';
import {
  challengeFor,
  makePerson,
  password,
  postFrom,
  setUp,
  shownCode,
  signIn,
} from '../../../../test/second-factors.fixtures.ts';
import { hashPassword } from '../../../kernel/secrets.ts';
import { putSystemAccount } from '../users/users.api.ts';
import { removeSecondFactor } from './second-factors.api.ts';

const lines: string[] = [];
const server = await startServer({ TRUST_PROXY: '127.0.0.1' }, undefined, undefined, lines);
after(() => server.close());
const [world, foreign] = [await makeWorld(server, 'Factors'), await makeWorld(server, 'Foreign')];

let names = 0;
const person = (type: 'Normal' | 'Admin' = 'Normal') =>
  makePerson(server, world.corporationId, `somebody-${names++}`, type);
/** Somebody with a second factor, half a minute after it was set up. */
async function secured(type: 'Normal' | 'Admin' = 'Normal') {
  const { id, name } = await person(type);
  const token = await signIn(server, name);
  const made = await setUp(server, token);
  server.clock.advance(60_000);
  return { id, name, token, ...made };
}
const takeCode = (challenge: string, code: string, address = '192.0.2.1') =>
  postFrom(server, '/signin/second-factor', { challenge, code }, address);
const errorOf = async (token: string) => (await server.call(sessions.session, {}, token)).body.error ?? 'none';
const wrongOf = (code: string) => code.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
interface Line {
  security?: { event: string; outcome: string; accountId: number | null; route: string };
}
const reported = (accountId: number) =>
  lines.flatMap((line) => {
    const { security } = JSON.parse(line) as Line;
    return security?.accountId === accountId ? [`${security.event} ${security.outcome}`] : [];
  });

test('it is set up with the password and the first code, and counts from then on', async () => {
  const { id, name } = await person();
  const [token, other] = [await signIn(server, name), await signIn(server, name)];
  const program = (await server.call(users.createToken, { name: 'script' }, token)).body.token;
  const wrong = await server.call(secondFactors.begin, { password: 'Wrong-2026' }, token);
  assert.deepEqual([wrong.status, wrong.body.error], [403, 'wrongPassword']);
  assert.equal((await server.call(secondFactors.begin, { password }, program)).status, 403);
  assert.equal((await server.call(secondFactors.confirm, { code: '123456' }, token)).body.error, 'secondFactorWrong');

  const first = (await server.call(secondFactors.begin, { password }, token)).body;
  const { secret } = (await server.call(secondFactors.begin, { password }, token)).body;
  assert.notEqual(first.secret, secret);
  assert.equal((await server.call(secondFactors.get, {}, token)).body.since, null);
  await signIn(server, name);
  const old = await server.call(secondFactors.confirm, { code: shownCode(server, first.secret) }, token);
  assert.equal(old.body.error, 'secondFactorWrong', 'the secret that was shown first is gone');

  const { body } = await server.call(secondFactors.confirm, { code: shownCode(server, secret) }, token);
  assert.equal(body.recoveryCodes.length, 10);
  assert.deepEqual(
    [await errorOf(token), await errorOf(other), await errorOf(program)],
    ['none', 'tokenExpired', 'none'],
  );
  const { since, recoveryCodes } = (await server.call(secondFactors.get, {}, token)).body;
  assert.deepEqual([since, recoveryCodes], [server.clock.now().toISOString(), 10]);
  assert.equal((await server.call(secondFactors.begin, { password }, token)).body.error, 'secondFactorExists');
  await challengeFor(server, name);

  const row = await server.db
    .selectFrom('second_factor')
    .selectAll()
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(!row.sealed.includes(secret));
  const stored = await server.db.selectFrom('recovery_code').select('hash').where('account_id', '=', id).execute();
  assert.ok(stored.every(({ hash }) => hash.length === 32));
  const log = lines.join('');
  for (const text of [secret, ...body.recoveryCodes]) assert.ok(!log.includes(text));
});

test('sign-in asks for the code; each is accepted once, and those before it no more', async () => {
  const { id, name, secret } = await secured();
  lines.length = 0;
  const challenge = await challengeFor(server, name);
  assert.equal(await errorOf(challenge), 'tokenExpired', 'a challenge opens nothing');
  const [before, now, next] = [shownCode(server, secret, -1), shownCode(server, secret), shownCode(server, secret, 1)];
  assert.equal((await takeCode(challenge, wrongOf(now))).body.error, 'secondFactorWrong');
  const answer = await takeCode(challenge, `${now.slice(0, 3)} ${now.slice(3)}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(await errorOf(answer.body.token ?? ''), 'none');
  assert.equal((await takeCode(challenge, next)).body.error, 'challengeExpired', 'a challenge is good once');
  const second = await challengeFor(server, name);
  assert.equal((await takeCode(second, now)).body.error, 'secondFactorWrong', 'a replayed code');
  assert.equal((await takeCode(second, before)).body.error, 'secondFactorWrong', 'an older one');
  assert.equal((await takeCode(second, shownCode(server, secret, 2))).body.error, 'secondFactorWrong', 'too early');
  assert.equal((await takeCode(second, next)).status, 200, 'a clock that is half a minute ahead');
  assert.deepEqual(reported(id), [
    'signIn secondFactorNeeded',
    'signIn secondFactorWrong',
    'signIn done',
    'signIn secondFactorNeeded',
    'signIn secondFactorWrong',
    'signIn secondFactorWrong',
    'signIn secondFactorWrong',
    'signIn done',
  ]);
});

test('the code that set it up is used up', async () => {
  const { name } = await person();
  const { secret } = await setUp(server, await signIn(server, name));
  const challenge = await challengeFor(server, name);
  assert.equal((await takeCode(challenge, shownCode(server, secret))).body.error, 'secondFactorWrong');
});

test('of many who bring the same code at once, one comes in', async () => {
  const { name, secret, recoveryCodes } = await secured();
  for (const code of [shownCode(server, secret), recoveryCodes[0] ?? '']) {
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeFor(server, name)));
    const answers = await Promise.all(challenges.map((challenge) => takeCode(challenge, code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403, 403]);
    server.clock.advance(900_000);
  }
});

test('a challenge is good for its account, from its address, for five minutes, while the password holds', async () => {
  const [one, other] = [await secured(), await secured()];
  const challenge = await challengeFor(server, one.name);
  const code = () => shownCode(server, one.secret);
  assert.equal((await takeCode(challenge, shownCode(server, other.secret))).body.error, 'secondFactorWrong');
  assert.equal((await takeCode(challenge, code(), '192.0.2.2')).body.error, 'challengeExpired', 'stolen');
  assert.equal((await takeCode('plc_made-up', code())).body.error, 'challengeExpired');
  server.clock.advance(299_000);
  assert.equal((await takeCode(challenge, code())).status, 200);
  server.clock.advance(60_000);
  const late = await challengeFor(server, one.name);
  server.clock.advance(300_000);
  assert.equal((await takeCode(late, code())).body.error, 'challengeExpired');
  const ended = await challengeFor(server, one.name);
  const newPassword = { userId: one.id, password: 'Plumb-2027' };
  assert.equal((await server.call(users.setPassword, newPassword, world.admin.token)).status, 200);
  assert.equal((await takeCode(ended, code())).body.error, 'challengeExpired');
  const disabled = await challengeFor(server, other.name);
  await server.call(users.disable, { userId: other.id, disabled: true }, world.admin.token);
  assert.equal((await takeCode(disabled, shownCode(server, other.secret))).body.error, 'challengeExpired');
});

test('wrong codes wait, and keep nobody out who signed in from his address before', async () => {
  const { name, secret } = await secured();
  const home = '192.0.2.10';
  assert.equal((await takeCode(await challengeFor(server, name, home), shownCode(server, secret), home)).status, 200);
  server.clock.advance(60_000);
  const wrong = wrongOf(shownCode(server, secret));
  const thief = '203.0.113.1';
  const challenge = await challengeFor(server, name, thief);
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => takeCode(challenge, wrong, thief)))).map(
    ({ status }) => status,
  );
  assert.deepEqual(
    [statuses.filter((each) => each === 403).length, statuses.filter((each) => each === 429).length],
    [5, 7],
  );
  assert.equal((await takeCode(challenge, shownCode(server, secret), thief)).status, 429, 'a right one waits too');
  // From everywhere else, five at each address.
  for (let i = 2; i <= 8; i++) {
    const address = `203.0.113.${i}`;
    const elsewhere = await challengeFor(server, name, address);
    await Promise.all(Array.from({ length: 5 }, () => takeCode(elsewhere, wrong, address)));
  }
  const fresh = '203.0.113.99';
  const stopped = await takeCode(await challengeFor(server, name, fresh), shownCode(server, secret), fresh);
  assert.equal(stopped.status, 429, 'thirty of an account, from wherever');
  assert.equal((await takeCode(await challengeFor(server, name, home), shownCode(server, secret), home)).status, 200);
  server.clock.advance(900_000);
});

test('a right password alone makes no address known', async () => {
  const { id, name } = await secured();
  await challengeFor(server, name, '203.0.113.50');
  const rows = await server.db.selectFrom('known_address').select('ip').where('account_id', '=', id).execute();
  assert.deepEqual(
    rows.map(({ ip }) => ip),
    ['127.0.0.1'],
  );
});

test('a recovery code signs in once, however it is typed; new ones end the old', async () => {
  const { name, secret, recoveryCodes } = await secured();
  const [first = '', second = '', third = ''] = recoveryCodes;
  const { token = '' } = (await takeCode(await challengeFor(server, name), first.toUpperCase().replaceAll('-', ' ')))
    .body;
  assert.equal((await server.call(secondFactors.get, {}, token)).body.recoveryCodes, 9);
  assert.equal((await takeCode(await challengeFor(server, name), first)).body.error, 'secondFactorWrong');
  const renew = (input: { password: string; code: string }) => server.call(secondFactors.renewCodes, input, token);
  const code = shownCode(server, secret);
  assert.equal((await renew({ password: 'Wrong-2026', code })).body.error, 'wrongPassword');
  assert.equal((await renew({ password, code: wrongOf(code) })).body.error, 'secondFactorWrong');
  const renewed = await renew({ password, code: second });
  assert.equal(renewed.body.recoveryCodes.length, 10);
  assert.equal((await takeCode(await challengeFor(server, name), third)).body.error, 'secondFactorWrong');
  const [fresh = ''] = renewed.body.recoveryCodes;
  assert.equal((await takeCode(await challengeFor(server, name), fresh)).status, 200);
});

test('it is removed with password and code, and ten wrong codes are enough', async () => {
  const { id, name, token, secret } = await secured();
  lines.length = 0;
  const remove = (code: string, given = password) =>
    server.call(secondFactors.remove, { password: given, code }, token);
  assert.equal((await remove(shownCode(server, secret), 'Wrong-2026')).body.error, 'wrongPassword');
  const wrong = wrongOf(shownCode(server, secret));
  for (let i = 0; i < 10; i++) assert.equal((await remove(wrong)).body.error, 'secondFactorWrong');
  assert.equal((await remove(shownCode(server, secret))).status, 429);
  assert.deepEqual(new Set(reported(id)), new Set(['refused wrongPassword', 'refused secondFactorWrong']));
  server.clock.advance(900_000);
  assert.equal((await remove(shownCode(server, secret))).status, 200);
  assert.equal(await errorOf(token), 'none');
  await signIn(server, name);
});

test('an administrator resets that of a colleague: sessions end, tokens stay, it is written down', async () => {
  const { id, name, token } = await secured();
  const program = (await server.call(users.createToken, { name: 'script' }, token)).body.token;
  const reset = (userId: number, by: string) => server.call(secondFactors.reset, { userId }, by);
  const of = async (by: string) => (await server.call(secondFactors.ofUser, { userId: id }, by)).body;
  assert.deepEqual(
    [(await reset(id, foreign.admin.token)).status, (await reset(id, world.normal.token)).status],
    [404, 403],
  );
  assert.equal((await of(foreign.admin.token)).error, 'notFound');
  assert.notEqual((await of(world.admin.token)).since, null);
  const pending = await challengeFor(server, name);
  lines.length = 0;
  assert.equal((await reset(id, world.admin.token)).status, 200);
  assert.deepEqual(reported(world.admin.id), ['rights done']);
  assert.deepEqual(
    [await errorOf(token), await errorOf(program), await errorOf(pending)],
    ['tokenExpired', 'none', 'tokenExpired'],
  );
  assert.equal((await of(world.admin.token)).since, null);
  assert.equal(
    (await server.db.selectFrom('recovery_code').select('hash').where('account_id', '=', id).execute()).length,
    0,
  );
  await signIn(server, name);
});

test('nobody resets his own, nor that of one above him, nor by an access token', async () => {
  const own = await secured('Admin');
  const program = (await server.call(users.createToken, { name: 'script' }, own.token)).body.token;
  const other = await secured();
  assert.equal((await server.call(secondFactors.reset, { userId: own.id }, own.token)).body.error, 'protectedRecord');
  assert.equal((await server.call(secondFactors.reset, { userId: other.id }, program)).status, 403);
  assert.notEqual((await server.call(secondFactors.get, {}, own.token)).body.since, null);
});

test('the second step says who is signed in, as the first does', async () => {
  const { name, secret } = await secured();
  const challenge = await challengeFor(server, name, '127.0.0.1');
  const { body } = await server.call(secondStep.signinCode, { challenge, code: shownCode(server, secret) });
  assert.deepEqual([body.isSimplePwd, body.isWxBind], [false, false]);
  assert.deepEqual([body.user.name, body.corporation?.title, body.needsSecondFactor], [name, 'Factors', false]);
});

test('after a weak password the second step says so too', async () => {
  const { id, name, secret } = await secured();
  const weak = 'demo';
  await server.db
    .updateTable('account')
    .set({ password_hash: await hashPassword(weak) })
    .where('id', '=', id)
    .execute();
  const { body } = await server.call(sessions.signin, { username: name, password: weak });
  const { challenge, isSimplePwd } = body.detail as { challenge: string; isSimplePwd: boolean };
  assert.equal(isSimplePwd, true);
  const strong = challenge.replace(/^plcs_/, 'plc_');
  const code = shownCode(server, secret);
  assert.equal((await server.call(secondStep.signinCode, { challenge: strong, code })).body.error, 'challengeExpired');
  assert.equal((await server.call(secondStep.signinCode, { challenge, code })).body.isSimplePwd, true);
});

test('with another key beside the data no code is right, and a recovery code still is', async () => {
  const { id, name, secret, recoveryCodes } = await secured();
  const sealed = `v1.${Buffer.alloc(60).toString('base64url')}`;
  await server.db.updateTable('second_factor').set({ sealed }).where('account_id', '=', id).execute();
  lines.length = 0;
  const challenge = await challengeFor(server, name);
  assert.equal((await takeCode(challenge, shownCode(server, secret))).body.error, 'secondFactorWrong');
  assert.ok(lines.join('').includes('vault.key'));
  assert.equal((await takeCode(challenge, recoveryCodes[0] ?? '')).status, 200);
});

test('another SYSTEM_PASSWORD removes the second factor of the account that nobody is above', async () => {
  const put = (given: string) =>
    putSystemAccount(server.db, { name: 'system', password: given, now: server.clock.now() }, (accountId) =>
      removeSecondFactor(server.db, accountId),
    );
  await put(password);
  await setUp(server, await signIn(server, 'system'));
  await put(password);
  await challengeFor(server, 'system');
  await put('Plumb-2027');
  const answer = await server.call(sessions.signin, { username: 'system', password: 'Plumb-2027' });
  assert.equal(answer.status, 200);
});
