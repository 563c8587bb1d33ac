/** Registration: by a code of 44 digits alone, once; and nobody learns of another corporation by it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { registrations as routes } from '@plumbline/contract/messages/registrations';
import { corporations } from '@plumbline/contract/people/corporations';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { makeAccount } from '../../../../test/harness.ts';
import { openSmsVendor, sentCode, setUpSms, wrongOf } from '../../../../test/verification.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const vendor = await openSmsVendor();
after(() => vendor.close());
// The first corporation of an empty database has the id 1.
const [server, north, south] = await openWorlds(['North', 'South'], {
  OUTBOUND_ALLOW: '127.0.0.1',
  VERIFICATION_CORPORATION: '1',
});
let system = '';
before(async () => {
  assert.equal(north.corporationId, 1);
  await setUpSms(server, north, vendor);
  system = (await makeAccount(server, 'System', null, 'operator')).token;
});

const password = 'Plumb-2026';
let numbers = 13_700_000_000;
const create = async (given: object = {}) => {
  const { status, body } = await server.call(routes.create, { note: 'Delta Survey', ...given }, system);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
/** Asks for a verification code and gives what goes back with it. */
async function verified(registrationCode: string) {
  const address = String(++numbers);
  const { status, body } = await server.call(routes.sendCode, { registrationCode, address });
  assert.equal(status, 200, JSON.stringify(body));
  return { challenge: body.challenge, code: await sentCode(vendor, address), address };
}
const signup = (
  registrationCode: string,
  { challenge, code }: { challenge: string; code: string },
  more: { username?: string; company?: { title: string; prefix: string } | null } = {},
) =>
  server.call(routes.signup, {
    registrationCode,
    challenge,
    code,
    username: 'zhang.wei',
    displayName: 'Zhang Wei',
    password,
    company: { title: 'Delta Survey', prefix: 'delta' },
    ...more,
  });

test('a code opens a corporation with its limits and first administrator, who signs in and can recover a password', async () => {
  const { registrationCode, code } = await create({ limits: { points: 7 } });
  assert.match(registrationCode, /^\d{44}$/);
  assert.equal((await server.call(sessions.loginInfo, {})).body.registration, true);
  const checked = await server.call(routes.checkAccount, { registrationCode, username: 'zhang.wei' });
  assert.deepEqual(checked.body, { corporation: null, media: ['sms'], free: true });
  const proof = await verified(registrationCode);
  assert.equal(
    (await signup(registrationCode, { ...proof, code: wrongOf(proof.code) })).body.error,
    'verificationWrong',
  );
  const both = await Promise.all([signup(registrationCode, proof), signup(registrationCode, proof)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403], JSON.stringify(both.map(({ body }) => body)));
  const { body } = await server.call(sessions.signin, { username: 'delta.zhang.wei', password });
  assert.deepEqual([body.user.type, body.corporation?.title], ['Admin', 'Delta Survey']);
  const corporationId = body.corporation?.id ?? 0;
  const opened = (await server.call(corporations.get, { corporationId }, body.token)).body.corporation;
  assert.deepEqual(opened.limits, { points: 7, devices: null, storageBytes: null });
  const stored = await server.db.selectFrom('recovery_address').select('address').execute();
  assert.deepEqual(stored, [{ address: proof.address }]);
  const [listed] = (await server.call(routes.list, {}, system)).body.codes;
  assert.deepEqual(
    [listed?.id, listed?.usedBy, listed?.corporationTitle],
    [code.id, 'delta.zhang.wei', 'Delta Survey'],
  );
  assert.equal((await signup(registrationCode, proof)).body.error, 'registrationCodeInvalid', 'a used code');
  assert.equal((await server.call(sessions.loginInfo, {})).body.registration, false);
});

test('two people who use one code at the same time open one account', async () => {
  const { registrationCode } = await create();
  const proofs = [await verified(registrationCode), await verified(registrationCode)];
  const both = await Promise.all(
    proofs.map((proof, i) =>
      signup(registrationCode, proof, { company: { title: `At once ${i}`, prefix: `once${i}` } }),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403], JSON.stringify(both.map(({ body }) => body)));
  assert.equal(both.find(({ status }) => status === 403)?.body.error, 'registrationCodeInvalid');
  const opened = await server.db.selectFrom('corporation').select('id').where('title', 'like', 'At once %').execute();
  assert.equal(opened.length, 1);
});

