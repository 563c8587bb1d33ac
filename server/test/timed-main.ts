/**
 * The server of the page tests: everything as main.ts starts it, but the clock and the schedules go as the test says, by
 * messages. Nothing of it is in the product.
 */
import { giveUp, start } from '../src/main.ts';
import { useManualSchedule } from './ticks.ts';

/** What the test asks: to be so much later, or to run a schedule. */
export interface TimeCommand {
  readonly id: number;
  readonly advanceMs?: number;
  readonly tick?: string;
}
/** What it is told: that it is done, or why not. */
export interface TimeReply {
  readonly id: number;
  readonly error: string | null;
}

let aheadMs = 0;
const { chooseSchedules, tick } = useManualSchedule();

process.on('message', async ({ id, advanceMs = 0, tick: name }: TimeCommand) => {
  aheadMs += advanceMs;
  const error = name === undefined ? null : await tick(name).then(() => null, String);
  process.send?.({ id, error } satisfies TimeReply);
});
// The test's process is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

start({ clock: { now: () => new Date(Date.now() + aheadMs) }, chooseSchedules }).catch(giveUp);
