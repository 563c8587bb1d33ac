import { readings } from '@plumbline/contract/readings';
import { useNow } from './now.ts';
import { useRead } from './reads.ts';

const dayMs = 86_400_000;

/** Change of the newest reading of a field in 24 hours, as the server defines it everywhere; null = unknown, or no day of readings yet. `enabled` = the caller may read data. */
export function useDayChange(pointId: number, field: string, enabled = true): number | null {
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
  return data?.statistics.field === field ? data.statistics.change24h : null;
}
