/** Drops waveforms that are older than they are kept for (WAVEFORM_DAYS); without the setting none is dropped. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { dailyAt, type Schedule } from '../../../kernel/schedules.ts';
import { removeOlder } from './waveforms.table.ts';

/** Half a gigabyte at the longest. */
const atOnce = 100;

export const dropOldWaveforms: Schedule = {
  name: 'drop-old-waveforms',
  byBelievedTime: true,
  times: dailyAt(2, 53),
  async run({ db, now, log, signal, services: { config } }) {
    const days = config.waveformDays;
    if (days === null) return;
    const before = new Date(now().getTime() - days * dayMs);
    let dropped = 0;
    for (let last = atOnce; last === atOnce && !signal.aborted; dropped += last)
      last = await removeOlder(db, before, atOnce);
    if (dropped > 0) log.info({ days, dropped }, 'old waveforms dropped');
  },
};
