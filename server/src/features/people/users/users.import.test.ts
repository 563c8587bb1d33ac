/** Accounts by a sheet: a dry run says what becomes of each line, and all are opened or none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { userImport as routes } from '@plumbline/contract/people/users.import';
import { makeAccount } from '../../../../test/harness.ts';
import { sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { corporationId } = north;

type Answer = Awaited<ReturnType<typeof server.call<typeof routes.importUsers>>>['body'];
async function bring(
  lines: readonly string[],
  { token = north.admin.token, dryRun = 'false', existing = 'refuse' } = {},
) {
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const file = { bytes, name: 'users.csv', type: 'text/csv' };
  const answer = await sendFile(server, routes.importUsers, { corporationId, dryRun, existing }, token, file);
  return { status: answer.status, body: answer.body as Answer };
}
const heading = 'Username,Display name,Account type,Password';
const countUsers = async () => (await server.call(users.list, { corporationId }, north.admin.token)).body.total;

test('a sheet opens its accounts; passwords that it does not bring are made and sign in', async () => {
  const before = await countUsers();
  const lines = [heading, 'wang.fang,Wang Fang,Manager,Plumb-2026', 'li.na,李娜,,'];
  const dry = await bring(lines, { dryRun: 'true' });
  assert.deepEqual([dry.status, dry.body.counts, dry.body.passwords], [200, { add: 2, skip: 0, refuse: 0 }, []]);
  assert.equal(await countUsers(), before, 'a dry run writes nothing');
  const { status, body } = await bring(lines);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.passwords.map(({ name, displayName }) => [name, displayName]),
    [['li.na', '李娜']],
  );
  assert.equal(await countUsers(), before + 2);
  const made = { username: 'li.na', password: body.passwords[0]?.password ?? '' };
  const signedIn = await server.call(sessions.signin, made);
  assert.deepEqual([signedIn.status, signedIn.body.user.type, signedIn.body.isSimplePwd], [200, 'Normal', false]);
  const brought = await server.call(sessions.signin, { username: 'wang.fang', password: 'Plumb-2026' });
  assert.deepEqual([brought.status, brought.body.user.type], [200, 'Manager']);
});

test('one wrong line, and nobody is there afterwards; each line says why', async () => {
  const before = await countUsers();
  const lines = [
    '用户名,显示名称,账号类型,密码',
    'zhao.min,Zhao Min,普通用户,Plumb-2026',
    'x,Too short,Normal,Plumb-2026',
    'weak.one,Weak,Normal,password',
    'run.one,Run,Normal,Plumb-1112',
    'ZHAO.MIN,Twice,Normal,',
    'other.type,Other,Emperor,',
    `${south.normal.id ? 'South.normal' : ''},Foreign,Normal,`,
    ',No name,Normal,',
  ];
  const dry = await bring(lines, { dryRun: 'true' });
  const why = dry.body.problems.map(({ row, path, error, message }) => [row, path, message ?? error]);
  assert.deepEqual(why, [
    [1, 'name', why[0]?.[2]],
    [2, 'password', 'passwordUpper'],
    [3, 'password', 'passwordRun'],
    [4, 'name', 'nameTaken'],
    [5, 'type', 'choose'],
    [6, 'name', 'nameTaken'],
    [7, 'name', why[6]?.[2]],
  ]);
  assert.deepEqual(dry.body.counts, { add: 1, skip: 0, refuse: 7 });
  const refused = await bring(lines);
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
  assert.equal(await countUsers(), before);
  assert.equal((await bring(['Name,Mail', 'a,b'])).body.error, 'sheetColumnsMissing');
  assert.equal((await bring([heading])).body.error, 'sheetEmpty');
});

test('usernames that the corporation has already are refused, or passed over where that is wanted', async () => {
  const lines = [heading, 'North.normal,Known,Normal,', 'chen.jie,Chen Jie,Normal,'];
  assert.equal((await bring(lines)).body.error, 'rowsRefused');
  const { status, body } = await bring(lines, { existing: 'skip' });
  assert.deepEqual([status, body.counts], [200, { add: 1, skip: 1, refuse: 0 }]);
});

test('who tries out which usernames others have is stopped; access tokens open no account', async () => {
  const rows = Array.from({ length: 70 }, (_, i) => `taken.${i},T,Normal,`);
  for (let i = 0; i < 70; i++) await makeAccount(server, 'Normal', south.corporationId, `taken.${i}`);
  const statusOf = async (some: readonly string[]) => (await bring([heading, ...some], { dryRun: 'true' })).status;
  assert.equal(await statusOf(rows), 429, 'more at once than anybody mistypes');
  assert.deepEqual([await statusOf(rows.slice(0, 40)), await statusOf(rows.slice(30))], [200, 200]);
  assert.equal(await statusOf(['fresh.one,F,Normal,']), 429);
  const { body } = await server.call(users.createToken, { name: 'Program' }, north.admin.token);
  const byToken = await bring([heading, 'by.token,B,Normal,'], { token: body.token });
  assert.deepEqual([byToken.status, byToken.body.error], [403, 'notAllowed']);
});
