/** The operation log: every deed has its line in its own transaction, without secrets; the chain shows what was tampered with. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import type { Route } from '@plumbline/contract/kernel/route';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { operations } from '@plumbline/contract/platform/operations';
import { points } from '@plumbline/contract/points/points';
import { registry } from '@plumbline/contract/registry';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import type { Caller } from '../../../kernel/context.ts';
import { dropOperations, linkOperations, verifyOperations } from '../../../kernel/operation.chain.ts';
import { operationOf, withoutSecrets } from '../../../kernel/operation.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const system = await makeAccount(server, 'System', null, 'operations.system');
const lines = async (filter: object = {}, token = north.admin.token) => {
  const { status, body } = await server.call(operations.list, { pageSize: 100, ...filter }, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.operations;
};
const link = () => server.db.transaction().execute(linkOperations);

test('a deed has its line: who, what, where, the new values and those that were there before', async () => {
  const { projectId } = north;
  const { body } = await server.call(projects.get, { projectId }, north.admin.token);
  const answer = await server.call(projects.update, { projectId, name: 'Renamed' } as never, north.admin.token);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const [line] = await lines();
  assert.deepEqual(
    [line?.accountId, line?.action, line?.scope, line?.scopeId, line?.projectId, line?.outcome, line?.isLinked],
    [north.admin.id, 'Update', 'Project', projectId, projectId, 'done', false],
  );
  const content = line?.content as { input: { name: string }; before?: { name: string } };
  assert.equal(content.input.name, 'Renamed');
  assert.equal(content.before?.name, body.project.name);
  assert.ok(line?.ip);
});

test('what fails leaves no line of a deed, and what is refused leaves one of the try', async () => {
  const before = (await lines()).length;
  const { status } = await server.call(
    structures.create,
    { projectId: north.projectId, name: '' } as never,
    north.admin.token,
  );
  assert.equal(status, 400);
  assert.equal((await lines()).length, before, 'bad input did nothing');
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'operations.guest');
  await makeMember(server, north.projectId, guest.id, 'Guest');
  const refused = await server.call(
    projects.update,
    { projectId: north.projectId, name: 'Mine' } as never,
    guest.token,
  );
  assert.equal(refused.status, 403);
  const [line] = await lines({ refused: 'true' });
  assert.deepEqual([line?.accountId, line?.outcome, line?.scope], [guest.id, 'notAllowed', 'Project']);
  // A foreign project was named: the line lies with who tried, and tells nothing of the place.
  await server.call(projects.update, { projectId: south.projectId, name: 'Theirs' } as never, north.admin.token);
  const [foreign] = await lines({ refused: 'true' });
  assert.deepEqual(
    [foreign?.outcome, foreign?.scopeId, foreign?.projectId, foreign?.content],
    ['notFound', null, null, {}],
  );
  assert.ok((await lines({ refused: 'true' }, south.admin.token)).every(({ outcome }) => outcome !== 'notFound'));
});

test('reading, and what a page does by itself, is not logged', async () => {
  const before = (await lines())[0]?.id;
  await server.call(points.list, { projectId: north.projectId }, north.admin.token);
  await server.call(users.updatePreference, { preferenceKey: 'isCollapse', value: true } as never, north.admin.token);
  assert.equal((await lines())[0]?.id, before);
});

test('sign-ins are logged, also those with a wrong password, and no password ever', async () => {
  const { name } = await server.db
    .selectFrom('account')
    .select('name')
    .where('id', '=', north.admin.id)
    .executeTakeFirstOrThrow();
  const wrong = await server.call(sessions.signin, { username: name, password: 'Not-the-one-7' }, null as never);
  assert.equal(wrong.status, 401);
  const [line] = await lines({ action: 'SignIn' });
  assert.deepEqual([line?.accountId, line?.outcome, line?.content], [north.admin.id, 'credentialsWrong', {}]);
  const created = await server.call(
    users.create,
    {
      corporationId: north.corporationId,
      name: 'logged.person',
      displayName: 'P',
      type: 'Normal',
      password: 'Hidden-7xYz',
    },
    north.admin.token,
  );
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const { rows } = await server.database.pool.query('SELECT * FROM operation');
  assert.ok(!JSON.stringify(rows).includes('Hidden-7xYz'));
  assert.ok(!JSON.stringify(rows).includes('Not-the-one-7'));
});

test('secrets are left out wherever they lie, long texts and lists are cut', () => {
  const cut = withoutSecrets({
    name: 'a',
    secret: 'x',
    nested: [{ apiToken: 'y', url: 'https://robot/key', at: new Date(0) }],
    newPassword: 'z',
    none: { secret: null },
    text: 'n'.repeat(1_000),
    many: Array.from({ length: 100 }, (_, i) => i),
  }) as Record<string, unknown>;
  assert.deepEqual([cut['secret'], cut['newPassword'], cut['none']], ['•••', '•••', { secret: null }]);
  assert.deepEqual(cut['nested'], [{ apiToken: '•••', url: '•••', at: '1970-01-01T00:00:00.000Z' }]);
  assert.equal((cut['text'] as string).length, 301);
  assert.equal((cut['many'] as unknown[]).length, 31);
});

test('nobody sees lines of another corporation; who runs the installation sees all', async () => {
  assert.ok((await lines({}, south.admin.token)).every(({ corporationId }) => corporationId === south.corporationId));
  const named = { corporationId: north.corporationId };
  assert.equal((await server.call(operations.list, named, south.admin.token)).status, 404);
  const all = new Set((await lines({}, system.token)).map(({ corporationId }) => corporationId));
  assert.ok(all.has(north.corporationId));
  const member = await makeAccount(server, 'Manager', north.corporationId, 'operations.manager');
  assert.equal((await server.call(operations.list, {}, member.token)).status, 403);
});

test('the file has the lines of the list, and taking it is logged itself', async () => {
  const response = await fetch(`${server.url}/api/operation-logs/file?action=Update`, {
    headers: { authorization: `Bearer ${north.admin.token}` },
  });
  const text = await response.text();
  const listed = await lines({ action: 'Update' });
  assert.equal(text.trim().split('\r\n').length, listed.length + 1);
  assert.deepEqual([(await lines())[0]?.action, (await lines())[0]?.route], ['Retrieve', 'GET /operation-logs/file']);
});

test('every download that takes data out has a line; pictures of a page and empty templates have none', () => {
  const unlogged = Object.entries(registry as Record<string, Record<string, Route>>).flatMap(([feature, routes]) =>
    Object.entries(routes)
      .filter(([, { kind, logged, needs }]) => kind === 'download' && logged !== true && needs !== 'device')
      .map(([name]) => `${feature}.${name}`),
  );
  assert.deepEqual(unlogged.sort(), [
    ...['corporations.brandFile', 'drawings.content', 'inspections.file', 'intake.importTemplate'],
    ...['languagePacks.file', 'layers.content', 'layers.tile', 'lifecycle.image', 'photos.file', 'projects.logo'],
    'projects.picture',
    // By a link, without an account: its openings are on record with the link.
    'reportLinks.file',
    'reportReleases.pages',
    ...['reportTemplates.wordExample', 'sheets.pointTemplate', 'structures.picture', 'tilesets.file', 'users.avatar'],
    ...['users.importUsersTemplate', 'walls.picture'],
  ]);
});

test('the chain holds until a line is changed, removed or put in between', async () => {
  while ((await link()) > 0);
  const sound = await verifyOperations(server.db);
  assert.deepEqual([sound.holds, sound.unlinked, sound.end.position > 5], [true, 0, true]);
  assert.ok((await lines())[0]?.isLinked);
  const tampering = async (statement: string): Promise<number | null> => {
    let broken: number | null = null;
    await server.db
      .transaction()
      .execute(async (transaction) => {
        const { sql } = await import('kysely');
        await sql.raw(statement).execute(transaction);
        broken = (await verifyOperations(transaction)).brokenAt;
        throw new Error('undone');
      })
      .catch((error: Error) => assert.equal(error.message, 'undone'));
    return broken;
  };
  assert.equal(await tampering("UPDATE operation SET account_name = 'somebody' WHERE position = 3"), 3);
  assert.equal(await tampering("UPDATE operation SET content = '{}' WHERE position = 2"), 2);
  assert.equal(await tampering('DELETE FROM operation WHERE position = 4'), 4);
  assert.equal((await verifyOperations(server.db)).holds, true);
  // The end was cut off: what is left holds, and the end that was kept elsewhere is not in it.
  const shorter = await tampering(`DELETE FROM operation WHERE position = ${sound.end.position}`);
  assert.equal(shorter, null);
  const { body } = await server.call(
    operations.verify,
    { earlierEnd: { ...sound.end, hash: 'f'.repeat(64) } },
    system.token,
  );
  assert.deepEqual([body.chain.holds, body.includes], [false, false]);
  const again = await server.call(operations.verify, { earlierEnd: sound.end }, system.token);
  assert.deepEqual([again.body.chain.holds, again.body.includes], [true, true]);
  assert.equal((await server.call(operations.verify, {}, north.admin.token)).status, 403);
});

test('npm run verify-log says the same from outside, and proves an end that was kept', async () => {
  const run = async (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: server.config.databaseUrl ?? '' };
    const file = join(import.meta.dirname, '../../../verify-log.ts');
    const { status, stdout } = await new Promise<{ status: number | null; stdout: string }>((resolve) => {
      const child = execFile(process.execPath, [file, ...args], { env }, (_, stdout) =>
        resolve({ status: child.exitCode, stdout }),
      );
    });
    return [status, stdout] as const;
  };
  while ((await link()) > 0);
  const { end } = await verifyOperations(server.db);
  const [status, stdout] = await run();
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^The operation log holds: \d+ lines/);
  assert.ok(stdout.includes(`${end.position}:${end.hash}`));
  assert.equal((await run(`${end.position}:${end.hash}`))[0], 0);
  const [other, words] = await run(`${end.position}:${'f'.repeat(64)}`);
  assert.equal(other, 1);
  assert.match(words, /is not the one of then/);
});

test('lines are dropped from the beginning after their time, and the chain goes on to hold', async () => {
  const { end } = await verifyOperations(server.db);
  server.clock.advance(10_000);
  const at = server.clock.now();
  const token = await server.tokenFor(north.admin.id);
  const deed = { deviceId: north.device.id, name: 'Logger renamed' };
  assert.equal((await server.call(devices.update, deed as never, token)).status, 200);
  while ((await link()) > 0);
  const dropped = await server.db.transaction().execute((transaction) => dropOperations(transaction, at));
  assert.ok(dropped >= end.position);
  const left = await verifyOperations(server.db);
  assert.deepEqual([left.holds, left.from.position >= end.position], [true, true]);
  assert.ok(left.lines >= 1);
});

test('lines written at the same time by many are all linked, each once', async () => {
  const token = await server.tokenFor(north.admin.id);
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      server.call(devices.update, { deviceId: north.device.id, name: `Logger ${i}` } as never, token),
    ),
  );
  await Promise.all([link(), link(), link()]);
  while ((await link()) > 0);
  const verdict = await verifyOperations(server.db);
  assert.deepEqual([verdict.holds, verdict.unlinked], [true, 0]);
});

test('no id that access control did not look at gets into a line, whatever the route', () => {
  const caller: Caller = {
    accountId: north.admin.id,
    name: 'a',
    displayName: 'a',
    type: 'Admin',
    corporationId: north.corporationId,
    tokenId: 1,
    tokenKind: 'session',
    projects: new Map(),
  };
  const own = { corporationId: north.corporationId, projectIds: [north.projectId], archived: false };
  const two = { ...own, projectIds: [north.projectId, 7] };
  const input = { projectId: south.projectId, corporationId: south.corporationId };
  for (const routes of Object.values(registry as Record<string, Record<string, Route>>))
    for (const route of Object.values(routes))
      for (const [places, projectId] of [
        [[], null],
        [[own], north.projectId],
        [[two], null],
      ] as const) {
        const line = operationOf({ route, input, caller, places });
        assert.deepEqual([line.projectId, line.corporationId], [projectId, north.corporationId], route.path);
      }
});

test('a project of another corporation is named by no line, and found by no filter', async () => {
  const foreign = { projectId: south.projectId };
  for (const filter of [
    foreign,
    { projectId: 2_000_000_000 },
    { accountId: south.admin.id },
    { accountId: 2_000_000_000 },
  ])
    for (const route of [operations.list, operations.file]) {
      const { status } = await server.call(route, filter as never, north.admin.token);
      assert.equal(status, 404, JSON.stringify(filter));
    }
  // A line of before, when such an id was believed.
  await server.db
    .updateTable('operation')
    .set({ project_id: south.projectId })
    .where('id', '=', (await lines())[0]?.id ?? 0)
    .execute();
  const [line] = await lines();
  assert.deepEqual([line?.projectId, line?.projectName], [south.projectId, null]);
  assert.equal((await server.call(operations.list, foreign, north.admin.token)).status, 404);
  const { projectId } = north;
  assert.ok((await lines({ projectId })).every((each) => each.projectName !== null));
  assert.ok((await lines({ accountId: north.admin.id })).length > 0);
});
