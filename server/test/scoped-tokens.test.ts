/**
 * A token with a scope is a member of its projects and nothing else. Nothing here knows a route by name but those that copy
 * what they read: every route of the contract is called, in a world prepared for it, with a token that only reads its project
 * and with one that may do everything, in another project. What changed is asked of the database, and not of the answer.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { projectPermissions } from '@plumbline/contract/kernel/permissions';
import type { Route } from '@plumbline/contract/kernel/route';
import { walls } from '@plumbline/contract/overview/walls';
import { roles } from '@plumbline/contract/people/roles';
import { seeAs } from '@plumbline/contract/people/see-as';
import { type TokenScope, users } from '@plumbline/contract/people/users';
import { tasks } from '@plumbline/contract/platform/tasks';
import { registry } from '@plumbline/contract/registry';
import { io } from 'socket.io-client';
import { type Fixture, makeFixture } from './announcements.fixtures.ts';
import { type Prepared, preparations } from './announcements-preparations.ts';
import { makeAccount, makeWorld, startServer, type World } from './harness.ts';
import { watchChanges } from './watch-changes.ts';

// No worker: what a request queues stays where it is written.
const server = await startServer({ ROLES: 'web,gateway' });
after(() => server.close());
const system = await makeAccount(server, 'System', null, 'scoped.system');
const changedBy = await watchChanges(server);
const reading = projectPermissions.filter((each) => each.startsWith('Retrieve:'));

async function tokenFor(owner: string, scope: TokenScope): Promise<string> {
  const { body } = await server.call(users.createToken, { name: 'script', scope }, owner);
  assert.ok(body.token, JSON.stringify(body));
  // Its first use is written down: that is done before anything is compared.
  await server.call(roles.permissions, {}, body.token);
  return body.token;
}

/** Another project of the same corporation, in which nothing of the route's world lies. */
async function makeOther({ corporationId, admin }: World): Promise<number> {
  const { id } = await server.db
    .insertInto('project')
    .values({
      corporation_id: corporationId,
      name: 'Elsewhere',
      longitude: 114,
      latitude: 30,
      picture: null,
      creator_id: admin.id,
      archived_at: null,
      created_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Declared {
  readonly title: string;
  readonly route: Route;
}
/** Every route that asks who somebody is. */
const declared: readonly Declared[] = Object.entries(registry as Record<string, Record<string, Route>>)
  .flatMap(([feature, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ title: `${feature}.${name}`, route })),
  )
  .filter(({ route }) => !['anyone', 'device', 'feed', 'vendor'].includes(route.needs));
const writes = ({ method, readOnly }: Route) => method !== 'GET' && !readOnly;

/** What every request writes, the log of what was done and refused; and what the server writes of itself by the clock. */
const unasked = ['operation', 'gateway_lease', 'device_state', 'process_sign', 'token_use'];
/** Routes by which a program that reads has a copy made of what it may read, and the tables of copies. */
const copies = ['exports.make', 'exports.makeRecords', 'exports.repeat'];
const copyTables = ['data_export', 'task', 'work'];

/** Calls a route with what was prepared for it; gives what changed, and the answer. */
async function called(fixture: Fixture, title: string, { input, file }: Prepared, token: string) {
  const answers: Awaited<ReturnType<typeof fixture.call>>[] = [];
  const changed = await changedBy(async () => answers.push(await fixture.call(title, input, { token, file })));
  const [answer] = answers;
  assert.ok(answer);
  return { changed: changed.filter((table) => !unasked.includes(table)), ...answer };
}

/** The session of an administrator who sees as the other account of the world, an owner of its project. */
async function seeingToken({ admin, normal, projectId }: World): Promise<string> {
  const role = await server.db.selectFrom('role').select('id').where('type', '=', 'Owner').executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_member')
    .values({ project_id: projectId, account_id: normal.id, role_id: role.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { token } = (await server.call(seeAs.begin, { userId: normal.id }, admin.token)).body;
  assert.ok(token);
  return token;
}

/** A route in a world prepared for it, and a token that may do everything in another project of the same corporation. */
async function stage(title: string) {
  const fixture = await makeFixture(server, system.token, title);
  const prepared = (await preparations[title]?.(fixture)) ?? {};
  const { world } = fixture;
  const may = (permissions: TokenScope['permissions'], projectId: number) =>
    tokenFor(world.admin.token, { permissions, projectIds: [projectId] });
  const projectName = `${title} project`;
  return {
    fixture,
    prepared,
    world,
    projectName,
    may,
    beyond: await may([...projectPermissions], await makeOther(world)),
  };
}
type Stage = Awaited<ReturnType<typeof stage>>;

async function faultsBeyond({ title, route }: Declared, { fixture, prepared, world, projectName, beyond }: Stage) {
  const { changed, status, body } = await called(fixture, title, prepared, beyond);
  const text = JSON.stringify(body);
  const traces = [projectName, world.device.sncode].filter((word) => text.includes(word));
  return [
    ...(changed.length > 0 ? [`${title}, beyond: ${status}, changed ${changed}`] : []),
    ...(traces.length > 0 ? [`${title}, beyond: ${status}, shows ${traces}`] : []),
    ...(route.within && status === 200 ? [`${title}, beyond: 200`] : []),
  ];
}

test('a token that may do everything in one project reads nothing of another', async () => {
  const shared = await stage('Reads');
  const faults: string[] = [];
  for (const each of declared.filter(({ route }) => !writes(route))) {
    const staged = each.title in preparations ? await stage(each.title) : shared;
    faults.push(...(await faultsBeyond(each, staged)));
  }
  assert.deepEqual(faults, []);
});

test('no route changes anything for who only reads, for who sees as another, or beyond the projects of a token', async () => {
  const faults: string[] = [];
  for (const each of declared.filter(({ route }) => writes(route))) {
    const { title, route } = each;
    const staged = await stage(title);
    faults.push(...(await faultsBeyond(each, staged)));

    const { fixture, prepared, world, may } = staged;
    const byReading = await called(fixture, title, prepared, await may(reading, world.projectId));
    const isCopy = copies.includes(title);
    const left = byReading.changed.filter((table) => !isCopy || !copyTables.includes(table));
    if (left.length > 0 || (byReading.status === 200 && !isCopy))
      faults.push(`${title}, by reading: ${byReading.status}, changed ${left}`);

    if (route.whileSeeing) continue;
    const seeing = await called(fixture, title, prepared, await seeingToken(world));
    if (seeing.changed.length > 0 || seeing.status === 200)
      faults.push(`${title}, seeing: ${seeing.status}, changed ${seeing.changed}`);
  }
  assert.deepEqual(faults, []);
});

/** A notification of the owner, of each of two projects and of none; a task of each of the projects. */
async function giveOwner(owner: number, { corporationId, pointId, projectId }: World, elsewhere: number) {
  const now = server.clock.now();
  const row = { account_id: owner, type: 'MeasuringAlert', alert_id: null, point_id: pointId, level: 2, read_at: null };
  const stored = await server.db
    .insertInto('notification')
    .values(
      [projectId, elsewhere, null].map((id, k) => ({ ...row, project_id: id, title: `told ${k}`, created_at: now })),
    )
    .returning(['id', 'title'])
    .execute();
  const task = { kind: 'none', corporation_id: corporationId, account_id: owner, cursor: null, error: null };
  const foreign = await server.db
    .insertInto('task')
    .values(
      [elsewhere, null].map((id) => ({
        ...task,
        project_id: id,
        error_detail: null,
        created_at: now,
        started_at: null,
        finished_at: null,
      })),
    )
    .returning('id')
    .execute();
  return { notificationIds: stored.map(({ id }) => id), foreignTasks: foreign.map(({ id }) => id) };
}

test('the lists of a person show a token with a scope what is of its projects, and the owner all', async () => {
  const world = await makeWorld(server, 'Lists');
  const { admin, projectId, taskId } = world;
  const { notificationIds, foreignTasks } = await giveOwner(admin.id, world, await makeOther(world));
  const token = await tokenFor(admin.token, { permissions: reading, projectIds: [projectId] });
  const read = async (by: string) => {
    const list = (await server.call(notifications.list, {}, by)).body;
    const latest = (await server.call(notifications.latest, {}, by)).body;
    const mine = (await server.call(tasks.mine, {}, by)).body.tasks.map(({ id }) => id);
    return [list.notifications.map(({ title }) => title).sort(), list.total, list.unread, latest.unread, mine.sort()];
  };
  assert.deepEqual(await read(token), [['told 0'], 1, 1, 1, [taskId]]);
  assert.deepEqual(await read(admin.token), [
    ['told 0', 'told 1', 'told 2'],
    ...[3, 3, 3],
    [taskId, ...foreignTasks].sort(),
  ]);
  for (const [k, id] of notificationIds.entries())
    assert.equal((await server.call(notifications.get, { notificationId: id }, token)).status, k === 0 ? 200 : 404);
  for (const id of foreignTasks) assert.equal((await server.call(tasks.get, { taskId: id }, token)).status, 404);
  assert.equal((await server.call(tasks.get, { taskId }, token)).status, 200);
  const blind = await tokenFor(admin.token, { permissions: ['Retrieve:Data'], projectIds: [projectId] });
  assert.deepEqual(await read(blind), [[], 0, 0, 0, []]);
});

test('a token with a scope learns of no wall, and ends no link of one', async () => {
  const { admin, projectId } = await makeWorld(server, 'Walls');
  const slides = [{ kind: 'project' as const, dwellSeconds: 20, projectId }];
  const given = { name: 'Control room', language: 'en' as const, timeZone: 'UTC', projectIds: [projectId], slides };
  const { wall, token: link } = (await server.call(walls.create, given, admin.token)).body;
  const token = await tokenFor(admin.token, { permissions: [...projectPermissions], projectIds: [projectId] });
  assert.equal((await server.call(walls.list, {}, token)).body.error, 'notAllowed');
  assert.equal((await server.call(walls.renewLink, { wallId: wall.id }, token)).body.error, 'notAllowed');
  assert.equal((await server.call(walls.open, { token: link })).status, 200);
});

test('a page of a token with a scope hears what is told of its projects, and nothing that is told to its owner', async () => {
  const { admin, corporationId, alertId, projectId } = await makeWorld(server, 'Sockets');
  const scope = { permissions: [...projectPermissions], projectIds: [projectId] };
  const listeners = [admin.token, await tokenFor(admin.token, scope)].map((token) => {
    const auth = { transports: ['websocket'], auth: { token }, reconnection: false };
    const page = io(`${server.url}/notification`, auth);
    const events: string[] = [];
    // The alert of the world itself is told about now, or was before: each event counts once.
    page.onAny((event: string) => events.includes(event) || events.push(event));
    const arrived = (event: string) => new Promise<void>((resolve) => page.once(event, () => resolve()));
    return { page, events, alertArrived: arrived('ALERTS_CHANGED'), notified: arrived('NEW_NOTIFICATION') };
  });
  // Answered once the page stands in its rooms.
  for (const { page } of listeners) await page.emitWithAck('SUBSCRIBE', { pointIds: [] });
  server.sockets.toAccount(admin.id, 'NEW_NOTIFICATION', { title: 'told to the owner' } as never);
  server.sockets.toProject({ corporationId, projectId }, 'ALERTS_CHANGED', { projectId, alertId });
  // Each goes by the database first, so that neither has to come before the other. The owner's page is the first of the two.
  await Promise.all([listeners[0]?.notified, ...listeners.map(({ alertArrived }) => alertArrived)]);
  // What was sent before this answer has come.
  for (const { page } of listeners) await page.emitWithAck('SUBSCRIBE', { pointIds: [] });
  for (const { page } of listeners) page.close();
  assert.deepEqual(
    listeners.map(({ events }) => events.sort()),
    [['ALERTS_CHANGED', 'NEW_NOTIFICATION'], ['ALERTS_CHANGED']],
  );
});
