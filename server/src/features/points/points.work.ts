/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { watchInspections } from './inspections/inspections.jobs.ts';

export default {
  schedules: [watchInspections],
} satisfies WingWork;