test('without a code, with one that is revoked, over or made up, nobody registers or learns anything', async () => {
  const revoked = await create();
  await server.call(routes.revoke, { registrationCodeId: revoked.code.id }, system);
  const answers = [];
  for (const registrationCode of ['1'.repeat(44), revoked.registrationCode])
    answers.push(
      await server.call(routes.checkAccount, { registrationCode, username: 'North.admin' }),
      await server.call(routes.sendCode, { registrationCode, address: '13800000000' }),
      await signup(registrationCode, { challenge: 'plc_', code: '123456' }),
    );
  for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
  assert.equal(answers[0]?.body.error, 'registrationCodeInvalid');
  const over = await create({ expiresInDays: 1 });
  const gone = { expires_at: server.clock.now() };
  await server.db.updateTable('registration_code').set(gone).where('id', '=', over.code.id).execute();
  const late = await server.call(routes.checkAccount, {
    registrationCode: over.registrationCode,
    username: 'zhang.wei',
  });
  assert.equal(late.body.error, 'registrationCodeInvalid');
  assert.equal((await server.call(routes.revoke, { registrationCodeId: revoked.code.id }, system)).status, 404);
  for (let i = 0; i < 12; i++)
    await server.call(routes.checkAccount, { registrationCode: '2'.repeat(44), username: 'ab' });
  const { status } = await server.call(routes.checkAccount, { registrationCode: '2'.repeat(44), username: 'ab' });
  assert.equal(status, 429);
  server.clock.advance(900_000);
});

test('a code of a corporation that is there: names are those under its prefix, of others nothing is said', async () => {
  const given = { corporationId: south.corporationId };
  const refused = await server.call(routes.create, { note: 'South', ...given }, system);
  assert.equal(refused.body.error, 'badInput', 'without a prefix names would tell of other corporations');
  const { registrationCode } = await create({ ...given, prefix: 'south' });
  const check = async (username: string) =>
    (await server.call(routes.checkAccount, { registrationCode, username })).body.free;
  assert.equal(await check('North.admin'), true, 'a name of another corporation');
  await server.call(
    users.create,
    { corporationId: south.corporationId, name: 'south.li', displayName: 'Li', type: 'Normal', password },
    south.admin.token,
  );
  assert.equal(await check('LI'), false);
  const proof = await verified(registrationCode);
  assert.equal((await signup(registrationCode, proof, { username: 'li', company: null })).body.error, 'nameTaken');
  const { body } = await signup(registrationCode, proof, { username: 'wang', company: null });
  assert.equal(body.username, 'south.wang');
  const entered = (await server.call(sessions.signin, { username: 'south.wang', password })).body;
  assert.deepEqual([entered.user.type, entered.corporation?.id], ['Normal', south.corporationId]);
  assert.equal((await create({ ...given })).code.corporationTitle, 'South', 'the prefix is there by now');
  const second = await server.call(
    routes.create,
    { note: 'N', corporationId: north.corporationId, prefix: 'south' },
    system,
  );
  assert.equal(second.body.error, 'nameTaken');
});

test('what is wrong is said by the rules of specification 5, and a failed try leaves the code as it was', async () => {
  const { registrationCode } = await create();
  const proof = await verified(registrationCode);
  const input = {
    registrationCode,
    ...proof,
    address: undefined,
    username: 'li.na',
    displayName: 'Li Na',
    password,
    company: { title: 'Echo', prefix: 'echo' },
  };
  const wrong = async (given: object) => {
    const { address: _, ...whole } = { ...input, ...given };
    const { body } = await server.call(routes.signup, whole as never);
    return [body.error, (body.detail as { message: string }[])?.[0]?.message];
  };
  assert.deepEqual(await wrong({ password: 'Short-1' }), ['badInput', 'passwordLength']);
  assert.deepEqual(await wrong({ password: 'Plumb-20002' }), ['badInput', 'passwordRun']);
  assert.deepEqual(await wrong({ password: 'plumb-2026' }), ['badInput', 'passwordUpper']);
  assert.deepEqual(await wrong({ registrationCode: '123' }), ['badInput', 'registrationCode']);
  assert.deepEqual(await wrong({ code: '' }), ['badInput', 'verificationCode']);
  assert.deepEqual(await wrong({ company: { title: 'Echo', prefix: '1echo' } }), ['badInput', 'prefix']);
  assert.deepEqual(await wrong({ company: null }), ['badInput', 'required']);
  assert.equal((await wrong({ company: { title: 'Echo', prefix: 'delta' } }))[0], 'nameTaken');
  const sent = await server.call(routes.sendCode, { registrationCode, address: '123' });
  assert.deepEqual((sent.body.detail as { message: string }[])[0]?.message, 'mobile');
  const foreign = await create();
  const theirs = await verified(foreign.registrationCode);
  assert.equal(
    (await signup(registrationCode, theirs)).body.error,
    'verificationWrong',
    'a code that was sent for another',
  );
  assert.equal((await wrong({}))[0], undefined);
});

test('only whoever runs the installation gives codes out, and the code itself is kept nowhere', async () => {
  assert.equal((await server.call(routes.create, { note: 'x' }, north.admin.token)).status, 403);
  assert.equal((await server.call(routes.list, {}, north.admin.token)).status, 403);
  const { registrationCode } = await create();
  const { rows } = await server.database.pool.query(
    "SELECT * FROM registration_code, operation WHERE route LIKE '%regist%'",
  );
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(registrationCode));
});
