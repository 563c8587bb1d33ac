/** Forgotten passwords: by a code that is sent, once, and without a word about who has an account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { channels } from '@plumbline/contract/messages/channels';
import { recovery as routes } from '@plumbline/contract/messages/recovery';
import { secondFactors } from '@plumbline/contract/people/second-factors';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { openMailServer } from '../../../../test/mail-server.ts';
import { makePerson, password, postFrom, setUp, signIn } from '../../../../test/second-factors.fixtures.ts';
import { openSmsVendor, sentCode, setUpSms, wrongOf } from '../../../../test/verification.fixtures.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const vendor = await openSmsVendor();
after(() => vendor.close());
const [server, north, south] = await openWorlds(['North', 'South'], {
  OUTBOUND_ALLOW: '127.0.0.1',
  TRUST_PROXY: '127.0.0.1',
});
before(() => setUpSms(server, north, vendor));

const newPassword = 'Forgot-2026';
let numbers = 13_800_000_000;
/** Somebody with a proved number. */
async function reachable(name: string) {
  const person = await makePerson(server, north.corporationId, name);
  const number = String(++numbers);
  const token = await signIn(server, name);
  const begun = await server.call(routes.begin, { password, address: number }, token);
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const { challenge } = begun.body;
  assert.equal(
    (await server.call(routes.confirm, { challenge, code: await sentCode(vendor, number) }, token)).status,
    200,
  );
  return { ...person, number, token };
}
const request = (username: string, address: string, from = '192.0.2.1') =>
  postFrom(server, '/forget-password-verification', { username, address }, from);
const challengeIn = ({ body }: Awaited<ReturnType<typeof request>>) => (body as { challenge: string }).challenge;
const reset = (challenge: string, code: string) =>
  server.call(routes.resetPassword, { challenge, code, password: newPassword });

test('a code that was sent sets a new password, once; every session and token ends, the second factor stays', async () => {
  const person = await reachable('forgetful');
  await setUp(server, person.token);
  const access = (await server.call(users.createToken, { name: 'script' }, person.token)).body.token;
  const challenge = challengeIn(await request('Forgetful', person.number));
  const code = await sentCode(vendor, person.number, 2);
  assert.equal((await reset(challenge, wrongOf(code))).body.error, 'verificationWrong');
  const both = await Promise.all([reset(challenge, code), reset(challenge, code)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403], 'a code counts once, however often it is sent');
  assert.equal((await reset(challenge, code)).body.error, 'verificationWrong', 'a replayed code');
  for (const token of [person.token, access])
    assert.equal((await server.call(sessions.session, {}, token)).body.error, 'tokenExpired');
  const old = await postFrom(server, '/signin', { username: 'forgetful', password }, '192.0.2.2');
  assert.equal(old.body.error, 'credentialsWrong');
  const entered = await postFrom(server, '/signin', { username: 'forgetful', password: newPassword }, '192.0.2.2');
  assert.equal(entered.body.error, 'secondFactorNeeded', 'who has the telephone alone does not get past the app');
  const lines = await server.db
    .selectFrom('operation')
    .select(['action', 'scope_id', 'outcome', 'content'])
    .where('route', '=', 'POST /reset-password')
    .execute();
  assert.deepEqual(lines, [{ action: 'Update', scope_id: person.id, outcome: 'done', content: {} }]);
});

test('no account, another address, a disabled account: one answer, and nothing is sent', async () => {
  const person = await reachable('present');
  const off = await reachable('absent');
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', off.id).execute();
  const before = vendor.arrived.length;
  const answers = [
    await request('nobody', person.number, '192.0.2.11'),
    await request('present', '13999999999', '192.0.2.12'),
    await request('absent', off.number, '192.0.2.13'),
  ];
  const right = await request('present', person.number, '192.0.2.14');
  const shapeOf = ({ status, body }: typeof right) => [
    status,
    Object.keys(body).sort(),
    challengeIn({ status, body }).length,
  ];
  for (const answer of answers) assert.deepEqual(shapeOf(answer), shapeOf(right));
  await sentCode(vendor, person.number, 2);
  assert.equal(vendor.arrived.length, before + 1);
  for (const answer of answers)
    assert.equal((await reset(challengeIn(answer), '123456')).body.error, 'verificationWrong');
});

test('an account that is disabled while its code is on the way keeps its password, and nothing is opened', async () => {
  const person = await reachable('leaving');
  const challenge = challengeIn(await request('leaving', person.number, '192.0.2.16'));
  const code = await sentCode(vendor, person.number, 2);
  const setDisabled = (disabledAt: Date | null) =>
    server.db.updateTable('account').set({ disabled_at: disabledAt }).where('id', '=', person.id).execute();
  await setDisabled(server.clock.now());
  const refused = await postFrom(server, '/reset-password', { challenge, code, password: newPassword }, '192.0.2.16');
  assert.deepEqual([refused.status, refused.body.error], [403, 'verificationWrong']);
  await setDisabled(null);
  const entered = await postFrom(server, '/signin', { username: 'leaving', password }, '192.0.2.16');
  assert.equal(entered.status, 200, 'the password is still the one of before');
});

