/** The operation log by the clock: linked every minute, dropped after its time, verified every night. */

import { dropOperations, linkOperations, saveVerdict, verifyOperations } from '../../../kernel/operation.chain.ts';
import { dailyAt, everyMinutes, type Schedule } from '../../../kernel/schedules.ts';

/** What one run links at most: the next goes on. */
const maxBatches = 50;

export const linkLog: Schedule = {
  name: 'link-operations',
  times: everyMinutes(1),
  async run({ db, signal }) {
    for (let i = 0; i < maxBatches && !signal.aborted; i++)
      if ((await db.transaction().execute(linkOperations)) === 0) return;
  },
};

export const tidyLog: Schedule = {
  name: 'tidy-operations',
  byBelievedTime: true,
  times: dailyAt(2, 17),
  atStart: true,
  async run({ db, now, log, services: { config } }) {
    const { operationDays } = config;
    if (operationDays > 0) {
      const before = new Date(now().getTime() - operationDays * 86_400_000);
      await db.transaction().execute((transaction) => dropOperations(transaction, before));
    }
    const { from: _, includes: _none, ...verdict } = await verifyOperations(db);
    await saveVerdict(db, { ...verdict, at: now().toISOString() });
    if (!verdict.holds) log.error({ brokenAt: verdict.brokenAt }, 'the chain of the operation log does not hold');
  },
};
