import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openWorlds } from '../../../../../test/worlds.ts';
import { hold } from '../../../devices/devices/devices.states.api.ts';
import { leaseSeconds } from '../gateway.leases.table.ts';
import { openLease } from './gateway-lease.ts';

const [server, world] = await openWorlds(['Leases']);
const parts = { db: server.db, clock: server.clock, log: server.log };

test('devices of a gateway that died are reported to the pages of the process that finds it, once', async () => {
  const lost: string[] = [];
  const living = await openLease(parts, { connected: () => [], onLost: (sncode) => lost.push(sncode) });
  const dead = await openLease(parts, { connected: () => [world.device.sncode], onLost: () => undefined });
  try {
    await server.db
      .insertInto('device_state')
      .values({ device_id: world.device.id } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await hold(server.db, dead.id, [world.device.sncode]);
    await living.beat();
    assert.deepEqual(lost, []);
    await sql`UPDATE gateway_lease SET beat_at = now() - make_interval(secs => ${leaseSeconds + 1}) WHERE id = ${dead.id}::uuid`.execute(
      server.db,
    );
    await living.beat();
    await living.beat();
    assert.deepEqual(lost, [world.device.sncode]);
  } finally {
    await Promise.all([living.close(), dead.close()]);
  }
});
