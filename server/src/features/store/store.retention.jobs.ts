/**
 * Drops readings that are older than their measurement family is kept for. Nothing is dropped of a family that the
 * installation does not name (RETENTION_DAYS).
 */
import type { FamilyCode } from '@plumbline/contract/families';
import { dailyAt, type Schedule } from '../../kernel/schedules.ts';
import { dropEmptyYears, dropOlder } from './store.retention.table.ts';

const dayMs = 86_400_000;

export function dropOldReadings(days: ReadonlyMap<FamilyCode, number>): Schedule[] {
  if (days.size === 0) return [];
  return [
    {
      name: 'drop-old-readings',
      times: dailyAt(2, 41),
      async run({ pool, now, log, signal }) {
        const nowMs = now().getTime();
        for (const [family, maxAgeDays] of days) {
          const dropped = await dropOlder(pool, family, nowMs - maxAgeDays * dayMs, signal);
          if (dropped > 0) log.info({ family, maxAgeDays, dropped }, 'old readings dropped');
        }
        await dropEmptyYears(pool, nowMs - Math.min(...days.values()) * dayMs);
      },
    },
  ];
}
