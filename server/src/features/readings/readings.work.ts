/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { afterReset } from './corrections/corrections.service.ts';
import { notifyHistory } from './history/history.events.ts';
import { logResets } from './history/history.service.ts';
import { readingTasks } from './history/history.tasks.ts';
import { tidyImports } from './imports/imports.jobs.ts';
import { importTasks } from './imports/imports.tasks.ts';

export default {
  tasks: [...readingTasks, ...importTasks],
  events: [notifyHistory, afterReset, logResets],
  schedules: [tidyImports],
} satisfies WingWork;
