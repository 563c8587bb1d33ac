/** What features above may ask about the gateway. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { leaseSeconds } from './gateway.leases.table.ts';

/** Since when some gateway has been taking readings without a break; null = none does. Silence before it says nothing. */
export async function takingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`SELECT min(opened_at) AS since FROM gateway_lease
    WHERE beat_at > now() - make_interval(secs => ${leaseSeconds})`.execute(db);
  return rows[0]?.since ?? null;
}
