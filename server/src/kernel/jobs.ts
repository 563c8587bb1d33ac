/**
 * Timed and queued work (pg-boss). A schedule runs in one process however many there are. Not for readings: they have
 * their own road.
 */
import { PgBoss } from 'pg-boss';
import type { Clock } from './clock.ts';
import { linkOptions, type Pool } from './db.ts';
import type { Db, Logger } from './transaction.ts';

export interface JobContext {
  readonly db: Db;
  readonly pool: Pool;
  /** Aborted when the server stops: what goes on for long looks at it. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly log: Logger;
}
/** Work that repeats; cron in UTC. */
export interface Schedule {
  readonly name: string;
  readonly cron: string;
  /** Run once at the start too: what it writes is looked at before its first time comes. */
  readonly atStart?: true;
  readonly run: (context: JobContext) => Promise<void>;
}

/** What schedules are started with. */
export interface JobSetup {
  readonly url: string;
  readonly silenceMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Db;
  readonly pool: Pool;
  readonly schedules: readonly Schedule[];
}
/** Starts the schedules; `stop` waits for those that run. Tests start them in another way, which runs nothing by itself. */
export type StartJobs = (setup: JobSetup) => Promise<{ stop(): Promise<void> }>;

export const startJobs: StartJobs = async ({ url, silenceMs, clock, log, db, pool, schedules }) => {
  const boss = new PgBoss({
    ...linkOptions(silenceMs),
    connectionString: url,
    schema: 'jobs',
    max: 2,
    application_name: 'plumbline-jobs',
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  const stopping = new AbortController();
  const context = { db, pool, now: () => clock.now(), log, signal: stopping.signal };
  for (const { name, cron, run, atStart } of schedules) {
    await boss.createQueue(name, { policy: 'stately', retryLimit: 2 });
    await boss.schedule(name, cron);
    if (atStart) await boss.send(name);
    // Last: it looks at once, and again ten seconds later.
    await boss.work(name, { pollingIntervalSeconds: 10 }, () => run(context));
  }
  return {
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
};
