/** Lets go of the connections of gateways that died, also when no other gateway is left to see it. */
import type { Schedule } from '../../kernel/jobs.ts';
import { dropDead } from './gateway.leases.table.ts';

export const dropDeadGateways: Schedule = {
  name: 'drop-dead-gateways',
  cron: '* * * * *',
  async run({ db, log }) {
    const lost = await dropDead(db);
    if (lost.length > 0) log.warn({ devices: lost.length }, 'connections of a gateway that died were let go');
  },
};
