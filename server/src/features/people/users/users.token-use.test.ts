import assert from 'node:assert/strict';
import { test } from 'node:test';
import { users } from '@plumbline/contract/people/users';
import { projects } from '@plumbline/contract/site/projects';
import { sql } from 'kysely';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['North']);
const { token: session } = world.admin;
const makeToken = async (name: string) => (await server.call(users.createToken, { name }, session)).body;
const useOf = async (id: number) =>
  (await server.call(users.listTokens, {}, session)).body.accessTokens.find((each) => each.id === id)?.use;
const rows = async () =>
  (
    await server.db
      .selectFrom('token_use')
      .select((each) => each.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('requests of programs are counted in memory and written together', async () => {
  const { accessToken, token } = await makeToken('script');
  for (let i = 0; i < 7; i++) assert.equal((await server.call(projects.list, {}, token)).status, 200);
  await server.call(projects.list, {}, session);
  assert.deepEqual(await useOf(accessToken.id), { calls: 0, refused: 0, refusedAt: null });
  assert.equal(Number(await rows()), 0, 'a request writes nothing');
  await server.access.tokenUse.flush();
  assert.deepEqual(await useOf(accessToken.id), { calls: 7, refused: 0, refusedAt: null });
  await server.call(projects.list, {}, token);
  await server.access.tokenUse.flush();
  assert.equal((await useOf(accessToken.id))?.calls, 8);
});

test('what was made to wait is counted apart, with its time', async () => {
  const { accessToken, token } = await makeToken('eager');
  const get = () =>
    fetch(`${server.url}/api/sensorthings/v1.1/Things`, { headers: { authorization: `Bearer ${token}` } });
  const statuses = (await Promise.all(Array.from({ length: 60 }, get))).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 429).length;
  assert.ok(refused > 0, statuses.join());
  await server.access.tokenUse.flush();
  const use = await useOf(accessToken.id);
  assert.deepEqual([use?.calls, use?.refused], [60, refused]);
  assert.ok(use?.refusedAt);
});

test('a token that was revoked before its use is written has none', async () => {
  const { accessToken, token } = await makeToken('brief');
  await server.call(projects.list, {}, token);
  await server.call(users.revokeToken, { tokenId: accessToken.id }, session);
  const before = await rows();
  await server.access.tokenUse.flush();
  assert.equal(await rows(), before);
});

test('what cannot be written is counted on', async () => {
  const { accessToken, token } = await makeToken('patient');
  const rename = (from: string, to: string) =>
    sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(server.db);
  await server.call(projects.list, {}, token);
  await rename('token_use', 'token_use_away');
  await server.access.tokenUse.flush();
  await server.call(projects.list, {}, token);
  await rename('token_use_away', 'token_use');
  await server.access.tokenUse.flush();
  assert.equal((await useOf(accessToken.id))?.calls, 2);
});
