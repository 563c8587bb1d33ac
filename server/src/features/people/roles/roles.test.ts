import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles as routes } from '@plumbline/contract/people/roles';
import { userGroups } from '@plumbline/contract/people/user-groups';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, south] = await openWorlds(['North', 'South']);

const make = (name: string, permissions: (typeof routes.create.input._zod.input)['permissions'] = ['Retrieve:Alert']) =>
  server.call(routes.create, { corporationId: world.corporationId, name, permissions }, world.admin.token);

test('a custom role is made, renamed, given other permissions and removed', async () => {
  const { status, body } = await make('Inspector', ['Retrieve:Alert', 'Retrieve:Alert', 'Update:Alert']);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.role.permissions, ['Retrieve:Alert', 'Update:Alert']);
  const roleId = body.role.id;
  assert.equal((await make('inspector')).body.error, 'nameTaken');
  const renamed = await server.call(routes.update, { roleId, name: 'Surveyor' }, world.admin.token);
  assert.equal(renamed.body.role.name, 'Surveyor');
  const less = await server.call(routes.setPermissions, { roleId, permissions: [] }, world.admin.token);
  assert.deepEqual(less.body.role.permissions, []);
  assert.deepEqual((await server.call(routes.getPermissions, { roleId }, world.admin.token)).body.permissions, []);
  assert.equal((await server.call(routes.remove, { roleId }, world.admin.token)).status, 200);
  assert.equal((await server.call(routes.getPermissions, { roleId }, world.admin.token)).status, 404);
});

test('the roles of another corporation are not listed', async () => {
  const { corporationId } = south;
  await server.call(routes.create, { corporationId, name: 'Theirs', permissions: [] }, south.admin.token);
  const { body } = await server.call(routes.list, { corporationId: world.corporationId }, world.admin.token);
  assert.ok(body.roles.every((role) => role.corporationId === null || role.corporationId === world.corporationId));
});

test('permissions of the corporation are refused', async () => {
  const made = await make('Climber', ['Create:User']);
  assert.deepEqual([made.status, made.body.error], [400, 'badInput']);
  const { body } = await make('Harmless');
  const raised = await server.call(
    routes.setPermissions,
    { roleId: body.role.id, permissions: ['Delete:Role'] },
    world.admin.token,
  );
  assert.equal(raised.body.error, 'badInput');
  const { permissions } = (await server.call(routes.permissions, {}, world.normal.token)).body;
  assert.ok(permissions.includes('Update:Alert') && !permissions.includes('Create:User'));
});

test('the fixed roles stay as they are', async () => {
  const system = await makeAccount(server, 'System', null, 'root');
  const listed = await server.call(routes.list, { corporationId: world.corporationId }, world.admin.token);
  const fixed = listed.body.roles.filter((role) => role.corporationId === null);
  assert.deepEqual(
    fixed.map((role) => role.type),
    ['Owner', 'Manager', 'Member', 'Guest'],
  );
  const roleId = fixed[0]!.id;
  const { body } = await server.call(routes.getPermissions, { roleId }, world.admin.token);
  assert.ok(body.permissions.includes('Delete:Project'), 'an administrator reads what they hold');
  const asAdmin = await server.call(routes.update, { roleId, name: 'x' }, world.admin.token);
  assert.equal(asAdmin.body.error, 'protectedRecord');
  assert.equal((await server.call(routes.update, { roleId, name: 'x' }, system.token)).body.error, 'protectedRecord');
  assert.equal((await server.call(routes.remove, { roleId }, system.token)).body.error, 'protectedRecord');
  const none = { roleId, permissions: [] };
  assert.equal((await server.call(routes.setPermissions, none, system.token)).body.error, 'protectedRecord');
});

test('a role that is held cannot be removed; members are counted where the caller sees them', async () => {
  const { body } = await make('Held');
  const roleId = body.role.id;
  const someone = await makeAccount(server, 'Normal', world.corporationId, 'holder');
  await server.db
    .insertInto('project_member')
    .values({ project_id: world.projectId, account_id: someone.id, role_id: roleId })
    .execute();
  const refused = await server.call(routes.remove, { roleId }, world.admin.token);
  assert.deepEqual([refused.body.error, refused.body.detail], ['notEmpty', { members: 1 }]);
  const count = async (token: string) =>
    (await server.call(routes.list, { corporationId: world.corporationId }, token)).body.roles.find(
      (role) => role.id === roleId,
    )?.members;
  assert.equal(await count(world.admin.token), 1);
  assert.equal(await count(world.normal.token), 0);
  await makeMember(server, world.projectId, world.normal.id, 'Guest');
  assert.equal(await count(world.normal.token), 1);
});

test('whoever holds a role by a group hears at once that it was changed, as its members do', async () => {
  const { corporationId, admin } = world;
  const { id: roleId } = (await make('By a group')).body.role;
  const inGroup = await makeAccount(server, 'Normal', corporationId, 'in.group');
  const announced: string[] = [];
  server.listener.on('plumbline_changed', (payload) => void announced.push(payload ?? ''));
  const isAnnounced = () => announced.some((text) => new RegExp(`account.*\\b${inGroup.id}\\b`).test(text));
  const group = { corporationId, name: 'Crew', roleIds: [roleId], userIds: [inGroup.id] };
  assert.equal((await server.call(userGroups.create, group, admin.token)).status, 200);
  assert.ok(!isAnnounced(), 'a group that is in no project gives nothing yet');
  await server.call(routes.setPermissions, { roleId, permissions: [] }, admin.token);
  await waitUntil(isAnnounced, 'the change of the role is announced');
});
