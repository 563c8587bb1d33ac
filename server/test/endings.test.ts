/**
 * What is open while a project, a membership, an account or a corporation ends: pages that listen to its points and hear of its
 * project, and downloads of its files. Whoever may not have it any more receives nothing further and is cut off, also in the middle
 * of a file; everybody else goes on.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { corporationRemoval } from '@plumbline/contract/overview/corporation-removal';
import { users } from '@plumbline/contract/people/users';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { documents } from '@plumbline/contract/site/documents';
import { projects } from '@plumbline/contract/site/projects';
import { io } from 'socket.io-client';
import type { LiveUpdate } from '../src/kernel/page-sockets.ts';
import { makeAccount, makeMember, makeWorld, type World } from './harness.ts';
import { givePassword } from './points.fixtures.ts';
import { send } from './route-inputs.ts';
import { until } from './until.ts';
import { openWorlds } from './worlds.ts';

const log: string[] = [];
const [server, far] = await openWorlds(['Far'], {}, undefined, undefined, log);
const operator = await makeAccount(server, 'System', null, 'endings.operator');
const password = 'Plumb-2026';
await givePassword(server, operator.id, password);

/** Longer than what buffers on the way hold. */
const size = 32 * 1024 * 1024;
const file = new File(['%PDF-1.4'.padEnd(size)], 'long.pdf', { type: 'application/pdf' });

