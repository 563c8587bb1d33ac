/** The schedules of a server in a test: nothing runs by the wall clock, each when the test says so. */
import type { ChooseSchedules, Schedule, ScheduleContext } from '../src/kernel/schedules.ts';

export function useManualSchedule() {
  const schedules = new Map<string, { run: Schedule['run']; context: Omit<ScheduleContext, 'signal'> }>();
  const chooseSchedules: ChooseSchedules = (all, context) => {
    for (const { name, run } of all) schedules.set(name, { run, context });
    return [];
  };
  return {
    chooseSchedules,
    scheduleNames: (): readonly string[] => [...schedules.keys()],
    /** Runs a schedule once, to its end. Throws an Error for a name that no schedule has. */
    async tick(name: string): Promise<void> {
      const schedule = schedules.get(name);
      if (!schedule) throw new Error(`no schedule is called ${name}; there are ${[...schedules.keys()].join(', ')}`);
      await schedule.run({ ...schedule.context, signal: new AbortController().signal });
    },
  };
}
