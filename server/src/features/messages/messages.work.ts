/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { notifyRecipients } from './channels/channels.events.ts';
import { tidyVerifications } from './verifications/verifications.jobs.ts';
import { pullInVerifications } from './verifications/verifications.table.ts';

export default {
  events: [notifyRecipients],
  schedules: [tidyVerifications],
  pullIns: [pullInVerifications],
} satisfies WingWork;
