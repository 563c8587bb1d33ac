import { type PointStatus, pointStatus, wholeOf } from '@plumbline/contract/kernel/status';

const now = Date.now();
const of = (minutesAgo: number | null, level: number | null, hasLimits = true, failed = false): PointStatus => {
  const atMs = minutesAgo === null ? null : now - minutesAgo * 60_000;
  return pointStatus({ atMs, level, hasLimits, failed, intervalSeconds: 60 }, now);
};

/** A point that reports at a level. */
export const statusOf = (level: number): PointStatus => of(0, level);

/** Every state that is no level: of points, and of what is made of them. */
export const silentStatuses = [
  of(null, null),
  of(0, 0, false),
  of(0, 0, true, true),
  of(31, 0),
  of(31, 2),
  of(31, 4),
  wholeOf([of(0, 0), of(0, 0, true, true)]),
  wholeOf([of(0, 0), of(31, 0)]),
  wholeOf([of(0, 3), of(31, 4), of(null, null)]),
  wholeOf([]),
];
