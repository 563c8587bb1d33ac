/** What falls by the clock: commands that nobody answered in time. */
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { forgetOld } from './commands.table.ts';

export const forgetCommands: Schedule = {
  name: 'forget-commands',
  byBelievedTime: true,
  times: everyMinutes(5),
  run: ({ db, now }) => forgetOld(db, now()),
};
