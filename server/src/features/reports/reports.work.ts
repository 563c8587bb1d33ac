/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { tidyExports } from './exports/exports.jobs.ts';
import { exportTasks } from './exports/exports.tasks.ts';
import { reportNews } from './links/links.events.ts';
import { sendReportMessages } from './links/links.jobs.ts';
import { pullInReportMessages } from './links/links.messages.table.ts';
import { makeDueReports, tidyReports } from './period-reports/period-reports.jobs.ts';
import { reportTasks } from './period-reports/period-reports.tasks.ts';
import { pullInPushes } from './push-rules/push-rules.api.ts';
import { pushNews } from './push-sending/push-sending.events.ts';
import { sendingPushes, tidyPushes } from './push-sending/push-sending.jobs.ts';
import { pushTasks } from './push-sending/push-sending.tasks.ts';
import { releaseTasks } from './releases/releases.tasks.ts';

export default {
  tasks: [...exportTasks, ...reportTasks, ...releaseTasks, ...pushTasks],
  events: [reportNews, pushNews],
  schedules: [tidyExports, makeDueReports, tidyReports, sendReportMessages, sendingPushes, tidyPushes],
  pullIns: [pullInReportMessages, pullInPushes],
} satisfies WingWork;
