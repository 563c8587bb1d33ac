/** Deletes what is of no more use: tokens that ended, failed sign-ins that no longer count, and addresses of long ago. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { removeOldAttempts } from '../../../kernel/attempts.ts';
import { hourlyAt, type Schedule } from '../../../kernel/schedules.ts';
import { removeExpiredTokens, removeOldAddresses } from '../users/users.sessions.api.ts';

export const tidySessions: Schedule = {
  name: 'tidy-sessions',
  byBelievedTime: true,
  times: hourlyAt(17),
  async run({ db, now }) {
    const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
    await removeExpiredTokens(db, daysAgo(1));
    await removeOldAttempts(db, daysAgo(1));
    await removeOldAddresses(db, daysAgo(90));
  },
};
