/**
 * Spike test of one field: a value far from the median of the last accepted ones. What is far may be a true movement, so
 * nothing is flagged for ever: `confirm` readings in a row that agree with each other, or that go on in one direction,
 * are accepted as the new course, and so is whatever has been flagged 4 * confirm times in a row.
 */
import { medianOf } from '../filters/windows.ts';
import type { SpikeTest } from './config.ts';

export interface SpikeState {
  /** The last accepted values, at most `window`. */
  readonly accepted: readonly number[];
  /** The last values in a row that were not, at most `confirm`; and how many there were. */
  readonly waiting: readonly number[];
  readonly waited: number;
  /** Direction of an accepted ramp: what goes further that way needs no new confirmation. */
  readonly course: -1 | 0 | 1;
}

export const noSpikes: SpikeState = { accepted: [], waiting: [], waited: 0, course: 0 };

/** Fewer accepted values than this have no median worth asking. */
const minWitnesses = 3;
const maxWaitFactor = 4;

/** How far `value` is from the accepted course, 0 when it is part of it; and the state of the test after it. */
export function judgeSpike(test: SpikeTest, state: SpikeState, value: number): { off: number; state: SpikeState } {
  const { accepted, course } = state;
  const bound = Math.min(test.suspect ?? Number.POSITIVE_INFINITY, test.fail ?? Number.POSITIVE_INFINITY);
  const median = accepted.length < minWitnesses ? value : medianOf(accepted);
  const off = Math.abs(value - median);
  const side = Math.sign(value - median) as -1 | 0 | 1;
  if (off <= bound) return { off: 0, state: accept(test, accepted, value, 0) };
  if (course !== 0 && side === course && keepsCourse(accepted, value, course, bound))
    return { off: 0, state: accept(test, accepted, value, course) };

  const waiting = [...state.waiting, value].slice(-test.confirm);
  const waited = state.waited + 1;
  if (waiting.length < test.confirm) return { off, state: { accepted, waiting, waited, course } };
  const agree = Math.max(...waiting) - Math.min(...waiting) <= bound;
  const ramp = waiting.every((each, i) => i === 0 || Math.sign(each - (waiting[i - 1] as number)) === side);
  if (!agree && !ramp && waited < maxWaitFactor * test.confirm)
    return { off, state: { accepted, waiting, waited, course } };
  return {
    off: 0,
    state: { accepted: waiting.slice(-test.window), waiting: [], waited: 0, course: ramp && !agree ? side : 0 },
  };
}

/** Returns whether a ramp goes on with a step of its own size, or comes to rest; the median is still behind either way. */
function keepsCourse(accepted: readonly number[], value: number, course: -1 | 1, bound: number): boolean {
  const step = value - (accepted.at(-1) as number);
  if (Math.abs(step) <= bound) return true;
  const steps = accepted.map((each, i) => (i === 0 ? 0 : Math.abs(each - (accepted[i - 1] as number))));
  return Math.sign(step) === course && Math.abs(step) <= 3 * Math.max(...steps);
}

function accept(test: SpikeTest, accepted: readonly number[], value: number, course: -1 | 0 | 1): SpikeState {
  return { accepted: [...accepted, value].slice(-test.window), waiting: [], waited: 0, course };
}
