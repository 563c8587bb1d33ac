import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '@plumbline/contract/people/roles';
import { users as routes } from '@plumbline/contract/people/users';
import { makeAccount, makeWorld } from '../../../../test/harness.ts';
import { pngHeader } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { hashPassword } from '../../../kernel/secrets.ts';
import { closeSystemAccount, putSystemAccount } from './users.api.ts';

const [server, world] = await openWorlds(['North', 'Far east']);

const password = 'Plumb-2026';
let made = 0;
const open = async (type: 'Admin' | 'Manager' | 'Normal', token = world.admin.token) =>
  server.call(
    routes.create,
    { corporationId: world.corporationId, name: `user${++made}`, displayName: 'Some One', type, password },
    token,
  );

test('an account is opened, found, changed and removed', async () => {
  const { status, body } = await open('Normal');
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.user.type, 'Normal');
  const row = await server.db.selectFrom('account').selectAll().where('id', '=', body.user.id).executeTakeFirst();
  assert.match(row!.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const found = await server.call(
    routes.list,
    { corporationId: world.corporationId, keyword: body.user.name.toUpperCase() },
    world.admin.token,
  );
  assert.deepEqual([found.body.total, found.body.users[0]!.id], [1, body.user.id]);
  const none = await server.call(routes.list, { corporationId: world.corporationId, keyword: '%' }, world.admin.token);
  assert.equal(none.body.total, 0, 'a wildcard is text');
  const renamed = await server.call(
    routes.update,
    { userId: body.user.id, displayName: 'Renamed', type: 'Manager' },
    world.admin.token,
  );
  assert.deepEqual([renamed.body.user.displayName, renamed.body.user.type], ['Renamed', 'Manager']);
  assert.equal((await server.call(routes.remove, { userId: body.user.id }, world.admin.token)).status, 200);
  assert.equal((await server.call(routes.get, { userId: body.user.id }, world.admin.token)).body.error, 'notFound');
});

test('a username is taken whatever its case', async () => {
  const { body } = await open('Normal');
  const again = await server.call(
    routes.create,
    {
      corporationId: world.corporationId,
      name: body.user.name.toUpperCase(),
      displayName: 'x',
      type: 'Normal',
      password,
    },
    world.admin.token,
  );
  assert.deepEqual([again.status, again.body.error], [409, 'nameTaken']);
});

test('an administrator who is disabled is not counted among those who are left', async () => {
  const lonely = await makeWorld(server, 'Lonely');
  const off = await makeAccount(server, 'Admin', lonely.corporationId, 'lonely.off');
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', off.id).execute();
  const system = await makeAccount(server, 'System', null, 'lonely.system');
  const last = await server.call(routes.disable, { userId: lonely.admin.id, disabled: true }, system.token);
  assert.equal(last.body.error, 'protectedRecord');
});

test('the last administrator stays, and nobody removes or disables themselves', async () => {
  const south = await makeWorld(server, 'South');
  const system = await makeAccount(server, 'System', null, 'root');
  const userId = south.admin.id;
  for (const token of [system.token, south.admin.token]) {
    assert.equal((await server.call(routes.disable, { userId, disabled: true }, token)).body.error, 'protectedRecord');
    assert.equal((await server.call(routes.remove, { userId }, token)).body.error, 'protectedRecord');
    assert.equal((await server.call(routes.update, { userId, type: 'Normal' }, token)).body.error, 'protectedRecord');
  }
  const second = await makeAccount(server, 'Admin', south.corporationId, 'south.second');
  const self = { userId: second.id };
  assert.equal(
    (await server.call(routes.disable, { ...self, disabled: true }, second.token)).body.error,
    'protectedRecord',
  );
  assert.equal((await server.call(routes.remove, self, second.token)).body.error, 'protectedRecord');
  // Two who remove each other at once: one of them stays.
  const both = await Promise.all([
    server.call(routes.remove, { userId: second.id }, south.admin.token),
    server.call(routes.remove, { userId }, second.token),
  ]);
  assert.equal(both.filter(({ status }) => status === 200).length, 1, JSON.stringify(both));
  const admins = await server.db
    .selectFrom('account')
    .select('id')
    .where('corporation_id', '=', south.corporationId)
    .where('type', '=', 'Admin')
    .execute();
  assert.equal(admins.length, 1);
});

