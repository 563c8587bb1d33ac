/** One number of a master over time, thinned to what a chart can show. */
import { m4 } from '@plumbline/science/series/thinning';
import { orNull } from '../../readings/readings/readings.query.api.ts';
import type { Made } from './logic/made.ts';

/** A year of hours of many members is what one curve is made of. */
export const curveDays = 800;

/** Every minimum and maximum of a width is kept; NaN = missing. */
export function thinnedCurve(times: Float64Array, values: Float64Array, width: number, { members }: Made) {
  const chosen = m4(times, values, width);
  return {
    times: Array.from(chosen, (i) => times[i] as number),
    values: Array.from(chosen, (i) => orNull(values[i])),
    intervalSeconds: Math.max(...members.map(({ point }) => point.intervalSeconds)),
  };
}
