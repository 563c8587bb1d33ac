/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { tidyArchives } from './corporation-archives/corporation-archives.jobs.ts';
import { archiveTasks } from './corporation-archives/corporation-archives.tasks.ts';

export default {
  tasks: archiveTasks,
  schedules: [tidyArchives],
} satisfies WingWork;
