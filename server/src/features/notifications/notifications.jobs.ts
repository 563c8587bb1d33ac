/** Looks every few minutes at what lets the whole installation fail at once. */
import { emit } from '../../kernel/events.ts';
import { freeBytes } from '../../kernel/readiness.ts';
import { everyMinutes, type Schedule } from '../../kernel/schedules.ts';

/** Notifies administrators of a disk that fills while there is still room to write that. */
export const watchStorage: Schedule = {
  name: 'watch-storage',
  times: everyMinutes(5),
  atStart: true,
  async run({ db, now, log, services: { storage, config } }) {
    const free = await freeBytes(storage);
    if (free === null || free >= config.diskAlarmBytes) return;
    log.warn({ freeBytes: free }, 'the disk of the data is nearly full');
    await emit(db, now(), 'storageLow', { freeBytes: free });
  },
};
