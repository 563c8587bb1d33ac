/**
 * Work by the clock. A schedule is one row of `work` for the whole cluster, which moves on to its next time when it has
 * run; one whose time passed while no server was up runs once at the next start. Times are UTC.
 */

import { minuteMs } from '@plumbline/contract/kernel/durations';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type pg from 'pg';
import { believedNow, type Clock } from './clock.ts';
import type { Db, Logger } from './transaction.ts';
import type { WorkContext } from './work.context.ts';
import type { LongWork } from './work.long.ts';
import { placeSchedules, pullInOne, pullInWork, type WorkSource } from './work.rows.ts';

export interface ScheduleContext extends WorkContext {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Aborted when the server stops: what goes on for long looks at it. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly log: Logger;
}

/** When it comes: every `periodMinutes`, counted from `offsetMinutes` after midnight UTC. */
export interface Times {
  readonly periodMinutes: number;
  readonly offsetMinutes: number;
}
export interface Schedule {
  readonly name: string;
  readonly times: Times;
  /**
   * It ends or deletes what is old: its `now` is the believed one, so that a clock that is ahead deletes nothing
   * (kernel/clock-watch.ts).
   */
  readonly byBelievedTime?: true;
  /**
   * Whether something waits for it already: asked every second, so that it comes when that is due and not at its next regular time.
   * Cheap, and false for what it would not do.
   */
  readonly isDue?: (db: Db, now: Date) => Promise<boolean>;
  /** Run once at the start too: what it writes is looked at before its first time comes. */
  readonly atStart?: true;
  readonly run: (context: ScheduleContext) => Promise<void>;
}

/** Gives those of the schedules that the clock is to run. Tests take them all, and run each by its name. */
export type ChooseSchedules = (
  schedules: readonly Schedule[],
  context: Omit<ScheduleContext, 'signal'>,
) => readonly Schedule[];
export const runByClock: ChooseSchedules = (schedules) => schedules;

const dayMinutes = 1440;

/** At every full minute that the number divides; it divides a day. */
export const everyMinutes = (periodMinutes: number): Times => ({ periodMinutes, offsetMinutes: 0 });
/** Every hour at that minute. */
export const hourlyAt = (minute: number): Times => ({ periodMinutes: 60, offsetMinutes: minute });
/** Every day, in UTC. */
export const dailyAt = (hour: number, minute: number): Times => ({
  periodMinutes: dayMinutes,
  offsetMinutes: hour * 60 + minute,
});

/** The first time after `now`. */
export function nextTime({ periodMinutes, offsetMinutes }: Times, now: Date): Date {
  const [periodMs, offsetMs] = [periodMinutes * minuteMs, offsetMinutes * minuteMs];
  return new Date((Math.floor((now.getTime() - offsetMs) / periodMs) + 1) * periodMs + offsetMs);
}

/** Gives the schedule that goes by the believed time where it ends or deletes what is old. */
export const believing = (schedule: Schedule, clock: Clock): Schedule =>
  schedule.byBelievedTime
    ? { ...schedule, run: (context) => schedule.run({ ...context, now: () => believedNow(clock) }) }
    : schedule;

/** Brings back to their next regular time the schedules that a clock ahead has put beyond it. */
export const pullInSchedules = (db: Db, now: Date, schedules: readonly Schedule[]): Promise<void> =>
  pullInWork(
    db,
    now,
    schedules.map(({ name, times }) => ({ name, latestAt: nextTime(times, now) })),
  );

/**
 * Lets those schedules come now for which something waits; what has failed keeps the pause before its next try. One that cannot
 * be asked comes at its regular times, and keeps no other work waiting.
 */
export async function pullInDue(
  { db, log }: Pick<WorkSource, 'db' | 'log'>,
  now: Date,
  schedules: readonly Schedule[],
): Promise<void> {
  for (const { name, isDue } of schedules)
    try {
      if (isDue && (await isDue(db, now))) await pullInOne(db, now, name);
    } catch (error) {
      log.warn({ err: error, schedule: name }, 'whether a schedule is due could not be read');
    }
}

/** The lane of schedules: each at most once at a time, and none waits for another. */
export async function scheduleWork(
  { db, pool, clock, log, context }: WorkSource & { readonly pool: pg.Pool },
  schedules: readonly Schedule[],
): Promise<LongWork> {
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]));
  const now = clock.now();
  await placeSchedules(
    db,
    now,
    schedules.map(({ name, times, atStart }) => ({ name, firstAt: atStart ? now : nextTime(times, now) })),
  );
  return {
    lane: 'schedule',
    names: [...byName.keys()],
    maxRunning: schedules.length,
    run: ({ name }, { signal }) =>
      getOrThrow(byName, name).run({ ...context, db, pool, now: () => clock.now(), log, signal }),
    nextAt: ({ name }, at) => nextTime(getOrThrow(byName, name).times, at),
    cancelled: async () => [],
  };
}