/** A file under way: its first bytes are there, the others wait for a reader. Gives how it ends. */
async function download({ projectId }: World, documentId: number, token: string) {
  const response = await fetch(`${server.url}/api/projects/${projectId}/documents/${documentId}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader() ?? assert.fail('no body');
  after(() => reader.cancel().catch(() => undefined));
  let bytes = (await reader.read()).value?.length ?? 0;
  return async (): Promise<'whole' | 'cut off' | 'short'> => {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return bytes === size ? 'whole' : 'short';
        bytes += value.length;
      }
    } catch {
      return 'cut off';
    }
  };
}

/**
 * A page that looks at a project and its point, and at a point of another one, the mark. Gives what it receives when all three are told of,
 * the mark last: nothing, or which of the two others; or that it was put out.
 */
async function openPage(world: World, mark: World, token: string) {
  const page = io(`${server.url}/notification`, { transports: ['websocket'], auth: { token }, reconnection: false });
  after(() => page.close());
  const { projectId, pointId } = world;
  const received = new Set<string>();
  let wake = () => {};
  page.on('READINGS', (readings: { pointId: number }[]) => {
    for (const each of readings) received.add(each.pointId === pointId ? 'point' : 'mark');
    wake();
  });
  page.on('ALERTS_CHANGED', (change: { projectId: number }) => {
    if (change.projectId === projectId) received.add('project');
  });
  page.on('disconnect', () => wake());
  const pointIds = [pointId, mark.pointId];
  assert.deepEqual(await page.emitWithAck('SUBSCRIBE', { projectId, pointIds }), { projectId, pointIds });
  return async (): Promise<string> => {
    received.clear();
    server.sockets.toProject(world, 'ALERTS_CHANGED', { projectId, alertId: world.alertId } as never);
    server.sockets.live([world, mark].map(updateOf));
    while (page.connected && !received.has('mark')) await new Promise<void>((resolve) => (wake = resolve));
    if (!page.connected) return 'put out';
    return ['point', 'project'].filter((each) => received.has(each)).join(' and ') || 'nothing';
  };
}

/** A reading of the point of a world, as pages are sent it. */
function updateOf({ corporationId, projectId, pointId }: World): LiveUpdate {
  const at = server.clock.now().getTime();
  const live = { pointId, at, receivedAt: at, values: [20], level: 0 } as unknown as LiveUpdate['live'];
  const status = { at, level: 0 } as unknown as LiveUpdate['status'];
  return { corporationId, projectId, value: 20, status, levelBefore: 0, live };
}

/** Another project of the corporation of a world, with a point. */
async function makeSibling(corporationId: number, title: string): Promise<World> {
  const sibling = await makeWorld(server, title);
  await server.db
    .updateTable('project')
    .set({ corporation_id: corporationId })
    .where('id', '=', sibling.projectId)
    .execute();
  return { ...sibling, corporationId };
}

/** What those who look at a project see of an ending: a member of it, and the operator of the installation. */
interface Ending {
  readonly how: string;
  act(world: World, memberId: number, title: string): Promise<{ status: number; body: unknown }>;
  readonly member: readonly [page: string, file: string];
  readonly operator: readonly [page: string, file: string];
}
const goesOn = ['point and project', 'whole'] as const;
const isOver = ['nothing', 'cut off'] as const;
const isOut = ['put out', 'cut off'] as const;
const by = () => server.tokenFor(operator.id);

const endings: readonly Ending[] = [
  {
    how: 'a project is archived',
    act: async ({ projectId }) => server.call(projects.archive, { projectId, archived: true }, await by()),
    member: goesOn,
    operator: goesOn,
  },
  {
    how: 'a project is deleted',
    act: async ({ projectId }) => server.call(projects.remove, { projectId, data: 'clear' }, await by()),
    member: isOver,
    operator: ['project', 'cut off'],
  },
  {
    how: 'a point is deleted',
    act: async ({ pointId }) => server.call(lifecycle.remove, { pointId, data: 'clear' }, await by()),
    member: ['project', 'whole'],
    operator: ['project', 'whole'],
  },
  {
    how: 'a member leaves the project',
    act: async ({ projectId, admin }, userId) => server.call(projects.removeMember, { projectId, userId }, admin.token),
    member: isOver,
    operator: goesOn,
  },
  {
    how: 'an account is deleted',
    act: async ({ admin }, userId) => server.call(users.remove, { userId }, admin.token),
    member: isOut,
    operator: goesOn,
  },
  {
    how: 'a corporation is deleted',
    act: async ({ corporationId }, _, title) =>
      server.call(corporationRemoval.begin, { corporationId, title, password }, await by()),
    member: isOut,
    operator: ['project', 'cut off'],
  },
];

for (const [i, { how, act, ...expected }] of endings.entries())
  test(`${how}: who may not have it any more receives nothing further, and is cut off in the middle of a file`, async () => {
    const title = `Ending ${i}`;
    const world = await makeWorld(server, title);
    const sibling = await makeSibling(world.corporationId, `${title} beside`);
    const member = await makeAccount(server, 'Normal', world.corporationId, `endings.member.${i}`);
    for (const { projectId } of [world, sibling]) await makeMember(server, projectId, member.id, 'Guest');
    const { projectId } = world;
    const uploaded = await send(server.url, documents.upload, { projectId }, world.admin.token, { file });
    const { id } = uploaded.body['document'] as { id: number };
    const overseer = await by();
    const pages = {
      member: await openPage(world, sibling, member.token),
      operator: await openPage(world, far, overseer),
    };
    assert.deepEqual([await pages.member(), await pages.operator()], [goesOn[0], goesOn[0]]);
    const files = { member: await download(world, id, member.token), operator: await download(world, id, overseer) };

    const { status, body } = await act(world, member.id, title);
    assert.equal(status, 200, JSON.stringify(body));
    for (const who of ['member', 'operator'] as const) {
      const [page, end] = expected[who];
      await until(pages[who], (words) => words === page);
      assert.equal(await files[who](), end, who);
    }
    await server.work!.settle();
    // Nothing that was cut off holds on to a connection of the database.
    const { pool } = server.database;
    await until(
      () => pool.totalCount - pool.idleCount,
      (busy) => busy === 0,
    );
    assert.deepEqual(
      log.filter((line) => JSON.parse(line).security === undefined),
      [],
    );
  });
