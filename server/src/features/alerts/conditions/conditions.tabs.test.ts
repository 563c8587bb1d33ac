/** Other tabs follow what people do to conditions: set, renamed, deleted; nobody of another corporation is told. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { io, type Socket } from 'socket.io-client';
import { settled } from '../../../../test/judging.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, outsider] = await openWorlds(['Tabs', 'Outsider']);
const { projectId, structureId, pointId } = world;
const { token } = world.admin;

async function openPage(of: string, project: number): Promise<{ socket: Socket; received: unknown[] }> {
  const options = { auth: { token: of }, transports: ['websocket'], reconnection: false, forceNew: true };
  const socket = io(`${server.url}/notification`, options);
  after(() => void socket.close());
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await socket.emitWithAck('SUBSCRIBE', { projectId: project, pointIds: [] });
  const received: unknown[] = [];
  socket.on('PROJECT_SUMMARY_CHANGED', (change: unknown) => received.push(change));
  return { socket, received };
}

test('an open page hears of a condition that is set, renamed or deleted', async () => {
  const page = await openPage(token, projectId);
  const spy = await openPage(outsider.admin.token, outsider.projectId);
  const eventAfter = async (act: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
    const next = new Promise<unknown>((resolve) => page.socket.once('PROJECT_SUMMARY_CHANGED', resolve));
    const { status, body } = await act;
    assert.equal(status, 200, JSON.stringify(body));
    return await next;
  };
  const rules = {
    projectId,
    structureId,
    name: 'Warm',
    level: 2,
    enabled: false,
    groups: [{ combine: 'all' as const, terms: [{ pointId, field: 'temperature', kind: 'value' as const, high: 10 }] }],
  };
  // Switched off it is evaluated by nobody: what pages hear is the act itself.
  assert.deepEqual(await eventAfter(server.call(conditions.create, rules, token)), { projectId });
  const [made] = (await server.call(conditions.list, { projectId }, token)).body.conditions;
  const conditionId = made?.id ?? 0;
  const renamed = { ...rules, conditionId, name: 'Hot' };
  assert.deepEqual(await eventAfter(server.call(conditions.update, renamed, token)), { projectId });
  assert.deepEqual(await eventAfter(server.call(conditions.remove, { projectId, conditionId }, token)), { projectId });
  await settled(server);
  assert.deepEqual(spy.received, []);
});
