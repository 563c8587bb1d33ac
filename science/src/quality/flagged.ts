/** The suspect and failed values of a series, in order of time, and series put together of parts. Pure. */
import { quality, qualityOf } from './flags.ts';

/** Suspect and failed values, in order of time. */
export interface Flagged {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly flags: Int16Array;
}

export const noneFlagged: Flagged = { times: new Float64Array(), values: new Float64Array(), flags: new Int16Array() };

/** The suspect and failed values among records. */
export function flaggedOf(times: Float64Array, values: Float64Array, flags: Int16Array | null): Flagged {
  if (flags === null) return noneFlagged;
  const chosen: number[] = [];
  for (let i = 0; i < flags.length; i++) {
    const of = qualityOf(flags[i] as number);
    if (of === quality.suspect || of === quality.fail) chosen.push(i);
  }
  if (chosen.length === 0) return noneFlagged;
  return {
    times: Float64Array.from(chosen, (i) => times[i] as number),
    values: Float64Array.from(chosen, (i) => values[i] as number),
    flags: Int16Array.from(chosen, (i) => flags[i] as number),
  };
}

/** The parts one after the other. */
export function chained(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
