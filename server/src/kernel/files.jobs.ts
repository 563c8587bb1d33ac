import { everyMinutes, type Schedule } from './schedules.ts';

/** Bytes of forgotten files that a crash, or a bucket that did not answer, has left behind. */
export const sweepFiles: Schedule = {
  name: 'sweep-files',
  byBelievedTime: true,
  times: everyMinutes(20),
  async run({ db, services: { files } }) {
    await files.sweep(db);
  },
};
