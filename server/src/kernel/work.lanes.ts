/** Lanes of work: of each a worker takes what is due without looking at the others, so that no kind waits for another. */
import type { Logger } from 'pino';

/** Urgent events, other events, conditions to be evaluated, tasks, schedules, messages that leave. Also what NOTIFY carries: whom to wake. */
export type LaneName = 'alert' | 'event' | 'condition' | 'task' | 'schedule' | 'delivery';
/** The channel on which new work is announced. */
export const workChannel = 'plumbline_work';

/** How one lane is worked off in this process. */
export interface Lane {
  readonly name: LaneName;
  /** Pieces of work that it has begun so far. */
  readonly begunCount: number;
  wake(): void;
  /** Resolves when nothing of it is due. For tests and for shutting down. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Looks for work when woken, one look at a time, and again as long as a look finds that there is more. */
export class WakeLoop {
  readonly #poll: () => Promise<boolean>;
  readonly #log: Logger;
  #stopped = false;
  #again = false;
  #running: Promise<void> | null = null;

  constructor(poll: () => Promise<boolean>, log: Logger) {
    this.#poll = poll;
    this.#log = log;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run();
  }

  async settle(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        if (await this.#poll()) this.#again = true;
      }
    } catch (error) {
      this.#again = false;
      this.#log.warn({ err: error }, 'work could not be read');
    } finally {
      this.#running = null;
    }
  }
}
