/** The schedules of a server in a test: nothing runs by the wall clock, each when the test says so. */
import type { JobContext, JobSetup, Schedule, StartJobs } from '../src/kernel/jobs.ts';

export function useManualSchedule() {
  const schedules = new Map<string, { run: Schedule['run']; context: JobContext }>();
  const jobs: StartJobs = async ({ schedules: all, clock, log, db, pool }: JobSetup) => {
    const stopping = new AbortController();
    const context = { db, pool, log, now: () => clock.now(), signal: stopping.signal };
    for (const { name, run } of all) schedules.set(name, { run, context });
    return { stop: async () => stopping.abort() };
  };
  return {
    jobs,
    /** Runs a schedule once, to its end. Throws an Error for a name that no schedule has. */
    async tick(name: string): Promise<void> {
      const schedule = schedules.get(name);
      if (!schedule) throw new Error(`no schedule is called ${name}; there are ${[...schedules.keys()].join(', ')}`);
      await schedule.run(schedule.context);
    },
  };
}
