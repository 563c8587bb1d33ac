/** Memberships whose last day is over: access control goes by the time itself, this tells open pages and everybody else. */

import { announceChanges } from '../../../kernel/listen.ts';
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { endMemberships as end } from './projects.groups.table.ts';

export const endMemberships: Schedule = {
  name: 'end-memberships',
  byBelievedTime: true,
  times: everyMinutes(1),
  async run({ db, now }) {
    const accountIds = await end(db, now());
    await announceChanges(
      db,
      accountIds.map((id) => ({ kind: 'account' as const, id })),
    );
  },
};
