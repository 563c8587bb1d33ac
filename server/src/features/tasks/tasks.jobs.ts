/** Tasks that ended a month ago are of no more use. */
import type { Schedule } from '../../kernel/jobs.ts';
import { removeOldTasks } from '../../kernel/tasks.queue.ts';

const retentionDays = 30;

export const tidyTasks: Schedule = {
  name: 'tidy-tasks',
  cron: '23 3 * * *',
  run: ({ db, now }) => removeOldTasks(db, new Date(now().getTime() - retentionDays * 86_400_000)),
};
