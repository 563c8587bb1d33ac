import type { LiveReading } from '@plumbline/contract/kernel/events';
import { quality, qualityOf } from '@plumbline/science/quality/flags';

/**
 * Returns whether the value shown as the present one failed its tests: it was compared with no limit, and the level
 * beside it is that of a reading before. `live` = the newest reading that the socket brought, `failedAt` = the last
 * failed one of the curve, epoch ms.
 */
export function isValueFailed(
  live: Pick<LiveReading, 'at' | 'flags'> | null,
  index: number,
  latestAt: number | null,
  failedAt: number | null,
): boolean {
  const flag = live?.flags?.[index];
  if (flag !== undefined && qualityOf(flag) === quality.fail) return true;
  const at = live?.at ?? latestAt;
  return at !== null && at === failedAt;
}
