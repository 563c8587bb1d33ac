/**
 * Events that alert rules look at. Who is to be told is found out in the lane of the deliveries and not here: whatever goes
 * wrong there holds up no notification.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Events } from '@plumbline/contract/kernel/events';
import type { Handlers } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import type { Transaction } from '../../../kernel/transaction.ts';
import { addWork } from '../../../kernel/work.rows.ts';
import { stopReacted } from './deliveries.escalation.table.ts';
import { type News, withdrawnOf } from './deliveries.news.table.ts';
import { withWays } from './deliveries.send.table.ts';

export const planWork = 'planDeliveries';
export const deliveryWork = 'sendDelivery';

/** Person who may have to be told, and since when, epoch ms. */
export type Planned = { readonly atMs: number } & (
  | { readonly about: 'alerts'; readonly alertIds: readonly number[] }
  | ({ readonly about: 'news' } & News)
  | { readonly about: 'storms' }
  | { readonly about: 'device'; readonly overdue: Events['deviceOverdue'] }
);

type Where = Pick<Transaction, 'db' | 'now'>;
const plan = ({ db, now }: Where, planned: Planned): Promise<void> =>
  addWork(sqlOver(db), now(), 'delivery', planWork, [planned]);

/** Lets what rose with others be told of once its time has come. */
export const planStorms = ({ db }: Pick<Where, 'db'>, at: Date): Promise<void> =>
  addWork(sqlOver(db), at, 'delivery', planWork, [{ about: 'storms', atMs: at.getTime() } satisfies Planned]);

/** What those hear who were told of alerts: one act of one person is one message, of however many alerts. */
async function planReactions(where: Where, reactions: readonly Events['alertSettled'][]): Promise<void> {
  const acts = Map.groupBy(reactions, ({ projectId, userId, status }) => `${projectId}:${userId}:${status}`);
  for (const act of acts.values()) {
    const { userId, status } = elementAt(act, 0);
    const news = status === 'Notice' ? 'acknowledged' : 'settled';
    const alertIds = act.map(({ alertId }) => alertId);
    await plan(where, { about: 'news', news, alertIds, userId, atMs: where.now().getTime() });
  }
}

/** The same of alerts that corrected readings no longer raise. */
async function planWithdrawn(where: Where, revised: readonly Events['alertsRevised'][]): Promise<void> {
  const alertIds = await withdrawnOf(
    where.db,
    revised.map(({ alertId }) => alertId),
  );
  if (alertIds.length === 0) return;
  await plan(where, { about: 'news', news: 'withdrawn', alertIds, userId: null, atMs: where.now().getTime() });
}

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
  alertSettled: [
    {
      async many(context, reactions) {
        await stopReacted(context.db, context.now(), reactions);
        await planReactions(context, reactions);
      },
    },
  ],
  alertsRevised: [{ many: planWithdrawn }],
  deviceOverdue: [(context, overdue) => plan(context, { about: 'device', overdue, atMs: context.now().getTime() })],
};
