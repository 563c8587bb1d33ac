/**
 * Timed and queued work (pg-boss). A schedule runs in one process however many there are. Not for readings: they have
 * their own road.
 */
import { PgBoss } from 'pg-boss';
import type { Clock } from './clock.ts';
import type { Db, Logger } from './context.ts';

export interface JobContext {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: Logger;
}
/** Work that repeats; cron in UTC. */
export interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly run: (context: JobContext) => Promise<void>;
}

export async function startJobs({
  url,
  clock,
  log,
  db,
  schedules,
}: {
  url: string;
  clock: Clock;
  log: Logger;
  db: Db;
  schedules: readonly Schedule[];
}) {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', max: 2, application_name: 'plumbline-jobs' });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, { policy: 'stately', retryLimit: 2 });
    await boss.work(name, { pollingIntervalSeconds: 10 }, () => run({ db, now: () => clock.now(), log }));
    await boss.schedule(name, cron);
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
