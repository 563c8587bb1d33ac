/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { tidyExports } from './exports/exports.jobs.ts';
import { exportTasks } from './exports/exports.tasks.ts';
import { reportNews } from './links/links.events.ts';
import { sendReportMessages } from './links/links.jobs.ts';
import { pullInReportMessages } from './links/links.messages.table.ts';
import { makeDueReports, tidyReports } from './period-reports/period-reports.jobs.ts';
import { reportTasks } from './period-reports/period-reports.tasks.ts';
import { releaseTasks } from './releases/releases.tasks.ts';

export default {
  tasks: [...exportTasks, ...reportTasks, ...releaseTasks],
  events: [reportNews],
  schedules: [tidyExports, makeDueReports, tidyReports, sendReportMessages],
  pullIns: [pullInReportMessages],
} satisfies WingWork;
