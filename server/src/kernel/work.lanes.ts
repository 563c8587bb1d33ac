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

/** How long a lane rests after a look, so that it leaves the machine to others: so many times what the look took, within bounds. */
export interface Rest {
  readonly times: number;
  readonly shortestMs: number;
  readonly longestMs: number;
}

/** Looks for work when woken, one look at a time, and again as long as a look finds that there is more. */
export class WakeLoop {
  readonly #poll: () => Promise<boolean>;
  readonly #log: Logger;
  readonly #rest: Rest | null;
  #stopped = false;
  #again = false;
  #running: Promise<void> | null = null;
  /** Those who wait for its end: nobody rests meanwhile. */
  #waiting = 0;
  #endRest: (() => void) | null = null;

  constructor(poll: () => Promise<boolean>, log: Logger, rest: Rest | null = null) {
    this.#poll = poll;
    this.#log = log;
    this.#rest = rest;
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
    this.#waiting++;
    this.#endRest?.();
    this.wake();
    while (this.#running) await this.#running;
    this.#waiting--;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endRest?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const begunAt = performance.now();
        if (await this.#poll()) this.#again = true;
        await this.#restAfter(performance.now() - begunAt);
      }
    } catch (error) {
      this.#again = false;
      this.#log.warn({ err: error }, 'work could not be read');
    } finally {
      this.#running = null;
    }
  }

  async #restAfter(tookMs: number): Promise<void> {
    if (this.#rest === null || this.#stopped || this.#waiting > 0) return;
    const { times, shortestMs, longestMs } = this.#rest;
    const rested = Promise.withResolvers<void>();
    const timer = setTimeout(rested.resolve, Math.min(longestMs, Math.max(shortestMs, tookMs * times)));
    this.#endRest = rested.resolve;
    await rested.promise;
    clearTimeout(timer);
    this.#endRest = null;
  }
}
