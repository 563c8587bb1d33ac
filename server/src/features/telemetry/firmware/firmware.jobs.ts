/** Fails upgrades that have been silent for too long. */
import type { Db } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/events.ts';
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { expire } from './firmware.upgrades.table.ts';

/** Gives how many failed. */
export const failSilentUpgrades = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const deviceIds = await expire(transaction, now);
    if (deviceIds.length > 0) await emit(transaction, now, 'upgradesMoved', { deviceIds });
    return deviceIds.length;
  });

export const watchUpgrades: Schedule = {
  name: 'watch-upgrades',
  byBelievedTime: true,
  times: everyMinutes(1),
  async run({ db, now, log }) {
    const failed = await failSilentUpgrades(db, now());
    if (failed > 0) log.info({ failed }, 'firmware upgrades failed for want of an answer');
  },
};
