/** What falls by the clock: connections of gateways that died, commands that nobody answered in time. */
import { everyMinutes, type Schedule } from '../../kernel/schedules.ts';
import { forgetOld } from './gateway.commands.table.ts';
import { dropDead } from './gateway.leases.table.ts';

export const dropDeadGateways: Schedule = {
  name: 'drop-dead-gateways',
  times: everyMinutes(1),
  async run({ db, log }) {
    const lost = await dropDead(db);
    if (lost.length > 0) log.warn({ devices: lost.length }, 'connections of a gateway that died were let go');
  },
};

export const forgetCommands: Schedule = {
  name: 'forget-commands',
  times: everyMinutes(5),
  run: ({ db, now }) => forgetOld(db, now()),
};
