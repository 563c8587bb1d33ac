/**
 * Ends deliveries that nothing sends any more: their work was discarded by an operator, or is gone. Invariant: none is
 * called queued while nobody will try it.
 */
import { emitMany } from '../../kernel/events.ts';
import { everyMinutes, type Schedule } from '../../kernel/schedules.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { endAbandoned } from './deliveries.send.table.ts';

export const endAbandonedDeliveries: Schedule = {
  name: 'end-abandoned-deliveries',
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
