import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projects } from '@plumbline/contract/site/projects';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

const roleId = async (type: 'Owner' | 'Manager' | 'Member' | 'Guest') =>
  (await server.db.selectFrom('role').select('id').where('type', '=', type).executeTakeFirstOrThrow()).id;

test('members are colleagues; the last Owner stays; Owners alone make Managers', async () => {
  const owner = await makeAccount(server, 'Normal', north.corporationId, 'owner');
  const manager = await makeAccount(server, 'Normal', north.corporationId, 'pm');
  const worker = await makeAccount(server, 'Normal', north.corporationId, 'worker');
  const { body: made } = await server.call(
    projects.create,
    { corporationId: north.corporationId, name: 'Slope 4', address: 'Hengtang' },
    north.admin.token,
  );
  const projectId = made.project.id;
  await makeMember(server, projectId, owner.id, 'Owner');
  const [Owner, Manager, Member, Guest] = await Promise.all([
    roleId('Owner'),
    roleId('Manager'),
    roleId('Member'),
    roleId('Guest'),
  ]);
  const add = (userId: number, role: number, token: string) =>
    server.call(projects.addMember, { projectId, userId, roleId: role }, token);

  const whom = async (keyword?: string) => {
    const { body } = await server.call(projects.candidates, { projectId, keyword }, owner.token);
    return body.users.map((each) => each.userId);
  };
  assert.ok(!(await whom()).includes(south.normal.id), 'nobody of another corporation is offered');
  assert.ok(!(await whom()).includes(owner.id), 'no member is offered again');
  assert.deepEqual(await whom('WORK'), [worker.id], 'found by a part of the name, whatever its case');
  assert.deepEqual(await whom('%'), [], 'a sign of the search language is a letter like others');

  assert.equal((await add(manager.id, Manager, owner.token)).status, 200);
  assert.equal((await add(manager.id, Member, owner.token)).body.error, 'nameTaken');
  assert.equal((await add(south.normal.id, Member, owner.token)).status, 404, 'a user of another corporation');
  assert.equal((await add(worker.id, Owner, owner.token)).body.error, 'protectedRecord');
  assert.equal(
    (await add(worker.id, Manager, manager.token)).body.error,
    'protectedRecord',
    'a Manager makes no Manager',
  );
  assert.equal((await add(worker.id, Member, manager.token)).status, 200);
  const custom = await server.db
    .insertInto('role')
    .values({ corporation_id: south.corporationId, type: 'Custom', name: 'Theirs' })
    .returning('id')
    .executeTakeFirstOrThrow();
  assert.equal((await add(north.normal.id, custom.id, owner.token)).status, 404, 'a role of another corporation');

  const update = (userId: number, change: { roleId?: number; status?: 'active' | 'disabled' }, token: string) =>
    server.call(projects.updateMember, { projectId, userId, ...change }, token);
  assert.equal((await update(worker.id, { roleId: Manager }, manager.token)).body.error, 'protectedRecord');
  assert.equal((await update(worker.id, { roleId: Guest }, manager.token)).status, 200);
  assert.equal((await update(owner.id, { roleId: Guest }, manager.token)).body.error, 'protectedRecord');
  assert.equal((await update(south.normal.id, { roleId: Guest }, owner.token)).status, 404);

  assert.equal(
    (await server.call(projects.removeMember, { projectId, userId: north.admin.id }, owner.token)).status,
    200,
    'one of two Owners may go',
  );
  assert.equal(
    (await server.call(projects.removeMember, { projectId, userId: owner.id }, owner.token)).body.error,
    'protectedRecord',
  );
  assert.equal((await update(owner.id, { status: 'disabled' }, north.admin.token)).body.error, 'protectedRecord');
  const disabled = await update(manager.id, { status: 'disabled' }, owner.token);
  assert.equal(disabled.body.members.find((each) => each.userId === manager.id)?.status, 'disabled');
  assert.equal(
    (await server.call(projects.get, { projectId }, manager.token)).status,
    404,
    'a disabled member is a stranger',
  );
});

test('nobody gives a role that holds more than his own, or takes one away', async () => {
  const { projectId } = north;
  const [clerk, friend, expert] = [
    await makeAccount(server, 'Normal', north.corporationId, 'the.clerk'),
    await makeAccount(server, 'Normal', north.corporationId, 'the.friend'),
    await makeAccount(server, 'Normal', north.corporationId, 'the.expert'),
  ];
  await giveRole(server, north, clerk.id, ['Retrieve:Project', 'Update:Project']);
  await giveRole(server, north, expert.id, ['Retrieve:Project', 'Delete:Project', 'Delete:Data']);
  const roleOf = async (userId: number) =>
    (
      await server.db
        .selectFrom('project_member')
        .select('role_id')
        .where('account_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).role_id;
  const [modest, great] = [await roleOf(clerk.id), await roleOf(expert.id)];
  const Guest = (await server.db.selectFrom('role').select('id').where('type', '=', 'Guest').executeTakeFirstOrThrow())
    .id;
  const summaryOf = ({ status, body }: { status: number; body: { error?: string; detail?: unknown } }) => [
    status,
    body.error,
    (body.detail as { needs?: string })?.needs,
  ];
  const asClerk = { projectId, userId: clerk.id };
  const refused = [403, 'notAllowed', 'Delete:Project'];
  const call = server.call;
  assert.deepEqual(summaryOf(await call(projects.updateMember, { ...asClerk, roleId: great }, clerk.token)), refused);
  assert.deepEqual(
    summaryOf(await call(projects.updateMember, { ...asClerk, roleId: Guest }, clerk.token)).slice(0, 2),
    [403, 'notAllowed'],
    'a Guest reads more than he does',
  );
  const take = (roleId: number) => call(projects.addMember, { projectId, userId: friend.id, roleId }, clerk.token);
  assert.deepEqual(summaryOf(await take(great)), refused);
  assert.equal((await take(modest)).status, 200);
  const asExpert = { projectId, userId: expert.id };
  assert.deepEqual(summaryOf(await call(projects.removeMember, asExpert, clerk.token)), refused);
  assert.deepEqual(
    summaryOf(await call(projects.updateMember, { ...asExpert, status: 'disabled' }, clerk.token)),
    refused,
  );
  // An account of type Manager does not hold Delete:Project in projects that it did not open.
  const above = await makeAccount(server, 'Manager', north.corporationId, 'above.manager');
  const itself = { projectId, userId: above.id };
  assert.deepEqual(summaryOf(await call(projects.addMember, { ...itself, roleId: great }, above.token)), refused);
  assert.equal((await call(projects.updateMember, { ...asExpert, roleId: great }, north.admin.token)).status, 200);
});

test('log-in names of members are for those who decide who is one', async () => {
  const { projectId } = north;
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'names.guest');
  const owner = await makeAccount(server, 'Normal', north.corporationId, 'names.owner');
  await makeMember(server, projectId, guest.id, 'Guest');
  await makeMember(server, projectId, owner.id, 'Owner');
  const namesFor = async (token: string) =>
    (await server.call(projects.members, { projectId }, token)).body.members
      .filter(({ userId }) => userId === guest.id || userId === owner.id)
      .map(({ name, displayName }) => [name, displayName !== '']);
  assert.deepEqual(await namesFor(owner.token), [
    ['names.guest', true],
    ['names.owner', true],
  ]);
  assert.deepEqual(await namesFor(guest.token), [
    [null, true],
    [null, true],
  ]);
});