test('a code that proves an address sets no password', async () => {
  const person = await reachable('moving');
  const begun = await server.call(routes.begin, { password, address: person.number }, person.token);
  const code = await sentCode(vendor, person.number, 2);
  const input = { challenge: begun.body.challenge, code, password: newPassword };
  const refused = await postFrom(server, '/reset-password', input, '192.0.2.18');
  assert.equal(refused.body.error, 'verificationWrong');
  const entered = await postFrom(server, '/signin', { username: 'moving', password }, '192.0.2.18');
  assert.equal(entered.status, 200);
});

test('the answer waits for nothing that depends on the account', async () => {
  const person = await reachable('timed');
  vendor.answer = null;
  const [arrivals, abandoned] = [vendor.arrived.length, vendor.abandoned];
  await request('timed', person.number, '192.0.2.15');
  assert.equal(vendor.abandoned, abandoned, 'nobody has given up waiting for the vendor, which says nothing');
  await waitUntil(() => vendor.arrived.length > arrivals, 'the vendor is asked');
  vendor.answer = () => ({ status: 201, body: JSON.stringify({ sid: 'SM1' }) });
});

test('a code ends after five tries, after ten minutes, and when another takes its place it is still its own', async () => {
  server.clock.advance(901_000);
  const person = await reachable('slow');
  const first = challengeIn(await request('slow', person.number, '192.0.2.21'));
  const code = await sentCode(vendor, person.number, 2);
  for (let i = 0; i < 5; i++) assert.equal((await reset(first, wrongOf(code))).status, 403);
  assert.equal((await reset(first, code)).body.error, 'verificationWrong', 'the sixth try, though it is right');
  const second = challengeIn(await request('slow', person.number, '192.0.2.22'));
  const later = await sentCode(vendor, person.number, 3);
  assert.equal((await reset(first, later)).body.error, 'verificationWrong', 'of another request');
  server.clock.advance(601_000);
  assert.equal((await reset(second, later)).body.error, 'verificationWrong', 'after ten minutes');
});

test('what others ask for keeps nobody out who asks from where they signed in before', async () => {
  const person = await reachable('wanted');
  await postFrom(server, '/signin', { username: 'wanted', password }, '198.51.100.7');
  for (let i = 0; i < 10; i++) assert.equal((await request('wanted', '13900000000', `203.0.113.${i}`)).status, 200);
  assert.equal((await request('wanted', '13900000000', '203.0.113.99')).body.error, 'tooMany');
  assert.equal((await request('wanted', person.number, '198.51.100.7')).status, 200);
  await sentCode(vendor, person.number, 2);
  for (let i = 0; i < 3; i++) await request('flood', '13900000000', '203.0.113.200');
  assert.equal(
    (await request('flood', '13900000000', '203.0.113.200')).body.error,
    'tooMany',
    'a name from an address',
  );
});

test('an address is sent ten codes a day by strangers, and any number by its owner', async () => {
  const person = await reachable('spammed');
  for (let i = 0; i < 12; i++) {
    server.clock.advance(901_000);
    await request('spammed', person.number, `203.0.113.${100 + i}`);
  }
  // Codes are sent in the order in which they were asked for: this one comes last.
  const behind = await reachable('behind');
  await request('behind', behind.number, '203.0.113.150');
  await sentCode(vendor, behind.number, 2);
  await sentCode(vendor, person.number, 10);
  const count = () => vendor.arrived.filter(({ body }) => body.includes(person.number)).length;
  assert.equal(count(), 10);
  await postFrom(server, '/signin', { username: 'spammed', password }, '198.51.100.8');
  await request('spammed', person.number, '198.51.100.8');
  await sentCode(vendor, person.number, 11);
  server.clock.advance(86_400_000);
  await request('spammed', person.number, '203.0.113.140');
  await sentCode(vendor, person.number, 12);
});

