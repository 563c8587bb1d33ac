/**
 * The time that is left until a slope fails, by the inverse velocity (Fukuzono 1985; domain.md 5.6) over a window that
 * moves. The window is cut into parts of equal length; the velocity of each is its change over its length, with values
 * between readings on the line between them: so the noise of single readings does not decide the sign of a velocity.
 */
import { hourMs } from '@plumbline/contract/kernel/durations';
import { timeOfFailure } from '../prediction/curves.ts';
import { changeBetween } from '../series/changes.ts';
import type { Series } from './condition-terms.ts';
import { placeAfter } from './place-after.ts';

/** Velocities of a window: with fewer a line through them says little, with more each is nearer to the noise. */
export const failureParts = 8;

/**
 * Hours from the newest of the readings up to `count` to the predicted failure; negative where that has passed. Infinity
 * where none is predicted: the movement does not quicken, turns back within the window, or the line fits worse than
 * `minR2`. That is an answer: most slopes creep, and what fits no line foretells nothing. Times ascending, epoch ms; the
 * first reading lies at or before the begin of the window. Null where it does not.
 */
export function hoursToFailure(
  { times, values, changing }: Pick<Series, 'times' | 'values' | 'changing'>,
  count: number,
  { spanMs, minR2 }: { readonly spanMs: number; readonly minR2: number },
): number | null {
  const toMs = times[count - 1];
  if (toMs === undefined || (times[0] as number) > toMs - spanMs) return null;
  const partMs = spanMs / failureParts;
  const edges = Array.from({ length: failureParts + 1 }, (_, i) => toMs - spanMs + i * partMs);
  const columns = changing?.columns ?? [values];
  const rows = edges.map((edge) => {
    const place = placeAfter(times, edge, count) - 1;
    const [at, nextAt] = [times[place] as number, times[place + 1]];
    return columns.map((column) => {
      const [value, next] = [column[place] as number, column[place + 1]];
      if (at === edge || place + 1 >= count || nextAt === undefined || next === undefined) return value;
      return value + ((next - value) * (edge - at)) / (nextAt - at);
    });
  });
  const first = rows[0] as readonly number[];
  const moved = (now: readonly number[], before: readonly number[]): number =>
    changing ? changeBetween(changing.change, now, before) : (now[0] as number) - (before[0] as number);
  // Which way it moves is of no account: a settlement fails downwards.
  const direction = Math.sign(moved(rows.at(-1) as readonly number[], first));
  const velocities = rows.slice(1).map((row, i) => (direction * moved(row, rows[i] as readonly number[])) / partMs);
  // Counted from the end of the window, in hours.
  const middles = velocities.map((_, i) => ((i + 0.5) * partMs - spanMs) / hourMs);
  const failure = timeOfFailure(middles, velocities);
  return failure === null || failure.r2 === null || failure.r2 < minR2 ? Number.POSITIVE_INFINITY : failure.time;
}
