/** The only source of "now". Handed to whatever cares about time, so that tests move it and nothing else. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until told. */
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
