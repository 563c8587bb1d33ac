import assert from 'node:assert/strict';
import { test } from 'node:test';
import { users as routes } from '@plumbline/contract/people/users';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, south] = await openWorlds(['North', 'Far east']);

test('access tokens are shown once, listed, limited, revoked, and make no other token', async () => {
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'programmer');
  const { body } = await server.call(routes.createToken, { name: 'script', expiresInDays: 7 }, someone.token);
  assert.match(body.token, /^pla_[\w-]{43}$/);
  assert.equal((await server.call(routes.profile, {}, body.token)).body.user.name, 'programmer');
  assert.equal((await server.call(routes.createToken, { name: 'more' }, body.token)).status, 403);
  const stored = await server.db.selectFrom('token').select('hash').where('id', '=', body.accessToken.id).execute();
  assert.equal(stored[0]!.hash.length, 32);
  for (let i = 1; i < 20; i++) await server.call(routes.createToken, { name: `t${i}` }, someone.token);
  assert.equal((await server.call(routes.createToken, { name: 'one too many' }, someone.token)).body.error, 'listFull');
  const tokenId = body.accessToken.id;
  assert.equal((await server.call(routes.revokeToken, { tokenId }, world.normal.token)).status, 404);
  assert.equal((await server.call(routes.revokeToken, { tokenId }, someone.token)).status, 200);
  assert.equal((await server.call(routes.profile, {}, body.token)).body.code, 8007);
  assert.equal((await server.call(routes.listTokens, {}, someone.token)).body.accessTokens.length, 19);
});

test('the first use of a token is written at once, also in the second it was made', async () => {
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'at.once');
  const { body } = await server.call(routes.createToken, { name: 'script', expiresInDays: 7 }, someone.token);
  const lastUsed = async () => {
    const { accessTokens } = (await server.call(routes.listTokens, {}, someone.token)).body;
    return accessTokens.find(({ id }) => id === body.accessToken.id)?.lastSeenAt;
  };
  assert.equal(await lastUsed(), null, 'never used');
  assert.equal((await server.call(routes.profile, {}, body.token)).status, 200);
  assert.notEqual(await lastUsed(), null);
});

test('a token with a scope is a member of its projects with its permissions, whatever its owner is', async () => {
  const { projectId, corporationId } = world;
  const other = await server.call(
    projects.create,
    { corporationId, name: 'Other site', address: '-' },
    world.admin.token,
  );
  const otherId = other.body.project.id;
  const make = (scope: object | null, token = world.admin.token) =>
    server.call(routes.createToken, { name: 'scoped', scope } as never, token);
  const reader = (await make({ permissions: ['Retrieve:Project', 'Retrieve:Data'], projectIds: [projectId] })).body;
  assert.deepEqual(reader.accessToken.scope, {
    permissions: ['Retrieve:Project', 'Retrieve:Data'],
    projectIds: [projectId],
  });
  const status = async (route: never, input: object, token = reader.token) =>
    (await server.call(route, input as never, token)).status;
  assert.deepEqual(
    (await server.call(projects.list, {}, reader.token)).body.projects.map(({ id }) => id),
    [projectId],
  );
  assert.equal(await status(projects.get as never, { projectId }), 200);
  assert.equal(await status(projects.get as never, { projectId: otherId }), 404, 'a project that was not chosen');
  assert.equal(
    await status(projects.update as never, { projectId, name: 'Renamed' }),
    403,
    'a permission that was not',
  );
  // What an Admin does beside projects.
  assert.equal(await status(routes.list as never, { corporationId }), 403);
  assert.equal(
    await status(routes.create as never, {
      corporationId,
      name: 'made.by.token',
      displayName: 'M',
      type: 'Normal',
      password: 'Plumb-2026',
    }),
    403,
  );
  assert.equal(await status(projects.create as never, { corporationId, name: 'New', address: '-' }), 403);
  assert.equal(await status(routes.createToken as never, { name: 'more' }), 403);
  // Every project: those that come later too.
  const wide = (await make({ permissions: ['Retrieve:Project', 'Update:Project'], projectIds: null })).body;
  assert.equal(await status(projects.get as never, { projectId: otherId }, wide.token), 200);
  assert.equal(
    await status(projects.get as never, { projectId: south.projectId }, wide.token),
    404,
    'never beyond the corporation',
  );
  // Nobody's token holds more than he does, when it is made and after.
  const guest = await makeAccount(server, 'Normal', corporationId, 'scoped.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await make({ permissions: ['Update:Project'], projectIds: null }, guest.token)).status, 403);
  assert.equal((await make({ permissions: ['Retrieve:Project'], projectIds: [otherId] }, guest.token)).status, 404);
  assert.equal(
    (await make({ permissions: ['Retrieve:User'], projectIds: null })).status,
    400,
    'no permission of projects',
  );
  assert.equal((await make({ permissions: [], projectIds: null })).status, 400);
  const own = (await make({ permissions: ['Retrieve:Project'], projectIds: null }, guest.token)).body;
  assert.equal(await status(projects.get as never, { projectId }, own.token), 200);
  await server.db.deleteFrom('project_member').where('account_id', '=', guest.id).execute();
  assert.equal(await status(projects.get as never, { projectId }, own.token), 404);
});
