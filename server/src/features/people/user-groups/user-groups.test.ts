/** User groups, what they give in projects, until when; and why somebody may see a project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '@plumbline/contract/people/roles';
import { sessions } from '@plumbline/contract/people/sessions';
import { userGroups as routes } from '@plumbline/contract/people/user-groups';
import { projects } from '@plumbline/contract/site/projects';
import { projectGroups } from '@plumbline/contract/site/projects.groups';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { corporationId, projectId } = north;
const { token } = north.admin;

const fixedRole = async (type: 'Owner' | 'Manager' | 'Member' | 'Guest') =>
  (await server.db.selectFrom('role').select('id').where('type', '=', type).executeTakeFirstOrThrow()).id;
const person = (name: string) => makeAccount(server, 'Normal', corporationId, name);
async function makeGroup(name: string, roleIds: number[], userIds: number[]) {
  const { status, body } = await server.call(routes.create, { corporationId, name, roleIds, userIds }, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.userGroup;
}
/** What an account holds in the project of North; undefined = it is not found. */
async function permissionsFor(of: string): Promise<readonly string[] | undefined> {
  const { status, body } = await server.call(projects.get, { projectId }, of);
  return status === 404 ? undefined : body.permissions;
}

test('a group gives all of its roles in the projects of which it is a member, and takes them again at once', async () => {
  const { id: userId, token: own } = await person('group.one');
  const custom = await server.call(
    roles.create,
    { corporationId, name: 'Data hand-over', permissions: ['Create:Data'] },
    token,
  );
  const group = await makeGroup('Surveyors', [await fixedRole('Guest'), custom.body.role.id], [userId]);
  assert.deepEqual([group.users, group.projects, group.roles.length], [1, 0, 2]);
  assert.equal(await permissionsFor(own), undefined);
  const added = await server.call(projectGroups.addGroup, { projectId, userGroupId: group.id }, token);
  assert.equal(added.status, 200, JSON.stringify(added.body));
  const permissions = await permissionsFor(own);
  assert.ok(
    permissions?.includes('Retrieve:Data') && permissions.includes('Create:Data'),
    'both roles, without a new sign-in',
  );
  assert.ok(!permissions?.includes('Update:Project'));
  assert.ok((await server.call(sessions.session, {}, own)).body.permissions.includes('Create:Data'));
  // A role edited, a person taken out, the group disabled, removed: each counts from the next request.
  await server.call(routes.update, { userGroupId: group.id, roleIds: [await fixedRole('Guest')] }, token);
  assert.ok(!(await permissionsFor(own))?.includes('Create:Data'));
  const set = (status: 'active' | 'disabled') =>
    server.call(projectGroups.updateGroup, { projectId, userGroupId: group.id, status }, token);
  await set('disabled');
  assert.equal(await permissionsFor(own), undefined);
  await set('active');
  await server.call(routes.update, { userGroupId: group.id, userIds: [] }, token);
  assert.equal(await permissionsFor(own), undefined);
  await server.call(routes.update, { userGroupId: group.id, userIds: [userId] }, token);
  assert.ok(await permissionsFor(own));
  await server.call(routes.remove, { userGroupId: group.id }, token);
  assert.equal(await permissionsFor(own), undefined);
});

test('people and roles of elsewhere, the role Owner and a name that is taken are refused', async () => {
  await makeGroup('Taken', [], []);
  const create = (input: object) => server.call(routes.create, { corporationId, name: 'Other', ...input }, token);
  assert.equal((await create({ name: 'TAKEN' })).body.error, 'nameTaken');
  assert.equal((await create({ userIds: [south.normal.id] })).body.error, 'notFound');
  assert.equal((await create({ roleIds: [await fixedRole('Owner')] })).body.error, 'protectedRecord');
  const foreign = await server.call(
    roles.create,
    { corporationId: south.corporationId, name: 'Foreign', permissions: [] },
    south.admin.token,
  );
  assert.equal((await create({ roleIds: [foreign.body.role.id] })).body.error, 'notFound');
  const { id } = north.normal;
  const twice = await create({ userIds: [id, id] });
  assert.deepEqual([twice.status, twice.body.error], [400, 'badInput']);
  const southern = await server.call(
    routes.create,
    { corporationId: south.corporationId, name: 'South group' },
    south.admin.token,
  );
  const add = { projectId, userGroupId: southern.body.userGroup.id };
  assert.equal((await server.call(projectGroups.addGroup, add, token)).status, 404);
});

