/** Sessions that people list and end: their own, and administrators those of others; on every process, at once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sessions } from '@plumbline/contract/people/sessions';
import { ownSessions } from '@plumbline/contract/people/sessions.own';
import { users } from '@plumbline/contract/people/users';
import { userSessions } from '@plumbline/contract/people/users.sessions';
import { documents } from '@plumbline/contract/site/documents';
import { io } from 'socket.io-client';
import { makeAccount, makeMember, makeWorld, startServer, type TestServer } from '../../../../test/harness.ts';
import { send } from '../../../../test/route-inputs.ts';
import { until } from '../../../../test/until.ts';
import { hashPassword } from '../../../kernel/secrets.ts';

const server = await startServer();
const [world, foreign] = [await makeWorld(server, 'Devices'), await makeWorld(server, 'Foreign')];
const second = await startServer({
  ROLES: 'web',
  DATABASE_URL: server.config.databaseUrl ?? '',
  DATA_DIR: server.config.dataDir,
});
after(async () => {
  // The first one drops the database of both.
  await second.close();
  await server.close();
});
const password = 'Plumb-2026';
const passwordHash = await hashPassword(password);
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';

let names = 0;
async function person() {
  const name = `person-${names++}`;
  const { id } = await makeAccount(server, 'Normal', world.corporationId, name);
  await server.db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await server.db.deleteFrom('token').where('account_id', '=', id).execute();
  await makeMember(server, world.projectId, id, 'Manager');
  return { id, name };
}
async function signIn(username: string, agent = chrome, at: TestServer = server): Promise<string> {
  const response = await fetch(`${at.url}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ username, password }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { token: string }).token;
}
const listed = async (token: string, input: { page?: number; pageSize?: number } = {}) =>
  (await server.call(ownSessions.list, input, token)).body;
const codeOf = async (token: string, at: TestServer = server) =>
  (await at.call(sessions.session, {}, token)).body.code ?? 200;

test('a person sees where they are signed in: device, address, when; and which one this is', async () => {
  const { name } = await person();
  const begunAt = server.clock.now();
  const first = await signIn(name, 'curl/8.5.0');
  server.clock.advance(60_000);
  const now = await signIn(name);
  server.clock.advance(60_000);
  assert.equal(await codeOf(now), 200);
  await server.call(users.profile, {}, now);
  const { sessions: rows, total } = await listed(now);
  assert.equal(total, 2);
  const [mine, other] = rows;
  assert.ok(mine && other);
  assert.deepEqual([mine.browser, mine.system, mine.agent, mine.current], ['Chrome 138', 'Linux', chrome, true]);
  assert.deepEqual([other.browser, other.system, other.agent, other.current], ['curl 8', null, 'curl/8.5.0', false]);
  assert.equal(other.address, '127.0.0.1');
  assert.deepEqual(
    [other.createdAt, other.lastSeenAt, mine.lastSeenAt].map((at) => Date.parse(at) - begunAt.getTime()),
    [0, 0, 120_000],
  );
  assert.deepEqual(
    (await listed(now, { page: 2, pageSize: 1 })).sessions.map(({ id }) => id),
    [other.id],
    'page by page',
  );
  assert.equal((await listed(first)).sessions.find(({ current }) => current)?.id, other.id);
});

test('what ended is not listed: by its time, by idleness; never idle out means never', async () => {
  const { id, name } = await person();
  const start = server.clock.now();
  const rests = await signIn(name);
  server.clock.advance(7_200_000 + 1_000);
  const fresh = await signIn(name);
  assert.deepEqual(await codeOf(rests), 8007);
  assert.equal((await listed(fresh)).total, 1);
  await server.db.updateTable('account').set({ session_timeout_seconds: -1 }).where('id', '=', id).execute();
  assert.equal((await listed(fresh)).total, 2);
  server.clock.advance(30 * 86_400_000 - 1_000);
  assert.equal((await listed(fresh)).total, 1);
  server.clock.advance(2_000);
  assert.equal((await listed(await signIn(name))).total, 1);
  server.clock.set(start);
});

test('one is ended, then all others; access tokens stay', async () => {
  const { name } = await person();
  const tokens = [await signIn(name), await signIn(name), await signIn(name), await signIn(name)] as const;
  const [mine, one, two, three] = tokens;
  const program = (await server.call(users.createToken, { name: 'script' }, mine)).body.token;
  const idOf = async (token: string) => (await listed(token)).sessions.find(({ current }) => current)?.id ?? 0;
  assert.equal((await server.call(ownSessions.end, { sessionId: await idOf(one) }, mine)).status, 200);
  assert.deepEqual([await codeOf(one), await codeOf(two)], [8007, 200]);
  const ended = await server.call(ownSessions.endOthers, {}, mine);
  assert.deepEqual(ended.body, { ended: 2 });
  assert.deepEqual(
    [await codeOf(mine), await codeOf(two), await codeOf(three), await codeOf(program)],
    [200, 8007, 8007, 200],
  );
  assert.equal((await listed(mine)).total, 1);
});

test('nobody ends, or learns of, the session of another; an access token does neither', async () => {
  const [own, other] = [await person(), await person()];
  const [token, theirs] = [await signIn(own.name), await signIn(other.name)];
  const sessionId = (await listed(theirs)).sessions[0]?.id ?? 0;
  assert.equal((await server.call(ownSessions.end, { sessionId }, token)).body.code, 4004);
  assert.equal((await server.call(ownSessions.end, { sessionId: 2_000_000_000 }, token)).body.code, 4004);
  assert.equal(await codeOf(theirs), 200);
  const { accessToken, token: program } = (await server.call(users.createToken, { name: 'script' }, token)).body;
  assert.equal((await server.call(ownSessions.end, { sessionId: accessToken.id }, token)).body.code, 4004);
  const asProgram = [
    await server.call(ownSessions.list, {}, program),
    await server.call(ownSessions.end, { sessionId }, program),
    await server.call(ownSessions.endOthers, {}, program),
    await server.call(userSessions.endSessions, { userId: own.id }, program),
  ];
  assert.deepEqual(
    asProgram.map(({ status }) => status),
    [403, 403, 403, 403],
  );
  assert.equal(await codeOf(token), 200);
});

test('an administrator signs a user out everywhere, but nobody above and nobody elsewhere', async () => {
  const { id, name } = await person();
  const tokens = [await signIn(name), await signIn(name)];
  const program = (await server.call(users.createToken, { name: 'script' }, tokens[0])).body.token;
  const end = (userId: number, token: string) => server.call(userSessions.endSessions, { userId }, token);
  assert.equal((await end(id, foreign.admin.token)).status, 404);
  assert.equal((await end(id, world.normal.token)).status, 403);
  const system = await makeAccount(server, 'System', null, 'overseer');
  assert.equal((await end(system.id, world.admin.token)).status, 404);
  assert.deepEqual(await Promise.all(tokens.map((token) => codeOf(token))), [200, 200]);
  assert.deepEqual((await end(id, world.admin.token)).body, { ended: 2 });
  assert.deepEqual(await Promise.all([...tokens, program].map((token) => codeOf(token))), [8007, 8007, 200]);
});

/** A document that is longer than what buffers on the way hold. */
const size = 48 * 1024 * 1024;
const file = new File(['%PDF-1.4'.padEnd(size)], 'long.pdf', { type: 'application/pdf' });
const { projectId } = world;
const uploaded = await send(server.url, documents.upload, { projectId }, world.admin.token, { file });
assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body));
const { id: documentId } = uploaded.body['document'] as { id: number };

