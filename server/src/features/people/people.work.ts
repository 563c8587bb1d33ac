/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { notifyCorporations } from './corporations/corporations.events.ts';
import { tidySessions } from './sessions/sessions.jobs.ts';
import { pullInSessions } from './users/users.sessions.api.ts';

export default {
  events: [notifyCorporations],
  schedules: [tidySessions],
  pullIns: [pullInSessions],
} satisfies WingWork;
