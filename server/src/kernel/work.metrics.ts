/**
 * What a watcher is told of work: what waits, since when, and what is stuck. Invariant: a database that is away costs
 * these figures (NaN) and no others.
 */
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import { nextTime, type Schedule } from './schedules.ts';
import type { Db } from './transaction.ts';
import { countOverdue, countWork, type WorkCount } from './work.rows.ts';

const lanes = ['alert', 'event', 'condition', 'task', 'schedule', 'delivery'] as const;
type Counts = ReadonlyMap<string, WorkCount>;
/** A database that has not answered by then counts as away. */
const answerMs = 2_000;

/** Schedules that did not run within five minutes of their time, or that wait beyond their next regular one. */
export function exposeSchedules(registry: Registry, db: Db, clock: Clock, schedules: readonly Schedule[]): void {
  new Gauge({
    name: 'plumbline_schedule_overdue',
    help: 'Schedules that did not run within five minutes of their time, or that wait beyond their next regular time',
    registers: [registry],
    async collect() {
      const now = clock.now();
      const latest = schedules.map(({ name, times }) => ({ name, latestAt: nextTime(times, now) }));
      this.set(await countOverdue(db, now, latest).catch(() => Number.NaN));
    },
  });
}

export function exposeWork(registry: Registry, db: Db, clock: Clock): void {
  let reading: Promise<Counts | null> | null = null;
  /** One query for all gauges of a scrape. */
  const read = () => {
    reading ??= readCounts(db, clock).finally(() => {
      reading = null;
    });
    return reading;
  };
  const gauge = (name: string, help: string, of: (count: WorkCount) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lane'] as const,
      registers: [registry],
      async collect() {
        const counts = await read();
        for (const lane of lanes) {
          const count = counts?.get(lane);
          // A lane that holds nothing has no row.
          this.set({ lane }, count ? of(count) : counts ? 0 : Number.NaN);
        }
      },
    });
  gauge('plumbline_work_due', 'Events, tasks, schedules and deliveries that are due or being done', ({ due }) => due);
  gauge(
    'plumbline_work_oldest_seconds',
    'Since when the oldest due work of a lane is due; 0 = nothing is',
    ({ oldestAt }) => (oldestAt ? (clock.now().getTime() - oldestAt.getTime()) / 1000 : 0),
  );
  gauge('plumbline_work_stuck', 'Work that failed ten times or more and is still tried', ({ stuck }) => stuck);
}

/** null where the database does not answer. */
async function readCounts(db: Db, clock: Clock): Promise<Counts | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), answerMs);
  });
  const counts = countWork(db, clock.now()).then(
    (rows) => new Map(rows.map((count) => [count.lane as string, count])),
    () => null,
  );
  try {
    return await Promise.race([counts, late]);
  } finally {
    clearTimeout(timer);
  }
}
