/** What the handlers of events, tasks and schedules find in their context, as those of requests do. */
import type { Lifecycle } from './context.ts';
import type { Sockets } from './page-sockets.ts';
import type { Services } from './services.ts';

export interface WorkContext {
  readonly services: Services;
  readonly lifecycle: Lifecycle;
  readonly sockets: Sockets;
}
