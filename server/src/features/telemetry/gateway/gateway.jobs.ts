/** What falls by the clock: connections of gateways that died. */
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { dropDead } from './gateway.leases.table.ts';

export const dropDeadGateways: Schedule = {
  name: 'drop-dead-gateways',
  times: everyMinutes(1),
  async run({ db, log }) {
    const lost = await dropDead(db);
    if (lost.length > 0) log.warn({ devices: lost.length }, 'connections of a gateway that died were let go');
  },
};
