/**
 * Events that alert rules look at. Who is to be told is found out in the lane of the deliveries and not here: whatever goes
 * wrong there holds up no notification.
 */
import type { Events } from '@plumbline/contract/kernel/events';
import type { Handlers } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import type { Transaction } from '../../../kernel/transaction.ts';
import { addWork } from '../../../kernel/work.rows.ts';
import { stopReacted } from './deliveries.escalation.table.ts';
import { withWays } from './deliveries.send.table.ts';

export const planWork = 'planDeliveries';
export const deliveryWork = 'sendDelivery';

/** Person who may have to be told, and since when, epoch ms. */
export type Planned = { readonly atMs: number } & (
  | { readonly about: 'alerts'; readonly alertIds: readonly number[] }
  | { readonly about: 'device'; readonly overdue: Events['deviceOverdue'] }
);

type Where = Pick<Transaction, 'db' | 'now'>;
const plan = ({ db, now }: Where, planned: Planned): Promise<void> =>
  addWork(sqlOver(db), now(), 'delivery', planWork, [planned]);

/** Lets deliveries be sent once this transaction has committed. */
export async function sendSoon({ db, now }: Where, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await addWork(sqlOver(db), now(), 'delivery', deliveryWork, await withWays(db, ids));
}

export const deliverAlerts: Handlers = {
  alertRaised: [
    {
      many: (context, raised) =>
        plan(context, {
          about: 'alerts',
          alertIds: raised.map(({ alertId }) => alertId),
          atMs: context.now().getTime(),
        }),
    },
  ],
  alertSettled: [{ many: ({ db, now }, reactions) => stopReacted(db, now(), reactions) }],
  deviceOverdue: [(context, overdue) => plan(context, { about: 'device', overdue, atMs: context.now().getTime() })],
};
