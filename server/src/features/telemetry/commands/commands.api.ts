/** What features above may ask: that devices be brought what waits for them, and the parts of a gateway that do so. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

export { claim as claimCommands } from './commands.table.ts';
export { openCommands } from './logic/command-delivery.ts';
export { openPendingCommands, type PendingCommands } from './logic/pending-commands.ts';
export { openPlans } from './logic/plan-delivery.ts';
export { openProcessors } from './logic/processor-delivery.ts';

/** Asks the gateways to bring these devices what waits for them, once the transaction has committed. */
export async function wakeDevices(db: Db, sncodes: readonly string[]): Promise<void> {
  if (sncodes.length === 0) return;
  await sql`SELECT pg_notify('plumbline_command', sncode) FROM unnest(${sncodes}::text[]) AS t(sncode)`.execute(db);
}
