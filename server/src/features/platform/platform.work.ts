/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { pullInSigns } from './installation/installation.table.ts';
import { linkLog, tidyLog } from './operations/operations.jobs.ts';
import { dropOldReadings } from './store/store.retention.jobs.ts';
import { sealReadings } from './store/store.seal.jobs.ts';
import { tidyTasks } from './tasks/tasks.jobs.ts';

export default {
  schedules: [tidyTasks, linkLog, tidyLog, sealReadings, dropOldReadings],
  pullIns: [pullInSigns],
} satisfies WingWork;
