/** Tasks that ended a month ago are of no more use. */
import type { Schedule } from '../../kernel/jobs.ts';
import { removeOld } from './tasks.table.ts';

const retentionDays = 30;

export const tidyTasks: Schedule = {
  name: 'tidy-tasks',
  cron: '23 3 * * *',
  run: ({ db, now }) => removeOld(db, new Date(now().getTime() - retentionDays * 86_400_000)),
};
