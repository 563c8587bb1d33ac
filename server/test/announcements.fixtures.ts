/** A world in which one route that writes is called, and others before it. */
import assert from 'node:assert/strict';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { makeWorld, type TestServer } from './harness.ts';
import { fieldsOf, type Ids, type Input, inputFor, send } from './route-inputs.ts';

const routeOf = (title: string) => {
  const [feature = '', name = ''] = title.split('.');
  return (registry as Record<string, Record<string, Route>>)[feature]?.[name];
};

/** Fields below the top of an input that name a thing of the world, such as the rows of a batch. */
function replaceIds(value: unknown, ids: Input): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    typeof each === 'number' && key in ids ? ids[key] : replaceIds(each, ids),
  ]);
  return Object.fromEntries(entries);
}

/** A world in which one route is called: everything that an input may name is there once. */
export async function makeFixture(server: TestServer, system: string, title: string) {
  const world = await makeWorld(server, title);
  const { db } = server;
  const role = await db
    .insertInto('role')
    .values({ corporation_id: world.corporationId, type: 'Custom', name: 'Own', permissions: ['Retrieve:Project'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = await db
    .insertInto('user_group')
    .values({ corporation_id: world.corporationId, name: 'Own', created_at: server.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('user_group_member').values({ group_id: group.id, account_id: world.normal.id }).execute();
  const { corporationId, projectId, structureId, pointId, alertId, taskId } = world;
  const ids: Ids = {
    corporationId,
    projectId,
    structureId,
    pointId,
    alertId,
    taskId,
    pointIds: [pointId],
    alertIds: [alertId],
    userId: world.normal.id,
    roleId: role.id,
    userGroupId: group.id,
    deviceId: world.device.id,
    measuringDeviceId: world.device.id,
  };
  const call = (
    name: string,
    more: Input = {},
    { token, file }: { token?: string | undefined; file?: File | undefined } = {},
  ) => {
    const route = routeOf(name);
    assert.ok(route, name);
    // What was prepared for several routes: each takes the fields that it has.
    const own = Object.entries(more).filter(([field]) => route.needs === 'device' || fieldsOf(route).includes(field));
    const input = {
      ...(replaceIds(inputFor(route, ids), ids as unknown as Input) as Input),
      ...Object.fromEntries(own),
    };
    return send(
      server.url,
      route,
      input,
      token ?? (route.needs.endsWith(':Corporation') ? system : world.admin.token),
      file ? { file } : {},
    );
  };
  return {
    server,
    world,
    ids,
    call,
    /** Calls another route first, which must succeed; gives the id of what it made. */
    async made(name: string, more: Input = {}, file?: File): Promise<number> {
      const { status, body } = await call(name, more, { file });
      assert.equal(status, 200, `${name}, which ${title} needs: ${JSON.stringify(body)}`);
      return idIn(body);
    },
    setPoint: (values: object) => db.updateTable('point').set(values).where('id', '=', pointId).execute(),
    /** Two readings of the point, as its device sends them. */
    async deliver() {
      const records = ['2026-03-01T06:00:00Z', '2026-03-01T07:00:00Z'].map((at) => ({
        at,
        channels: { 1: { temperature: 20 } },
      }));
      const { device } = world;
      const answer = await fetch(`${server.url}/api/devices/${device.sncode}/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${device.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(records),
      });
      assert.deepEqual([answer.status, ((await answer.json()) as { stored: number }).stored], [200, 2]);
    },
  };
}
export type Fixture = Awaited<ReturnType<typeof makeFixture>>;

/** Returns the first `id` of a reply, however deep; 0 = there is none. */
export function idIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if ('id' in value && typeof value.id === 'number') return value.id;
  for (const each of Object.values(value)) {
    const id = idIn(each);
    if (id) return id;
  }
  return 0;
}
