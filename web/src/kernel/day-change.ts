import { dayMs } from '@plumbline/contract/kernel/durations';
import { readings } from '@plumbline/contract/readings/readings';
import { useNow } from './now.ts';
import { useRead } from './reads.ts';

/** Change of the newest reading of a field in 24 hours, as the server defines it everywhere; null = unknown, or no day of readings yet. `enabled` = the caller may read data. */
export function useDayChange(pointId: number, field: string, enabled = true): number | null {
  const statistics = useLastDay(pointId, field, enabled);
  return statistics?.change24h ?? null;
}

/** The total of the last 24 hours of a field whose amounts are summed; null = unknown, or there is none of it. */
export function useDayTotal(pointId: number, field: string): number | null {
  const statistics = useLastDay(pointId, field, true);
  return statistics?.totals?.total ?? null;
}

function useLastDay(pointId: number, field: string, enabled: boolean) {
  const now = useNow(300_000);
  const { data } = useRead(
    readings.statistics,
    {
      pointId,
      field,
      from: new Date(now - dayMs).toISOString(),
      to: new Date(now).toISOString(),
    },
    {
      enabled,
      placeholderData: (old) => old,
    },
  );
  return data?.statistics.field === field ? data.statistics : undefined;
}
