/** How a point is doing, in words that cannot be taken for more than is known. */
import { isWhole, type Status } from '@plumbline/contract/kernel/status';
import type { Facts } from './answer.ts';

const levelWords = ['normal', 'blue', 'yellow', 'orange', 'red'] as const;
export const levelWord = (level: number | null): string | null => (level === null ? null : (levelWords[level] ?? null));

const meanings = {
  reporting: 'reports: its level is a statement about now',
  failed: 'no good value: it reports, and its newest reading failed its tests or has no value; nothing was compared',
  stale: 'stale: no reading for longer than its interval allows; its level is that of the last reading, not of now',
  neverRead: 'no data: it was never read',
  silent: 'some or all of its points have no data or are stale; of those nothing is known now',
  empty: 'no points',
} as const;

/** State and level of a point, or of what is made of points. A null level means that nothing was compared, never normal. */
export function statusFacts(status: Status): Facts {
  const { state, level } = status;
  const isPast = state === 'stale' || state === 'neverRead';
  return {
    state,
    meaning: meanings[state],
    levelNow: isPast ? null : level,
    levelNowWord: isPast ? null : levelWord(level),
    ...(level === null && !isPast && { limits: 'none compared: without limits or without a good value' }),
    ...(isWhole(status)
      ? {
          points: status.points,
          stale: status.stale,
          neverRead: status.neverRead,
          failed: status.failed,
          withoutLimits: status.withoutLimits,
          levelAtLastReadingOfStale: status.lastLevel,
        }
      : {
          levelAtLastReading: level,
          lastReadingAt: status.at === null ? null : new Date(status.at).toISOString(),
          staleFrom: status.staleAt === null ? null : new Date(status.staleAt).toISOString(),
        }),
  };
}
