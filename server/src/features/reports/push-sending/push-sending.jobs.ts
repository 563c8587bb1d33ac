/** What comes by the clock: what is due is sent; what waited too long is left out, and old lines of the log go. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { pushLimits } from '@plumbline/contract/reports/push-rules';
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { isAnythingDue } from '../push-rules/push-rules.api.ts';
import { removeOldLogs, trimWaiting } from '../push-rules/push-rules.queue.api.ts';
import { hasEndedLinks, sendPushes } from './push-sending.send.service.ts';

export const sendingPushes: Schedule = {
  name: 'send-pushes',
  times: everyMinutes(1),
  isDue: async (db, now) => (await isAnythingDue(db, now)) || (await hasEndedLinks(db)),
  run: sendPushes,
};

export const tidyPushes: Schedule = {
  name: 'tidy-pushes',
  byBelievedTime: true,
  times: everyMinutes(10),
  async run({ db, now }) {
    await trimWaiting(db, now());
    await removeOldLogs(db, new Date(now().getTime() - pushLimits.logDays * dayMs));
  },
};
