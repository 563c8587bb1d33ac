/** What a watcher is told of work: what waits, since when, and what is stuck. */
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Db } from './transaction.ts';
import { countWork, type WorkCount } from './work.rows.ts';

/** A lane that holds nothing shows 0. */
const lanes = ['alert', 'event', 'task', 'schedule'] as const;

export function exposeWork(registry: Registry, db: Db, clock: Clock): void {
  const gauge = (name: string, help: string, of: (count: WorkCount, nowMs: number) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lane'] as const,
      registers: [registry],
      async collect() {
        const now = clock.now();
        const counts = new Map((await countWork(db, now)).map((count) => [count.lane, count]));
        for (const lane of lanes) {
          const count = counts.get(lane);
          this.set({ lane }, count ? of(count, now.getTime()) : 0);
        }
      },
    });
  gauge('plumbline_work_due', 'Events, tasks and schedules that are due or being done', ({ due }) => due);
  gauge(
    'plumbline_work_oldest_seconds',
    'Since when the oldest due work of a lane is due; 0 = nothing is',
    ({ oldestAt }, nowMs) => (oldestAt ? (nowMs - oldestAt.getTime()) / 1000 : 0),
  );
  gauge('plumbline_work_stuck', 'Work that failed ten times or more and is still tried', ({ stuck }) => stuck);
}