test('a System account is out of reach for an administrator, and is no type to be given', async () => {
  const { id } = await makeAccount(server, 'System', null, 'other.root');
  assert.equal((await server.call(routes.get, { userId: id }, world.admin.token)).status, 404);
  const given = await server.call(
    routes.create,
    { corporationId: world.corporationId, name: 'up', displayName: 'up', type: 'System' as 'Admin', password },
    world.admin.token,
  );
  assert.equal(given.status, 400);
});

test('disabling ends sessions and access tokens at once; enabling does not bring them back', async () => {
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'gone');
  assert.equal((await server.call(routes.profile, {}, someone.token)).status, 200);
  const userId = someone.id;
  await server.call(routes.disable, { userId, disabled: true }, world.admin.token);
  assert.equal((await server.call(routes.profile, {}, someone.token)).body.code, 8007);
  const back = await server.call(routes.disable, { userId, disabled: false }, world.admin.token);
  assert.equal(back.body.user.disabled, false);
  assert.equal((await server.call(routes.profile, {}, someone.token)).body.code, 8007);
});

test('a new password given by an administrator ends the sessions', async () => {
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'reset');
  assert.equal(
    (await server.call(routes.setPassword, { userId: someone.id, password }, world.admin.token)).status,
    200,
  );
  assert.equal((await server.call(routes.profile, {}, someone.token)).body.code, 8007);
});

test('one changes the own password with the current one; other sessions end, tries are counted', async () => {
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'changer');
  const hash = await hashPassword(password);
  await server.db.updateTable('account').set({ password_hash: hash }).where('id', '=', someone.id).execute();
  const other = await server.tokenFor(someone.id);
  const changed = await server.call(
    routes.changePassword,
    { current: password, password: 'Plumb-2027' },
    someone.token,
  );
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.equal((await server.call(routes.profile, {}, someone.token)).status, 200);
  assert.equal((await server.call(routes.profile, {}, other)).body.code, 8007);
  for (let i = 0; i < 10; i++) {
    const wrong = await server.call(routes.changePassword, { current: 'wrong', password }, someone.token);
    assert.equal(wrong.body.error, 'wrongPassword');
  }
  const stopped = await server.call(routes.changePassword, { current: 'Plumb-2027', password }, someone.token);
  assert.deepEqual([stopped.status, stopped.body.error], [429, 'tooMany']);
});

test('profile and preferences: one key at a time, by its own rule', async () => {
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'own');
  // What nothing reads is refused, and not kept.
  for (const preferenceKey of ['favourMenus', 'layerType', 'projectSort']) {
    const refused = await server.call(routes.updatePreference, { preferenceKey, value: 'y' } as never, someone.token);
    assert.deepEqual([refused.status, refused.body.error], [400, 'badInput'], preferenceKey);
  }
  const profile = await server.call(
    routes.updateProfile,
    { theme: 'white', language: 'zh-CN', sessionTimeout: -1 },
    someone.token,
  );
  assert.deepEqual([profile.body.user.theme, profile.body.user.sessionTimeout], ['white', -1]);
  const set = await Promise.all([
    server.call(routes.updatePreference, { preferenceKey: 'isCollapse', value: true }, someone.token),
    server.call(routes.updatePreference, { preferenceKey: 'sidebarWidthPx', value: 300 }, someone.token),
  ]);
  assert.ok(set.every(({ status }) => status === 200));
  const { preferences } = (await server.call(routes.profile, {}, someone.token)).body;
  assert.deepEqual([preferences.isCollapse, preferences.sidebarWidthPx], [true, 300]);
  for (const value of ['wide', 1, null]) {
    const wrong = await server.call(routes.updatePreference, { preferenceKey: 'sidebarWidthPx', value }, someone.token);
    assert.deepEqual([wrong.status, wrong.body.error], [400, 'badInput'], String(value));
  }
});

