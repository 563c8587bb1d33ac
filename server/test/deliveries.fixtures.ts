/** Alerts, and what is sent of them. */
import { channels } from '@plumbline/contract/messages/channels';
import { emit } from '../src/kernel/events.ts';
import type { TestServer, World } from './harness.ts';

/** Raises an alert like that of the world, at a level; everything that follows has happened. */
export async function raiseAlert(server: TestServer, world: World, level = 3): Promise<number> {
  const { db, clock } = server;
  const { id: _, ...like } = await db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', world.alertId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('alert')
    .values({ ...like, level } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await emit(db, clock.now(), 'alertRaised', { alertId: id, projectId: world.projectId });
  await server.work?.settle();
  return id;
}

/** A mail server of a corporation, on this machine. */
export async function setUpMail(server: TestServer, world: World, port: number): Promise<number> {
  const { body } = await server.call(
    channels.create,
    {
      corporationId: world.corporationId,
      kind: 'email',
      name: 'Mail',
      host: '127.0.0.1',
      port,
      security: 'none',
      userName: 'plumbline',
      secret: 'mail-secret',
      from: 'alerts@example.com',
    },
    world.admin.token,
  );
  return body.channel.id;
}

/** Makes points like that of the world, on its structure, that no device feeds; gives their ids. */
export async function likePoints(server: TestServer, world: World, names: readonly string[]): Promise<number[]> {
  const { id: _, ...like } = await server.db
    .selectFrom('point')
    .selectAll()
    .where('id', '=', world.pointId)
    .executeTakeFirstOrThrow();
  const rows = await server.db
    .insertInto('point')
    .values(names.map((name) => ({ ...like, name, device_id: null, channel: null })) as never)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Raises an alert like that of the world at each of these points, all at once; everything that follows has happened. */
export async function raiseAt(
  server: TestServer,
  world: World,
  pointIds: readonly number[],
  more: { readonly level?: number; readonly structure_id?: number } = {},
): Promise<number[]> {
  const { db, clock } = server;
  const { id: _, ...like } = await db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', world.alertId)
    .executeTakeFirstOrThrow();
  const open = { ...like, level: 4, status: 'Pending', settled_at: null, settled_by: null, reason: '', ...more };
  const rows = await db
    .insertInto('alert')
    .values(pointIds.map((point_id) => ({ ...open, point_id })) as never)
    .returning('id')
    .execute();
  for (const { id } of rows) await emit(db, clock.now(), 'alertRaised', { alertId: id, projectId: world.projectId });
  await server.work?.settle();
  return rows.map(({ id }) => id);
}
