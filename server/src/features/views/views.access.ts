/** What follows in this wing when points, projects or structures go or change. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { lifecycle as waveformLifecycle } from './waveforms/waveforms.events.ts';

export default {
  lifecycle: {
    readings: [waveformLifecycle],
  },
} satisfies WingAccess;
