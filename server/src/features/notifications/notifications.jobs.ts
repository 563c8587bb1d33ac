/** Looks every few minutes at what lets the whole installation fail at once. */
import { emit } from '../../kernel/events.ts';
import { freeBytes } from '../../kernel/readiness.ts';
import { everyMinutes, type Schedule } from '../../kernel/schedules.ts';

/** Tells of a disk that fills while there is still feature to write that. */
export const watchStorage = (paths: readonly string[], alarmBytes: number): Schedule => ({
  name: 'watch-storage',
  times: everyMinutes(5),
  atStart: true,
  async run({ db, now, log }) {
    const free = await freeBytes(paths);
    if (free === null || free >= alarmBytes) return;
    log.warn({ freeBytes: free }, 'the disk of the data is nearly full');
    await emit(db, now(), 'storageLow', { freeBytes: free });
  },
});
