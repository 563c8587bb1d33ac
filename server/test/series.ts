/** Readings for tests: straight into the store, sealed as if they had come long ago, or hot as a device sends them. */

import type { StoredRecord } from '@plumbline/science/segments/record';
import type { Insertable } from 'kysely';
import { addSealed } from '../src/features/platform/store/store.edit.table.ts';
import type { Tables } from '../src/kernel/tables.ts';
import { transact } from '../src/kernel/transact.ts';
import type { TestServer, World } from './harness.ts';

export type Reading = Partial<StoredRecord> & Pick<StoredRecord, 'at' | 'values'>;

/** A whole record of what is given: received at once, its sample the values by place. */
const recordOf = (reading: Reading): StoredRecord => ({
  receivedAt: reading.at + 1000,
  raw: { temperature: reading.values[0] },
  flags: null,
  deviceId: null,
  changeId: null,
  ...reading,
});

/** Puts records of the past into segments, in one transaction. */
export const seal = (server: TestServer, pointId: number, readings: readonly Reading[]): Promise<void> =>
  transact(server.database.pool, (client) => addSealed(client, pointId, readings.map(recordOf)));

/** Sends readings of channel 1 as the device of the world does; gives what the gateway answers. */
export async function deliver(
  server: TestServer,
  world: World,
  readings: readonly { at: number; temperature: number }[],
) {
  const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(
      readings.map(({ at, temperature }) => ({ at: new Date(at).toISOString(), channels: { 1: { temperature } } })),
    ),
  });
  return (await response.json()) as { stored: number; overwritten: number };
}

/** A point of any family beside the world's own; no device feeds it unless `more` says so. */
export async function makePoint(
  server: TestServer,
  world: Pick<World, 'projectId' | 'structureId'>,
  name: string,
  more: Partial<Insertable<Tables['point']>> = {},
): Promise<number> {
  const row = await server.db
    .insertInto('point')
    .values({
      project_id: world.projectId,
      structure_id: world.structureId,
      name,
      family: 'temperature',
      mode: 4,
      longitude: null,
      latitude: null,
      device_id: null,
      channel: null,
      archived_at: null,
      created_at: server.clock.now(),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A point that is computed from others by a formula of temperatures, each slave under its variable. */
export const makeComposite = (
  server: TestServer,
  world: Pick<World, 'projectId' | 'structureId'>,
  name: string,
  slaves: readonly (readonly [variable: string, pointId: number])[],
  formula: string,
) =>
  makePoint(server, world, name, {
    type: 1,
    mode: 0,
    interval_seconds: 60,
    formula_type: 'CUSTOM_FORMULA',
    custom_formula: JSON.stringify({ temperature: formula }),
    slaves: JSON.stringify(slaves.map(([variable, pointId]) => ({ pointId, variable, field: 'temperature' }))),
  });
