/** What alert rules make of an event: a delivery for each recipient. Done again it adds none: a subject reaches an address once. */
import type { WorkSource } from '../../kernel/work.rows.ts';
import { type Planned, sendSoon } from './deliveries.events.ts';
import { aboutAlerts, aboutDevice, queue } from './deliveries.queue.table.ts';

export async function planDeliveries({ db }: Pick<WorkSource, 'db'>, planned: Planned): Promise<void> {
  const at = new Date(planned.atMs);
  const about = planned.about === 'alerts' ? aboutAlerts(planned.alertIds) : aboutDevice(planned.overdue, at);
  await db
    .transaction()
    .execute(async (transaction) => sendSoon({ db: transaction, now: () => at }, await queue(transaction, at, about)));
}
