/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { notifyWaveforms } from './waveforms/waveforms.events.ts';
import { dropOldWaveforms } from './waveforms/waveforms.jobs.ts';

export default {
  events: [notifyWaveforms],
  schedules: [dropOldWaveforms],
} satisfies WingWork;
