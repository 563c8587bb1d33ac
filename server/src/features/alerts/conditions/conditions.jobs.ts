/** Looks each minute at the conditions that change by the passing of time: delays that are over, readings that grew too old. */
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { evaluateConditions } from './conditions.evaluate.service.ts';
import { notifyPages } from './conditions.events.ts';
import { dueConditions } from './conditions.states.table.ts';

/** Conditions of one transaction. */
const together = 500;

export const watchConditions: Schedule = {
  name: 'watch-conditions',
  times: everyMinutes(1),
  atStart: true,
  async run({ db, now, sockets, signal }) {
    const at = now();
    for (let found = together; found === together && !signal.aborted; ) {
      const after: (() => void | Promise<void>)[] = [];
      found = await db.transaction().execute(async (transaction) => {
        const due = await dueConditions(transaction, at, together);
        const newFrom = new Map(due.map((id) => [id, Number.POSITIVE_INFINITY]));
        const changed = await evaluateConditions(transaction, { newFrom, changeId: null, nowMs: at.getTime() });
        await notifyPages({ db: transaction, sockets, after: (act) => after.push(act) }, changed);
        return due.length;
      });
      for (const act of after) await act();
    }
  },
};
