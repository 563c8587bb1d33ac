/**
 * Work by the clock: steps of alert rules whose time has come, and deliveries that nothing sends any more, because their
 * work was discarded by an operator or is gone. Invariant: none is called queued while nobody will try it.
 */
import { emitMany } from '../../../kernel/events.ts';
import { dailyAt, everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { removeOldCards } from '../chat-cards/chat-cards.api.ts';
import { endDue, hasDue } from './deliveries.escalation.table.ts';
import { sendSoon } from './deliveries.events.ts';
import { countAlone, queueCollected } from './deliveries.flood.table.ts';
import { moveBeginnings } from './deliveries.hours.table.ts';
import { deliverSteps, deliverStorms, endWindows } from './deliveries.plan.service.ts';
import { livesMs } from './deliveries.queue.table.ts';
import { endAbandoned, removeOld } from './deliveries.send.table.ts';

export const endAbandonedDeliveries: Schedule = {
  name: 'end-abandoned-deliveries',
  byBelievedTime: true,
  times: everyMinutes(5),
  atStart: true,
  async run({ db, now }) {
    const at = now();
    await db.transaction().execute(async (transaction) => {
      const ended = await endAbandoned(transaction, at);
      await emitMany(
        sqlOver(transaction),
        at,
        'deliveryFailed',
        ended.map((deliveryId) => ({ deliveryId })),
      );
    });
  },
};

/**
 * Tells who comes next of alerts that nobody has reacted to, and by rules whose hours begin what rose before. A step and its
 * messages are written in one transaction.
 */
export const escalate: Schedule = {
  name: 'escalate-alerts',
  times: everyMinutes(1),
  isDue: hasDue,
  atStart: true,
  async run({ db, now, signal }) {
    for (let isAll = false; !isAll && !signal.aborted; )
      isAll = await db.transaction().execute(async (transaction) => {
        const at = now();
        await countAlone(transaction);
        await moveBeginnings(transaction, at);
        const due = await endDue(transaction, at);
        await deliverSteps(
          transaction,
          at,
          due.ended.filter(({ state }) => state === 'done'),
        );
        return due.isAll;
      });
  },
};

/** Sends what was collected beyond the cap of a rule, or rose with others: one message for each recipient. */
export const sendCollected: Schedule = {
  name: 'send-collected-alerts',
  times: everyMinutes(1),
  atStart: true,
  run: ({ db, now }) =>
    db.transaction().execute(async (transaction) => {
      const at = now();
      await countAlone(transaction);
      await sendSoon({ db: transaction, now }, await queueCollected(transaction, at, new Date(at.getTime() + livesMs)));
      await deliverStorms(transaction, at);
    }),
};

/** At once, so that the log stays readable meanwhile. */
const removedAtOnce = 5_000;

/** Deletes what the log of sent messages holds longer than it is kept for (DELIVERY_DAYS); 0 keeps it for ever. */
export const tidyDeliveries: Schedule = {
  name: 'tidy-deliveries',
  byBelievedTime: true,
  times: dailyAt(2, 41),
  async run({ db, now, signal, services: { config } }) {
    const { deliveryDays } = config;
    if (deliveryDays === 0) return;
    const before = new Date(now().getTime() - deliveryDays * 86_400_000);
    while (!signal.aborted && (await removeOld(db, before, removedAtOnce)) === removedAtOnce);
    // No vendor lets a card of that age be edited.
    while (!signal.aborted && (await removeOldCards(db, before, removedAtOnce)) === removedAtOnce);
  },
};

/** Ends quiet windows whose time is up: one message for each recipient about what is still open. */
export const endSilences: Schedule = {
  name: 'end-silences',
  times: everyMinutes(1),
  atStart: true,
  run: ({ db, now }) => db.transaction().execute((transaction) => endWindows(transaction, now())),
};
