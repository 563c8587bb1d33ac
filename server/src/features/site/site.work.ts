/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { layerTasks } from './layers/layers.tasks.ts';
import { projectTasks } from './projects/projects.clear.tasks.ts';
import { notifySiteRecords } from './projects/projects.events.ts';
import { endMemberships } from './projects/projects.jobs.ts';

export default {
  tasks: [...projectTasks, ...layerTasks],
  events: [notifySiteRecords],
  schedules: [endMemberships],
} satisfies WingWork;
