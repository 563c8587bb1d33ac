import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aliasRoutes } from '@plumbline/contract/kernel/aliases';
import { type Permission, projectPermissions } from '@plumbline/contract/kernel/permissions';
import { type Route, route } from '@plumbline/contract/kernel/route';
import { seeAs } from '@plumbline/contract/people/see-as';
import { users } from '@plumbline/contract/people/users';
import { registry } from '@plumbline/contract/registry';
import Fastify from 'fastify';
import { z } from 'zod';
import { urlOf } from '../src/kernel/serve.ts';
import { makeAccount, makeWorld, startServer, type TestServer } from './harness.ts';
import { type Fixture, faultsOf, type Side } from './route-faults.ts';
import { makeIds } from './route-inputs.ts';

let server: TestServer;
let fixture: Fixture;

async function makeSide(title: string) {
  const world = await makeWorld(server, title);
  const ids = await makeIds(server, world);
  return { ids, adminToken: world.admin.token, world };
}

/** A second project of a corporation, with a structure, a point and the device that feeds it. */
async function makeSibling(corporationId: number) {
  const { world, ids } = await makeSide('East');
  const moved = { corporation_id: corporationId };
  await server.db.updateTable('project').set(moved).where('id', '=', world.projectId).execute();
  await server.db.updateTable('device').set(moved).where('id', '=', world.device.id).execute();
  const { projectId, structureId, pointId, alertId, taskId } = world;
  await server.db.updateTable('task').set(moved).where('id', '=', taskId).execute();
  return {
    projectId,
    structureId,
    pointId,
    pointIds: [pointId],
    alertId,
    alertIds: [alertId],
    taskId,
    deviceId: world.device.id,
    alertRuleId: ids.alertRuleId,
    customChartId: ids.customChartId,
    templateId: ids.templateId,
    attachmentId: ids.attachmentId,
    reportId: ids.reportId,
    roundId: ids.roundId,
  };
}

/** A token of an administrator for everything in one project, and sessions in which they see as others. */
async function makeNarrowed({ ids: { corporationId, projectId }, adminToken }: Side, memberId: number) {
  const projectIds = [projectId].flat();
  const tokenForAll = async () => {
    const scope = { permissions: [...projectPermissions], projectIds };
    const { body } = await server.call(users.createToken, { name: 'script', scope }, adminToken);
    assert.ok(body.token, JSON.stringify(body));
    return body.token;
  };
  const sessionAs = async (userId: number) => {
    const { body } = await server.call(seeAs.begin, { userId }, adminToken);
    assert.ok(body.token, JSON.stringify(body));
    return body.token;
  };
  const manager = await makeAccount(server, 'Manager', corporationId, 'north.manager');
  return [
    { who: 'a token for everything in its project', token: await tokenForAll() },
    { who: 'seen as a member', token: await sessionAs(memberId) },
    // What lies in another project of the corporation is a manager's too.
    { who: 'seen as a manager', token: await sessionAs(manager.id), seesSiblings: true },
  ];
}

before(async () => {
  server = await startServer();
  const own = await makeSide('North');
  const foreign = await makeSide('South');
  const archived = await makeSide('West');
  await server.db
    .updateTable('project')
    .set({ archived_at: server.clock.now() })
    .where('id', '=', archived.ids.projectId)
    .execute();
  const member = await makeAccount(server, 'Normal', own.ids.corporationId, 'north.member');
  await server.db
    .insertInto('project_member')
    .values({ project_id: own.ids.projectId, account_id: member.id, role_id: own.ids.roleId })
    .execute();
  fixture = {
    url: server.url,
    hasRoute: (declared) => server.app.hasRoute({ method: declared.method, url: urlOf(declared) }),
    own,
    foreign,
    sibling: await makeSibling(own.ids.corporationId),
    archived,
    outsiderToken: own.world.normal.token,
    memberToken: member.token,
    narrowed: await makeNarrowed(own, member.id),
    async setMemberPermissions(permissions: readonly Permission[]) {
      await server.db
        .updateTable('role')
        .set({ permissions: [...permissions] })
        .where('id', '=', own.ids.roleId)
        .execute();
    },
    device: own.world.device,
    async inProject(within) {
      const id = [own.ids[within]].flat()[0]!;
      return ((await server.access.places[within](server.db, [id])).get(id)?.projectIds.length ?? 0) > 0;
    },
  };
});
after(() => server.close());

test('every route refuses who may not, what is foreign, what is wrong and what is archived', async () => {
  const report: string[] = [];
  for (const [feature, routes] of Object.entries(registry as Record<string, Record<string, Route>>))
    for (const [name, declared] of Object.entries(routes))
      for (const address of [declared, ...aliasRoutes(declared)]) {
        const faults = await faultsOf(fixture, address);
        if (faults.length > 0)
          report.push(`${feature}.${name} ${address.method} ${address.path}\n    ${faults.join('\n    ')}`);
      }
  assert.equal(report.length, 0, `${report.length} routes fail\n${report.join('\n')}`);
});

test('nothing is served under /api but what the contract declares', () => {
  // The router prints `/*` as `*`.
  const nameless = (path: string) => path.replace(/:[^/]+/g, ':').replace(/\/\*$/, '*');
  const declared = Object.values(registry as Record<string, Record<string, Route>>)
    .flatMap((routes) => Object.values(routes).flatMap((route) => [route, ...aliasRoutes(route)]))
    .map((each) => `${each.method} ${nameless(urlOf(each))}`);
  const known = ['/api/openapi.json', '/api/reference'].map((path) => `GET ${path}`);
  const served = servedRoutes().map(nameless);
  assert.ok(served.includes('GET /api/session') && served.includes('GET /api/users/:'), served.join(', '));
  const own = served.filter((each) => each.includes(' /api') && !each.startsWith('HEAD '));
  assert.deepEqual(
    own.filter((each) => !declared.includes(each) && !known.includes(each)),
    [],
  );
});

/** `GET /api/users/:userId` and so on, read from the tree that the router prints. */
function servedRoutes(): string[] {
  const above: string[] = [];
  return server.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (indent === undefined) return [];
      above.length = indent.length / 4;
      above.push(part!);
      return methods ? methods.split(', ').map((method) => `${method} ${above.join('')}`) : [];
    });
}

test('a route that checks nothing is caught on every count', async () => {
  const planted = route({
    method: 'PATCH',
    path: '/planted/{projectId}',
    summary: 'Lets everybody through.',
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: z.coerce.number<number>().int().positive(), pointIds: z.array(z.int()) }),
    reply: z.object({}),
    example: { projectId: 1, pointIds: [1] },
  });
  const app = Fastify();
  app.patch('/api/planted/:projectId', async () => ({}));
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const faults = await faultsOf({ ...fixture, url, hasRoute: () => true }, planted);
    for (const part of [
      'without a token',
      'with a token that is none',
      'without pointIds',
      'projectId = "nonsense"',
      'outside the project',
      'lacks only Update:Project',
      'another corporation',
      'foreign projectId',
      'foreign pointIds',
      "another project's pointIds",
      "a token for everything in its project: another project's pointIds",
      "seen as a member: another project's pointIds",
      'seen as a manager: foreign projectId',
      'in an archived project',
      'a field that it has not, in its input',
      'a field that it has not, in the query',
    ])
      assert.ok(
        faults.some((fault) => fault.includes(part)),
        `${part} went unnoticed: ${faults.join('; ')}`,
      );
  } finally {
    await app.close();
  }
  assert.deepEqual(await faultsOf(fixture, planted), ['is declared and not served']);
});
