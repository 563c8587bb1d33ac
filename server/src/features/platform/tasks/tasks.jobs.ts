/** Tasks that ended a month ago are of no more use. */
import { dailyAt, type Schedule } from '../../../kernel/schedules.ts';
import { removeOldTasks } from '../../../kernel/tasks.queue.ts';

const retentionDays = 30;

export const tidyTasks: Schedule = {
  name: 'tidy-tasks',
  byBelievedTime: true,
  times: dailyAt(3, 23),
  run: ({ db, now }) => removeOldTasks(db, new Date(now().getTime() - retentionDays * 86_400_000)),
};
