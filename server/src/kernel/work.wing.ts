/** What the worker does for the features of one wing. */
import type { Handlers } from './events.ts';
import type { Schedule } from './schedules.ts';
import type { TaskHandler } from './tasks.handler.ts';
import type { PullIn } from './work.ts';

export interface WingWork {
  /** Work that takes longer than a request. */
  readonly tasks?: readonly TaskHandler[];
  /** What follows an event, in this order within the wing. */
  readonly events?: readonly Handlers[];
  readonly schedules?: readonly Schedule[];
  /** What the wing keeps of times to come, set right where a clock ahead has written them. */
  readonly pullIns?: readonly PullIn[];
}
