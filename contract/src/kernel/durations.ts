/** Milliseconds of the units of time that are always of one length. A day of a calendar is none of them. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
