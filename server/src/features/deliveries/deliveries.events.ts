/** What alert rules make of events: a delivery for each recipient, in the transaction that ends the event. */
import type { Handlers } from '../../kernel/events.ts';
import { sqlOver } from '../../kernel/sql.ts';
import type { Transaction } from '../../kernel/transaction.ts';
import { addWork } from '../../kernel/work.rows.ts';
import { aboutAlerts, aboutDevice, queue } from './deliveries.queue.table.ts';

export const deliveryWork = 'sendDelivery';

/** Lets deliveries be sent once this transaction has committed. */
export const sendSoon = ({ db, now }: Pick<Transaction, 'db' | 'now'>, ids: readonly number[]): Promise<void> =>
  ids.length === 0
    ? Promise.resolve()
    : addWork(
        sqlOver(db),
        now(),
        'delivery',
        deliveryWork,
        ids.map((deliveryId) => ({ deliveryId })),
      );

export const deliverAlerts: Handlers = {
  alertRaised: [
    {
      async many(context, raised) {
        const { db, now } = context;
        await sendSoon(context, await queue(db, now(), aboutAlerts(raised.map(({ alertId }) => alertId))));
      },
    },
  ],
  deviceOverdue: [
    async (context, owed) => {
      const { db, now } = context;
      await sendSoon(context, await queue(db, now(), aboutDevice(owed, now())));
    },
  ],
};
