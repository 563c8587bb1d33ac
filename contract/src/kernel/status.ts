import { z } from 'zod';
import { level } from '../points/fields.ts';

/**
 * The status of a point, and of whatever is made of points: the one rule of what may be shown as a level.
 * Invariant: a level is a statement about the present only while its point reports. A stale point and one that was never
 * read have no present level, and what holds such a point is not normal. Nor has one without limits, nor one whose newest
 * reading failed its quality tests or has no value: nothing was compared. Nor is what holds a condition normal while that is
 * unknown. A level above normal is never hidden by either.
 */
export const pointStates = ['reporting', 'failed', 'stale', 'neverRead'] as const;
export const wholeStates = ['reporting', 'failed', 'silent', 'empty'] as const;

export const PointStatus = z
  .object({
    state: z
      .enum(pointStates)
      .describe(
        'failed = it reports, and its newest reading holds a value that failed its quality tests, or none in the main field',
      ),
    level: level
      .nullable()
      .describe(
        'Level of the last reading; null = never read, or no limits are set. Of a stale point it is past; of a failed one it is that of the reading before',
      ),
    at: z.number().nullable().describe('Time of the last reading, epoch ms'),
    staleAt: z.number().nullable().describe('When it became stale, or will unless a reading comes, epoch ms'),
  })
  .meta({ id: 'PointStatus' });
export type PointStatus = z.output<typeof PointStatus>;

export const WholeStatus = z
  .object({
    state: z
      .enum(wholeStates)
      .describe(
        'reporting = every point reports; failed = some report without a good value, or a condition is unknown; silent = some or all do not report; empty = it has no points',
      ),
    level: level
      .nullable()
      .describe(
        'Worst level of the points that report and have limits, and of the conditions that are raised; null = there is none',
      ),
    lastLevel: level.nullable().describe('Worst level at the last reading of the stale points; null = none is stale'),
    levels: z.array(z.int()).length(5).describe('Points that report and have limits, by level 0..4'),
    withoutLimits: z.int().describe('Points that report and have no limits'),
    failed: z
      .int()
      .describe(
        'Points at no level above normal whose newest reading failed its quality tests or has no value in the main field',
      ),
    stale: z.int().describe('Points whose last reading is older than they allow'),
    neverRead: z.int().describe('Points without any reading'),
    points: z.int(),
    conditionLevel: level.nullable().describe('Worst level of the conditions that are raised; null = none is'),
    unknownConditions: z
      .int()
      .describe('Conditions that are not raised and of which too little is known to say that they are not so'),
  })
  .meta({ id: 'WholeStatus' });
export type WholeStatus = z.output<typeof WholeStatus>;

/** Status of a point of any kind: a master has no reading of its own and stands as the points that it joins. */
export const Status = z.union([PointStatus, WholeStatus]).describe('Of a master: of the points that it joins');
export type Status = z.output<typeof Status>;

export const isWhole = (status: Status): status is WholeStatus => 'points' in status;

/** Time of the last reading, epoch ms; null = never read, or a master, which has none of its own. */
export const lastReadAt = (status: Status): number | null => (isWhole(status) ? null : status.at);

/** A point is stale when this many collections in a row are missing, but not before `leastSeconds`. */
export const staleness = { missedCollections: 3, minSeconds: 600 } as const;

export const staleAfterMs = (intervalSeconds: number): number =>
  Math.max(staleness.missedCollections * intervalSeconds, staleness.minSeconds) * 1000;

/** `atMs` = time of the last reading, null = never read; `level` = what was judged of it; `hasLimits` = a rule is on; `failed` = that reading lacks a good value (`lacksGoodValue` of science/quality). */
export function pointStatus(
  last: {
    readonly atMs: number | null;
    readonly level: number | null;
    readonly hasLimits: boolean;
    readonly failed: boolean;
    readonly intervalSeconds: number;
  },
  nowMs: number,
): PointStatus {
  if (last.atMs === null) return { state: 'neverRead', level: null, at: null, staleAt: null };
  const staleAt = last.atMs + staleAfterMs(last.intervalSeconds);
  // A level above normal is never hidden, whatever the limits are.
  const level = last.hasLimits || last.level ? (last.level ?? 0) : null;
  const state = nowMs > staleAt ? 'stale' : last.failed ? 'failed' : 'reporting';
  return { state, level, at: last.atMs, staleAt };
}

/** The same status as time passes without a reading. What was stale stays so: only a reading ends it, no clock. */
export const statusAt = (status: PointStatus, nowMs: number): PointStatus =>
  (status.state === 'reporting' || status.state === 'failed') && status.staleAt !== null && nowMs > status.staleAt
    ? { ...status, state: 'stale' }
    : status;