test('an address is proved before it counts, by its owner and a session alone', async () => {
  const person = await makePerson(server, north.corporationId, 'careful');
  const other = await makePerson(server, north.corporationId, 'other');
  const [token, foreign] = [await signIn(server, person.name), await signIn(server, other.name)];
  assert.equal(
    (await server.call(routes.begin, { password: 'Wrong-2026', address: '13811112222' }, token)).status,
    403,
  );
  const { challenge } = (await server.call(routes.begin, { password, address: '13811112222' }, token)).body;
  const code = await sentCode(vendor, '13811112222');
  assert.equal((await server.call(routes.get, {}, token)).body.address, null);
  assert.equal((await server.call(routes.confirm, { challenge, code }, foreign)).body.error, 'verificationWrong');
  assert.equal((await server.call(routes.confirm, { challenge, code }, token)).status, 200);
  assert.deepEqual((await server.call(routes.get, {}, token)).body.address, '13811112222');
  const access = (await server.call(users.createToken, { name: 'script' }, token)).body.token;
  assert.equal((await server.call(routes.remove, { password }, access)).status, 403);
  assert.equal((await server.call(routes.remove, { password }, token)).status, 200);
  assert.equal((await server.call(routes.get, {}, token)).body.address, null);
  const south1 = await makePerson(server, south.corporationId, 'far');
  const refused = await server.call(
    routes.begin,
    { password, address: '13811112222' },
    await signIn(server, south1.name),
  );
  assert.equal(refused.body.error, 'vendorNotConfigured', 'a corporation without a vendor');
  assert.equal((await server.call(secondFactors.get, {}, token)).status, 200);
});

test('wrong codes cost no hash: however many are sent at once, others sign in', async () => {
  await makePerson(server, north.corporationId, 'unhindered');
  const input = { challenge: 'plc_none', code: '123456', password: newPassword };
  const wrong = Array.from({ length: 150 }, (_, i) => postFrom(server, '/reset-password', input, `198.18.0.${i}`));
  const signedIn = postFrom(server, '/signin', { username: 'unhindered', password }, '192.0.2.60');
  assert.deepEqual(new Set((await Promise.all(wrong)).map(({ status }) => status)), new Set([403]));
  assert.equal((await signedIn).status, 200);
  for (let i = 0; i < 10; i++) await postFrom(server, '/reset-password', input, '198.18.1.1');
  assert.equal((await postFrom(server, '/reset-password', input, '198.18.1.1')).body.error, 'tooMany');
});

test('passkeys and WeChat go with the old password, and the account is told by e-mail', async () => {
  const mail = await openMailServer();
  after(() => mail.close());
  const box = {
    kind: 'email',
    name: 'Mail',
    host: '127.0.0.1',
    port: mail.port,
    security: 'none',
    from: 'no-reply@example.com',
  };
  const set = await server.call(
    channels.create,
    { corporationId: north.corporationId, ...box } as never,
    await server.tokenFor(north.admin.id),
  );
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const [person, other] = [
    await makePerson(server, north.corporationId, 'mailed'),
    await makePerson(server, north.corporationId, 'beside'),
  ];
  const address = 'mailed@example.com';
  const token = await signIn(server, 'mailed');
  const codeIn = async (count: number) => {
    await waitUntil(() => mail.mails.filter(({ to }) => to === address).length >= count, 'a mail');
    return /Code: (\d{6})/.exec(mail.mails.filter(({ to }) => to === address).at(-1)?.text ?? '')?.[1] ?? '';
  };
  const begun = await server.call(routes.begin, { password, address }, token);
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const confirmed = await server.call(
    routes.confirm,
    { challenge: begun.body.challenge, code: await codeIn(1) },
    token,
  );
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  for (const { id } of [person, other]) {
    const key = {
      account_id: id,
      credential_id: `c${id}`,
      public_key: Buffer.from('k'),
      counter: 0,
      transports: [],
      name: 'Phone',
      created_at: server.clock.now(),
    };
    await server.db
      .insertInto('passkey')
      .values(key as never)
      .execute();
    const binding = { account_id: id, open_id: `o${id}`, union_id: null, nickname: 'x', bound_at: server.clock.now() };
    await server.db.insertInto('wechat_binding').values(binding).execute();
  }
  const challenge = challengeIn(await request('mailed', address, '192.0.2.61'));
  assert.equal((await reset(challenge, await codeIn(2))).status, 200);
  const left = async (table: 'passkey' | 'wechat_binding') =>
    (await server.db.selectFrom(table).select('account_id').execute()).map(({ account_id }) => account_id);
  assert.deepEqual(
    [await left('passkey'), await left('wechat_binding')],
    [[other.id], [other.id]],
    'nobody else loses theirs',
  );
  await waitUntil(() => mail.mails.filter(({ to }) => to === address).length >= 3, 'the notice');
  const notice = mail.mails.filter(({ to }) => to === address).at(-1)?.text ?? '';
  assert.match(notice, /password was replaced/);
  assert.match(notice, /1 passkey/);
  assert.ok(!notice.includes(newPassword));
  const line = await server.db
    .selectFrom('operation')
    .select('content')
    .where('route', '=', 'POST /reset-password')
    .where('scope_id', '=', person.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(line.content, { input: { removed: { passkeys: 1, wechat: 1 } } });
});
