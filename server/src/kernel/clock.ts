/** The only source of "now". Passed to whatever depends on time, so that tests can move it. */
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
