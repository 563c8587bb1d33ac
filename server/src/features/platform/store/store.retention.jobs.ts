/**
 * Drops readings that are older than their measurement family is kept for. Nothing is dropped of a family that the
 * installation does not name (RETENTION_DAYS).
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { dailyAt, type Schedule } from '../../../kernel/schedules.ts';
import { dropEmptyYears, dropOlder } from './store.retention.table.ts';

export const dropOldReadings: Schedule = {
  name: 'drop-old-readings',
  byBelievedTime: true,
  times: dailyAt(2, 41),
  async run({ pool, now, log, signal, services: { config } }) {
    const days = config.retentionDays;
    if (days.size === 0) return;
    const nowMs = now().getTime();
    for (const [family, maxAgeDays] of days) {
      const dropped = await dropOlder(pool, family, nowMs - maxAgeDays * dayMs, signal);
      if (dropped > 0) log.info({ family, maxAgeDays, dropped }, 'old readings dropped');
    }
    await dropEmptyYears(pool, nowMs - Math.min(...days.values()) * dayMs);
  },
};
