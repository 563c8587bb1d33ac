/** Leases of gateways. Their beats are of the database's clock, so processes need not agree about the time. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { forgetAllConnections, pullInStates, release } from '../../devices/devices/devices.states.api.ts';

/** A gateway that has not beaten for so long is dead: six beats. */
export const leaseSeconds = 30;

export async function begin(db: Db, id: string, openedAt: Date): Promise<void> {
  await sql`INSERT INTO gateway_lease (id, opened_at, beat_at) VALUES (${id}::uuid, ${openedAt}, now())
    ON CONFLICT (id) DO UPDATE SET opened_at = excluded.opened_at, beat_at = excluded.beat_at`.execute(db);
}

/** False = it had run out: others have taken over its connections. */
export async function beat(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE gateway_lease SET beat_at = now()
    WHERE id = ${id}::uuid AND beat_at > now() - make_interval(secs => ${leaseSeconds})`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Lets go of what dead gateways held; gives the sncodes. */
export async function dropDead(db: Db): Promise<string[]> {
  await sql`DELETE FROM gateway_lease WHERE beat_at <= now() - make_interval(secs => ${leaseSeconds})`.execute(db);
  return release(db, sql`NOT EXISTS (SELECT FROM gateway_lease l WHERE l.id = e.lease)`);
}

/** Nobody is connected when a gateway starts that is alone: whoever held something before is gone. */
export async function forgetConnections(db: Db): Promise<void> {
  await db.deleteFrom('gateway_lease').execute();
  await forgetAllConnections(db);
}

/** The process stops: what it held falls with it. */
export async function end(db: Db, id: string): Promise<void> {
  await release(db, sql`e.lease = ${id}::uuid`);
  await sql`DELETE FROM gateway_lease WHERE id = ${id}::uuid`.execute(db);
}

/** Devices and gateways that a clock ahead has heard: they would count as alive until that time, whatever becomes of them. */
export async function pullInConnections(db: Db, now: Date): Promise<void> {
  await sql`UPDATE gateway_lease SET beat_at = now() WHERE beat_at > now()`.execute(db);
  await pullInStates(db, now);
}
