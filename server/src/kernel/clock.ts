/** The only source of "now". Handed to whatever cares about time, so that tests move it and nothing else. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

/** Returns a clock that does not move until it is set. */
export function testClock(start: Date | string) {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds: number) => {
      at += milliseconds;
    },
    set: (to: Date | string) => {
      at = new Date(to).getTime();
    },
  };
}