test('nobody gives by a group what he does not hold himself', async () => {
  const manager = await person('group.manager');
  await makeMember(server, projectId, manager.id, 'Manager');
  const managers = await makeGroup('Managers', [await fixedRole('Manager')], []);
  const members = await makeGroup('Members', [await fixedRole('Member')], []);
  const add = (userGroupId: number) => server.call(projectGroups.addGroup, { projectId, userGroupId }, manager.token);
  assert.equal((await add(managers.id)).body.error, 'protectedRecord');
  assert.equal((await add(members.id)).status, 200);
  assert.equal((await add(members.id)).body.error, 'nameTaken');
  await server.call(projectGroups.addGroup, { projectId, userGroupId: managers.id }, token);
  const remove = { projectId, userGroupId: managers.id };
  assert.equal((await server.call(projectGroups.removeGroup, remove, manager.token)).body.error, 'protectedRecord');
  const roleId = managers.roles[0]?.roleId ?? 0;
  assert.equal((await server.call(roles.remove, { roleId }, token)).body.error, 'protectedRecord');
});

test('a role that a group has cannot be removed', async () => {
  const { body } = await server.call(roles.create, { corporationId, name: 'Of a group', permissions: [] }, token);
  const group = await makeGroup('Has a role', [body.role.id], []);
  const refused = await server.call(roles.remove, { roleId: body.role.id }, token);
  assert.deepEqual([refused.body.error, refused.body.detail], ['notEmpty', { members: 0, groups: 1 }]);
  await server.call(routes.remove, { userGroupId: group.id }, token);
  assert.equal((await server.call(roles.remove, { roleId: body.role.id }, token)).status, 200);
});

test('a membership ends with its last day in the zone of the project, to the second', async () => {
  // The clock is at 14:00 in Shanghai.
  const one = await person('until.one');
  const other = await person('until.other');
  const guest = await fixedRole('Guest');
  const add = (until: string | null) =>
    server.call(projects.addMember, { projectId, userId: one.id, roleId: guest, until }, token);
  const past = await add('2026-03-17');
  assert.deepEqual([past.status, past.body.error], [400, 'badInput']);
  const { body } = await add('2026-03-18');
  assert.equal(body.members.find(({ userId }) => userId === one.id)?.until, '2026-03-18');
  const group = await makeGroup('Until', [guest], [other.id]);
  await server.call(projectGroups.addGroup, { projectId, userGroupId: group.id, until: '2026-03-18' }, token);
  const began = server.clock.now().getTime();
  server.clock.set(new Date('2026-03-18T15:59:59Z'));
  assert.ok(
    (await permissionsFor(await server.tokenFor(one.id))) && (await permissionsFor(await server.tokenFor(other.id))),
  );
  server.clock.set(new Date('2026-03-18T16:00:00Z'));
  assert.equal(await permissionsFor(await server.tokenFor(one.id)), undefined);
  assert.equal(await permissionsFor(await server.tokenFor(other.id)), undefined);
  await server.tick('end-memberships');
  const admin = await server.tokenFor(north.admin.id);
  const rows = (await server.call(projects.members, { projectId }, admin)).body.members;
  assert.equal(rows.find(({ userId }) => userId === one.id)?.status, 'disabled');
  const again = { projectId, userId: one.id, status: 'active' as const };
  const enabled = (await server.call(projects.updateMember, again, admin)).body.members;
  assert.equal(enabled.find(({ userId }) => userId === one.id)?.until, null);
  assert.ok(await permissionsFor(await server.tokenFor(one.id)));
  server.clock.set(new Date(began));
});

test('why somebody sees a project: every reason with its end, and nothing of other corporations', async () => {
  const { id: userId } = await person('why.one');
  const grantsOf = async () => (await server.call(projectGroups.grants, { userId }, token)).body;
  assert.deepEqual((await grantsOf()).projects, []);
  await makeMember(server, projectId, userId, 'Guest');
  const group = await makeGroup('Why', [await fixedRole('Member')], [userId]);
  await server.call(projectGroups.addGroup, { projectId, userGroupId: group.id, until: '2026-04-01' }, token);
  const [project] = (await grantsOf()).projects;
  assert.deepEqual([project?.projectId, project?.sees], [projectId, true]);
  assert.deepEqual(
    project?.grants.map(({ by, roleType, groupName, until }) => [by, roleType, groupName, until]),
    [
      ['member', 'Guest', null, null],
      ['group', 'Member', 'Why', '2026-04-01'],
    ],
  );
  const admins = await server.call(projectGroups.grants, { userId: north.admin.id }, token);
  assert.deepEqual(
    admins.body.projects.map(({ sees, grants }) => [sees, grants[0]?.by]),
    [[true, 'accountType']],
  );
  await server.db.updateTable('account').set({ disabled_at: server.clock.now() }).where('id', '=', userId).execute();
  const closed = await grantsOf();
  assert.deepEqual([closed.disabled, closed.projects[0]?.sees], [true, false]);
  assert.equal((await server.call(projectGroups.grants, { userId }, south.admin.token)).status, 404);
});
