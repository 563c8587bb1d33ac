/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { watchCertificates } from './certificates/certificates.jobs.ts';
import { dropOldFrames } from './frames/frames.jobs.ts';
import { pullInFrames } from './frames/frames.table.ts';

export default {
  schedules: [watchCertificates, dropOldFrames],
  pullIns: [pullInFrames],
} satisfies WingWork;
