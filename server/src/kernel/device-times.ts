/** Times as devices send them: an instant with its zone, or epoch milliseconds, not before 1990. */
import { gatewayLimits } from '@plumbline/contract/kernel/constants';

const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Epoch ms, or why it is none. */
export function readTime(at: unknown): number | string {
  if (typeof at === 'number') {
    // Beyond what a Date can hold.
    if (!(Math.abs(at) <= 8.64e15)) return 'at is no time';
    if (at < gatewayLimits.oldestAt)
      return at > 6e8 && at < 1e10 ? 'at looks like seconds: send milliseconds' : 'at is before 1990';
    return Math.round(at);
  }
  if (typeof at !== 'string') return 'at is missing';
  if (!zoned.test(at)) return 'at has no time zone: end it with Z or an offset';
  const time = Date.parse(at);
  if (Number.isNaN(time)) return 'at is no time';
  return time < gatewayLimits.oldestAt ? 'at is before 1990' : time;
}

/** Times past what a calendar holds are said as numbers. */
export const isoOf = (ms: number) => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms));
