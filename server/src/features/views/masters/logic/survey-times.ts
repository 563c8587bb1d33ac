/** Readings of several points as surveys: those that lie close together are one. */

/** Whoever levels a line needs hours; a survey of the next day is another one. */
const longestMs = 12 * 3_600_000;

/**
 * The last reading of each survey, epoch ms, ascending: a survey is what follows its first reading within half of the
 * interval at which the points are read, and within twelve hours.
 */
export function surveysAmong(times: readonly number[], intervalMs: number): number[] {
  const withinMs = Math.min(longestMs, intervalMs / 2);
  const surveys: number[] = [];
  let beginMs = Number.NEGATIVE_INFINITY;
  for (const at of times.toSorted((a, b) => a - b)) {
    if (at - beginMs > withinMs) {
      surveys.push(at);
      beginMs = at;
    } else surveys[surveys.length - 1] = at;
  }
  return surveys;
}