test('the session timeout is a preference too: every negative is never, less than a minute is refused', async () => {
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'timeout');
  const put = (value: number | string | null) =>
    server.call(routes.updatePreference, { preferenceKey: 'sessionTimeout', value }, someone.token);
  for (const seconds of [-5, -1, 900]) {
    assert.equal((await put(seconds)).status, 200, String(seconds));
    const { preferences, user } = (await server.call(routes.profile, {}, someone.token)).body;
    const expected = Math.max(seconds, -1);
    assert.deepEqual([preferences['sessionTimeout'], user.sessionTimeout], [expected, expected]);
  }
  for (const wrong of [0, 59, '900', null]) assert.equal((await put(wrong)).status, 400, String(wrong));
});

test('a picture is what its bytes say, and is limited in size', async () => {
  const png = pngHeader(10, 10, 108);
  const send = async (bytes: Buffer, type: string) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), '../../x.png');
    const response = await fetch(`${server.url}/api/profile/avatar`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${world.normal.token}` },
      body: form,
    });
    return {
      status: response.status,
      body: (await response.json()) as { error?: string; detail?: unknown; user?: { avatar: string } },
    };
  };
  const get = () =>
    fetch(`${server.url}/api/profile/avatar`, { headers: { authorization: `Bearer ${world.normal.token}` } });
  assert.equal((await get()).status, 404);
  assert.equal((await send(Buffer.from('<svg onload=alert(1)>'), 'image/png')).body.error, 'fileFormat');
  const svg = await send(png, 'image/svg+xml');
  assert.deepEqual([svg.body.error, svg.body.detail], ['fileFormat', { type: 'png, jpg, webp' }]);
  const large = await send(Buffer.concat([png, Buffer.alloc(1024 * 1024)]), 'image/png');
  assert.deepEqual([large.status, large.body.error, large.body.detail], [413, 'fileTooLarge', { size: 1, unit: 'MB' }]);
  const set = await send(png, 'image/jpeg');
  assert.match(set.body.user!.avatar, /^f[0-9a-f]{32}$/);
  const back = await get();
  assert.equal(back.headers.get('content-type'), 'image/png');
  assert.deepEqual(Buffer.from(await back.arrayBuffer()), png);
  await send(png, 'image/png');
  const files = await server.db.selectFrom('stored_file').selectAll().execute();
  assert.equal(files.length, 1, 'the picture before is gone');
});

test('another SYSTEM_PASSWORD ends the sessions of system, and none closes it; the same changes nothing', async () => {
  const now = server.clock.now();
  const put = (password: string) => putSystemAccount(server.db, { name: 'system', password, now });
  assert.equal(await put('First-2026'), true);
  const { id } = await server.db
    .selectFrom('account')
    .select('id')
    .where('name', '=', 'system')
    .executeTakeFirstOrThrow();
  const state = async (token: string) => (await server.call(routes.profile, {}, token)).status;
  const first = await server.tokenFor(id);
  await put('First-2026');
  assert.equal(await state(first), 200, 'the same at the next start');
  await put('Second-2026');
  assert.equal(await state(first), 401);
  const second = await server.tokenFor(id);
  await closeSystemAccount(server.db, 'system', now);
  assert.equal(await state(second), 401);
  const closed = await server.db.selectFrom('account').select('disabled_at').where('id', '=', id).executeTakeFirst();
  assert.ok(closed?.disabled_at);
  await put('Second-2026');
  assert.equal(await state(await server.tokenFor(id)), 200, 'open again with the setting');
});

test('users and roles are those of the own corporation unless another is named; a System account names one', async () => {
  const named = await server.call(routes.list, { corporationId: world.corporationId }, world.admin.token);
  assert.deepEqual((await server.call(routes.list, {} as never, world.admin.token)).body, named.body);
  const { body } = await server.call(roles.list, {} as never, world.normal.token);
  assert.ok(body.roles.length >= 4);
  const root = await makeAccount(server, 'System', null, 'root.unnamed');
  const none = await server.call(routes.list, {} as never, root.token);
  assert.deepEqual([none.status, none.body.error], [400, 'badInput']);
});