/**
 * Returns the newer of two statuses, one that came with a reading and one that was fetched: of one reading the fetched
 * counts, since limits may have changed after it came.
 */
export const newerStatus = (live: PointStatus, fetched: PointStatus): PointStatus =>
  (live.at ?? 0) > (fetched.at ?? 0) ? live : fetched;

export const silentOf = ({ stale, neverRead }: Pick<WholeStatus, 'stale' | 'neverRead'>): number => stale + neverRead;

const worse = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));

/** Returns the status that counts add up to. `levels` = points that report and have limits, by level. */
export function wholeStatus(
  counts: Pick<WholeStatus, 'levels' | 'withoutLimits' | 'failed' | 'stale' | 'neverRead' | 'lastLevel'> &
    Partial<Pick<WholeStatus, 'conditionLevel' | 'unknownConditions'>>,
): WholeStatus {
  const { levels, withoutLimits, failed, stale, neverRead, lastLevel } = counts;
  const { conditionLevel = null, unknownConditions = 0 } = counts;
  const reporting = levels.reduce((sum, count) => sum + count, withoutLimits + failed);
  const worst = levels.findLastIndex((count) => count > 0);
  const points = reporting + stale + neverRead;
  const lacks = failed + unknownConditions > 0;
  const state = points === 0 ? 'empty' : stale + neverRead > 0 ? 'silent' : lacks ? 'failed' : 'reporting';
  return {
    state,
    level: worse(worst < 0 ? null : worst, conditionLevel),
    lastLevel,
    levels: [...levels],
    withoutLimits,
    failed,
    stale,
    neverRead,
    points,
    conditionLevel,
    unknownConditions,
  };
}

export const emptyWhole = (): WholeStatus =>
  wholeStatus({ levels: [0, 0, 0, 0, 0], withoutLimits: 0, failed: 0, stale: 0, neverRead: 0, lastLevel: null });

/** Several wholes as one. */
export const mergeWholes = (parts: readonly WholeStatus[]): WholeStatus =>
  parts.reduce(
    (sum, part) =>
      wholeStatus({
        levels: sum.levels.map((count, i) => count + (part.levels[i] ?? 0)),
        withoutLimits: sum.withoutLimits + part.withoutLimits,
        failed: sum.failed + part.failed,
        stale: sum.stale + part.stale,
        neverRead: sum.neverRead + part.neverRead,
        lastLevel: worse(sum.lastLevel, part.lastLevel),
        conditionLevel: worse(sum.conditionLevel, part.conditionLevel),
        unknownConditions: sum.unknownConditions + part.unknownConditions,
      }),
    emptyWhole(),
  );

/** Points as one whole. */
export function wholeOf(statuses: readonly PointStatus[]): WholeStatus {
  const counts = {
    levels: [0, 0, 0, 0, 0],
    withoutLimits: 0,
    failed: 0,
    stale: 0,
    neverRead: 0,
    lastLevel: null as number | null,
  };
  for (const { state, level: last } of statuses)
    if (state === 'neverRead') counts.neverRead++;
    else if (state === 'stale') {
      counts.stale++;
      counts.lastLevel = worse(counts.lastLevel, last);
    } else if (state === 'failed' && !last) counts.failed++;
    else if (last === null) counts.withoutLimits++;
    else counts.levels[last] = (counts.levels[last] ?? 0) + 1;
  return wholeStatus(counts);
}

/** A master by what its points are known to be now; `asAnswered` where one of them is not known here. */
export function joinedStatus(
  pointIds: readonly number[],
  statusOf: (pointId: number) => Status | undefined,
  asAnswered: Status,
): Status {
  const statuses = pointIds.flatMap((id): PointStatus[] => {
    const status = statusOf(id);
    return status === undefined || isWhole(status) ? [] : [status];
  });
  return statuses.length === pointIds.length ? wholeOf(statuses) : asAnswered;
}

/**
 * The order of urgency, to sort by: levels above normal, then silence by what was said last, then failed values, then
 * normal, then nothing to say. Silence and failed values stand before normal: somebody has to look.
 */
export function urgencyOf(status: Status): number {
  const present = status.state === 'stale' || status.state === 'neverRead' ? 0 : (status.level ?? 0);
  if (present > 0) return present;
  if (status.state === 'stale') return 0.5 + (status.level ?? 0) / 10;
  if (isWhole(status) && status.state === 'silent') return 0.5 + (status.lastLevel ?? 0) / 10;
  if (status.state === 'neverRead') return 0.4;
  if (status.state === 'failed') return 0.3;
  return status.state === 'empty' ? -1 : 0;
}
