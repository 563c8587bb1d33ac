/** The only source of "now". Passed to whatever depends on time, so that tests can move it. */
import { uptime } from 'node:os';

export interface Clock {
  now(): Date;
  /**
   * Milliseconds that have passed since whenever, also while the machine slept, whatever the clock was set to meanwhile. Left
   * out = nobody sets this clock.
   */
  elapsedMs?(): number;
  /** Now, as far as it is believed (kernel/clock-watch.ts): what is old by it may be ended and deleted. Left out = now. */
  believed?(): Date;
}
export const systemClock: Clock = { now: () => new Date(), elapsedMs: () => uptime() * 1000 };

/** Now, for what ends and deletes by age: while a clock is ahead it goes on as if the clock had not been set. */
export const believedNow = (clock: Clock): Date => clock.believed?.() ?? clock.now();

/** Returns a clock that does not move until it is set. */
export function testClock(start: Date | string) {
  let at = new Date(start).getTime();
  let elapsedMs = 0;
  const advance = (milliseconds: number) => {
    at += milliseconds;
    elapsedMs += milliseconds;
  };
  return {
    now: () => new Date(at),
    elapsedMs: () => elapsedMs,
    advance,
    set: (to: Date | string) => advance(new Date(to).getTime() - at),
    /** Somebody sets the clock: no time passes. */
    jump: (milliseconds: number) => {
      at += milliseconds;
    },
  };
}
