/** What features above may ask about the gateway. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { leaseSeconds } from './gateway.leases.table.ts';

/** Since when some gateway has been taking readings without a break; null = none does. Silence before it says nothing. */
export async function takingSince(db: Db): Promise<Date | null> {
  const { rows } = await sqlRows({ since: 'instant?' })`SELECT min(opened_at) AS since FROM gateway_lease
    WHERE beat_at > now() - make_interval(secs => ${leaseSeconds})`.execute(db);
  return rows[0]?.since ?? null;
}
