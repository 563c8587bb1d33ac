/** Days as bars: every day of a span, those without alerts too. Pure. */
import { dayMs } from '@plumbline/contract/kernel/durations';

const maxBars = 60;

interface Bin {
  readonly first: string;
  readonly last: string;
  /** Raised, by level 1 to 4. */
  readonly levels: readonly number[];
  readonly total: number;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The `count` days before `lastDay` and that day, oldest first: a span of that many days touches one more. At most sixty bars;
 * where a bar is several days, the newest is full and the oldest may be shorter.
 */
export function binsOf(
  days: readonly { readonly day: string; readonly levels: readonly number[] }[],
  lastDay: string,
  count: number,
): Bin[] {
  const levelsOf = new Map(days.map(({ day, levels }) => [day, levels]));
  const end = Date.parse(lastDay);
  const dates = Array.from({ length: count + 1 }, (_, i) => dayOf(end - (count - i) * dayMs));
  const size = Math.ceil(dates.length / maxBars);
  const bins: Bin[] = [];
  for (let to = dates.length; to > 0; to -= size) {
    const days = dates.slice(Math.max(0, to - size), to);
    const levels = [0, 1, 2, 3].map((place) => days.reduce((sum, day) => sum + (levelsOf.get(day)?.[place] ?? 0), 0));
    bins.unshift({
      first: days[0] ?? lastDay,
      last: days.at(-1) ?? lastDay,
      levels,
      total: levels.reduce((sum, each) => sum + each, 0),
    });
  }
  return bins;
}

/** The numbers of the axis beside the bars, whole ones from 0 to the tallest bar, three at most. `most` >= 1. */
export const axisOf = (most: number): number[] => (most % 2 === 0 ? [0, most / 2, most] : [0, most]);