/** A download under way on the second process: its first bytes are there, the rest waits for a reader. */
async function download(token: string) {
  const response = await fetch(`${second.url}/api/projects/${projectId}/documents/${documentId}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  assert.ok(reader);
  after(() => reader.cancel().catch(() => undefined));
  let bytes = (await reader.read()).value?.length ?? 0;
  return async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes;
      bytes += value.length;
    }
  };
}

/** An open page on the second process, and whether it has been put out. */
async function openPage(token: string) {
  const page = io(`${second.url}/notification`, { auth: { token }, transports: ['websocket'], reconnection: false });
  after(() => page.close());
  await new Promise((resolve) => page.once('connect', () => resolve(null)));
  const words: string[] = [];
  page.on('TOKEN_EXPIRED', () => words.push('TOKEN_EXPIRED'));
  return { words, hasEnded: () => !page.connected };
}

const ofProgram = 'that is an access token, revoked elsewhere';

type Person = Awaited<ReturnType<typeof person>>;
const endings: readonly [
  how: string,
  end: (who: Person, tokens: { used: string; other: string }) => Promise<number>,
][] = [
  [
    'ended by its owner elsewhere',
    async (_, { used, other }) => {
      const { sessions: rows } = (await server.call(ownSessions.list, {}, used)).body;
      const sessionId = rows.find(({ current }) => current)?.id ?? 0;
      return (await server.call(ownSessions.end, { sessionId }, other)).status;
    },
  ],
  ['ended with all others', async (_, { other }) => (await server.call(ownSessions.endOthers, {}, other)).status],
  [
    'ended by an administrator',
    async ({ id }) => (await server.call(userSessions.endSessions, { userId: id }, world.admin.token)).status,
  ],
  [
    'of an account that was disabled',
    async ({ id }) => (await server.call(users.disable, { userId: id, disabled: true }, world.admin.token)).status,
  ],
  [
    'of an account that changed its password elsewhere',
    async (_, { other }) =>
      (await server.call(users.changePassword, { current: password, password: 'Plumb-2027' }, other)).status,
  ],
  [
    ofProgram,
    async (_, { other }) => {
      const [token] = (await server.call(users.listTokens, {}, other)).body.accessTokens;
      return (await server.call(users.revokeToken, { tokenId: token?.id ?? 0 }, other)).status;
    },
  ],
];

for (const [how, end] of endings)
  test(`a session ${how} is refused by another process, on calls, open pages and downloads`, async () => {
    const who = await person();
    const [session, other] = [await signIn(who.name, chrome, second), await signIn(who.name)];
    const used =
      how === ofProgram ? (await server.call(users.createToken, { name: 'script' }, other)).body.token : session;
    const stays = await person();
    const bystander = await signIn(stays.name, chrome, second);
    assert.equal(await codeOf(used, second), 200);
    const page = await openPage(used);
    const [cut, whole] = [await download(used), await download(bystander)];
    assert.equal(await end(who, { used, other }), 200);
    // Half a minute is less than the minute in which a process looks at its sessions by itself.
    await until(
      () => codeOf(used, second),
      (code) => code === 8007,
    );
    await until(page.hasEnded, (is) => is);
    assert.deepEqual(page.words, ['TOKEN_EXPIRED']);
    await assert.rejects(cut(), /terminated|closed|reset/);
    assert.equal(await whole(), size, 'the download of somebody else goes on');
  });
