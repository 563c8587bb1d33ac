/** Deletes codes that are of no more use, but for the day that counts how many an address was sent. */
import { hourlyAt, type Schedule } from '../../../kernel/schedules.ts';
import { removeOldCodes } from './verifications.api.ts';

export const tidyVerifications: Schedule = {
  name: 'tidy-verifications',
  byBelievedTime: true,
  times: hourlyAt(27),
  run: async ({ db, now }) => await removeOldCodes(db, new Date(now().getTime() - 86_400_000)),
};
