/** Looks every few minutes at what lets the whole installation fail at once. */
import { settingsOff } from '../../../kernel/db.ts';
import { emit } from '../../../kernel/events.ts';
import { freeBytes } from '../../../kernel/readiness.ts';
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';

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

/** Notifies administrators of a database that was set, while all runs, so that what is acknowledged may be lost. */
export const watchDurability: Schedule = {
  name: 'watch-durability',
  times: everyMinutes(5),
  atStart: true,
  async run({ db, now, log, services: { pool } }) {
    const settings = await settingsOff(pool);
    if (settings.length === 0) return;
    log.warn({ settings }, 'the database is set so that a commit may be lost');
    await emit(db, now(), 'databaseUnsafe', { settings });
  },
};
