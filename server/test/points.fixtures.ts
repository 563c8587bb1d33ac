/** What tests of measuring points stand on beside a world: devices of any channels, readings, and the events that were told. */

import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { DeviceSetup } from '@plumbline/contract/devices/devices.device';
import type { Events } from '@plumbline/contract/kernel/events';
import { batches } from '@plumbline/contract/points/batches';
import type { TestServer, World } from './harness.ts';

/** A device with channels of the given numbers; gives its id and sncode. */
export async function makeDevice(
  server: TestServer,
  world: World,
  channels: readonly string[],
  type: DeviceSetup['type'] = 'measuring',
) {
  return await server.db
    .insertInto('device')
    .values({
      corporation_id: world.corporationId,
      type,
      name: 'Device',
      model: 'VW-8',
      sncode: `SN-${randomBytes(4).toString('hex')}`,
      measurement: null,
      secret_hash: randomBytes(32),
      channels: JSON.stringify(channels.map((number) => ({ number, mode: 4, label: '' }))),
      created_at: server.clock.now(),
    })
    .returning(['id', 'sncode'])
    .executeTakeFirstOrThrow();
}

/** Gives a device channels of the given numbers. */
export async function setChannels(server: TestServer, deviceId: number, channels: readonly string[]) {
  await server.db
    .updateTable('device')
    .set({ channels: JSON.stringify(channels.map((number) => ({ number, mode: 4, label: '' }))) })
    .where('id', '=', deviceId)
    .execute();
}

/** A stored reading that is the latest of its point. */
export async function addReading(server: TestServer, pointId: number, values: (number | null)[], level = 0) {
  const at = server.clock.now();
  await server.db
    .insertInto('reading')
    .values({ point_id: pointId, at, received_at: at, values, raw: '{}' })
    .onConflict((on) => on.doNothing())
    .execute();
  await server.db
    .insertInto('point_state')
    .values({ point_id: pointId, at, received_at: at, values, level })
    .onConflict((on) => on.column('point_id').doUpdateSet({ at, received_at: at, values, level }))
    .execute();
}

/** Takes the events of a name that wait; the server must be one that handles none (ROLES without worker). */
export async function takeEvents<E extends keyof Events>(server: TestServer, name: E): Promise<Events[E][]> {
  const rows = await server.db.deleteFrom('work').where('name', '=', name).returning(['id', 'input']).execute();
  return rows.sort((a, b) => a.id - b.id).map((row) => row.input as Events[E]);
}

/** Takes the reports of changed conversions: a point each, with who changed it and why. */
export const takeConversions = async (server: TestServer) =>
  (await takeEvents(server, 'pointConversionChanged')).flatMap(({ points, ...act }) =>
    points.map((point) => ({ ...act, ...point })),
  );

/** Gives an account a password that can be typed. */
export async function givePassword(server: TestServer, accountId: number, password: string) {
  const password_hash = await hash(password, { memoryCost: 1024, timeCost: 1 });
  await server.db.updateTable('account').set({ password_hash }).where('id', '=', accountId).execute();
}

/** The path and message of the first issue of a refused form. */
export const issueOf = (body: { detail?: unknown }) => {
  const [first] = body.detail as { path: string; message: string }[];
  return [first?.path, first?.message];
};

/** Adds a point to the project as a page does: a temperature in the structure, unless told otherwise. */
export async function addPoint(server: TestServer, world: World, input: object): Promise<number> {
  const row = { family: 'temperature', structureId: world.structureId, ...input };
  const { body } = await server.call(
    batches.batchCreate,
    { projectId: world.projectId, rows: [row] as never },
    world.admin.token,
  );
  return body.pointIds[0]!;
}
