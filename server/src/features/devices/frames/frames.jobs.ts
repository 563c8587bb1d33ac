/** What was recorded of links is deleted after two days. */
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import * as table from './frames.table.ts';

export const dropOldFrames: Schedule = {
  name: 'drop-old-frames',
  byBelievedTime: true,
  times: everyMinutes(60),
  run: ({ db, now }) => table.dropOld(db, now()),
};
